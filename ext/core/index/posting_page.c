/* posting_page.c - see posting_page.h. */
#include "posting_page.h"

#include "../base/cpu.h"
#include "../base/little_endian.h"
#include "../base/varint.h"

#include <assert.h>
#include <string.h> /* memset */

unsigned posting_id_bits(int64_t first, int64_t last) {
    unsigned bits = 0;
    for (uint64_t span = (uint64_t)last - (uint64_t)first; span > 0; span >>= 1)
        bits++;
    return bits;
}

/* Where the parts of a page are. The bits of `upper` begin after the varint. */
static void lay_out(struct posting_page *page, const struct posting_shape *shape, uint32_t number,
                    size_t count) {
    page->count = count;
    page->first_key = posting_page_begin(number, shape->pages);
    page->first_id = shape->first_id;
    page->id_bits = shape->id_bits;
    uint64_t keys = posting_page_begin(number + 1, shape->pages) - page->first_key;
    page->lower_bits = 0;
    while (count > 0 && keys >> (page->lower_bits + 1) >= count)
        page->lower_bits++;
    page->upper = 8 * varint_size(count);
    page->lower = page->upper + count + (size_t)((keys - 1) >> page->lower_bits) + 1;
    page->ids = page->lower + count * page->lower_bits;
    page->size = (page->ids + count * page->id_bits + 7) / 8;
}

size_t posting_page_size(const struct posting_shape *shape, uint32_t number, size_t count) {
    struct posting_page page;
    lay_out(&page, shape, number, count);
    return page.size;
}

static uint64_t mask_of(unsigned width) {
    return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
}

/* Bits that are appended to bytes, a word at a time. */
struct bit_stream {
    unsigned char *at;
    uint64_t word;
    unsigned filled; /* bits of `word`, at most 63 */
};

static void append(struct bit_stream *stream, uint64_t value, unsigned width) {
    stream->word |= value << stream->filled;
    stream->filled += width;
    if (stream->filled < 64)
        return;
    little_endian_store64(stream->at, stream->word);
    stream->at += 8;
    stream->filled -= 64;
    stream->word = stream->filled ? value >> (width - stream->filled) : 0;
}

static uint64_t get_bits(const struct posting_page *page, size_t at, unsigned width) {
    if (width == 0)
        return 0;
    size_t byte = at / 8;
    unsigned shift = (unsigned)(at % 8);
    const unsigned char *bytes = page->bytes + byte;
    if (byte + 9 <= page->size) {
        uint64_t value = little_endian_load64(bytes) >> shift;
        if (shift + width > 64)
            value |= (uint64_t)bytes[8] << (64 - shift);
        return value & mask_of(width);
    }
    uint64_t value = 0;
    for (unsigned done = 0; done < width; bytes++, done += 8 - shift, shift = 0)
        value |= (uint64_t)(*bytes >> shift) << done;
    return value & mask_of(width);
}

void posting_page_write(const struct posting_shape *shape, uint32_t number,
                        const struct posting *postings, size_t count, unsigned char *bytes) {
    struct posting_page page;
    lay_out(&page, shape, number, count);
    memset(bytes, 0, page.size + posting_page_slack);
    varint_write(bytes, count);
    for (size_t i = 0; i < count; i++) {
        assert(posting_page_of(postings[i].key, shape->pages) == number);
        assert(i == 0 || !posting_precedes(&postings[i], &postings[i - 1]));
        size_t bit =
            page.upper + i + (size_t)((postings[i].key - page.first_key) >> page.lower_bits);
        bytes[bit / 8] |= (unsigned char)(1 << bit % 8);
    }
    struct bit_stream stream = {bytes + page.lower / 8, bytes[page.lower / 8],
                                (unsigned)(page.lower % 8)};
    for (size_t i = 0; i < count; i++)
        append(&stream, (postings[i].key - page.first_key) & mask_of(page.lower_bits),
               page.lower_bits);
    for (size_t i = 0; i < count; i++)
        append(&stream, (uint64_t)postings[i].id - (uint64_t)page.first_id, page.id_bits);
    little_endian_store64(stream.at, stream.word);
}

