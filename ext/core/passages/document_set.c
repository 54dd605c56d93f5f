/* document_set.c - see document_set.h. */
#include "document_set.h"

#include "../base/binary_search.h"
#include "../base/radix_sort.h"

#include <string.h> /* memcpy */

static_assert(DOCUMENT_LENGTH_MAX < seed_index_words_max, "some documents cannot be aligned");

/* Memory for reading that a document leaves for the next one: its bytes of text, at most. */
enum { kept_text_most = 1 << 20 };

/* The hashes, then what pack_places() writes; or the hashes, then the places. */
struct document {
    unsigned char *memory;
    uint32_t words;
    bool packed;
};

/* Where the parts of a document are in its memory. */
struct layout {
    uint32_t *hashes, *anchors;
    uint16_t *offsets;
    uint8_t *lengths;
    struct word_place *places; /* in the place of the others but the hashes */
};

static struct layout layout_of(const struct document *document) {
    size_t count = document->words;
    unsigned char *after = document->memory + count * sizeof(uint32_t);
    struct layout layout = {.hashes = (uint32_t *)(void *)document->memory};
    if (document->packed) {
        layout.anchors = (uint32_t *)(void *)after;
        after += placed_words_blocks(count) * sizeof *layout.anchors;
        layout.offsets = (uint16_t *)(void *)after;
        layout.lengths = after + count * sizeof *layout.offsets;
    } else {
        layout.places = (struct word_place *)(void *)after;
    }
    return layout;
}

/* Packs places. Returns false if they cannot be packed; what was written then means nothing. */
static bool pack_places(const struct word_place *places, size_t count, uint32_t *anchors,
                        uint16_t *offsets, uint8_t *lengths) {
    for (size_t i = 0; i < count; i++) {
        if (i % placed_words_block == 0)
            anchors[i / placed_words_block] = places[i].begin;
        uint32_t offset = places[i].begin - anchors[i / placed_words_block];
        uint32_t length = places[i].end - places[i].begin;
        if (offset > UINT16_MAX || length > UINT8_MAX)
            return false;
        offsets[i] = (uint16_t)offset;
        lengths[i] = (uint8_t)length;
    }
    return true;
}

/* Keeps the words that were read of the last document. Returns false if memory runs out. */
static bool keep_words(struct document_set *set, const struct allocator *allocator,
                       struct document *document) {
    const struct word_hashes *words = &set->words;
    size_t count = words->count;
    size_t size = count * (sizeof(uint32_t) + sizeof(uint16_t) + sizeof(uint8_t)) +
                  placed_words_blocks(count) * sizeof(uint32_t);
    size = (size + 3) / 4 * 4; /* so that numbers of 32 bits may follow */
    document->words = (uint32_t)count;
    document->packed = true;
    document->memory = byte_chain_reserve(&set->blocks, allocator, size);
    if (!document->memory)
        return false;
    struct layout layout = layout_of(document);
    if (!pack_places(words->places, count, layout.anchors, layout.offsets, layout.lengths)) {
        byte_chain_return(&set->blocks, size);
        document->packed = false;
        size = count * (sizeof(uint32_t) + sizeof(struct word_place));
        document->memory = byte_chain_reserve(&set->blocks, allocator, size);
        if (!document->memory)
            return false;
        layout = layout_of(document);
        memcpy(layout.places, words->places, count * sizeof *layout.places);
    }
    memcpy(layout.hashes, words->values, count * sizeof *layout.hashes);
    return true;
}

/* Reads the words of the open document. Returns false if memory runs out or it is interrupted. */
static bool close_document(struct document_set *set, const struct allocator *allocator) {
    if (!set->is_open)
        return true;
    if (!word_hashes_read_placed(&set->words, allocator, set->text, set->text_length) ||
        !keep_words(set, allocator, set->documents + set->count - 1))
        return false;
    set->is_open = false;
    set->text_length = 0;
    if (set->text_capacity > kept_text_most) {
        word_hashes_free(&set->words, allocator);
        allocator->release(set->text);
        set->text = NULL;
        set->text_capacity = 0;
    }
    return true;
}

static bool open_document(struct document_set *set, const struct allocator *allocator, int64_t id) {
    size_t wanted = set->count + 1;
    if (!ARRAY_RESERVE(allocator, set->ids, set->id_capacity, wanted) ||
        !ARRAY_RESERVE(allocator, set->documents, set->document_capacity, wanted))
        return false;
    set->descends |= set->count > 0 && set->ids[set->count - 1] >= id;
    set->ids[set->count] = id;
    set->documents[set->count++] = (struct document){0};
    set->is_open = true;
    return true;
}

enum document_set_result document_set_add(struct document_set *set,
                                          const struct allocator *allocator, int64_t id,
                                          const char *utf8, size_t length) {
    bool joins = set->is_open && set->ids[set->count - 1] == id;
    if (!joins && set->count >= DOCUMENT_SET_MAX)
        return document_set_too_many;
    if (!joins && !(close_document(set, allocator) && open_document(set, allocator, id)))
        return document_set_no_memory;
    size_t begin = set->text_length + joins;
    if (length > DOCUMENT_LENGTH_MAX || begin > DOCUMENT_LENGTH_MAX - length)
        return document_set_too_long;
    if (!ARRAY_RESERVE(allocator, set->text, set->text_capacity, begin + length))
        return document_set_no_memory;
    if (joins)
        set->text[begin - 1] = ' ';
    memcpy(set->text + begin, utf8, length);
    set->text_length = begin + length;
    return document_set_ok;
}

enum document_set_result document_set_number(struct document_set *set,
                                             const struct allocator *allocator, int64_t *repeated) {
    if (!close_document(set, allocator))
        return document_set_no_memory;
    word_hashes_free(&set->words, allocator);
    allocator->release(set->text);
    set->text = NULL;
    set->text_capacity = 0;
    if (!set->descends)
        return document_set_ok;
    if (!radix_sort_items(set->ids, set->documents, sizeof *set->documents, set->count, allocator,
                          set->words.interruption))
        return document_set_no_memory;
    for (size_t i = 1; i < set->count; i++)
        if (set->ids[i] == set->ids[i - 1]) {
            *repeated = set->ids[i];
            return document_set_repeated;
        }
    set->descends = false;
    return document_set_ok;
}

void document_set_free(struct document_set *set, const struct allocator *allocator) {
    byte_chain_free(&set->blocks, allocator);
    word_hashes_free(&set->words, allocator);
    RELEASE(allocator, set->text, set->ids, set->documents);
    *set = (struct document_set){.words.interruption = set->words.interruption};
}

uint32_t document_set_find(const struct document_set *set, int64_t id) {
    size_t begin = 0, end = set->count;
    BINARY_SEARCH(begin, end, set->ids[middle] < id)
    return begin < set->count && set->ids[begin] == id ? (uint32_t)begin : UINT32_MAX;
}

struct placed_words document_set_words(const struct document_set *set, uint32_t number) {
    assert(number < set->count);
    const struct document *document = set->documents + number;
    struct layout layout = layout_of(document);
    return (struct placed_words){.hashes = layout.hashes,
                                 .count = document->words,
                                 .places = layout.places,
                                 .anchors = layout.anchors,
                                 .offsets = layout.offsets,
                                 .lengths = layout.lengths};
}

uint32_t document_set_count(const struct document_set *set, uint32_t number) {
    assert(number < set->count);
    return set->documents[number].words;
}
