/* shingle_classes.c - see shingle_classes.h. */
#include "shingle_classes.h"

#include "../base/cpu.h"
#include "../base/mix.h"
#include "../base/radix_sort.h"
#include "../similarity/set_similarity.h"
#include "../text/shingle.h"

#include <assert.h>
#include <string.h> /* memcmp, memcpy, memset */

/* Each slice reads all texts, so more slices would cost much time and save little memory. */
enum { bytes_per_slice = 1 << 20, slices_most = 32 };

enum { slots_least = 1 << 10, at_once = 32, weight_most = UINT16_MAX };

/* Where a shingle occurs. */
struct shingle_place {
    uint32_t hash;
    uint32_t text;
    uint32_t offset, length; /* in bytes */
};

/* A shingle, and the texts that have it. */
struct distinct_shingle {
    const char *utf8;
    uint32_t hash, length;
    uint32_t last;  /* the last text that has it */
    uint32_t texts; /* how many */
    uint32_t first; /* of these, in the sorted list */
    uint64_t set;   /* the hash of the set of these texts */
};

void class_list_free(struct class_list *list, const struct allocator *allocator) {
    RELEASE(allocator, list->classes, list->texts, list->table);
    *list = (struct class_list){0};
}

void slice_maker_free(struct slice_maker *maker, const struct allocator *allocator) {
    code_points_free(&maker->points, allocator);
    RELEASE(allocator, maker->hashes, maker->places, maker->shingles, maker->table, maker->numbers,
            maker->single);
    *maker = (struct slice_maker){.interruption = maker->interruption};
}

/* ---- The shingles of a slice ----------------------------------------------------------------- */

/* The bytes that UTF-8 needs for a code point. */
static uint32_t bytes_of(uint32_t point) {
    return 1u + (point > 0x7F) + (point > 0x7FF) + (point > 0xFFFF);
}

/* The hashes of a slice, which are consecutive: first .. first + more. */
struct hash_range {
    uint32_t first, more;
};

/*
 * Appends the shingles of a text that belong to the slice, and returns how many there are now. It
 * writes every shingle and keeps those that belong, so that no branch depends on the hashes.
 */
static size_t select_shingles(struct slice_maker *maker, uint32_t text, size_t shingles,
                              size_t width, struct hash_range range) {
    const uint32_t *values = maker->points.values, *hashes = maker->hashes;
    struct shingle_place *places = maker->places;
    size_t count = maker->count;
    uint32_t offset = 0, length = 0;
    for (size_t i = 0; i < width; i++)
        length += bytes_of(values[i]);
    for (size_t i = 0; i < shingles; i++) {
        places[count] = (struct shingle_place){hashes[i], text, offset, length};
        count += hashes[i] - range.first <= range.more;
        offset += bytes_of(values[i]);
        if (i + 1 < shingles)
            length += bytes_of(values[i + width]) - bytes_of(values[i]);
    }
    return count;
}

/* The same for a text whose code points have one byte each. */
static size_t select_ascii(struct slice_maker *maker, uint32_t text, size_t shingles, size_t width,
                           struct hash_range range) {
    const uint32_t *hashes = maker->hashes;
    struct shingle_place *places = maker->places;
    size_t count = maker->count;
    for (size_t i = 0; i < shingles; i++) {
        places[count] = (struct shingle_place){hashes[i], text, (uint32_t)i, (uint32_t)width};
        count += hashes[i] - range.first <= range.more;
    }
    return count;
}

static bool list_places(struct slice_maker *maker, const struct allocator *allocator,
                        const struct text_set *texts, size_t shingle, uint32_t slice,
                        uint32_t slices) {
    uint64_t hashes = UINT64_C(1) << 32;
    uint32_t first = (uint32_t)(slice * hashes / slices);
    struct hash_range range =
        (struct hash_range){first, (uint32_t)((slice + 1) * hashes / slices - 1 - first)};
    maker->count = 0;
    for (uint32_t text = 0; text < texts->count; text++) {
        const struct set_text *utf8 = texts->texts + text;
        if (!code_points_decode(&maker->points, allocator, utf8->utf8, utf8->length))
            return false;
        size_t count = maker->points.count, shingles = shingle_count(count, shingle);
        if (!ARRAY_RESERVE(allocator, maker->hashes, maker->hash_capacity, count + set_hash_slack))
            return false;
        if (!ARRAY_RESERVE(allocator, maker->places, maker->capacity,
                           maker->count + shingles + 1) ||
            maker->count + shingles >= UINT32_MAX / 2)
            return false;
        set_similarity_hashes(maker->points.values, count, shingle, maker->hashes);
        size_t width = shingle_width(count, shingle);
        maker->count = utf8->length == count ? select_ascii(maker, text, shingles, width, range)
                                             : select_shingles(maker, text, shingles, width, range);
        if (interruption_after(maker->interruption, count + 1))
            return false;
    }
    return true;
}