static size_t count_ones(uint64_t word) {
#ifdef __GNUC__
    return (size_t)__builtin_popcountll(word);
#else
    size_t ones = 0;
    for (; word; word &= word - 1)
        ones++;
    return ones;
#endif
}

/* The next bits of `upper` from `at`, at most 64; those beyond its end are 0. */
static uint64_t upper_bits(const struct posting_page *page, size_t at) {
    size_t left = page->lower - at;
    return get_bits(page, at, left < 64 ? (unsigned)left : 64);
}

bool posting_page_open(struct posting_page *page, const struct posting_shape *shape,
                       uint32_t number, const unsigned char *bytes, size_t size) {
    assert(number < shape->pages && shape->pages <= posting_pages_max);
    uint64_t count;
    const unsigned char *after = varint_read(bytes, bytes + size, &count);
    if (!after || count == 0 || count > 8 * (uint64_t)size ||
        (size_t)(after - bytes) != varint_size(count))
        return false;
    lay_out(page, shape, number, (size_t)count);
    page->bytes = bytes;
    if (page->size != size)
        return false;
    size_t ones = 0;
    for (size_t at = page->upper; at < page->lower; at += 64)
        ones += count_ones(upper_bits(page, at));
    return ones == page->count && upper_bits(page, page->lower - 1) == 0;
}

/* The place after `zeroes` zeroes of `upper`, of which the last is just before it. */
static size_t after_zeroes(const struct posting_page *page, uint64_t zeroes) {
    size_t at = page->upper;
    while (zeroes > 0 && at < page->lower) {
        uint64_t absent = ~upper_bits(page, at);
        size_t found = count_ones(absent);
        if (found >= zeroes) {
            while (--zeroes > 0)
                absent &= absent - 1;
            return at + lowest_bit(absent) + 1;
        }
        zeroes -= found;
        at += 64;
    }
    return at < page->lower ? at : page->lower;
}

/* The first posting i, begin <= i < end, whose lower bits are at least `lower`; or `end`. */
static size_t lower_bound(const struct posting_page *page, size_t begin, size_t end,
                          uint64_t lower) {
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (get_bits(page, page->lower + middle * page->lower_bits, page->lower_bits) < lower)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

void posting_page_find(const struct posting_page *page, uint64_t key, size_t *begin, size_t *end) {
    assert(key >= page->first_key);
    uint64_t upper = (key - page->first_key) >> page->lower_bits;
    uint64_t lower = (key - page->first_key) & mask_of(page->lower_bits);
    size_t at = after_zeroes(page, upper);
    size_t first = at - page->upper - (size_t)upper, last = first; /* ones before `at`, and after */
    for (uint64_t ones; last < page->count; last += 64, at += 64) {
        ones = ~upper_bits(page, at);
        if (ones != 0) {
            last += lowest_bit(ones);
            break;
        }
    }
    last = last < page->count ? last : page->count;
    *begin = lower_bound(page, first < last ? first : last, last, lower);
    *end = lower == mask_of(page->lower_bits) ? last : lower_bound(page, *begin, last, lower + 1);
}

int64_t posting_page_id(const struct posting_page *page, size_t i) {
    assert(i < page->count);
    return (int64_t)((uint64_t)page->first_id +
                     get_bits(page, page->ids + i * page->id_bits, page->id_bits));
}

bool posting_page_read(const struct posting_page *page, uint64_t end_key,
                       struct posting *postings) {
    size_t i = 0;
    for (size_t at = page->upper; at < page->lower; at += 64)
        for (uint64_t ones = upper_bits(page, at); ones && i < page->count; ones &= ones - 1, i++) {
            uint64_t upper = at + lowest_bit(ones) - page->upper - i;
            uint64_t lower = get_bits(page, page->lower + i * page->lower_bits, page->lower_bits);
            postings[i] = (struct posting){page->first_key + (upper << page->lower_bits | lower),
                                           posting_page_id(page, i)};
            if (postings[i].key >= end_key ||
                (i > 0 && posting_precedes(&postings[i], &postings[i - 1])))
                return false;
        }
    return i == page->count;
}
