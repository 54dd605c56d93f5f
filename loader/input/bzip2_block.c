/*
 * bzip2_block.c - see bzip2_block.h.
 *
 * A block is undone in four steps: Huffman codes become symbols, runs and move-to-front positions
 * become bytes, the Burrows-Wheeler transform is inverted, and runs of four bytes are lengthened.
 * This is done here only for what a compressor writes today; libbz2 gets all other blocks.
 */
#include "bzip2_block.h"

#include <bzlib.h>
#include <limits.h> /* UINT_MAX */
#include <stdlib.h>

enum {
    block_most = 900000,
    group_length = 50, /* symbols that share a table */
    tables_least = 2,
    tables_most = 6,
    selectors_most = block_most / group_length + 2, /* what a block can use */
    symbols_most = 258,                             /* two for runs, 255 positions, the end */
    longest_code = 20,
    fast_bits = 10, /* longer codes are rare */
    /* A group may be read without asking whether the bits end, for this many zero bytes follow. */
    slack = 8 + group_length * longest_code / 8 + 1 + 8
};

/*
 * A canonical code. Codes are compared as numbers of longest_code bits, with zero bits after them:
 * those of a length are below `end` of it, and not below `end` of the length before.
 */
struct code_table {
    uint16_t fast[1 << fast_bits]; /* by the next bits: symbol << 5 | length; 0: longer, or none */
    uint32_t end[longest_code + 1];
    uint16_t shorter[longest_code + 1]; /* the number of symbols with shorter codes */
    uint16_t sorted[symbols_most];      /* symbols by the length of their codes */
};

/*
 * The transform is inverted by walking from row to row, where each step waits for memory. So walks
 * take turns in several lanes. They begin in rows that are marked, and end where another one has
 * begun. A lane has room for four times its share of the bytes.
 */
enum { lanes = 16, lane_room = 4 * block_most / lanes };
enum { stride = 1024, walks_most = block_most / stride + 2 };

static const uint32_t mark = 0x80000000;

struct walk {
    uint32_t begin, end; /* of its bytes in its lane */
    uint16_t lane;
    uint16_t next; /* the walk that begins where it ends */
};

struct bzip2_unpacker {
    struct code_table tables[tables_most];
    unsigned char selectors[selectors_most];
    struct walk walks[walks_most + 1]; /* the last one stands for none */
    uint32_t rows[block_most + 1];     /* the next row << 8 | a byte; the last leads to itself */
    unsigned char bytes[lanes * lane_room];
    uint32_t checksums[8][256]; /* [n][b]: what b adds to a checksum, n bytes later; CRC-32,
                                   highest bit first */
};

struct bzip2_unpacker *bzip2_unpacker_open(void) {
    struct bzip2_unpacker *unpacker = malloc(sizeof *unpacker);
    for (uint32_t byte = 0; unpacker && byte < 256; byte++) {
        uint32_t sum = byte << 24;
        for (int bit = 0; bit < 8; bit++)
            sum = sum << 1 ^ (sum & 0x80000000 ? 0x04C11DB7 : 0);
        unpacker->checksums[0][byte] = sum;
    }
    for (int later = 1; unpacker && later < 8; later++)
        for (int byte = 0; byte < 256; byte++) {
            uint32_t sum = unpacker->checksums[later - 1][byte];
            unpacker->checksums[later][byte] = sum << 8 ^ unpacker->checksums[0][sum >> 24];
        }
    return unpacker;
}

void bzip2_unpacker_close(struct bzip2_unpacker *unpacker) {
    free(unpacker);
}

/* ---- Bits ------------------------------------------------------------------------------------ */

struct bits {
    const unsigned char *bytes; /* `length` of them, and zeroes */
    size_t length, next;
    uint64_t window; /* bits that were read and not taken, the next one highest */
    unsigned have;   /* how many they are, at least */
};

