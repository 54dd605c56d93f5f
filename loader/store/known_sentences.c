/* known_sentences.c - see known_sentences.h. */
#include "known_sentences.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { first_capacity = 1024 };

/* The finalizer of MurmurHash3, by Appleby: every bit of the input changes half of the output. */
static uint64_t mix(uint64_t value) {
    value = (value ^ value >> 33) * 0xFF51AFD7ED558CCD;
    value = (value ^ value >> 33) * 0xC4CEB9FE1A85EC53;
    return value ^ value >> 33;
}

uint64_t known_sentence_hash(const char *bytes, size_t length, uint64_t hash) {
    uint64_t word;
    hash = mix(hash ^ length);
    for (; length >= sizeof word; bytes += sizeof word, length -= sizeof word) {
        memcpy(&word, bytes, sizeof word);
        hash = mix(hash ^ word);
    }
    word = 0;
    if (length > 0)
        memcpy(&word, bytes, length);
    return mix(hash ^ word);
}

static struct known_sentence *place_of(const struct known_sentences *wordings, uint64_t hash) {
    size_t place = (size_t)hash & (wordings->capacity - 1);
    while (wordings->places[place].id && wordings->places[place].hash != hash)
        place = (place + 1) & (wordings->capacity - 1);
    return &wordings->places[place];
}

static bool grow(struct known_sentences *wordings) {
    struct known_sentences larger = {.count = wordings->count};
    larger.capacity = wordings->capacity ? wordings->capacity * 2 : first_capacity;
    larger.places = calloc(larger.capacity, sizeof *larger.places);
    if (!larger.places)
        return false;
    for (size_t i = 0; i < wordings->capacity; i++)
        if (wordings->places[i].id)
            *place_of(&larger, wordings->places[i].hash) = wordings->places[i];
    free(wordings->places);
    *wordings = larger;
    return true;
}

struct known_sentence *known_sentences_find(struct known_sentences *wordings, uint64_t hash) {
    if (wordings->count >= wordings->capacity / 2 && !grow(wordings))
        return NULL;
    return place_of(wordings, hash);
}

void known_sentences_put(struct known_sentences *wordings, struct known_sentence *place,
                         uint64_t hash, int64_t id) {
    *place = (struct known_sentence){hash, id};
    wordings->count++;
}

/* A table that one long history made large is not kept for the next article. */
void known_sentences_clear(struct known_sentences *wordings) {
    if (wordings->capacity > first_capacity)
        known_sentences_free(wordings);
    else if (wordings->count > 0)
        memset(wordings->places, 0, wordings->capacity * sizeof *wordings->places);
    wordings->count = 0;
}

void known_sentences_free(struct known_sentences *wordings) {
    free(wordings->places);
    *wordings = (struct known_sentences){0};
}