/* ---- Distinct shingles ----------------------------------------------------------------------- */

/* An empty table with room for `count`; NULL if memory runs out. `slots` is a power of 2. */
static uint32_t *make_table(const struct allocator *allocator, uint32_t *table, size_t *slots,
                            size_t count) {
    size_t wanted = *slots ? *slots : slots_least;
    while (wanted / 2 < count)
        wanted *= 2;
    if (wanted > *slots || !table) {
        uint32_t *moved = allocator->resize(table, wanted * sizeof *moved);
        if (!moved)
            return NULL;
        table = moved;
        *slots = wanted;
    }
    memset(table, 0, *slots * sizeof *table);
    return table;
}

static size_t slot_of(const struct slice_maker *maker, uint32_t hash) {
    return (size_t)mix64(hash) & (maker->slots - 1);
}

/* The number of the shingle here, perhaps new. UINT32_MAX: interrupted, since many may collide. */
static uint32_t number_of(struct slice_maker *maker, const struct text_set *texts,
                          const struct shingle_place *place) {
    const char *utf8 = texts->texts[place->text].utf8 + place->offset;
    size_t slot = slot_of(maker, place->hash);
    for (uint32_t number; (number = maker->table[slot]) != 0;) {
        const struct distinct_shingle *shingle = maker->shingles + number - 1;
        if (shingle->hash == place->hash && shingle->length == place->length &&
            memcmp(shingle->utf8, utf8, place->length) == 0)
            return number - 1;
        if (interruption_after(maker->interruption, 1))
            return UINT32_MAX;
        slot = (slot + 1) & (maker->slots - 1);
    }
    maker->shingles[maker->shingle_count] = (struct distinct_shingle){
        .utf8 = utf8, .hash = place->hash, .length = place->length, .last = UINT32_MAX};
    maker->table[slot] = (uint32_t)++maker->shingle_count;
    return maker->table[slot] - 1;
}

/* Lets the memory that number_of() needs for these places be read at the same time. */
static void prefetch(const struct slice_maker *maker, size_t begin, size_t end) {
    const struct shingle_place *places = maker->places;
    for (size_t i = begin; i < end; i++)
        PREFETCH(maker->table + slot_of(maker, places[i].hash));
    for (size_t i = begin; i < end; i++) {
        uint32_t number = maker->table[slot_of(maker, places[i].hash)];
        PREFETCH(maker->shingles + (number ? number - 1 : 0));
    }
    for (size_t i = begin; i < end; i++) {
        uint32_t number = maker->table[slot_of(maker, places[i].hash)];
        if (number)
            PREFETCH(maker->shingles[number - 1].utf8);
    }
}

/* Numbers the distinct shingles. A place whose text had the shingle before gets UINT32_MAX. */
static bool number_shingles(struct slice_maker *maker, const struct allocator *allocator,
                            const struct text_set *texts) {
    if (!ARRAY_RESERVE(allocator, maker->shingles, maker->shingle_capacity, maker->count))
        return false;
    maker->shingle_count = 0;
    uint32_t *table = make_table(allocator, maker->table, &maker->slots, maker->count);
    if (!table)
        return false;
    maker->table = table;
    if (!ARRAY_RESERVE(allocator, maker->numbers, maker->number_capacity, 2 * maker->count))
        return false;
    uint32_t *numbers = maker->numbers;
    for (uint32_t i = 0; i < maker->count; i++) {
        if (i % at_once == 0)
            prefetch(maker, i, maker->count - i < at_once ? maker->count : i + at_once);
        uint32_t text = maker->places[i].text;
        uint32_t number = number_of(maker, texts, maker->places + i);
        if (number == UINT32_MAX || interruption_at(maker->interruption, i))
            return false;
        struct distinct_shingle *shingle = maker->shingles + number;
        numbers[i] = shingle->last == text ? UINT32_MAX : number;
        if (shingle->last == text)
            continue;
        shingle->last = text;
        shingle->texts++;
        shingle->set += mix64(text + UINT64_C(1));
    }
    return true;
}

