/*
 * loader_vectors.h - files of word vectors as a sequence of words, each with its vector, in
 * dependency order.
 */
#pragma once

/* clang-format off */
#include "decimal.h"       /* a decimal number -> the nearest float */
#include "vector_record.h" /* one word with its vector */
#include "vector_file.h"   /* a file as a sequence of these and damaged places */
/* clang-format on */
