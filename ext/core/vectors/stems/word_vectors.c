/* word_vectors.c - see word_vectors.h. */
#include "word_vectors.h"

#include "../../base/siphash.h"

#include <assert.h>
#include <string.h> /* memcmp, memcpy, memset, strlen */

/* Adds a row, which is not cleared, and returns it; NULL if memory runs out. */
static void *add_to(struct vector_rows *rows, const struct allocator *allocator) {
    unsigned bits = vector_rows_bits(rows);
    if (rows->count >> bits == rows->piece_count) {
        if (!ARRAY_RESERVE(allocator, rows->pieces, rows->piece_capacity, rows->piece_count + 1))
            return NULL;
        void *piece = allocator->resize(NULL, rows->row_size << bits);
        if (!piece)
            return NULL;
        rows->pieces[rows->piece_count++] = piece;
    }
    return vector_rows_at(rows, bits, rows->count++);
}

static void free_rows(struct vector_rows *rows, const struct allocator *allocator) {
    for (size_t i = 0; i < rows->piece_count; i++)
        allocator->release(rows->pieces[i]);
    allocator->release(rows->pieces);
    *rows = (struct vector_rows){.row_size = rows->row_size};
}

void word_vectors_begin(struct word_vectors *vectors, const struct allocator *allocator,
                        const char *language, const uint64_t key[2]) {
    size_t length = strlen(language);
    assert(length < word_language_size);
    *vectors = (struct word_vectors){.allocator = allocator, .key = {key[0], key[1]}};
    memcpy(vectors->language, language, length + 1);
}

static uint32_t hash_of(const struct word_vectors *vectors, const char *stem, size_t length) {
    return (uint32_t)siphash_128(vectors->key, stem, length).words[0];
}

/* The slot of a stem, or the free one that it may have. There is a free one. */
static struct word_slot *slot_of(const struct word_vectors *vectors, uint32_t hash,
                                 const char *stem, size_t length) {
    size_t mask = vectors->slot_count - 1, place = hash & mask;
    for (; vectors->slots[place].entry; place = (place + 1) & mask) {
        if (vectors->slots[place].hash != hash)
            continue;
        const struct word_entry *entry = &vectors->entries[vectors->slots[place].entry - 1];
        if (entry->name_length == length && memcmp(vectors->names + entry->name, stem, length) == 0)
            break;
    }
    return &vectors->slots[place];
}

/* Makes the table at least twice as large as there are entries. */
static bool grow_slots(struct word_vectors *vectors) {
    enum { least = 1024 };
    if (vectors->slots && vectors->count < vectors->slot_count / 2)
        return true;
    size_t count = vectors->slots ? vectors->slot_count * 2 : least, capacity = 0;
    struct word_slot *slots =
        allocator_grow(vectors->allocator, NULL, &capacity, count, sizeof *slots);
    if (!slots)
        return false;
    memset(slots, 0, count * sizeof *slots);
    for (size_t i = 0; i < vectors->slot_count; i++) {
        size_t place = vectors->slots[i].hash & (count - 1);
        while (slots[place].entry)
            place = (place + 1) & (count - 1);
        if (vectors->slots[i].entry)
            slots[place] = vectors->slots[i];
    }
    vectors->allocator->release(vectors->slots);
    vectors->slots = slots;
    vectors->slot_count = count;
    return true;
}

/* Appends an entry without words. NULL if memory runs out. */
static struct word_entry *add_entry(struct word_vectors *vectors, const char *stem, size_t length) {
    if (vectors->count == UINT32_MAX - 1)
        return NULL;
    if (!ARRAY_RESERVE(vectors->allocator, vectors->entries, vectors->entry_capacity,
                       (size_t)vectors->count + 1) ||
        !ARRAY_RESERVE(vectors->allocator, vectors->names, vectors->names_capacity,
                       vectors->names_length + length))
        return NULL;
    memcpy(vectors->names + vectors->names_length, stem, length);
    struct word_entry *entry = &vectors->entries[vectors->count++];
    *entry = (struct word_entry){.name = vectors->names_length, .name_length = (uint8_t)length};
    vectors->names_length += length;
    return entry;
}

static unsigned char *row_of(const struct word_vectors *vectors, const struct word_entry *entry) {
    return vector_rows_at(&vectors->rows, vectors->row_bits, (size_t)(entry - vectors->entries));
}

static double *sum_of(const struct word_vectors *vectors, const struct word_entry *entry) {
    return vector_rows_at(&vectors->sums, vector_rows_bits(&vectors->sums), entry->sum - 1);
}

