/* terms.c - see terms.h. */
#include "terms.h"

#include "../base/radix_sort.h"

static uint32_t rotate(uint32_t x, unsigned bits) {
    return x << bits | x >> (32 - bits);
}

static uint32_t scramble(uint32_t block) {
    return rotate(block * UINT32_C(0xCC9E2D51), 15) * UINT32_C(0x1B873593);
}

uint32_t term_hash(const unsigned char *bytes, size_t length) {
    uint32_t hash = 0;
    size_t i = 0;
    for (; i + 4 <= length; i += 4) {
        hash ^= scramble(little_endian_load32(bytes + i));
        hash = rotate(hash, 13) * 5 + UINT32_C(0xE6546B64);
    }
    uint32_t last = 0;
    for (unsigned shift = 0; i < length; i++, shift += 8)
        last |= (uint32_t)bytes[i] << shift;
    hash ^= scramble(last) ^ (uint32_t)length;
    hash = (hash ^ hash >> 16) * UINT32_C(0x85EBCA6B);
    hash = (hash ^ hash >> 13) * UINT32_C(0xC2B2AE35);
    return hash ^ hash >> 16;
}

/* Of scripts without spaces between words. Frozen: docs/formats/vector-format.md. */
static const struct {
    uint32_t first, last;
} unspaced_blocks[] = {
    {0x0E00, 0x0EFF},   /* Thai, Lao */
    {0x1000, 0x109F},   /* Myanmar */
    {0x1780, 0x17FF},   /* Khmer */
    {0x1950, 0x19DF},   /* Tai Le, New Tai Lue */
    {0x1A20, 0x1AAF},   /* Tai Tham */
    {0x3005, 0x3007},   /* iteration, closing and zero among Han */
    {0x3040, 0x30FF},   /* Hiragana, Katakana */
    {0x31F0, 0x31FF},   /* Katakana of Ainu */
    {0x3400, 0x4DBF},   /* Han */
    {0x4E00, 0xA48F},   /* Han, Yi */
    {0xA9E0, 0xA9FF},   /* Myanmar */
    {0xAA60, 0xAADF},   /* Myanmar, Tai Viet */
    {0xF900, 0xFAFF},   /* Han */
    {0x17000, 0x18D8F}, /* Tangut, Khitan */
    {0x1AFF0, 0x1B16F}, /* kana */
    {0x20000, 0x3FFFF}, /* Han */
};

enum { unspaced_block_count = sizeof unspaced_blocks / sizeof *unspaced_blocks };

/* What a character does in a folded text. */
enum part { part_between, part_letter, part_digit, part_mark, part_unspaced };

/* A character, and the bytes that it takes. */
struct piece {
    enum part part;
    size_t size;
};

/* Bytes of a folded text that are left. They are well-formed UTF-8. */
struct reader {
    const unsigned char *at, *end;
};

static enum part part_of(uint32_t point) {
    uint8_t class = frozen_character_of(point).class;
    if (class == frozen_digit)
        return part_digit;
    if (class != frozen_text)
        return frozen_class_is_mark(class) ? part_mark : part_between;
    for (size_t i = 0; i < unspaced_block_count && unspaced_blocks[i].first <= point; i++)
        if (point <= unspaced_blocks[i].last)
            return part_unspaced;
    return part_letter;
}

static inline struct piece piece_at(const unsigned char *at, const unsigned char *end) {
    if (at == end)
        return (struct piece){part_between, 0};
    if (*at >= 0x80) {
        size_t size;
        uint32_t point = code_point_beyond_ascii(at, &size);
        return (struct piece){part_of(point), size};
    }
    if ((unsigned)*at - 'a' < 26)
        return (struct piece){part_letter, 1};
    return (struct piece){(unsigned)*at - '0' < 10 ? part_digit : part_between, 1};
}

static void add(struct terms *terms, const unsigned char *begin, const unsigned char *end) {
    terms->hashes[terms->count] = term_hash(begin, (size_t)(end - begin));
    terms->times[terms->count++] = 1;
}

/* Reads the term that begins with this letter or digit. */
static void read_word(struct terms *terms, struct reader *reader, struct piece piece) {
    const unsigned char *begin = reader->at;
    for (;;) {
        reader->at += piece.size;
        if (piece.part == part_digit && reader->at < reader->end &&
            (*reader->at == '.' || *reader->at == ',') &&
            piece_at(reader->at + 1, reader->end).part == part_digit)
            reader->at++;
        piece = piece_at(reader->at, reader->end);
        if (piece.part != part_letter && piece.part != part_digit && piece.part != part_mark)
            break;
    }
    add(terms, begin, reader->at);
}

/* Moves after a character and its marks, and returns what comes next. */
static struct piece skip_unit(struct reader *reader, struct piece piece) {
    do {
        reader->at += piece.size;
        piece = piece_at(reader->at, reader->end);
    } while (piece.part == part_mark);
    return piece;
}

/* Reads characters of a script without spaces: each two of them, or the only one, are a term. */
static void read_unspaced(struct terms *terms, struct reader *reader, struct piece piece) {
    const unsigned char *first = reader->at;
    piece = skip_unit(reader, piece);
    if (piece.part != part_unspaced)
        add(terms, first, reader->at);
    while (piece.part == part_unspaced) {
        const unsigned char *second = reader->at;
        piece = skip_unit(reader, piece);
        add(terms, first, reader->at);
        first = second;
    }
}

static bool read_all(struct terms *terms, struct folding *folding) {
    const unsigned char *text = (const unsigned char *)folding->utf8;
    struct reader reader = {text, text + folding->length};
    while (reader.at < reader.end) {
        const unsigned char *begin = reader.at;
        struct piece piece = piece_at(reader.at, reader.end);
        if (piece.part == part_letter || piece.part == part_digit)
            read_word(terms, &reader, piece);
        else if (piece.part == part_unspaced)
            read_unspaced(terms, &reader, piece);
        else
            reader.at += piece.size;
        if (interruption_after(folding->interruption, (size_t)(reader.at - begin)))
            return false;
    }
    return true;
}

bool terms_read(struct terms *terms, struct folding *folding, const struct allocator *allocator,
                const char *utf8, size_t length) {
    terms->count = 0;
    if (!folding_fold(folding, allocator, fold_all, utf8, length) ||
        !ARRAY_RESERVE(allocator, terms->hashes, terms->hash_capacity, folding->length / 2 + 1) ||
        !ARRAY_RESERVE(allocator, terms->times, terms->time_capacity, folding->length / 2 + 1) ||
        !ARRAY_RESERVE(allocator, terms->values, terms->value_capacity, folding->length / 2 + 1) ||
        !read_all(terms, folding)) /* two terms have at least three bytes */
        return false;
    return radix_sort_sums(terms->hashes, terms->times, &terms->count, folding->interruption);
}

void terms_free(struct terms *terms, const struct allocator *allocator) {
    RELEASE(allocator, terms->hashes, terms->times, terms->values);
    *terms = (struct terms){0};
}
