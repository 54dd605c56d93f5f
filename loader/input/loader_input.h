/* loader_input.h - from the bytes of a file to a window of UTF-8 text, in dependency order. */
#pragma once

/* clang-format off */
#include "piece.h"         /* a part of a file, and the bytes of text that it becomes */
#include "bzip2_scanner.h" /* a bzip2 file, cut where its blocks begin */
#include "bzip2_block.h"   /* one block of a bzip2 file, decompressed */
#include "piece_joiner.h"  /* unpacked pieces joined into bytes, and the gaps between them */
#include "decompressor.h"  /* gzip, xz, lzma and zstd */
#include "input.h"         /* a file or standard input as a sequence of pieces */
#include "encoding.h"      /* the bytes of a file as UTF-8 */
#include "batch.h"         /* consecutive pages or records, cut out and not yet parsed */
#include "stream.h"        /* the text of a file, with the gaps where bytes are lost */
#include "reader.h"        /* one format of files: how they are cut, and how a slice is read */
/* clang-format on */
