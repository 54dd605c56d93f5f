/* document_frequencies.c - see document_frequencies.h. */
#include "document_frequencies.h"

#include "../base/little_endian.h"
#include "../base/radix_sort.h"

#include <string.h> /* memcmp, memcpy, memmove */

static const unsigned char magic[4] = {'N', 'D', 'D', '1'};

enum { at_texts = 4, entry_size = 8 };

/* At least this number of terms wait before they are merged. */
enum { waiting_least = 1 << 12 };

/* Merges those that wait into the others, from the end, where there is room. */
static bool merge(struct document_frequencies *frequencies, const struct allocator *allocator,
                  struct interruption *interruption) {
    if (frequencies->waiting_count == 0)
        return true;
    if (!radix_sort_sums(frequencies->waiting, frequencies->found, &frequencies->waiting_count,
                         interruption))
        return false;
    size_t i = frequencies->count, j = frequencies->waiting_count, end = i + j;
    if (!ARRAY_RESERVE(allocator, frequencies->terms, frequencies->capacity, end))
        return false;
    struct document_frequency *terms = frequencies->terms;
    size_t to = end;
    while (j > 0) {
        struct document_frequency next = {(uint32_t)frequencies->waiting[j - 1],
                                          frequencies->found[j - 1]};
        if (i > 0 && terms[i - 1].hash >= next.hash) {
            uint32_t more = terms[i - 1].hash == next.hash ? next.texts : 0;
            j -= more > 0;
            next = terms[--i];
            next.texts += more;
        } else {
            j--;
        }
        terms[--to] = next;
    }
    memmove(terms + i, terms + to, (end - to) * sizeof *terms);
    frequencies->count = i + (end - to);
    frequencies->waiting_count = 0;
    return !interruption_after(interruption, end);
}

/* Makes room for one more that waits: merges if that pays, or else takes memory. */
static bool make_room(struct document_frequencies *frequencies, const struct allocator *allocator,
                      struct interruption *interruption) {
    if (frequencies->waiting_count >= waiting_least &&
        frequencies->waiting_count >= frequencies->count)
        return merge(frequencies, allocator, interruption);
    size_t wanted = frequencies->waiting_count + waiting_least;
    return ARRAY_RESERVE(allocator, frequencies->waiting, frequencies->waiting_capacity, wanted) &&
           ARRAY_RESERVE(allocator, frequencies->found, frequencies->found_capacity, wanted);
}

static bool put_aside(struct document_frequencies *frequencies, const struct allocator *allocator,
                      struct interruption *interruption, struct document_frequency term) {
    if ((frequencies->waiting_count == frequencies->waiting_capacity ||
         frequencies->waiting_count == frequencies->found_capacity) &&
        !make_room(frequencies, allocator, interruption))
        return false;
    frequencies->waiting[frequencies->waiting_count] = term.hash;
    frequencies->found[frequencies->waiting_count++] = term.texts;
    return true;
}

enum document_fault document_frequencies_add(struct document_frequencies *frequencies,
                                             const struct allocator *allocator,
                                             struct interruption *interruption,
                                             const struct terms *terms) {
    if (frequencies->texts == UINT32_MAX)
        return document_texts;
    frequencies->texts++;
    for (size_t i = 0; i < terms->count; i++) {
        uint32_t hash = (uint32_t)terms->hashes[i];
        struct document_frequency *recent = &frequencies->recent[hash % recent_terms];
        if (recent->hash != hash || recent->texts == 0) {
            if (recent->texts > 0 && !put_aside(frequencies, allocator, interruption, *recent))
                return document_memory;
            *recent = (struct document_frequency){hash, 0};
        }
        recent->texts++;
    }
    return interruption_after(interruption, terms->count) ? document_memory : document_ok;
}

static struct document_frequency entry_at(const unsigned char *blob, size_t i) {
    const unsigned char *entry = blob + document_frequencies_header + entry_size * i;
    return (struct document_frequency){little_endian_load32(entry),
                                       little_endian_load32(entry + 4)};
}

static bool is_valid(const unsigned char *blob, size_t length) {
    if (length < document_frequencies_header ||
        (length - document_frequencies_header) % entry_size != 0 ||
        memcmp(blob, magic, sizeof magic) != 0)
        return false;
    uint32_t texts = little_endian_load32(blob + at_texts);
    for (size_t i = 0; i < (length - document_frequencies_header) / entry_size; i++) {
        struct document_frequency entry = entry_at(blob, i);
        if (entry.texts == 0 || entry.texts > texts ||
            (i > 0 && entry.hash <= entry_at(blob, i - 1).hash))
            return false;
    }
    return true;
}

enum document_fault document_frequencies_add_blob(struct document_frequencies *frequencies,
                                                  const struct allocator *allocator,
                                                  struct interruption *interruption,
                                                  const void *blob, size_t length) {
    if (!is_valid(blob, length))
        return document_invalid;
    const unsigned char *bytes = blob;
    uint32_t texts = little_endian_load32(bytes + at_texts);
    size_t count = (length - document_frequencies_header) / entry_size;
    if (texts > UINT32_MAX - frequencies->texts)
        return document_texts;
    frequencies->texts += texts;
    for (size_t i = 0; i < count; i++)
        if (!put_aside(frequencies, allocator, interruption, entry_at(bytes, i)))
            return document_memory;
    return interruption_after(interruption, count) ? document_memory : document_ok;
}

bool document_frequencies_finish(struct document_frequencies *frequencies,
                                 const struct allocator *allocator,
                                 struct interruption *interruption) {
    for (size_t i = 0; i < recent_terms; i++) {
        struct document_frequency *recent = &frequencies->recent[i];
        if (recent->texts > 0 && !put_aside(frequencies, allocator, interruption, *recent))
            return false;
        recent->texts = 0;
    }
    return merge(frequencies, allocator, interruption);
}

unsigned char *document_frequencies_blob(struct document_frequencies *frequencies,
                                         const struct allocator *allocator, size_t *size) {
    assert(frequencies->waiting_count == 0);
    *size = document_frequencies_header + entry_size * frequencies->count;
    unsigned char *blob = allocator->resize(NULL, *size);
    if (!blob)
        return NULL;
    memcpy(blob, magic, sizeof magic);
    little_endian_store32(blob + at_texts, frequencies->texts);
    for (size_t i = 0; i < frequencies->count; i++) {
        unsigned char *entry = blob + document_frequencies_header + entry_size * i;
        little_endian_store32(entry, frequencies->terms[i].hash);
        little_endian_store32(entry + 4, frequencies->terms[i].texts);
    }
    document_frequencies_free(frequencies, allocator);
    return blob;
}

void document_frequencies_free(struct document_frequencies *frequencies,
                               const struct allocator *allocator) {
    RELEASE(allocator, frequencies->terms, frequencies->waiting, frequencies->found);
    *frequencies = (struct document_frequencies){0};
}
