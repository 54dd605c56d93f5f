/*
 * neighbours.c - all texts with a Jaccard similarity of at least LEAST to one of a few drawn texts.
 *
 *     neighbours SHINGLE LEAST < texts
 *
 * tests/bench/recall compares with it what the pipeline finds. It shares no code with neardup and
 * uses the definition only: the set of a text's runs of SHINGLE characters, compared letter by
 * letter. An index of the drawn texts' shingles says in which of them each shingle occurs; for
 * every text the shingles in common with each drawn text are counted. Nothing is estimated.
 *
 * Input, in the byte order of the machine: the number of drawn texts and the number of all texts, 8
 * bytes each; then the drawn texts, then all texts. A text is its id, 8 bytes; its length in
 * characters, 4 bytes; and its characters, 4 bytes each. A text shorter than a shingle is one
 * shingle. Output: lines "drawn-id id jaccard", without a text's similarity to itself.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    int64_t id;
    uint32_t length;
    uint32_t *characters;
    uint32_t shingles; /* different ones */
};

/* A shingle of the drawn texts, and the first of its places in `posting`. */
struct entry {
    const uint32_t *characters; /* NULL: a free slot of the table */
    uint32_t length;
    uint32_t seen; /* in the text of this number, from 1 */
    uint32_t first;
};

/* One of the drawn texts that have a shingle; 0 ends the list. */
struct posting {
    uint32_t drawn;
    uint32_t next;
};

static uint32_t shingle_length;
static struct entry *table;
static uint64_t table_size;
static struct posting *postings;
static uint32_t posting_count = 1;
/* A bit for each hash of a shingle in the table. It fits into the cache, the table does not. */
static uint64_t filter[1 << 17];

static void fail(const char *why) {
    fprintf(stderr, "neighbours: %s\n", why);
    exit(1);
}

static void *allocate(uint64_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory)
        fail("out of memory");
    return memory;
}

static void read_bytes(void *into, size_t size) {
    if (size && fread(into, 1, size, stdin) != size)
        fail("the input is incomplete");
}

static struct text read_text(uint32_t **buffer, uint32_t *capacity) {
    struct text text = {0};
    read_bytes(&text.id, sizeof text.id);
    read_bytes(&text.length, sizeof text.length);
    if (text.length > *capacity || !*buffer) {
        free(*buffer);
        *capacity = text.length;
        *buffer = allocate(*capacity, sizeof **buffer);
    }
    read_bytes(*buffer, text.length * sizeof **buffer);
    text.characters = *buffer;
    return text;
}

static uint32_t places(const struct text *text) {
    return text->length < shingle_length ? text->length > 0 : text->length - shingle_length + 1;
}

static uint32_t length_of_shingle(const struct text *text) {
    return text->length < shingle_length ? text->length : shingle_length;
}

