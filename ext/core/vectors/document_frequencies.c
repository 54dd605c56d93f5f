/* document_frequencies.c - see document_frequencies.h. */
#include "document_frequencies.h"

#include <math.h>   /* log, sqrt */
#include <string.h> /* memcmp, memcpy */

static const unsigned char magic[4] = {'N', 'D', 'D', '1'};

enum { at_texts = 4, entry_size = 8 };

enum document_fault document_frequencies_add(struct word_frequencies *counts,
                                             const struct allocator *allocator,
                                             struct interruption *interruption,
                                             const struct terms *terms) {
    if (counts->texts == UINT32_MAX)
        return document_texts;
    counts->exact = true;
    counts->texts++;
    for (size_t i = 0; i < terms->count; i++) {
        struct counted_word term = {(uint32_t)terms->hashes[i], 1};
        if (!word_frequencies_add(counts, allocator, interruption, 0, &term, 1))
            return document_memory;
    }
    return document_ok;
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

enum document_fault document_frequencies_add_blob(struct word_frequencies *counts,
                                                  const struct allocator *allocator,
                                                  struct interruption *interruption,
                                                  const void *blob, size_t length) {
    if (!is_valid(blob, length))
        return document_invalid;
    const unsigned char *bytes = blob;
    uint32_t texts = little_endian_load32(bytes + at_texts);
    if (texts > UINT32_MAX - counts->texts)
        return document_texts;
    counts->exact = true;
    counts->texts += texts;
    for (size_t i = 0; i < (length - document_frequencies_header) / entry_size; i++) {
        struct counted_word term = entry_at(bytes, i);
        if (!word_frequencies_add(counts, allocator, interruption, 0, &term, 1))
            return document_memory;
    }
    return document_ok;
}

unsigned char *document_frequencies_blob(const struct word_frequencies *counts,
                                         const struct allocator *allocator, size_t *size) {
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
    return blob;
}

double term_weight(const struct word_frequencies *counts, uint32_t hash) {
    return log((1.0 + (double)counts->texts) / (1.0 + word_frequencies_count(counts, hash))) + 1;
}

void term_weights_vector(const struct word_frequencies *counts, struct terms *terms,
                         unsigned char *vector) {
    assert(terms->count > 0 && terms->count <= sparse_components_max);
    double squares = 0, *values = terms->values;
    for (size_t i = 0; i < terms->count; i++) /* side by side, as they are in no cache */
        word_frequencies_prefetch(counts, (uint32_t)terms->hashes[i]);
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
