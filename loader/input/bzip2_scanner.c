/* bzip2_scanner.c - see bzip2_scanner.h. */
#include "bzip2_scanner.h"

#include <assert.h>
#include <stdlib.h> /* calloc, free */
#include <string.h> /* memcpy, memmove */

static const uint64_t block_magic = 0x314159265359, end_magic = 0x177245385090;

enum { magic_bits = 48, magic_window = 7, checksum_bits = 32, header_bits = 32 };

/* Every block is shorter: it has at most 900,000 symbols of at most 20 bits. */
enum { longest_piece = 4 << 20 };

struct bzip2_scanner {
    struct text_buffer window; /* a part of the file */
    int64_t window_offset;     /* where in the file it begins */
    size_t first_bit;          /* of the current piece, in the window */
    size_t next;               /* the byte of the window from which to look for a magic number */
    uint64_t magic;            /* the number with which the current piece begins; 0 for none */
    /* Bit s of third[b]: if b is the third of 7 bytes, a magic number may begin at their bit s. */
    unsigned char third[256], fourth[256];
};

static void note_shifts(struct bzip2_scanner *scanner, uint64_t magic) {
    for (unsigned shift = 0; shift < 8; shift++) {
        scanner->third[magic >> (24 + shift) & 0xFF] |= (unsigned char)(1U << shift);
        scanner->fourth[magic >> (16 + shift) & 0xFF] |= (unsigned char)(1U << shift);
    }
}

struct bzip2_scanner *bzip2_scanner_open(int64_t file_bit) {
    struct bzip2_scanner *scanner = calloc(1, sizeof *scanner);
    if (!scanner)
        return NULL;
    note_shifts(scanner, block_magic);
    note_shifts(scanner, end_magic);
    scanner->window_offset = file_bit / 8;
    scanner->first_bit = (size_t)(file_bit % 8);
    return scanner;
}

void bzip2_scanner_close(struct bzip2_scanner *scanner) {
    if (!scanner)
        return;
    text_buffer_free(&scanner->window);
    free(scanner);
}

bool bzip2_scanner_add(struct bzip2_scanner *scanner, const char *bytes, size_t length) {
    struct text_buffer *window = &scanner->window;
    size_t used = scanner->first_bit / 8;
    /* Used bytes are dropped here, not with each piece: a window can hold thousands. */
    if (used > 0 && used <= window->length) {
        window->length -= used;
        memmove(window->bytes, window->bytes + used, window->length);
        scanner->window_offset += (int64_t)used;
        scanner->first_bit -= used * 8;
        scanner->next -= used;
    }
    text_buffer_append(window, bytes, length);
    return !window->failed;
}

/* The bit at which a magic number begins in seven bytes, and the number; 8 if there is none. */
static unsigned magic_in(const unsigned char *window, unsigned shifts, uint64_t *magic) {
    uint64_t bits = 0;
    for (int i = 0; i < magic_window; i++)
        bits = bits << 8 | window[i];
    for (unsigned shift = 0; shift < 8; shift++) {
        if (!(shifts >> shift & 1))
            continue;
        *magic = bits >> (8 - shift) & (((uint64_t)1 << magic_bits) - 1);
        if (*magic == block_magic || *magic == end_magic)
            return shift;
    }
    return 8;
}

/* Whether a magic number at that bit is not the one with which the current piece begins. */
static bool is_next(const struct bzip2_scanner *scanner, size_t bit) {
    return scanner->magic ? bit > scanner->first_bit : bit >= scanner->first_bit;
}

/*
 * The next magic number after the one with which the current piece begins, and `*bit` of the
 * window, where it is; 0 if there is none yet. Bytes after the end of the file count as zero.
 */