/*
 * Counts shingles of one text only, and lists the texts of the others, shingle by shingle: a
 * counting sort, which keeps texts in order.
 */
static void list_texts(struct slice_maker *maker) {
    uint32_t *sorted = maker->numbers + maker->count, sum = 0;
    for (size_t i = 0; i < maker->shingle_count; i++) {
        struct distinct_shingle *shingle = maker->shingles + i;
        shingle->first = sum;
        if (shingle->texts > 1)
            sum += shingle->texts;
        else
            maker->single[shingle->last]++;
    }
    for (size_t i = 0; i < maker->count; i++) {
        uint32_t number = maker->numbers[i];
        if (number != UINT32_MAX && maker->shingles[number].texts > 1)
            sorted[maker->shingles[number].first++] = maker->places[i].text;
    }
}

/* ---- Classes --------------------------------------------------------------------------------- */

/* Doubles the table and enters all classes again. */
static bool grow_table(struct class_list *list, const struct allocator *allocator) {
    uint32_t *table = make_table(allocator, list->table, &list->slots, 2 * (list->count + 1));
    if (!table)
        return false;
    list->table = table;
    for (uint32_t i = 0; i < list->count; i++) {
        size_t slot = (size_t)list->classes[i].hash & (list->slots - 1);
        while (table[slot])
            slot = (slot + 1) & (list->slots - 1);
        table[slot] = i + 1;
    }
    return true;
}

/* Adds weight to the class of these texts, up to weight_most, or to a new one. False: no memory. */
static bool add_class(struct class_list *list, const struct allocator *allocator, uint64_t hash,
                      const uint32_t *texts, uint32_t count, uint32_t weight) {
    if (list->slots / 2 < list->count + 1 && !grow_table(list, allocator))
        return false;
    size_t mask = list->slots - 1, slot = (size_t)hash & mask;
    for (uint32_t number; (number = list->table[slot]) != 0; slot = (slot + 1) & mask) {
        struct shingle_class *class = list->classes + number - 1;
        if (class->hash == hash && class->texts == count && class->weight + weight <= weight_most &&
            memcmp(list->texts + class->first, texts, count * sizeof *texts) == 0) {
            class->weight += weight;
            return true;
        }
    }
    if (!ARRAY_RESERVE(allocator, list->classes, list->capacity, list->count + 1) ||
        list->count >= UINT32_MAX / 4)
        return false;
    if (!ARRAY_RESERVE(allocator, list->texts, list->text_capacity, list->text_count + count))
        return false;
    memcpy(list->texts + list->text_count, texts, count * sizeof *texts);
    list->classes[list->count++] = (struct shingle_class){hash, list->text_count, count, weight};
    list->table[slot] = (uint32_t)list->count;
    list->text_count += count;
    return true;
}

bool slice_make(struct slice_maker *maker, const struct allocator *allocator,
                const struct text_set *texts, size_t shingle, uint32_t slice, uint32_t slices,
                struct class_list *list) {
    if (!maker->single)
        maker->single =
            allocator_zeroes(allocator, (size_t)texts->count + 1, sizeof *maker->single);
    if (!maker->single || !list_places(maker, allocator, texts, shingle, slice, slices) ||
        !number_shingles(maker, allocator, texts))
        return false;
    list_texts(maker);
    const uint32_t *sorted = maker->numbers + maker->count;
    for (size_t i = 0; i < maker->shingle_count; i++) {
        const struct distinct_shingle *found = maker->shingles + i;
        if (found->texts < 2)
            continue;
        /* list_texts() has moved `first` to the end of its texts. */
        if (!add_class(list, allocator, found->set, sorted + found->first - found->texts,
                       found->texts, 1) ||
            interruption_after(maker->interruption, found->texts))
            return false;
    }
    return true;
}

/* ---- All slices ------------------------------------------------------------------------------ */

void shingle_classes_free(struct shingle_classes *classes, const struct allocator *allocator) {
    class_list_free(&classes->list, allocator);
    RELEASE(allocator, classes->sizes, classes->text_starts, classes->text_classes,
            classes->weights);
    *classes = (struct shingle_classes){0};
}

