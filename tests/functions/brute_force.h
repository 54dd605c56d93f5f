/*
 * brute_force.h - what a live index should find, from the texts alone: SQL functions that compare
 * two of a few thousand texts, and remember what they found.
 *
 * must_find(a, b) and may_find(a, b) give a similarity, or NULL. They differ without content only:
 * a text that was replaced may still be found by a signature that it had.
 */
#pragma once

#include "database.h"

#include <math.h>
#include <stdint.h>

enum { force_texts = 1500, force_bands = 10, force_rows = 3 };

#define FORCE_LEAST 0.6
#define FORCE_OPTIONS "bands=10, rows=3, compared_most=1000"

struct forced_text {
    char *text;
    int64_t signatures[force_bands];
    int signature_count; /* 0: no shingles */
    unsigned char sketch[force_bands * force_rows];
};

static struct {
    sqlite3 *db; /* has no texts, and so computes all things anew */
    sqlite3_stmt *signatures, *jaccard;
    struct forced_text texts[force_texts];
    int slots[2 * force_texts]; /* a hash table: the number of a text and one, or 0 */
    int count;
    double *similar; /* of two numbers; NaN: not known */
} force;

static inline sqlite3_stmt *force_prepare(const char *sql) {
    sqlite3_stmt *statement;
    REQUIRE(sqlite3_prepare_v2(force.db, sql, -1, &statement, NULL) == SQLITE_OK);
    return statement;
}

static inline void force_begin(void) {
    force.db = database_open(NULL);
    database_run(force.db,
                 "CREATE VIRTUAL TABLE bare USING neardup(text, content='', " FORCE_OPTIONS ")");
    force.signatures = force_prepare("SELECT signature FROM minhash_signatures(fold_text(?1), 5, "
                                     "10, 3)");
    force.jaccard = force_prepare("SELECT jaccard(fold_text(?1), fold_text(?2), 5)");
    size_t size = (size_t)force_texts * force_texts * sizeof *force.similar;
    force.similar = required(malloc(size));
    memset(force.similar, 0xFF, size);
}

static inline void force_end(void) {
    sqlite3_finalize(force.signatures);
    sqlite3_finalize(force.jaccard);
    sqlite3_close(force.db);
    for (int i = 0; i < force.count; i++)
        free(force.texts[i].text);
    free(force.similar);
}

static inline void force_describe(struct forced_text *text) {
    sqlite3_bind_text(force.signatures, 1, text->text, -1, SQLITE_STATIC);
    while (sqlite3_step(force.signatures) == SQLITE_ROW)
        text->signatures[text->signature_count++] = sqlite3_column_int64(force.signatures, 0);
    sqlite3_reset(force.signatures);
    char *sql =
        sqlite3_mprintf("INSERT OR REPLACE INTO bare(rowid, text) VALUES (1, %Q)", text->text);
    database_run(force.db, sql);
    sqlite3_free(sql);
    sqlite3_stmt *sketch = force_prepare("SELECT text FROM bare_content");
    REQUIRE(sqlite3_step(sketch) == SQLITE_ROW);
    if (text->signature_count > 0)
        memcpy(text->sketch, sqlite3_column_blob(sketch, 0), sizeof text->sketch);
    sqlite3_finalize(sketch);
}

static inline int force_number(const char *text) {
    unsigned hash = 2166136261u;
    for (const char *c = text; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    unsigned slot = hash % (2 * force_texts);
    for (; force.slots[slot]; slot = (slot + 1) % (2 * force_texts))
        if (strcmp(force.texts[force.slots[slot] - 1].text, text) == 0)
            return force.slots[slot] - 1;
    REQUIRE(force.count < force_texts);
    struct forced_text *added = &force.texts[force.count];
    added->text = required(strdup(text));
    force_describe(added);
    force.slots[slot] = ++force.count;
    return force.count - 1;
}

static inline bool force_shares(const struct forced_text *a, const struct forced_text *b) {
    for (int i = 0; i < a->signature_count; i++)
        for (int j = 0; j < b->signature_count; j++)
            if (a->signatures[i] == b->signatures[j])
                return true;
    return false;
}

static inline double force_jaccard(int a, int b) {
    double *known = &force.similar[(size_t)a * force_texts + (size_t)b];
    if (isnan(*known)) {
        sqlite3_bind_text(force.jaccard, 1, force.texts[a].text, -1, SQLITE_STATIC);
        sqlite3_bind_text(force.jaccard, 2, force.texts[b].text, -1, SQLITE_STATIC);
        REQUIRE(sqlite3_step(force.jaccard) == SQLITE_ROW);
        *known = sqlite3_column_double(force.jaccard, 0);
        sqlite3_reset(force.jaccard);
    }
    return *known;
}

/* As docs/guide/live-index.md says of content=''. */
static inline double force_estimate(const struct forced_text *a, const struct forced_text *b) {
    int same = 0, all = force_bands * force_rows;
    for (int i = 0; i < all; i++)
        same += a->sketch[i] == b->sketch[i];
    double share = (double)same / all;
    return a->signature_count && b->signature_count && share > 1.0 / 256
               ? (share - 1.0 / 256) / (1 - 1.0 / 256)
               : 0;
}

struct force_mode {
    bool estimated, must;
};

static inline void force_similar(sqlite3_context *context, int count, sqlite3_value **values) {
    const struct force_mode *mode = sqlite3_user_data(context);
    const char *x = (const char *)sqlite3_value_text(values[0]);
    const char *y = (const char *)sqlite3_value_text(values[count - 1]);
    if (!x || !y)
        return;
    int a = force_number(x), b = force_number(y);
    const struct forced_text *texts = force.texts;
    if ((mode->must || !mode->estimated) && !force_shares(&texts[a], &texts[b]))
        return;
    double similarity =
        mode->estimated ? force_estimate(&texts[a], &texts[b]) : force_jaccard(a, b);
    if (similarity >= FORCE_LEAST)
        sqlite3_result_double(context, similarity);
}

static inline void force_register(sqlite3 *db, bool estimated) {
    static const struct force_mode modes[2][2] = {{{false, false}, {false, true}},
                                                  {{true, false}, {true, true}}};
    for (int must = 0; must < 2; must++)
        REQUIRE(sqlite3_create_function(db, must ? "must_find" : "may_find", 2,
                                        SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                        (void *)(intptr_t)&modes[estimated][must], force_similar,
                                        NULL, NULL) == SQLITE_OK);
}