static uint64_t find_magic(struct bzip2_scanner *scanner, bool ended, size_t *bit) {
    const unsigned char *window = (const unsigned char *)scanner->window.bytes;
    size_t length = scanner->window.length, at = scanner->next;
    uint64_t magic = 0;
    for (; at + magic_window <= length; at++) {
        unsigned shifts = scanner->third[window[at + 2]] & scanner->fourth[window[at + 3]];
        if (!shifts)
            continue;
        unsigned shift = magic_in(window + at, shifts, &magic);
        *bit = at * 8 + shift;
        if (shift < 8 && is_next(scanner, *bit))
            break;
    }
    scanner->next = at;
    if (at + magic_window <= length)
        return magic;
    if (!ended || at + magic_window - 1 > length)
        return 0;
    /* The last six bytes hold a magic number only if it begins with their first bit. */
    unsigned char last[magic_window] = {0};
    memcpy(last, window + at, magic_window - 1);
    *bit = at * 8;
    return magic_in(last, 1, &magic) == 0 && is_next(scanner, *bit) ? magic : 0;
}

/* Whether the bits from `first` on are "BZh" and a digit, and nothing else. */
static bool is_header(const struct bit_run *packed, uint64_t first) {
    if (packed->count - first != header_bits)
        return false;
    uint32_t bits = bit_run_read(packed, first, header_bits);
    return bits >= 0x425A6831 && bits <= 0x425A6839;
}

uint32_t bzip2_scanner_checksum(const struct bit_run *packed) {
    bool whole = packed->count >= magic_bits + checksum_bits;
    return whole ? bit_run_read(packed, magic_bits, checksum_bits) : 0;
}

/* Finds out the kind of a piece; false for the header of the file, which is not a piece. */
static bool classify(struct piece *piece, uint64_t magic) {
    const struct bit_run *packed = &piece->packed;
    if (!magic) {
        piece->kind = piece_junk;
        return piece->file_bit > 0 || piece->last || !is_header(packed, 0);
    }
    piece->kind = magic == end_magic ? piece_stream_end : piece_block;
    piece->checksum = bzip2_scanner_checksum(packed);
    if (piece->kind == piece_block)
        return true;
    /* The end and its checksum are followed by bits up to the next byte, and the next header. */
    uint64_t first = magic_bits + checksum_bits;
    uint64_t rest = ((uint64_t)piece->file_bit + first) % 8;
    first += rest ? 8 - rest : 0;
    piece->tidy =
        first <= packed->count && (piece->last ? first == packed->count : is_header(packed, first));
    return true;
}

/*
 * Makes a piece of everything up to `end`, a bit of the window. `*given` is false if there is none:
 * no bits, or only the header of the file. False when memory runs out.
 */
static bool cut(struct bzip2_scanner *scanner, size_t end, uint64_t next_magic, bool last,
                struct piece *piece, bool *given) {
    assert(end >= scanner->first_bit && end <= scanner->window.length * 8);
    uint64_t count = end - scanner->first_bit;
    piece->state = piece_packed;
    piece->file_bit = scanner->window_offset * 8 + (int64_t)scanner->first_bit;
    piece->file_end = scanner->window_offset + (int64_t)(end / 8);
    piece->last = last;
    piece->checksum = 0;
    if (!bit_run_set(&piece->packed, scanner->window.bytes, scanner->first_bit, count))
        return false;
    *given = count > 0 && classify(piece, scanner->magic);
    scanner->first_bit = end;
    scanner->magic = next_magic;
    scanner->next = end / 8;
    return true;
}

enum bzip2_scan bzip2_scanner_next(struct bzip2_scanner *scanner, bool ended, struct piece *piece) {
    for (bool given = false; !given;) {
        size_t end = 0;
        uint64_t magic = find_magic(scanner, ended, &end);
        bool last = false;
        if (!magic && scanner->window.length - scanner->first_bit / 8 > longest_piece) {
            end = scanner->next * 8; /* longer than any block: comes out in parts */
        } else if (!magic) {
            end = scanner->window.length * 8;
            last = true;
            if (!ended || end <= scanner->first_bit)
                return bzip2_scan_wants_more;
        }
        if (!cut(scanner, end, magic, last, piece, &given))
            return bzip2_scan_no_memory;
    }
    return bzip2_scan_piece;
}