static inline uint32_t number_at(const unsigned char *bytes) {
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* Has 56 bits or more. */
static inline void refill(struct bits *bits) {
    const unsigned char *at = bits->bytes + bits->next;
    uint64_t number = (uint64_t)number_at(at) << 32 | number_at(at + 4);
    bits->window |= number >> bits->have;
    bits->next += (63 - bits->have) >> 3;
    bits->have |= 56;
}

static inline void drop(struct bits *bits, unsigned count) {
    bits->window <<= count;
    bits->have -= count;
}

static bool are_over(const struct bits *bits) {
    return bits->next > bits->length + 8;
}

/* Takes 1 to 32 bits; zeroes when none are left. */
static uint32_t take(struct bits *bits, unsigned count) {
    if (are_over(bits))
        return 0;
    refill(bits);
    uint32_t value = (uint32_t)(bits->window >> (64 - count));
    drop(bits, count);
    return value;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Symbols for which no code is left have none, as in libbz2. */
static void make_table(struct code_table *table, const unsigned char *lengths, unsigned symbols) {
    uint32_t code = 0;
    unsigned count = 0;
    memset(table->fast, 0, sizeof table->fast);
    table->end[0] = 0;
    for (unsigned length = 1; length <= longest_code; length++) {
        uint32_t step = UINT32_C(1) << (longest_code - length);
        table->shorter[length] = (uint16_t)count;
        for (unsigned symbol = 0; symbol < symbols; symbol++) {
            if (lengths[symbol] != length || code >> longest_code)
                continue;
            table->sorted[count++] = (uint16_t)symbol;
            for (uint32_t i = 0; length <= fast_bits && i < step >> (longest_code - fast_bits); i++)
                table->fast[(code >> (longest_code - fast_bits)) + i] =
                    (uint16_t)(symbol << 5 | length);
            code += step;
        }
        table->end[length] = code;
    }
}

static bool read_table(struct bits *bits, struct code_table *table, unsigned symbols) {
    unsigned char lengths[symbols_most];
    unsigned length = take(bits, 5);
    for (unsigned i = 0; i < symbols; i++) {
        for (;;) {
            if (length < 1 || length > longest_code)
                return false;
            if (!take(bits, 1))
                break;
            length += take(bits, 1) ? -1U : 1U;
        }
        lengths[i] = (unsigned char)length;
    }
    make_table(table, lengths, symbols);
    return true;
}

/* Reads which table each group of symbols uses: its place in a list that is moved to the front. */
static bool read_selectors(struct bits *bits, unsigned char *selectors, unsigned count,
                           unsigned tables) {
    unsigned char order[] = {0, 1, 2, 3, 4, 5};
    for (unsigned i = 0; i < count; i++) {
        unsigned place = 0;
        while (take(bits, 1))
            if (++place >= tables)
                return false;
        unsigned char table = order[place];
        memmove(order + 1, order, place);
        order[0] = selectors[i] = table;
    }
    return true;
}

/* Reads which bytes the block has, in ascending order. Their number. */
static unsigned read_bytes_used(struct bits *bits, unsigned char *used) {
    unsigned count = 0;
    uint32_t rows = take(bits, 16);
    for (unsigned row = 0; row < 16; row++) {
        uint32_t row_bytes = rows >> (15 - row) & 1 ? take(bits, 16) : 0;
        for (unsigned i = 0; i < 16; i++)
            if (row_bytes >> (15 - i) & 1)
                used[count++] = (unsigned char)(row * 16 + i);
    }
    return count;
}

/* ---- Symbols --------------------------------------------------------------------------------- */

/* The next symbol; symbols_most if no code has these bits. */
static inline unsigned take_symbol(struct bits *bits, const struct code_table *table) {
    refill(bits);
    unsigned entry = table->fast[bits->window >> (64 - fast_bits)];
    if (entry) {
        drop(bits, entry & 31);
        return entry >> 5;
    }
    uint32_t code = (uint32_t)(bits->window >> (64 - longest_code));
    unsigned length = fast_bits + 1;
    while (length <= longest_code && code >= table->end[length])
        length++;
    if (length > longest_code)
        return symbols_most;
    uint32_t place = (code - table->end[length - 1]) >> (longest_code - length);
    drop(bits, length);
    return table->sorted[table->shorter[length] + place];
}

/*
 * Reads the symbols of a block as bytes, in the order of the transform, and counts each byte.
 * `used` becomes a list of bytes, moved to the front. Its first eight are in a number, the first of
 * them lowest, because most symbols mean one of them. The number of bytes, 0 if they are refused.
 */
static inline uint32_t read_symbols(struct bits *bits, const struct bzip2_unpacker *unpacker,
                                    unsigned selectors, unsigned char *used, unsigned used_count,
                                    unsigned char *bytes, uint32_t *counts) {
    uint64_t front = 0;
    uint32_t length = 0, run = 0;
    unsigned digit = 0;
    for (unsigned i = 8; i-- > 0;)
        front = front << 8 | used[i];
    for (unsigned group = 0; group < selectors && !are_over(bits); group++) {
        const struct code_table *table = &unpacker->tables[unpacker->selectors[group]];
        for (int i = 0; i < group_length; i++) {
            unsigned symbol = take_symbol(bits, table);
            unsigned char byte = front & 0xFF;
            if (symbol < 2) { /* a digit of the length of a run, the lowest first */
                run += (symbol + 1) << digit++;
                if (run > block_most - length)
                    return 0;
                continue;
            }
            if (run > 0) {
                memset(bytes + length, byte, run);
                counts[byte] += run;
                length += run;
                run = digit = 0;
            }
            unsigned place = symbol - 1;
            if (place >= used_count)
                return symbol == used_count + 1 ? length : 0;
            if (length == block_most)
                return 0;
            if (place < 8) {
                uint64_t changed = (UINT64_C(2) << (place * 8 + 7)) - 1;
                byte = (unsigned char)(front >> place * 8);
                front = (front & ~changed) | (front << 8 & changed) | byte;
            } else {
                byte = used[place];
                memmove(used + 9, used + 8, place - 8);
                used[8] = (unsigned char)(front >> 56);
                front = front << 8 | byte;
            }
            counts[byte]++;
            bytes[length++] = byte;
        }
    }
    return 0;
}

/* ---- The transform --------------------------------------------------------------------------- */

static void sort_rows(struct bzip2_unpacker *unpacker, uint32_t length, const uint32_t *counts) {
    const unsigned char *bytes = unpacker->bytes;
    uint32_t *rows = unpacker->rows, first[256], sum = 0;
    for (int byte = 0; byte < 256; byte++) {
        first[byte] = sum;
        sum += counts[byte];
    }
    for (uint32_t i = 0; i < length; i++)
        rows[first[bytes[i]]++] = i << 8 | bytes[i];
    rows[length] = length << 8;
}

/* Walks from each marked row to the next, first from the origin. False if a lane is too short. */
static bool walk(struct bzip2_unpacker *unpacker, uint32_t length, uint32_t origin) {
    uint32_t *rows = unpacker->rows, at[lanes];
    struct walk *walks = unpacker->walks;
    uint16_t under_way[lanes], begun = 0;
    uint16_t count = (uint16_t)(1 + (length + stride - 1) / stride);
    int busy = lanes;
    rows[origin] |= mark;
    for (uint32_t row = 0; row < length; row += stride)
        rows[row] |= mark;
    for (unsigned lane = 0; lane < lanes; lane++) {
        at[lane] = origin;
        under_way[lane] = walks_most;
    }
    for (uint32_t step = 0; busy > 0; step++) {
        if (step == lane_room)
            return false;
        uint32_t entries[lanes], any = 0;
        for (unsigned lane = 0; lane < lanes; lane++)
            any |= entries[lane] = rows[at[lane]];
        for (unsigned lane = 0; any & mark && lane < lanes; lane++) {
            if (!(entries[lane] & mark))
                continue;
            struct walk *ended = &walks[under_way[lane]];
            ended->end = step;
            ended->next = at[lane] == origin ? 0 : (uint16_t)(1 + at[lane] / stride);
            uint32_t row = begun == 0 ? origin : begun < count ? (begun - 1U) * stride : length;
            entries[lane] = rows[row] & ~mark;
            busy -= row == length;
            under_way[lane] = begun < count ? begun++ : walks_most;
            walks[under_way[lane]].lane = (uint16_t)lane;
            walks[under_way[lane]].begin = step;
        }
        for (unsigned lane = 0; lane < lanes; lane++) {
            unpacker->bytes[lane * lane_room + step] = (unsigned char)entries[lane];
            at[lane] = entries[lane] >> 8;
        }
    }
    return true;
}

/* The bytes before the transform; NULL if they repeat themselves, so that a walk is too long. */
static const unsigned char *invert(struct bzip2_unpacker *unpacker, uint32_t length,
                                   uint32_t origin) {
    unsigned char *bytes = (unsigned char *)unpacker->rows; /* not needed after the walks */
    const struct walk *next = unpacker->walks;
    if (!walk(unpacker, length, origin))
        return NULL;
    for (uint32_t done = 0, some; done < length; done += some) {
        some = next->end - next->begin;
        if (some > length - done)
            some = length - done;
        memcpy(bytes + done, unpacker->bytes + next->lane * lane_room + next->begin, some);
        next = &unpacker->walks[next->next];
    }
    return bytes;
}

/* ---- Runs ------------------------------------------------------------------------------------ */

/* The first place of four equal bytes in a row, or `end`. It looks at few positions. */
static size_t find_run(const unsigned char *bytes, size_t at, size_t end) {
    while (at + 4 <= end)
        if (bytes[at + 2] != bytes[at + 3])
            at += 3;
        else if (bytes[at] == bytes[at + 1] && bytes[at + 1] == bytes[at + 2])
            return at;
        else
            at++;
    return end;
}

/* After four equal bytes stands how many more follow. False: it does not, or out of memory. */
static bool lengthen_runs(const unsigned char *bytes, size_t length, size_t most,
                          struct text_buffer *out) {
    for (size_t at = 0; at < length && out->length <= most;) {
        size_t run = find_run(bytes, at, length);
        size_t copied = (run < length ? run + 4 : length) - at;
        text_buffer_append(out, (const char *)bytes + at, copied);
        at += copied;
        if (run == length)
            break;
        if (at == length)
            return false;
        size_t more = bytes[at++];
        if (!text_buffer_reserve(out, more + length - at))
            return false;
        memset(out->bytes + out->length, bytes[at - 2], more);
        out->length += more;
    }
    return !out->failed;
}

static uint32_t checksum(const struct bzip2_unpacker *unpacker, const struct text_buffer *text) {
    const unsigned char *bytes = (const unsigned char *)text->bytes;
    const uint32_t(*sums)[256] = unpacker->checksums;
    uint32_t sum = 0xFFFFFFFF;
    size_t i = 0;
    for (; i + 8 <= text->length; i += 8) {
        uint32_t high = sum ^ number_at(bytes + i);
        uint32_t low = number_at(bytes + i + 4);
        sum = sums[7][high >> 24] ^ sums[6][high >> 16 & 0xFF] ^ sums[5][high >> 8 & 0xFF] ^
              sums[4][high & 0xFF] ^ sums[3][low >> 24] ^ sums[2][low >> 16 & 0xFF] ^
              sums[1][low >> 8 & 0xFF] ^ sums[0][low & 0xFF];
    }
    for (; i < text->length; i++)
        sum = sum << 8 ^ sums[0][sum >> 24 ^ bytes[i]];
    return ~sum;
}

/* ---- The block ------------------------------------------------------------------------------- */

/* Reads the bytes of a block in the order of the transform. The number of them; 0: refused. */
static uint32_t read_block(struct bzip2_unpacker *unpacker, struct bits *bits, uint32_t *origin,
                           uint32_t *counts) {
    unsigned char used[256 + 8] = {0};
    *origin = take(bits, 24);
    unsigned used_count = read_bytes_used(bits, used);
    unsigned tables = take(bits, 3), selectors = take(bits, 15);
    if (used_count == 0 || tables < tables_least || tables > tables_most ||
        selectors > selectors_most || !read_selectors(bits, unpacker->selectors, selectors, tables))
        return 0;
    for (unsigned i = 0; i < tables; i++)
        if (!read_table(bits, &unpacker->tables[i], used_count + 2))
            return 0;
    struct bits rest = *bits; /* in registers */
    uint32_t length =
        read_symbols(&rest, unpacker, selectors, used, used_count, unpacker->bytes, counts);
    *bits = rest;
    return length;
}

/*
 * Whether the bits are exactly one block, which has the right checksum and not too many bytes, and
 * is not "randomised", as bzip2 wrote some until 1999.
 */
static bool unpack_usual(struct bzip2_unpacker *unpacker, struct piece *piece, size_t most) {
    uint32_t counts[256] = {0}, origin = 0;
    struct text_buffer *packed = &piece->packed.bytes;
    struct bits bits = {.bytes = (const unsigned char *)packed->bytes, .length = packed->length};
    unsigned shift = piece->packed.shift;
    memset(packed->bytes + packed->length, 0, slack);
    if (shift > 0)
        take(&bits, shift);
    if (take(&bits, 24) != 0x314159 || take(&bits, 24) != 0x265359 || /* a block */
        take(&bits, 32) != piece->checksum || take(&bits, 1) != 0)
        return false;
    uint32_t length = read_block(unpacker, &bits, &origin, counts);
    if (origin >= length || (uint64_t)bits.next * 8 - bits.have != shift + piece->packed.count)
        return false;
    sort_rows(unpacker, length, counts);
    const unsigned char *bytes = invert(unpacker, length, origin);
    return bytes && lengthen_runs(bytes, length, most, &piece->bytes) &&
           piece->bytes.length <= most && checksum(unpacker, &piece->bytes) == piece->checksum;
}

/* ---- libbz2 ---------------------------------------------------------------------------------- */

/* Decompresses until the stream ends, libbz2 finds an error or `most` bytes are out: BZ_OK. */
static int decompress(bz_stream *stream, struct text_buffer *bytes, size_t most) {
    enum { usual_size = 1 << 20 };
    int code = BZ_OK;
    while (code == BZ_OK && bytes->length < most) {
        if (!text_buffer_reserve(bytes, bytes->capacity > bytes->length ? 1 : usual_size))
            return BZ_MEM_ERROR;
        size_t room = bytes->capacity - bytes->length;
        unsigned asked = room < UINT_MAX ? (unsigned)room : UINT_MAX;
        stream->next_out = bytes->bytes + bytes->length;
        stream->avail_out = asked;
        code = BZ2_bzDecompress(stream);
        bytes->length += asked - stream->avail_out;
        if (code == BZ_OK && stream->avail_in == 0 && stream->avail_out > 0)
            return BZ_UNEXPECTED_EOF;
    }
    return code;
}

/*
 * What the result of libbz2 says of the block. After an error, a block whose bytes have the right
 * checksum is whole: the error is in what follows. If the error came before libbz2 had used all
 * bits (32 more than the block has, for the header), no bits that follow could prevent it.
 */
static enum piece_state judge(const struct bzip2_unpacker *unpacker, int code,
                              const struct piece *piece, uint64_t bits_used) {
    if (code == BZ_STREAM_END)
        return piece_whole;
    if (code == BZ_OK)
        return piece_large;
    if (piece->bytes.length > 0 && checksum(unpacker, &piece->bytes) == piece->checksum)
        return piece_trailing;
    return bits_used > 32 + piece->packed.count ? piece_open : piece_broken;
}

/* Appends bits, the lowest `count` of them (at most 32); those that make no byte wait. */
static void put(struct text_buffer *bytes, struct bits *waiting, uint32_t bits, unsigned count) {
    waiting->window = waiting->window << count | bits;
    for (waiting->have += count; waiting->have >= 8; waiting->have -= 8)
        text_buffer_append_byte(bytes, (char)(waiting->window >> (waiting->have - 8)));
}

/* Makes a stream of the block: a header goes before it, and the end of a stream after it. */
static void make_stream(const struct piece *piece, struct text_buffer *stream) {
    const struct bit_run *packed = &piece->packed;
    struct bits waiting = {0};
    put(stream, &waiting, 0x425A6839, 32); /* "BZh9": the longest blocks allowed */
    for (uint64_t at = 0; at < packed->count; at += 32) {
        unsigned count = packed->count - at < 32 ? (unsigned)(packed->count - at) : 32;
        put(stream, &waiting, bit_run_read(packed, at, count), count);
    }
    put(stream, &waiting, 0x177245, 24);
    put(stream, &waiting, 0x385090, 24);
    put(stream, &waiting, piece->checksum, 32);
    put(stream, &waiting, 0, 7); /* the rest of the last byte */
}

/* False when memory runs out. */
static bool unpack_any(struct bzip2_unpacker *unpacker, struct piece *piece, size_t most) {
    bz_stream stream = {0};
    struct text_buffer bytes = {0};
    int code = BZ_MEM_ERROR;
    make_stream(piece, &bytes);
    if (!bytes.failed && BZ2_bzDecompressInit(&stream, 0, 0) == BZ_OK) {
        stream.next_in = bytes.bytes;
        stream.avail_in = (unsigned)bytes.length;
        code = decompress(&stream, &piece->bytes, most);
        BZ2_bzDecompressEnd(&stream);
        piece->state = judge(unpacker, code, piece, (bytes.length - stream.avail_in) * 8);
    }
    text_buffer_free(&bytes);
    return code != BZ_MEM_ERROR;
}

bool bzip2_unpack(struct bzip2_unpacker *unpacker, struct piece *piece, size_t most) {
    if (piece->kind != piece_block)
        return true;
    text_buffer_clear(&piece->bytes);
    if (!text_buffer_reserve(&piece->packed.bytes, slack))
        return false;
    piece->state = piece_whole;
    if (unpack_usual(unpacker, piece, most))
        return true;
    text_buffer_clear(&piece->bytes);
    return unpack_any(unpacker, piece, most);
}
