/* document_frequencies.c - see document_frequencies.h. */
#include "document_frequencies.h"

#include <math.h>   /* log, sqrt */
#include <string.h> /* memcmp, memcpy */

static const unsigned char magic[4] = {'N', 'D', 'D', '1'};

enum { at_texts = 4, entry_size = 8 };

static bool count(struct document_frequencies *frequencies, const struct allocator *allocator,
                  struct interruption *interruption, struct counted_word term) {
    return word_frequencies_add(&frequencies->counts, allocator, interruption, 0, &term, 1);
}

enum document_fault document_frequencies_add(struct document_frequencies *frequencies,
                                             const struct allocator *allocator,
                                             struct interruption *interruption,
                                             const struct terms *terms) {
    if (frequencies->counts.texts == UINT32_MAX)
        return document_texts;
    frequencies->counts.exact = true;
    frequencies->counts.texts++;
    for (size_t i = 0; i < terms->count; i++) {
        uint32_t hash = (uint32_t)terms->hashes[i];
        struct counted_word *recent = &frequencies->recent[hash % recent_terms];
        if (recent->hash != hash || recent->count == 0) {
            if (recent->count > 0 && !count(frequencies, allocator, interruption, *recent))
                return document_memory;
            *recent = (struct counted_word){hash, 0};
        }
        recent->count++;
    }
    return interruption_after(interruption, terms->count) ? document_memory : document_ok;
}

static struct counted_word entry_at(const unsigned char *blob, size_t i) {
    const unsigned char *entry = blob + document_frequencies_header + entry_size * i;
    return (struct counted_word){little_endian_load32(entry), little_endian_load32(entry + 4)};
}

static bool is_valid(const unsigned char *blob, size_t length) {
    if (length < document_frequencies_header ||
        (length - document_frequencies_header) % entry_size != 0 ||
        memcmp(blob, magic, sizeof magic) != 0)
        return false;
    uint32_t texts = little_endian_load32(blob + at_texts);
    for (size_t i = 0; i < (length - document_frequencies_header) / entry_size; i++) {
        struct counted_word entry = entry_at(blob, i);
        if (entry.count == 0 || entry.count > texts ||
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
    if (texts > UINT32_MAX - frequencies->counts.texts)
        return document_texts;
    frequencies->counts.exact = true;
    frequencies->counts.texts += texts;
    for (size_t i = 0; i < (length - document_frequencies_header) / entry_size; i++)
        if (!count(frequencies, allocator, interruption, entry_at(bytes, i)))
            return document_memory;
    return document_ok;
}

bool document_frequencies_finish(struct document_frequencies *frequencies,
                                 const struct allocator *allocator,
                                 struct interruption *interruption) {
    for (size_t i = 0; i < recent_terms; i++) {
        struct counted_word *recent = &frequencies->recent[i];
        if (recent->count > 0 && !count(frequencies, allocator, interruption, *recent))
            return false;
        recent->count = 0;
    }
    return word_frequencies_finish(&frequencies->counts, allocator);
}

unsigned char *document_frequencies_blob(struct document_frequencies *frequencies,
                                         const struct allocator *allocator, size_t *size) {
    const struct word_frequencies *counts = &frequencies->counts;
    assert(counts->added_count == 0);
    *size = document_frequencies_header + entry_size * counts->count;
    unsigned char *blob = allocator->resize(NULL, *size);
    if (!blob)
        return NULL;
    memcpy(blob, magic, sizeof magic);
    little_endian_store32(blob + at_texts, (uint32_t)counts->texts);
    for (size_t i = 0; i < counts->count; i++) {
        unsigned char *entry = blob + document_frequencies_header + entry_size * i;
        little_endian_store32(entry, counts->words[i].hash);
        little_endian_store32(entry + 4, counts->words[i].count);
    }
    document_frequencies_free(frequencies, allocator);
    return blob;
}

void document_frequencies_free(struct document_frequencies *frequencies,
                               const struct allocator *allocator) {
    word_frequencies_free(&frequencies->counts, allocator);
    *frequencies = (struct document_frequencies){0};
}

double term_weight(const struct word_frequencies *counts, uint32_t hash) {
    return log((1.0 + (double)counts->texts) / (1.0 + word_frequencies_count(counts, hash))) + 1;
}

void term_weights_vector(const struct word_frequencies *counts, struct terms *terms,
                         unsigned char *vector) {
    assert(terms->count > 0 && terms->count <= sparse_components_max);
    double squares = 0, *values = terms->values;
    for (size_t i = 0; i < terms->count; i++) {
        values[i] = terms->times[i] * term_weight(counts, (uint32_t)terms->hashes[i]);
        squares += values[i] * values[i];
    }
    double length = sqrt(squares);
    sparse_vector_begin(vector);
    unsigned char *dimensions = vector + sparse_header;
    for (size_t i = 0; i < terms->count; i++) {
        little_endian_store32(dimensions + 4 * i, (uint32_t)terms->hashes[i]);
        little_endian_store_float(dimensions + 4 * (terms->count + i), (float)(values[i] / length));
    }
}
