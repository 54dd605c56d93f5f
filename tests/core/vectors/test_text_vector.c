/*
 * test_text_vector.c - stems, stop words, and the vectors of texts in several threads and with each
 * allocation failing, those of libstemmer too. tests/functions/oracle.py has the vectors of any
 * texts.
 */
#include "core.h"
#include "exact_memory.h"
#include "loader/failing_malloc.h"
#include "plain_memory.h"
#include "random_input.h"
#include "test.h"

#include <pthread.h>

static const uint64_t key[2] = {1, 2};

/* ---- Stems ---- */

/* What Snowball's rules for these languages say of words that we have looked up in them by hand. */
static const struct {
    const char *language, *word, *stem; /* NULL: none, it is a stop word */
} stems[] = {
    {"english", "lamps", "lamp"},
    {"english", "flies", "fli"},
    {"english", "dying", "die"},
    {"english", "connections", "connect"},
    {"english", "connected", "connect"},
    {"english", "relational", "relat"},
    {"english", "hopping", "hop"},
    {"english", "hoping", "hope"},
    {"english", "agreed", "agre"},
    {"english", "skies", "sky"},
    {"english", "generously", "generous"},
    {"english", "Résumé", "resum"},
    {"english", "THE", NULL},
    {"english", "isn", NULL},
    {"porter", "flies", "fli"},
    {"porter", "dying", "dy"},
    {"porter", "the", NULL},
    {"german", "häuser", "haus"},
    {"german", "straße", "strass"},
    {"german", "und", NULL},
    {"french", "continuellement", "continuel"},
    {"french", "élève", "elev"},
    {"french", "été", NULL},
    {"spanish", "canciones", "cancion"},
    {"spanish", "más", NULL},
    {"russian", "башни", "башн"},
    {"russian", "её", NULL},
    {"swedish", "flickorna", "flick"},
    {"swedish", "och", "och"},
    {"", "lamps", "lamps"},
    {"", "the", "the"},
    {"", "Ærø", "æro"},
    {"", "ÉCOLE", "ecole"},
};

static struct word_stems begun(const char *language) {
    struct word_stems words;
    CHECK(word_stems_begin(&words, &plain_allocator, language, NULL), "no memory");
    return words;
}

static void test_stems(void) {
    for (size_t i = 0; i < sizeof stems / sizeof *stems; i++) {
        struct word_stems words = begun(stems[i].language);
        const char *word;
        size_t length;
        word_stems_read(&words, stems[i].word, strlen(stems[i].word));
        CHECK(word_stems_next(&words, &word, &length) == word_form_word, "%s", stems[i].word);
        enum word_stem found = word_stems_of(&words, word, length);
        const char *stem = stems[i].stem;
        CHECK(found == (stem ? word_stem_found : word_stem_none), "%s: %d", stems[i].word, found);
        if (found == word_stem_found && stem)
            CHECK(words.stem_length == strlen(stem) &&
                      memcmp(words.stem, stem, words.stem_length) == 0,
                  "%s: %.*s, not %s", stems[i].word, (int)words.stem_length, words.stem, stem);
        word_stems_free(&words);
    }
    CHECK(word_stems_language("") && word_stems_language("german"), "German is unknown");
    CHECK(!word_stems_language("German") && !word_stems_language("de"), "other names are known");
}

/* Every stop word is found, is a word as texts are cut, and is as folding leaves it. */
static void test_stop_words(void) {
    for (size_t i = 0; i + 1 < stop_words_count; i++) {
        struct word_stems words = begun(stop_words[i].language);
        for (size_t j = 0; j < stop_words[i].count; j++) {
            const char *stop = stop_words[i].words[j], *word;
            size_t length;
            word_stems_read(&words, stop, strlen(stop));
            enum word_form form = word_stems_next(&words, &word, &length);
            CHECK(form == word_form_word && length == strlen(stop) &&
                      word_stems_of(&words, word, length) == word_stem_none,
                  "%s of %s", stop, stop_words[i].language);
        }
        word_stems_free(&words);
    }
    CHECK(stop_words_for("swedish")->count == 0, "Swedish has stop words");
}

/* ---- The mean ---- */

enum { words_made = 300, dimensions_most = 70, texts_made = 400 };

static void name_of(size_t word, char name[16]) {
    snprintf(name, 16, "w%zux%zu", word % 7, word);
}

static float component(size_t word, size_t dimension) {
    uint64_t bits = (word * 1000003 + dimension) * 0x9E3779B97F4A7C15;
    return (float)((double)(int32_t)(bits >> 32) * 0x1p-20) * (word % 5 == 0 ? 1e20f : 1.0f);
}

static float weight_of(size_t word) {
    return (float)(word % 4) * 0.3f;
}

static void build(struct word_vectors *vectors, const char *language, uint32_t dimensions,
                  bool *enough) {
    struct word_stems words;
    word_vectors_begin(vectors, &plain_allocator, language, key);
    *enough = word_stems_begin(&words, &plain_allocator, language, NULL);
    for (size_t i = 0; i < words_made && *enough; i++) {
        unsigned char blob[4 * dimensions_most];
        char name[16];
        struct vector vector;
        uint32_t place;
        for (uint32_t d = 0; d < dimensions; d++) {
            store_float(blob + 4 * (size_t)d, component(i, d));
        }
        vector_read(blob, 4 * (size_t)dimensions, &vector, &place);
        name_of(i, name);
        enum word_added added =
            word_vectors_add(vectors, &words, name, strlen(name), &vector, weight_of(i));
        *enough = added == word_added;
    }
    word_stems_free(&words);
    if (*enough)
        word_vectors_seal(vectors);
}

