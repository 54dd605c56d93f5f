/*
 * bzip2_scanner.h - a bzip2 file, cut where its blocks begin.
 *
 * A block begins with the 48 bits 0x314159265359, at any bit; the end of a stream with
 * 0x177245385090. Nothing else tells where they are, and the same bits may stand inside a block by
 * chance (once in 2^48) or by intent: what is cut here is a guess, which joiner.h corrects.
 * Streams may follow each other, and be empty. Time is linear in the file.
 */
#ifndef NEARDUP_BZIP2_SCANNER_H
#define NEARDUP_BZIP2_SCANNER_H

#include "piece.h"

struct bzip2_scanner;

/*
 * `file_bit` is where the file is read from: 0, or where a block begins that an earlier scanner
 * found. NULL when memory runs out.
 */
struct bzip2_scanner *bzip2_scanner_open(int64_t file_bit);
void bzip2_scanner_close(struct bzip2_scanner *scanner);

/* Hands on the next bytes, from that of the first bit on. False when memory runs out. */
bool bzip2_scanner_add(struct bzip2_scanner *scanner, const char *bytes, size_t length);

/* The checksum of the block or stream whose magic number the bits begin with; 0: it is cut off. */
uint32_t bzip2_scanner_checksum(const struct bit_run *packed);

enum bzip2_scan { bzip2_scan_piece, bzip2_scan_wants_more, bzip2_scan_no_memory };

/*
 * Fills in the next piece. Wants more bytes while none is complete; once the file has `ended`, all
 * that is left is given out, and wanting more means that this was all.
 */
enum bzip2_scan bzip2_scanner_next(struct bzip2_scanner *scanner, bool ended, struct piece *piece);

#endif
