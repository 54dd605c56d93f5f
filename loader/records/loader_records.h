/*
 * loader_records.h - lines, CSV, tab-separated values, JSON and word vectors as a sequence of
 * records, and rows of a database as records, in dependency order.
 */
#pragma once

/* clang-format off */
#include "columns.h"       /* which columns or members hold what is loaded */
#include "fields.h"        /* the fields of a record of CSV or tab-separated values */
#include "json_object.h"   /* the members of a JSON object */
#include "row_record.h"    /* a row of a database as a record */
#include "decimal.h"       /* a decimal number as the nearest float */
#include "vector_record.h" /* a word and its vector */
#include "records.h"       /* a file as a sequence of records and damaged places */
#include "sample.h"        /* how the first records look, and which columns they have */
/* clang-format on */
