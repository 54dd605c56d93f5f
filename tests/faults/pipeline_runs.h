/*
 * pipeline_runs.h - a job of neardup_run() runs over a small database and is disturbed at its n-th
 * opportunity. A `struct disturbance` says how. Then this must hold:
 *
 *   (1) The job ends with an error that the disturbance may cause, or with the right output, and
 *       leaves no transaction open.
 *   (2) Then the database, in the same connection or opened anew, is sound. Its content is either
 *       what it was before or what the job makes of it, or, of `find`, what some parts of its
 *       stages have left, and then it says that the others are missing.
 *   (3) The same job, run again undisturbed, gives the right content, and leaves nothing temporary.
 */
#pragma once

#include "../functions/database.h"
#include "answers.h"
#include "disk.h"

#include <limits.h>

static const char database_name[] = "small.db";

struct disturbance {
    const char *figure;                 /* what is counted */
    bool (*accepts)(int code);          /* whether it may cause this error code */
    void (*begin)(sqlite3 *db, long n); /* at the n-th opportunity from now on */
    long (*end)(sqlite3 *db); /* ends it; opportunities left until it, 0: it has happened */
    bool cuts_power;          /* it ends in a power cut when the connection is closed */
};

/* ---- Databases ---- */

static inline void run_or_abort(sqlite3 *db, const char *sql) {
    char *message = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &message) == SQLITE_OK)
        return;
    printf("%.200s: %s\n", sql, message);
    abort();
}

static inline sqlite3 *open_database(void) {
    sqlite3 *db;
    if (sqlite3_open(database_name, &db) != SQLITE_OK ||
        sqlite3_extended_result_codes(db, 1) != SQLITE_OK ||
        sqlite3_neardup_init(db, NULL, NULL) != SQLITE_OK)
        abort();
    return db;
}

/* A file; to be freed. */
static inline char *read_text(const char *path) {
    char *text;
    FILE *out = open_output(&text), *file = fopen(path, "r");
    int byte;
    if (!file)
        abort();
    while ((byte = getc(file)) != EOF)
        putc(byte, out);
    fclose(file);
    fclose(out);
    return text;
}

/*
 * All tables, views and indexes with their rows, including temporary ones on request. To be freed.
 */
static inline char *content_of(sqlite3 *db, bool temporary) {
    char *content;
    FILE *out = open_output(&content);
    sqlite3_stmt *names, *rows;
    const char *sql = "SELECT 'main', type, name, sql FROM main.sqlite_schema UNION ALL "
                      "SELECT 'temp', type, name, sql FROM temp.sqlite_schema WHERE ? "
                      "ORDER BY 1, 2, 3";
    if (sqlite3_prepare_v2(db, sql, -1, &names, NULL) != SQLITE_OK ||
        sqlite3_bind_int(names, 1, temporary) != SQLITE_OK)
        fprintf(out, "error: %s\n", sqlite3_errmsg(db));
    while (sqlite3_step(names) == SQLITE_ROW) {
        for (int column = 0; column < 4; column++)
            print_value(out, names, column);
        fputc('\n', out);
        if (strcmp((const char *)sqlite3_column_text(names, 1), "table") != 0)
            continue;
        char *table = sqlite3_mprintf("SELECT * FROM %w.\"%w\"", sqlite3_column_text(names, 0),
                                      sqlite3_column_text(names, 2));
        if (sqlite3_prepare_v2(db, table, -1, &rows, NULL) != SQLITE_OK ||
            print_rows(out, rows) != SQLITE_DONE)
            fprintf(out, "error: %s\n", sqlite3_errmsg(db));
        sqlite3_finalize(rows);
        sqlite3_free(table);
    }
    sqlite3_finalize(names);
    fclose(out);
    return content;
}

static inline bool is_sound(sqlite3 *db) {
    char *answer = database_answer(db, "PRAGMA integrity_check");
    bool sound = strcmp(answer, "ok") == 0;
    if (!sound)
        printf("integrity_check: %.200s\n", answer);
    sqlite3_free(answer);
    return sound;
}