uint32_t shingle_classes_slices(const struct text_set *texts) {
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < texts->count; i++)
        bytes += texts->texts[i].length;
    uint64_t slices = bytes / bytes_per_slice + 1;
    return slices < slices_most ? (uint32_t)slices : slices_most;
}

bool shingle_classes_begin(struct shingle_classes *classes, const struct allocator *allocator,
                           uint32_t texts) {
    classes->texts = texts;
    classes->sizes = allocator_zeroes(allocator, (size_t)texts + 1, sizeof *classes->sizes);
    return classes->sizes != NULL;
}

bool shingle_classes_add(struct shingle_classes *classes, const struct allocator *allocator,
                         const struct class_list *slice, struct interruption *interruption) {
    for (size_t i = 0; i < slice->count; i++) {
        const struct shingle_class *class = slice->classes + i;
        if (!add_class(&classes->list, allocator, class->hash, slice->texts + class->first,
                       class->texts, class->weight) ||
            interruption_after(interruption, class->texts))
            return false;
    }
    return true;
}

void shingle_classes_count(struct shingle_classes *classes, const struct allocator *allocator,
                           struct slice_maker *maker) {
    for (uint32_t text = 0; maker->single && text < classes->texts; text++)
        classes->sizes[text] += maker->single[text];
    slice_maker_free(maker, allocator);
}

/*
 * Numbers the classes anew by their first text, and among those of one text the more frequent
 * first: texts of one template often come together, so what most comparisons read is near each
 * other. False if memory runs out or interrupted.
 */
static bool order_classes(struct class_list *list, const struct allocator *allocator,
                          struct interruption *interruption) {
    size_t count = list->count + 1;
    int64_t *keys = allocator->resize(NULL, count * sizeof *keys);
    uint32_t *order = allocator->resize(NULL, count * sizeof *order);
    struct shingle_class *ordered = allocator->resize(NULL, count * sizeof *ordered);
    for (size_t i = 0; keys && order && i < list->count; i++) {
        const struct shingle_class *class = list->classes + i;
        keys[i] = (int64_t)((uint64_t)list->texts[class->first] << 31) - class->texts;
    }
    bool sorted =
        keys && order && ordered && radix_sort_order(keys, order, list->count, interruption);
    for (size_t i = 0; sorted && i < list->count; i++)
        ordered[i] = list->classes[order[i]];
    RELEASE(allocator, keys, order, sorted ? list->classes : ordered);
    if (sorted)
        list->classes = ordered;
    return sorted;
}

/* The classes, text by text: a counting sort. Sums up the sizes on the way. */
static void list_classes(struct shingle_classes *classes) {
    const struct class_list *list = &classes->list;
    size_t *starts = classes->text_starts, sum = 0;
    memset(starts, 0, ((size_t)classes->texts + 1) * sizeof *starts);
    for (size_t i = 0; i < list->text_count; i++)
        starts[list->texts[i]]++;
    for (uint32_t text = 0; text <= classes->texts; text++) {
        sum += starts[text];
        starts[text] = sum; /* the end; filling from the end makes it the beginning */
    }
    for (size_t i = list->count; i-- > 0;) {
        const struct shingle_class *class = list->classes + i;
        classes->weights[i] = (uint16_t) class->weight;
        for (uint32_t k = 0; k < class->texts; k++) {
            uint32_t text = list->texts[class->first + k];
            classes->text_classes[--starts[text]] = (uint32_t)i;
            classes->sizes[text] += class->weight;
        }
    }
}

bool shingle_classes_finish(struct shingle_classes *classes, const struct allocator *allocator,
                            struct interruption *interruption) {
    const struct class_list *list = &classes->list;
    classes->count = (uint32_t)list->count;
    classes->text_starts =
        allocator->resize(NULL, ((size_t)classes->texts + 1) * sizeof *classes->text_starts);
    classes->text_classes =
        allocator->resize(NULL, (list->text_count + 1) * sizeof *classes->text_classes);
    classes->weights = allocator->resize(NULL, (list->count + 1) * sizeof *classes->weights);
    if (!classes->text_starts || !classes->text_classes || !classes->weights ||
        interruption_after(interruption, list->text_count) ||
        !order_classes(&classes->list, allocator, interruption))
        return false;
    list_classes(classes);
    class_list_free(&classes->list, allocator);
    return true;
}
