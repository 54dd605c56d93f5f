/*
 * loader_records.h - lines, CSV, tab-separated values and JSON as a sequence of records.
 */
#ifndef NEARDUP_LOADER_RECORDS_H
#define NEARDUP_LOADER_RECORDS_H

#include "columns.h"       /* which columns or members hold what is loaded */
#include "fields.h"        /* the fields of a record of CSV or tab-separated values */
#include "json_object.h"   /* the members of a JSON object */
#include "record_parser.h" /* one record as a page */
#include "records.h"       /* a file as a sequence of records and of damaged places */

#endif