/* The small database: with `results` of an earlier run under other parameters, or fresh. */
static inline void fill_database(sqlite3 *db, bool results) {
    run_or_abort(db, "SELECT neardup_run('schema')");
    char *texts = read_text("tests/faults/small_database.sql");
    run_or_abort(db, texts);
    free(texts);
    if (results)
        run_or_abort(db, "SELECT neardup_run('parameters', "
                         "'{\"clusters\": \"star\", \"bands\": 20, \"tables\": 1}');"
                         "SELECT neardup_run('find');"
                         "SELECT neardup_run('templates');"
                         "SELECT neardup_run('verdict', '{\"a\": 1, \"b\": 2, \"verdict\": "
                         "\"fixed\", \"judge\": \"Ann\"}');"
                         "INSERT INTO verdict (text_a, text_b, verdict, judge, judged_at) SELECT "
                         "min(x.text, y.text), max(x.text, y.text), iif(a % 3, 'no duplicate', "
                         "'duplicate'), 'Bo', '2020-01-01T00:00:00Z' FROM (SELECT a, b FROM pair "
                         "UNION SELECT min(id), max(id) FROM sentence) JOIN sentence AS x ON x.id "
                         "= a JOIN sentence AS y ON y.id = b WHERE x.text <> y.text;"
                         "UPDATE parameters SET clusters = 'connected', bands = 25, tables = 0, "
                         "bucket_most = 2, threads = 1");
}

/* The file of such a database. */
static inline struct disk_bytes make_image(const char *journal_mode, bool results) {
    struct disk_bytes image = {NULL, 0};
    char pragma[64];
    disk_clear();
    sqlite3 *db = open_database();
    snprintf(pragma, sizeof pragma, "PRAGMA page_size = 1024; PRAGMA journal_mode = %s",
             journal_mode);
    run_or_abort(db, pragma);
    fill_database(db, results);
    if (sqlite3_close(db) != SQLITE_OK)
        abort();
    disk_copy(&image, &disk_find(database_name)->content);
    disk_clear();
    return image;
}

static inline void put_image(const struct disk_bytes *image) {
    disk_clear();
    struct disk_file *file = disk_add(database_name);
    file->exists = file->exists_synced = true;
    disk_copy(&file->content, image);
    disk_copy(&file->synced, image);
}

/* ---- A job, disturbed ---- */

struct whole_run {
    const char *name; /* of the job */
    const char *sql;  /* that runs it */
    const struct disk_bytes *image;
    char *before, *after, *output; /* contents, and what the job prints */
    long opportunities;            /* to disturb it */
};

/* Runs it undisturbed. */
static inline struct whole_run whole_run_begin(const char *name, const char *sql,
                                               const struct disk_bytes *image,
                                               const struct disturbance *disturbance) {
    struct whole_run run = {.name = name, .sql = sql, .image = image};
    put_image(image);
    sqlite3 *db = open_database();
    run.before = content_of(db, false);
    disturbance->begin(db, LONG_MAX);
    struct answer answer = answer_to_script(db, sql);
    CHECK(answer.code == SQLITE_OK, "%s: %s", name, sqlite3_errmsg(db));
    if (!disturbance->cuts_power)
        run.opportunities = LONG_MAX - disturbance->end(db);
    run.output = answer.output;
    run.after = content_of(db, false);
    sqlite3_close(db);
    if (disturbance->cuts_power)
        run.opportunities = LONG_MAX - disturbance->end(NULL);
    return run;
}

static inline void whole_run_end(struct whole_run *run) {
    free(run->before);
    free(run->after);
    free(run->output);
}