struct text {
    char utf8[4000];
    size_t words[300], count;
};

static void make_text(struct text *text) {
    size_t length = 0;
    text->count = random_below(random_below(10) == 0 ? 250 : 30);
    for (size_t i = 0; i < text->count; i++) {
        char name[16];
        text->words[i] = random_below(words_made * 5 / 4); /* some are unknown */
        name_of(text->words[i], name);
        length += (size_t)snprintf(text->utf8 + length, sizeof text->utf8 - length, "%s%s", name,
                                   random_below(9) ? " " : ", 5; ");
    }
    text->utf8[length] = '\0';
}

/* The bytes that must come out; false for NULL. */
static bool expected_vector(const struct text *text, uint32_t dimensions, unsigned char *blob) {
    double weights = 0;
    for (size_t i = 0; i < text->count; i++)
        weights += text->words[i] < words_made ? (double)weight_of(text->words[i]) : 0;
    for (uint32_t d = 0; d < dimensions; d++) {
        double sum = 0;
        for (size_t i = 0; i < text->count; i++)
            if (text->words[i] < words_made)
                sum += (double)weight_of(text->words[i]) * (double)component(text->words[i], d);
        float mean = (float)(sum / weights);
        store_float(blob + 4 * (size_t)d, mean);
    }
    return weights > 0;
}

static bool is_expected(struct text_reader *reader, const struct text *text, uint32_t dimensions) {
    unsigned char expected[4 * dimensions_most], found[4 * dimensions_most];
    enum text_vector made = text_reader_vector(reader, text->utf8, strlen(text->utf8), found);
    if (!expected_vector(text, dimensions, expected))
        return made == text_vector_none;
    return made == text_vector_made && memcmp(found, expected, 4 * (size_t)dimensions) == 0;
}

/* ---- Threads ---- */

struct worker {
    const struct word_vectors *vectors;
    struct text *texts;
    size_t wrong;
};

static void *work(void *context) {
    struct worker *worker = context;
    struct text_reader reader;
    if (!text_reader_begin(&reader, &plain_allocator, worker->vectors, NULL))
        worker->wrong++;
    for (size_t i = 0; i < texts_made && worker->wrong == 0; i++)
        worker->wrong += !is_expected(&reader, &worker->texts[i], 20);
    text_reader_free(&reader);
    return NULL;
}

static void test_threads(void) {
    struct word_vectors vectors;
    bool enough;
    build(&vectors, "english", 20, &enough);
    struct text *texts = malloc(texts_made * sizeof *texts);
    REQUIRE(enough && texts);
    for (size_t i = 0; i < texts_made; i++)
        make_text(&texts[i]);
    struct worker workers[3];
    pthread_t threads[3];
    for (size_t i = 0; i < 3; i++) {
        workers[i] = (struct worker){&vectors, texts, 0};
        CHECK(pthread_create(&threads[i], NULL, work, &workers[i]) == 0, "no thread");
    }
    for (size_t i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
        CHECK(workers[i].wrong == 0, "thread %zu", i);
    }
    free(texts);
    word_vectors_free(&vectors);
}

/* ---- No memory ---- */

/* Everything, with the next `left` allocations. False if memory ran out. */
static bool try_all(size_t left, bool once) {
    struct word_vectors vectors;
    struct text_reader reader = {0};
    unsigned char blob[4 * dimensions_most];
    static const char text[] = "W1x1 Überschwänglichkeitserklärungen w2x2 lampenlichterfüllt";
    bool enough;
    allocations_left = left;
    allocations_fail_once = once;
    allocation_failed = false;
    build(&vectors, "german", 3, &enough);
    enough = enough && text_reader_begin(&reader, &plain_allocator, &vectors, NULL);
    for (int i = 0; i < 2 && enough; i++)
        enough = text_reader_vector(&reader, text, strlen(text), blob) == text_vector_made;
    text_reader_free(&reader);
    word_vectors_free(&vectors);
    allocations_left = (size_t)-1;
    return enough;
}

static void test_no_memory(void) {
    size_t left = 0;
    for (bool enough = false; !enough && left < 10000; left++) {
        bool once = try_all(left, true);
        CHECK(once == !allocation_failed, "allocation %zu fails, and nobody says so", left);
        enough = try_all(left, false);
        CHECK(enough == !allocation_failed, "allocations from %zu on fail", left);
    }
    CHECK(left > 20 && left < 10000, "%zu allocations", left);
    test_figure(left, "allocations of vocabularies and vectors of texts that fail");
}

/* After a failure of libstemmer, the same reader works again. */
static void test_recovery(void) {
    struct word_vectors vectors;
    struct text_reader reader;
    unsigned char blob[4 * dimensions_most];
    static const char text[] = "w1x1 Donaudampfschifffahrtsgesellschaftskapitänsmützen";
    bool enough;
    build(&vectors, "german", 3, &enough);
    CHECK(enough && text_reader_begin(&reader, &plain_allocator, &vectors, NULL), "no memory");
    enum text_vector made = text_vector_failed;
    for (size_t left = 0; made == text_vector_failed && left < 100; left++) {
        allocations_left = left;
        allocations_fail_once = true;
        made = text_reader_vector(&reader, text, strlen(text), blob);
        allocations_left = (size_t)-1;
    }
    CHECK(made == text_vector_made, "no recovery");
    text_reader_free(&reader);
    word_vectors_free(&vectors);
}

int main(void) {
    random_state = 20170811;
    if (stemmer_is_built()) {
        test_stems();
        test_stop_words();
        test_threads();
        test_no_memory();
        test_recovery();
    } else {
        test_skip("this build has no libstemmer");
    }
    return test_end("core/test_text_vector");
}
