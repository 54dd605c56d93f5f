/* core_columns.h - a column of a table in one blob, in Apache Arrow's layout. */
#pragma once

/* clang-format off */
#include "column.h"        /* the format, and reading it */
#include "column_writer.h" /* writing it, value by value */
/* clang-format on */