/* Whether stages of the pipeline are missing, and nobody can take what is there for findings. */
static inline bool is_unfinished(sqlite3 *db) {
    char *stages = database_answer(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'stage'");
    char *done =
        database_answer(db, "SELECT count(*) FROM stage WHERE name = 'kinds' AND done = parts");
    char *index =
        database_answer(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'pair_kind_score'");
    bool unfinished =
        (strcmp(stages, "0") == 0 || strcmp(done, "0") == 0) && strcmp(index, "0") == 0;
    sqlite3_free(stages);
    sqlite3_free(done);
    sqlite3_free(index);
    return unfinished;
}

/*
 * Checks (2) and (3) after the fault. Returns what is wrong, or NULL. (A power cut soon after
 * COMMIT may bring back the journal that it has deleted, and so the old content: SQLite syncs the
 * folder only under PRAGMA synchronous = EXTRA.)
 */
static inline const char *judge_database(const struct whole_run *run, sqlite3 *db,
                                         bool must_be_new) {
    char *content = content_of(db, false);
    bool is_after = strcmp(content, run->after) == 0;
    bool is_before = strcmp(content, run->before) == 0;
    free(content);
    if (!is_after && (must_be_new || !(is_before || is_unfinished(db))))
        return "the content is neither old nor new";
    if (!is_sound(db))
        return "the database is damaged";
    struct answer again = answer_to_script(db, run->sql);
    bool same = again.code == SQLITE_OK && strcmp(again.output, run->output) == 0;
    free(again.output);
    char *left = database_answer(db, "SELECT group_concat(name) FROM temp.sqlite_schema WHERE "
                                     "tbl_name NOT IN ('asked', 'answered')"); /* of a review */
    bool tidy = strcmp(left, "NULL") == 0;
    sqlite3_free(left);
    if (!tidy)
        return "something temporary is left";
    content = content_of(db, false);
    is_after = strcmp(content, run->after) == 0;
    free(content);
    return same && is_after ? NULL : "run again, it gives another result";
}

static inline sqlite3 *open_again(const struct disturbance *disturbance, sqlite3 *db,
                                  bool *struck) {
    if (disturbance->cuts_power) {
        sqlite3_close(db);
        *struck = disturbance->end(NULL) == 0;
        disk_power_cut();
    } else {
        *struck = disturbance->end(db) == 0;
        sqlite3_close(db);
    }
    return open_database();
}

/*
 * Continues in the same connection for even n, in another one for odd n. False if nothing happened.
 */
static inline bool disturb_whole(const struct whole_run *run, const struct disturbance *disturbance,
                                 long n) {
    bool struck;
    put_image(run->image);
    sqlite3 *db = open_database();
    disturbance->begin(db, n);
    struct answer answer = answer_to_script(db, run->sql);
    bool succeeded = answer.code == SQLITE_OK && strcmp(answer.output, run->output) == 0;
    bool refused = disturbance->accepts(answer.code);
    if (disturbance->cuts_power || n % 2 == 1) {
        db = open_again(disturbance, db, &struck);
    } else {
        struck = disturbance->end(db) == 0;
        CHECK(sqlite3_get_autocommit(db), "%s, opportunity %ld: a transaction is open", run->name,
              n);
    }
    CHECK(succeeded || (refused && struck), "%s, opportunity %ld: error %d, %.80s", run->name, n,
          answer.code, answer.output);
    const char *wrong = judge_database(run, db, succeeded && !disturbance->cuts_power);
    CHECK(!wrong, "%s, opportunity %ld: %s", run->name, n, wrong);
    CHECK(sqlite3_close(db) == SQLITE_OK, "%s, opportunity %ld: something is open", run->name, n);
    free(answer.output);
    return struck;
}

/*
 * The next opportunity to disturb. In the short form the steps also double, or what takes
 * longest would be run most often.
 */
static inline long next_opportunity(long n, long stride) {
    return n + stride + (test_is_long() ? 0 : n);
}

/*
 * The first one. In the short form the seed chooses it, as at the very beginning of a job nothing
 * is half done.
 */
static inline long first_opportunity(long opportunities, long stride) {
    long most = opportunities < stride ? opportunities : stride;
    return test_is_long() || most < 1 ? 1 : 1 + (long)(test_seed() * 7919 % (size_t)most);
}

/* At every `stride`-th opportunity, see next_opportunity(). */
static inline void disturb_run(const char *name, const char *sql, const struct disk_bytes *image,
                               const struct disturbance *disturbance, long stride) {
    unsigned long long struck = 0;
    struct whole_run run = whole_run_begin(name, sql, image, disturbance);
    for (long n = first_opportunity(run.opportunities, stride); n <= run.opportunities;
         n = next_opportunity(n, stride))
        struck += disturb_whole(&run, disturbance, n);
    whole_run_end(&run);
    CHECK(struck > 0, "%s: %s: none", name, disturbance->figure);
    test_figure(struck, disturbance->figure);
}

/*
 * By two means; in the short form each job is disturbed by one of them, which take turns. What
 * `find` prints depends on where it begins, so a summary is printed instead.
 */
static inline void disturb_job(const char *job, const struct disk_bytes *image,
                               const struct disturbance disturbances[2], long stride) {
    static unsigned turns;
    char sql[160];
    snprintf(sql, sizeof sql,
             strcmp(job, "find") == 0
                 ? "SELECT neardup_run('%s') IS NULL; SELECT neardup_run('summary')"
                 : "SELECT neardup_run('%s')",
             job);
    for (unsigned i = 0; i < 2; i++)
        if (test_has_turn(turns, 2, i))
            disturb_run(job, sql, image, &disturbances[i], stride);
    turns++;
}
