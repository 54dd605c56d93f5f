/*
 * shingle_classes.h - the shingle sets of many texts, in a form in which two are compared quickly.
 *
 * Shingles that occur in exactly the same texts are a class: the words that all sentences of one
 * template share are a few classes, whatever their length. So a set is a list of classes, each of
 * which weighs as many shingles as it has, and two texts share the weights of the classes that both
 * lists have. Shingles that occur in one text only are counted, but in no class. Two sets of a
 * hundred shingles are compared in some tens of nanoseconds.
 *
 * Sets are those of ../similarity/set_similarity.h. Shingles are found by a hash and compared as
 * text, and classes likewise by a hash and compared text by text, so all counts are exact.
 *
 * Classes are made slice by slice: a slice has the shingles whose hashes are in one part of their
 * range. Slices may be made by several threads; their owner adds them in the order of their
 * numbers. While it is made, a slice takes about 32 bytes for each byte of its part of the texts: a
 * megabyte, or a 32nd of all if that is more. The result takes 4 bytes for each text of each class,
 * twice that while it is made, and 24 bytes a class.
 */
#pragma once

#include "../base/interruption.h"
#include "../text/code_points.h"
#include "text_set.h"

/* Shingles that occur in the same texts. */
struct shingle_class {
    uint64_t hash; /* of the set of these texts */
    size_t first;  /* place in the list of texts */
    uint32_t texts, weight;
};

/* A list of classes, and of the texts of each, ascending. */
struct class_list {
    struct shingle_class *classes;
    size_t count, capacity;
    uint32_t *texts;
    size_t text_count, text_capacity;
    uint32_t *table; /* number + 1, by hash */
    size_t slots;
};

/* Memory of one thread, reused from slice to slice. It begins as zeroes; release with _free(). */
struct slice_maker {
    struct code_points points;
    uint32_t *hashes;
    size_t hash_capacity;
    struct shingle_place *places; /* the shingles of the slice */
    size_t count, capacity;
    struct distinct_shingle *shingles; /* the distinct ones */
    size_t shingle_count, shingle_capacity;
    uint32_t *table; /* of these, by hash */
    size_t slots;
    uint32_t *numbers; /* the shingle at each place; after them, the texts of each shingle */
    size_t number_capacity;
    uint32_t *single; /* by text, shingles that occur in no other; NULL until the first slice */
    struct interruption *interruption; /* may be NULL */
};

void slice_maker_free(struct slice_maker *maker, const struct allocator *allocator);

/*
 * Makes the classes of slice number `slice` of `slices`; the caller has initialised `list` with
 * zeroes, and releases it. Returns false if memory runs out or the work is interrupted.
 */
bool slice_make(struct slice_maker *maker, const struct allocator *allocator,
                const struct text_set *texts, size_t shingle, uint32_t slice, uint32_t slices,
                struct class_list *list);
void class_list_free(struct class_list *list, const struct allocator *allocator);

/* The classes of all slices, and those of each text. Begins as zeroes; release with _free(). */
struct shingle_classes {
    struct class_list list;
    uint32_t *sizes;        /* of each text, its distinct shingles */
    size_t *text_starts;    /* the classes of text t are text_classes[text_starts[t]] .. */
    uint32_t *text_classes; /* ... text_classes[text_starts[t + 1] - 1], ascending */
    uint16_t *weights;      /* of each class */
    uint32_t count, texts;
};

void shingle_classes_free(struct shingle_classes *classes, const struct allocator *allocator);

/* How many slices these texts should be divided into. */
uint32_t shingle_classes_slices(const struct text_set *texts);

/* Begins without classes. False if memory runs out. */
bool shingle_classes_begin(struct shingle_classes *classes, const struct allocator *allocator,
                           uint32_t texts);

/* Adds the classes of a slice. False if memory runs out or `interruption`, or NULL, stops it. */
bool shingle_classes_add(struct shingle_classes *classes, const struct allocator *allocator,
                         const struct class_list *slice, struct interruption *interruption);

/* Adds what a maker has counted in all its slices, and releases its memory. */
void shingle_classes_count(struct shingle_classes *classes, const struct allocator *allocator,
                           struct slice_maker *maker);

/* Lists the classes of each text, after all slices and makers. Returns false likewise. */
bool shingle_classes_finish(struct shingle_classes *classes, const struct allocator *allocator,
                            struct interruption *interruption);
