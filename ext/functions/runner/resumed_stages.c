/*
 * resumed_stages.c - which stages of a job were finished before: see run.h.
 *
 * The table `stage` has a row for the texts that were read, and one for each stage that was begun
 * with them. `basis` is what its result depends on; the result holds as long as that is the same.
 */
#include "parameters.h"

#include <string.h>

/* What is read besides the articles, which compared_article has one by one. */
static const char text_basis[] =
    "json_array((SELECT rows_fingerprint(id, source_id, title, titled) FROM article), "
    "(SELECT rows_fingerprint(id, kind, base, language) FROM source), "
    "(SELECT rows_fingerprint(source_id, title, target, section) FROM alias))";

/* Whether a query gives a row. */
static bool holds(struct run *run, const char *condition, const char *name, const char *value) {
    char *found = run_value(run, condition, name, value ? value : "");
    sqlite3_free(found);
    return found != NULL;
}

static bool texts_are_same(struct run *run) {
    char *basis = run_value(run, "SELECT %s", text_basis);
    bool same =
        basis &&
        holds(run, "SELECT 1 FROM main.stage WHERE name = %Q AND basis = %Q", "texts", basis) &&
        holds(run, "SELECT 1 FROM main.compared_article WHERE result = %Q", "pairs", NULL);
    sqlite3_free(basis);
    if (!same)
        return false;
    run_list(run, "changed_articles", false); /* reads all texts */
    return !holds(run, "SELECT 1 FROM temp.changed_article WHERE result = %Q", "pairs", NULL);
}

int stages_next(struct run *run, bool *begun) {
    int number = 0;
    *begun = false;
    if (!texts_are_same(run))
        return 0;
    for (const struct stage *stage = run->job->stages; stage->name; stage++, number++) {
        char *basis = parameters_basis(run, stage);
        char *done = run_value(run,
                               "SELECT CASE WHEN done = parts THEN 'finished' WHEN done > 0 THEN "
                               "'begun' END FROM main.stage WHERE name = %Q AND basis = %Q",
                               stage->name, basis ? basis : "");
        bool finished = done && strcmp(done, "finished") == 0;
        *begun = done && !finished;
        sqlite3_free(done);
        sqlite3_free(basis);
        if (!finished)
            break;
    }
    return number;
}

void stages_begin(struct run *run, const struct stage *stage) {
    char *basis = parameters_basis(run, stage);
    if (stage == run->job->stages)
        run_statements(
            run,
            "DELETE FROM main.compared_article WHERE result = 'pairs'; "
            "REPLACE INTO main.stage (name, basis) SELECT 'texts', %s",
            text_basis);
    for (const struct stage *after = stage; after->name; after++)
        run_statements(run, "DELETE FROM main.stage WHERE name = %Q", after->name);
    run_statements(
        run,
        "INSERT INTO main.stage (name, basis) VALUES (%Q, %Q); "
        "DROP INDEX IF EXISTS main.pair_kind_score; "  /* which says that there are results */
        "DROP INDEX IF EXISTS main.pair_kind_cluster", /* it is faster to build after the rows */
        stage->name, basis ? basis : "");
    sqlite3_free(basis);
}

void stages_end(struct run *run, const struct stage *stage) {
    run_statements(run, "UPDATE main.stage SET done = parts WHERE name IN ('texts', %Q)",
                   stage->name);
}