/* Begins the sum of an entry with its first vector. A double holds the product of two floats. */
static bool add_sum(struct word_vectors *vectors, struct word_entry *entry) {
    double *sum = add_to(&vectors->sums, vectors->allocator);
    if (!sum)
        return false;
    entry->sum = (uint32_t)vectors->sums.count;
    const unsigned char *row = row_of(vectors, entry);
    double weight = (double)little_endian_load_float(row);
    for (size_t i = 0; i < vectors->dimensions; i++)
        sum[i] = weight * (double)little_endian_load_float(row + 4 + 4 * i);
    return true;
}

static bool add_vector(struct word_vectors *vectors, struct word_entry *entry,
                       const struct vector *vector, float weight) {
    if (entry->words == 0) { /* its row: the weight, and the components of the first vector */
        unsigned char *row = add_to(&vectors->rows, vectors->allocator);
        if (!row)
            return false;
        little_endian_store_float(row, weight);
        memcpy(row + 4, vector->values, 4 * (size_t)vector->count);
    }
    if (entry->words == 1 && !add_sum(vectors, entry))
        return false;
    double *sum = entry->words > 0 ? sum_of(vectors, entry) : NULL;
    for (uint32_t i = 0; sum && i < vector->count; i++)
        sum[i] += (double)weight * (double)vector_value(vector, i);
    entry->words++;
    entry->weights += (double)weight;
    return true;
}

static bool add_stem(struct word_vectors *vectors, const char *stem, size_t length,
                     const struct vector *vector, float weight) {
    if (!grow_slots(vectors))
        return false;
    uint32_t hash = hash_of(vectors, stem, length);
    struct word_slot *slot = slot_of(vectors, hash, stem, length);
    struct word_entry *entry =
        slot->entry ? &vectors->entries[slot->entry - 1] : add_entry(vectors, stem, length);
    if (!entry || !add_vector(vectors, entry, vector, weight))
        return false;
    *slot = (struct word_slot){hash, (uint32_t)(entry - vectors->entries) + 1};
    return true;
}

enum word_added word_vectors_add(struct word_vectors *vectors, struct word_stems *stems,
                                 const char *word, size_t length, const struct vector *vector,
                                 float weight) {
    assert(!vector_is_sparse(vector) && weight >= 0);
    if (vectors->dimensions == 0) {
        vectors->dimensions = vector->count;
        vectors->rows.row_size = ((size_t)vector->count + 1) * sizeof(float);
        vectors->sums.row_size = vector->count * sizeof(double);
        vectors->row_bits = vector_rows_bits(&vectors->rows);
    }
    if (vector->count != vectors->dimensions)
        return word_unlike;
    const char *form, *other;
    size_t form_length, other_length;
    if (!word_stems_read(stems, word, length))
        return word_failed;
    if (word_stems_next(stems, &form, &form_length) != word_form_word ||
        word_stems_next(stems, &other, &other_length) != word_form_end)
        return word_unusable;
    enum word_stem found = word_stems_of(stems, form, form_length);
    if (found == word_stem_none)
        return word_unusable;
    if (found == word_stem_failed || interruption_after(stems->text.interruption, vector->count) ||
        !add_stem(vectors, stems->stem, stems->stem_length, vector, weight))
        return word_failed;
    return word_added;
}

void word_vectors_seal(struct word_vectors *vectors) {
    for (uint32_t i = 0; i < vectors->count; i++)
        if (vectors->entries[i].words > 1) {
            const struct word_entry *entry = &vectors->entries[i];
            unsigned char *row = row_of(vectors, entry);
            const double *sum = sum_of(vectors, entry);
            little_endian_store_float(row, (float)(entry->weights / (double)entry->words));
            for (size_t d = 0; d < vectors->dimensions; d++)
                little_endian_store_float(
                    row + 4 + 4 * d, entry->weights > 0 ? (float)(sum[d] / entry->weights) : 0);
        }
    free_rows(&vectors->sums, vectors->allocator);
}

uint32_t word_vectors_find(const struct word_vectors *vectors, const char *stem, size_t length) {
    if (vectors->count == 0)
        return WORD_VECTORS_UNKNOWN;
    uint32_t hash = hash_of(vectors, stem, length);
    const struct word_slot *slot = slot_of(vectors, hash, stem, length);
    return slot->entry ? slot->entry - 1 : WORD_VECTORS_UNKNOWN;
}

void word_vectors_free(struct word_vectors *vectors) {
    const struct allocator *allocator = vectors->allocator;
    if (!allocator)
        return;
    free_rows(&vectors->rows, allocator);
    free_rows(&vectors->sums, allocator);
    RELEASE(allocator, vectors->entries, vectors->names, vectors->slots);
    *vectors = (struct word_vectors){0};
}
