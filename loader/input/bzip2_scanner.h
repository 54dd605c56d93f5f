/*
 * bzip2_scanner.h - a bzip2 file, cut where its blocks begin.
 *
 * A block begins with the 48 bits 0x314159265359, at any bit of a byte; the end of a stream begins
 * with 0x177245385090. The same bits may occur inside a block by chance (once in 2^48 bits) or by
 * intent, so the cut is a guess, which piece_joiner.h corrects. Time is linear in the file.
 */
#pragma once

#include "piece.h"

struct bzip2_scanner;

/* Scans a file from `file_bit` on: 0, or where a block was found earlier. NULL: no memory. */
struct bzip2_scanner *bzip2_scanner_open(int64_t file_bit);
void bzip2_scanner_close(struct bzip2_scanner *scanner);

/* Adds the next bytes of the file. The first one holds the first bit. False: out of memory. */
bool bzip2_scanner_add(struct bzip2_scanner *scanner, const char *bytes, size_t length);

/* The checksum that follows the magic number with which the bits begin; 0 if it is cut off. */
uint32_t bzip2_scanner_checksum(const struct bit_run *packed);

enum bzip2_scan { bzip2_scan_piece, bzip2_scan_wants_more, bzip2_scan_no_memory };

/*
 * Fills in the next piece, or wants more if none is complete. Once the file has `ended`, the last
 * piece is what is left, and wanting more means that nothing is.
 */
enum bzip2_scan bzip2_scanner_next(struct bzip2_scanner *scanner, bool ended, struct piece *piece);
