/* core_columns.h - a column of a table in one blob, in Apache Arrow's layout. */
#ifndef NEARDUP_CORE_COLUMNS_H
#define NEARDUP_CORE_COLUMNS_H

/* clang-format off */
#include "column.h"        /* the format, and reading it */
#include "column_writer.h" /* writing it, value by value */
/* clang-format on */

#endif
