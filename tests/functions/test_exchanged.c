/*
 * test_exchanged.c - exchanging the two sentences of duplicate_kind(), and all that belongs to
 * them, exchanges the two values and changes nothing else: on random sentences with random
 * evidence.
 */
#include "../core/random_input.h"
#include "../test.h"
#include "database.h"

enum { arguments_most = 12, words_most = 16 };

/* Blobs are made by word_set() from these texts; and there are counts of 20,001 texts. */
static const char question[] =
    "SELECT kind, score, topic, why, features, type, value_a, value_b FROM duplicate_kind("
    "?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, (SELECT word_set(?10)), (SELECT word_set(?11)), "
    "iif(?12, "
    "(SELECT word_rarities(merge_word_frequencies(column1)) FROM (VALUES "
    "(x'4E44574602000000204E00000000000000000000'), ((SELECT word_frequencies("
    "'Skarn Point was lit by 9 lamps in 1878, 1878'))))), NULL))";

enum { column_value_a = 6, column_value_b, column_count };

/* What one call answers, or its error. */
struct answer {
    char *columns[column_count];
};

struct call {
    char texts[arguments_most][400];
    int two_dates, of_database;
};

static const char *any_of(const char *const *choices, size_t count) {
    return choices[random_below(count)];
}

#define ANY_OF(choices) any_of(choices, sizeof choices / sizeof *choices)

static void random_words(char *text, size_t most) {
    static const char *const words[] = {
        "The",   "lamp", "on",     "Skarn", "Point", "was",  "not",   "lit",    "in",   "1878",
        "1887",  "He",   "north",  "south", "143",   "134",  "men",   ",",      ".",    "is",
        "Quill", "of",   "Lindry", "first", "5 km",  "all",  "few",   "July 4", "NASA", "Caf\u00E9",
        "cafe",  "(",    "\xFF",   "never", "about", "film", "opera", "10:30"};
    *text = '\0';
    for (size_t i = random_below(most + 1); i > 0; i--) {
        strcat(text, " ");
        strcat(text, ANY_OF(words));
    }
}

static void random_relations(char *text) {
    static const char *const names[] = {"same_article", "partners",       "copies",         "pairs",
                                        "agreeing",     "neighbours",     "sentences_most", "apart",
                                        "leads",        "sentences_least"};
    static const char *const numbers[] = {"0", "1", "3", "0.25", "null", "-1", "1e3"};
    char *out = text + sprintf(text, "{");
    for (size_t i = random_below(8); i > 0; i--) {
        const char *name = ANY_OF(names), *number = ANY_OF(numbers);
        out += sprintf(out, "\"%s\":%s%s", name, number, i > 1 ? "," : "");
    }
    strcpy(out, "}");
}

static void make_call(struct call *call) {
    static const char *const languages[] = {"en", "de", "fr", "ja", "xx"};
    static const char *const blocks[] = {"prose", "prose", "prose", "footer"};
    *call = (struct call){.two_dates = random_below(4) == 0, .of_database = random_below(2) == 0};
    for (int side = 0; side < 2; side++) {
        random_words(call->texts[side], words_most);
        random_words(call->texts[2 + side], 3);
        strcpy(call->texts[4 + side], ANY_OF(blocks));
        random_words(call->texts[9 + side], words_most);
    }
    if (random_below(4) == 0)
        strcpy(call->texts[3], call->texts[2]);
    strcpy(call->texts[7], random_below(2) ? "en" : ANY_OF(languages));
    random_relations(call->texts[8]);
}

/* Sentences often differ in a word or two only. */
static void make_alike(struct call *call) {
    char *b = call->texts[1];
    strcpy(b, call->texts[0]);
    char *digit = strpbrk(b, "0123456789"), *name = strstr(b, "Quill");
    if (digit && random_below(2))
        *digit = *digit == '9' ? '8' : (char)(*digit + 1);
    if (name && random_below(2))
        memcpy(name, "Skarn", 5);
    if (random_below(2))
        strcat(b, " once");
}

static struct answer ask(sqlite3 *db, sqlite3_stmt *statement, const struct call *call,
                         bool exchanged) {
    struct answer answer = {{NULL}};
    for (int i = 0; i < arguments_most; i++) {
        bool of_a_side = i < 6 || i == 9 || i == 10;
        int from = !exchanged || !of_a_side ? i : i >= 9 ? 19 - i : i ^ 1;
        sqlite3_bind_text(statement, i + 1, call->texts[from], -1, SQLITE_STATIC);
    }
    sqlite3_bind_int(statement, 7, call->two_dates);
    sqlite3_bind_int(statement, 12, call->of_database);
    if (sqlite3_step(statement) != SQLITE_ROW)
        printf("%s\n", sqlite3_errmsg(db));
    for (int i = 0; i < column_count; i++)
        answer.columns[i] = sqlite3_mprintf("%s", sqlite3_column_text(statement, i));
    CHECK(sqlite3_step(statement) == SQLITE_DONE && sqlite3_reset(statement) == SQLITE_OK,
          "no single row: %s", sqlite3_errmsg(db));
    return answer;
}

static void forget(struct answer *answer) {
    for (int i = 0; i < column_count; i++)
        sqlite3_free(answer->columns[i]);
}

static void test_exchanged(sqlite3 *db, sqlite3_stmt *statement) {
    enum { calls = 10000 };
    unsigned long conflicts = 0;
    for (int n = 0; n < calls; n++) {
        struct call call;
        make_call(&call);
        if (random_below(2))
            make_alike(&call);
        struct answer x = ask(db, statement, &call, false), y = ask(db, statement, &call, true);
        int different = -1;
        for (int i = 0; i < column_count; i++) {
            int other = i < column_value_a ? i : column_value_a + column_value_b - i;
            if (strcmp(x.columns[i], y.columns[other]) != 0)
                different = i;
        }
        if (different >= 0)
            CHECK(false, "column %d is %s\n  and %s of\n  %s\n  %s", different,
                  x.columns[different], y.columns[different], call.texts[0], call.texts[1]);
        conflicts += *x.columns[column_value_a] != '\0';
        forget(&x);
        forget(&y);
    }
    CHECK(conflicts > calls / 20, "only %lu pairs have a conflict", conflicts);
    test_figure(calls, "random pairs whose kind does not depend on their order");
}

int main(void) {
    random_state = 41;
    sqlite3 *db = database_open(NULL);
    sqlite3_stmt *statement = NULL;
    CHECK(sqlite3_prepare_v2(db, question, -1, &statement, NULL) == SQLITE_OK, "%s",
          sqlite3_errmsg(db));
    if (statement)
        test_exchanged(db, statement);
    sqlite3_finalize(statement);
    CHECK(sqlite3_close(db) == SQLITE_OK, "something is left open");
    return test_end("functions/test_exchanged");
}
