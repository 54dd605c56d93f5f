/*
 * document_set.h - the words of many documents, and where they are, in little memory.
 *
 *   (1) Texts that are added with one id, one after the other, are one document: its text is
 *       theirs, joined by one space. Places are code points in that text.
 *   (2) The text itself is dropped once its words are read. What is kept are placed_words.h, packed
 *       where they can be: 7 bytes a word and 24 a document.
 *   (3) Documents are numbered from 0 in the order of their ids. No id may come back.
 *
 * Collecting is linear, and so is numbering, unless ids do not ascend: then a radix sort follows.
 */
#pragma once

#include "../base/byte_chain.h"
#include "seeds/seed_index.h"

/* Documents are numbered in 32 bits, with a bit to spare. */
#define DOCUMENT_SET_MAX 2147483647

/* Bytes of the text of a document. It has no more words than bytes, and these can be aligned. */
#define DOCUMENT_LENGTH_MAX 268435455

struct document;

/* Initialise with zeroes; release with document_set_free(). */
struct document_set {
    int64_t *ids; /* ascending once they are numbered */
    struct document *documents;
    size_t count, id_capacity, document_capacity;
    bool descends;            /* whether some id is not above the one before */
    struct byte_chain blocks; /* which hold the words */
    bool is_open;             /* whether more of the last document may come: its text follows */
    char *text;
    size_t text_length, text_capacity;
    struct word_hashes words; /* of that text; its interruption stops the work */
};

enum document_set_result {
    document_set_ok,
    document_set_no_memory, /* or interrupted */
    document_set_too_long,  /* the document with this id: DOCUMENT_LENGTH_MAX */
    document_set_too_many,  /* DOCUMENT_SET_MAX */
    document_set_repeated   /* the id came back */
};

/* Adds a text. After a failure the set can only be freed. */
enum document_set_result document_set_add(struct document_set *set,
                                          const struct allocator *allocator, int64_t id,
                                          const char *utf8, size_t length);

/*
 * Ends the last document and numbers all. Once that has succeeded, nothing more is added, and
 * threads may read the set. Sets `*repeated` to an id that came back.
 */
enum document_set_result document_set_number(struct document_set *set,
                                             const struct allocator *allocator, int64_t *repeated);

void document_set_free(struct document_set *set, const struct allocator *allocator);

/* Of a set that is numbered: the number of the document with this id, or UINT32_MAX. */
uint32_t document_set_find(const struct document_set *set, int64_t id);

/* The words of a document, which stay where they are. */
struct placed_words document_set_words(const struct document_set *set, uint32_t number);

/* How many it has. */
uint32_t document_set_count(const struct document_set *set, uint32_t number);