static uint64_t hash(const uint32_t *characters, uint32_t length) {
    uint64_t value = length;
    for (uint32_t i = 0; i < length; i++)
        value = (value ^ characters[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return value ^ value >> 29;
}

/* The entry of the shingle, or the free slot where it belongs. */
static struct entry *find(const uint32_t *characters, uint32_t length, uint64_t value) {
    uint64_t slot = value & (table_size - 1);
    while (table[slot].characters &&
           (table[slot].length != length ||
            memcmp(table[slot].characters, characters, length * sizeof *characters) != 0))
        slot = (slot + 1) & (table_size - 1);
    return &table[slot];
}

static int compare_shingles(const void *a, const void *b) {
    return memcmp(*(const uint32_t *const *)a, *(const uint32_t *const *)b,
                  shingle_length * sizeof(uint32_t));
}

static uint32_t count_shingles(const struct text *text) {
    uint32_t count = places(text), different = count > 0;
    const uint32_t **sorted = allocate(count, sizeof *sorted);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = text->characters + i;
    if (count > 1)
        qsort(sorted, count, sizeof *sorted, compare_shingles);
    for (uint32_t i = 1; i < count; i++)
        different += compare_shingles(&sorted[i - 1], &sorted[i]) != 0;
    free(sorted);
    return different;
}

static void index_text(const struct text *text, uint32_t number) {
    for (uint32_t i = 0; i < places(text); i++) {
        uint32_t length = length_of_shingle(text);
        uint64_t value = hash(text->characters + i, length);
        struct entry *entry = find(text->characters + i, length, value);
        if (entry->characters && postings[entry->first].drawn == number)
            continue; /* a repeated shingle */
        filter[value >> 47] |= UINT64_C(1) << (value >> 41 & 63);
        entry->characters = text->characters + i;
        entry->length = length;
        postings[posting_count] = (struct posting){number, entry->first};
        entry->first = posting_count++;
    }
}

static struct text *read_drawn(uint64_t count) {
    struct text *drawn = allocate(count, sizeof *drawn);
    uint64_t shingles = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint32_t *own = NULL, capacity = 0;
        drawn[i] = read_text(&own, &capacity);
        drawn[i].shingles = count_shingles(&drawn[i]);
        shingles += drawn[i].shingles;
    }
    if (shingles >= UINT32_MAX)
        fail("too many texts are drawn");
    for (table_size = 64; table_size < 2 * shingles;)
        table_size *= 2;
    table = allocate(table_size, sizeof *table);
    postings = allocate(shingles + 1, sizeof *postings);
    for (uint64_t i = 0; i < count; i++)
        index_text(&drawn[i], (uint32_t)i);
    return drawn;
}

/* Adds 1 to common[d] for each different shingle of the text that drawn text d has. Returns how
   many d there are, and lists them in `met`. */
static uint32_t count_common(const struct text *text, uint32_t number, uint32_t *common,
                             uint32_t *met) {
    uint32_t meetings = 0;
    for (uint32_t i = 0; i < places(text); i++) {
        uint32_t length = length_of_shingle(text);
        uint64_t value = hash(text->characters + i, length);
        if (!(filter[value >> 47] >> (value >> 41 & 63) & 1))
            continue;
        struct entry *entry = find(text->characters + i, length, value);
        if (!entry->characters || entry->seen == number)
            continue;
        entry->seen = number;
        for (uint32_t p = entry->first; p; p = postings[p].next)
            if (common[postings[p].drawn]++ == 0)
                met[meetings++] = postings[p].drawn;
    }
    return meetings;
}

int main(int argc, char **argv) {
    if (argc != 3)
        fail("usage: neighbours SHINGLE LEAST < texts");
    shingle_length = (uint32_t)strtoul(argv[1], NULL, 10);
    double least = strtod(argv[2], NULL);
    if (shingle_length == 0)
        fail("SHINGLE is at least 1");
    uint64_t drawn_count, count;
    read_bytes(&drawn_count, sizeof drawn_count);
    read_bytes(&count, sizeof count);
    struct text *drawn = read_drawn(drawn_count);
    uint32_t *common = allocate(drawn_count, sizeof *common);
    uint32_t *met = allocate(drawn_count, sizeof *met);
    uint32_t *buffer = NULL, capacity = 0;
    for (uint64_t i = 0; i < count; i++) {
        struct text text = read_text(&buffer, &capacity);
        uint32_t meetings = count_common(&text, (uint32_t)i + 1, common, met);
        for (uint32_t m = 0; m < meetings; m++) {
            const struct text *other = &drawn[met[m]];
            uint32_t both = common[met[m]];
            common[met[m]] = 0;
            /* The union is at least as large as the drawn text. */
            if (other->id == text.id || both < least * other->shingles)
                continue;
            if (!text.shingles)
                text.shingles = count_shingles(&text);
            double jaccard = (double)both / (other->shingles + text.shingles - both);
            if (jaccard >= least)
                printf("%lld %lld %.17g\n", (long long)other->id, (long long)text.id, jaccard);
        }
    }
    return 0;
}
