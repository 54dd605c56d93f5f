/* known_sentences.c - see known_sentences.h. */
#include "known_sentences.h"

#include <assert.h>
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

static struct known_sentence *place_of(const struct known_sentences *sentences, uint64_t hash) {
    assert(sentences->count < sentences->capacity); /* so that the search ends */
    size_t place = (size_t)hash & (sentences->capacity - 1);
    while (sentences->places[place].id && sentences->places[place].hash != hash)
        place = (place + 1) & (sentences->capacity - 1);
    return &sentences->places[place];
}

static bool grow(struct known_sentences *sentences) {
    struct known_sentences larger = {.count = sentences->count};
    larger.capacity = sentences->capacity ? sentences->capacity * 2 : first_capacity;
    larger.places = calloc(larger.capacity, sizeof *larger.places);
    if (!larger.places)
        return false;
    for (size_t i = 0; i < sentences->capacity; i++)
        if (sentences->places[i].id)
            *place_of(&larger, sentences->places[i].hash) = sentences->places[i];
    free(sentences->places);
    *sentences = larger;
    return true;
}

struct known_sentence *known_sentences_find(struct known_sentences *sentences, uint64_t hash) {
    if (sentences->count >= sentences->capacity / 2 && !grow(sentences))
        return NULL;
    return place_of(sentences, hash);
}

void known_sentences_put(struct known_sentences *sentences, struct known_sentence *place,
                         uint64_t hash, int64_t id) {
    assert(place->id == 0 && id != 0);
    *place = (struct known_sentence){hash, id};
    sentences->count++;
}

/* One long history should not leave a large table for all later articles. */
void known_sentences_clear(struct known_sentences *sentences) {
    if (sentences->capacity > first_capacity)
        known_sentences_free(sentences);
    else if (sentences->count > 0)
        memset(sentences->places, 0, sentences->capacity * sizeof *sentences->places);
    sentences->count = 0;
}

void known_sentences_free(struct known_sentences *sentences) {
    free(sentences->places);
    *sentences = (struct known_sentences){0};
}
