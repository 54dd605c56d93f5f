/*
 * test_evidence_argument.c - the argument evidence of duplicate_kind(): which texts are JSON
 * objects of relations, which numbers they give, and where reading stops in every other text.
 */
#include "database.h"

#include <locale.h>
#include <math.h>

/* The counts are those of 20,000 texts, which are enough for relations to count. */
static const char question[] =
    "SELECT json_extract(features, '$.partners'), json_type(features, '$.partners'), "
    "json_extract(features, '$.apart') FROM duplicate_kind('See 5 lamps lit.', 'See 5 lamps "
    "burn.', "
    "'A', 'B', '', '', 0, 'en', ?, x'', x'', "
    "word_rarities(x'4E44574602000000204E00000000000000000000'))";

static const char validity_question[] =
    "SELECT json_valid(?1), json_extract(CASE WHEN json_valid(?1) THEN ?1 END, '$.partners')";

static sqlite3 *db;
static sqlite3_stmt *statement, *validity;

static sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *prepared = NULL;
    if (sqlite3_prepare_v2(db, sql, -1, &prepared, NULL) != SQLITE_OK) {
        printf("%s\n", sqlite3_errmsg(db));
        abort();
    }
    return prepared;
}

/* What is said of partners: a number, NaN for null, and -1 for nothing, which is a feature of 0. */
struct answer {
    int code;
    double partners, apart;
    char message[300];
};

static struct answer ask(const char *json, size_t length) {
    struct answer answer = {.code = SQLITE_OK, .partners = -1};
    sqlite3_bind_text(statement, 1, json, (int)length, SQLITE_STATIC);
    if (sqlite3_step(statement) == SQLITE_ROW) {
        const char *type = (const char *)sqlite3_column_text(statement, 1);
        if (type)
            answer.partners = strcmp(type, "null") == 0 ? NAN : sqlite3_column_double(statement, 0);
        answer.apart = sqlite3_column_double(statement, 2);
    }
    snprintf(answer.message, sizeof answer.message, "%s", sqlite3_errmsg(db));
    answer.code = sqlite3_reset(statement);
    return answer;
}

/* ---- Numbers ---- */

/* SQLite's own JSON says what they are. */
static const char *const numbers[] = {
    "1",        "12",     "0.5",    "-2.25",  "1e2",
    "1E+2",     "25e-2",  "-1.5e1", "1.0",    "123456789012345",
    "0.000001", "1e-300", "1e300",  "1e-400", "0",
    "-0",       "0e0",    "0e999",  "null",   "1e-99999999999999999999",
    "0.0e-999"};

static bool same(double x, double y) {
    return isnan(x) ? isnan(y) : x == y || fabs(x - y) < 1e-14 * fabs(y);
}

static void test_numbers(const char *how) {
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char json[100];
        size_t length = (size_t)snprintf(json, sizeof json, "{\"partners\":%s}", numbers[i]);
        struct answer found = ask(json, length);
        sqlite3_bind_text(validity, 1, json, (int)length, SQLITE_STATIC);
        REQUIRE(sqlite3_step(validity) == SQLITE_ROW);
        double number = sqlite3_column_double(validity, 1);
        if (sqlite3_column_type(validity, 1) == SQLITE_NULL)
            number = NAN;
        sqlite3_reset(validity);
        CHECK(found.code == SQLITE_OK && same(found.partners, number == 0 ? -1 : number),
              "%s%s: %g, %s", numbers[i], how, found.partners, found.message);
    }
}

/* The number does not depend on the sign that the locale puts before decimals. */
static void test_locale(void) {
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8",  "fr_FR.UTF-8", "nl_NL.UTF-8",
                                        "pl_PL.UTF-8", "ru_RU.UTF-8", "de_DE"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++)
        found = setlocale(LC_NUMERIC, names[i]) && strcmp(localeconv()->decimal_point, ",") == 0;
    if (found)
        test_numbers(" with decimal commas");
    else
        test_skip("functions/test_evidence_argument: there is no locale with decimal commas");
    setlocale(LC_NUMERIC, "C");
}

/* ---- Objects ---- */

static const struct {
    const char *json;
    double partners, apart;
} objects[] = {
    {"", NAN, 0},
    {" \t\r\n", NAN, 0},
    {"{}", NAN, 0},
    {" { } ", NAN, 0},
    {"{\"apart\":2}", NAN, 2},
    {"{\"partners\":3,\"apart\":0.25}", 3, 0.25},
    {"{\"apart\":0.25,\"partners\":3}", 3, 0.25},
    {"\n{\t\"partners\" :\r3 , \"apart\"\n: 0.25 }\n", 3, 0.25},
    {"{\"partners\":3,\"partners\":4}", 4, 0},
    {"{\"agreed\":0,\"partners\":3,\"agreed\":null}", 3, 0},
    {"{\"partners\":3,\"partners\":null}", NAN, 0},
    {"{\"partners\":null,\"apart\":null}", NAN, 0},
};

static void test_objects(void) {
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++) {
        struct answer found = ask(objects[i].json, strlen(objects[i].json));
        bool nothing = i < 2; /* without evidence, its features are left out */
        CHECK(found.code == SQLITE_OK && found.apart == objects[i].apart &&
                  (nothing ? found.partners == -1 : same(found.partners, objects[i].partners)),
              "%s: %g, %g, %s", objects[i].json, found.partners, found.apart, found.message);
    }
}

/* ---- Errors ---- */

/* What is refused whole, and as a value of partners, parted by bars, with a mark where reading
 * stops. */
static const char mistakes[] =
    "^x|^[]|^3|^null|^\"partners\"|{^| {^|{^]|{}^}|{} ^x|{^,}|{^partners:3}|{^'partners':3}|"
    "{\"partners^|{\"\u00E9\u00E9^|{\"partners\"^|{\"partners\" ^3}|{\"agreed\":^true}";
static const char wrong_values[] =
    "^|^}|3^|3,^|3,^}|3^;}|3 ^\"apart\":1}|3}^{\"partners\":3}|^\"3\"}|^true}|^nul}|null^l}|^NULL}|"
    "^NaN}|^[1]}|^{}}|0^3}|-0^0}|-^}|-^ 3}|^+3}|^.5}|3.^}|3.^e1}|3e^}|3e+^}|3e+^-1}|3 ^e1}|0^x3}|"
    "3,^5}|1e999^}|-1e309^}";
static const char strange_names[] = "|partner|agree|agreeds|Partners|partners |words|rarity|"
                                    "\\u0070artners|\u00E9|partners\":3,\"x";

static const char refusal[] =
    "duplicate_kind(): argument evidence must be a JSON object of numbers; stopped at character ";
static const char unknown[] =
    "duplicate_kind(): argument evidence must be the name of a feature of the database, found ";

/* Each text of a list, with what is before and after all, is refused at its mark, or as an unknown
 * name. */
static void check_refused(const char *begin, const char *list, const char *end) {
    size_t length;
    for (bool more = true; more; list += length + 1) {
        char json[100], expected[200];
        length = strcspn(list, "|");
        size_t before = strcspn(list, "^|"), marked = list[before] == '^';
        int stopped = 1 + (int)strlen(begin);
        for (size_t i = 0; i < before; i++)
            stopped += (list[i] & 0xC0) != 0x80; /* characters, not bytes */
        snprintf(json, sizeof json, "%s%.*s%.*s%s", begin, (int)before, list,
                 (int)(length - before - marked), list + before + marked, end);
        snprintf(expected, sizeof expected, "%s%d", refusal, stopped);
        struct answer found = ask(json, strlen(json));
        CHECK(found.code == SQLITE_ERROR &&
                  (marked ? strcmp(found.message, expected)
                          : strncmp(found.message, unknown, strlen(unknown))) == 0,
              "%s: %d, %s", json, found.code, found.message);
        more = list[length] == '|';
    }
}

static void test_mistakes(void) {
    check_refused("", mistakes, "");
    check_refused("{\"partners\":", wrong_values, "");
    check_refused("{\"", strange_names, "\":3}");
}

/* ---- Any texts ---- */

static bool is_valid(const char *json, size_t length) {
    sqlite3_bind_text(validity, 1, json, (int)length, SQLITE_STATIC);
    bool valid = sqlite3_step(validity) == SQLITE_ROW && sqlite3_column_int(validity, 0) == 1;
    sqlite3_reset(validity);
    return valid;
}

static bool is_blank(const char *json, size_t length) {
    size_t at = 0;
    while (at < length && strchr(" \t\r\n", json[at]) && json[at])
        at++;
    return at == length;
}

/* Either JSON with an answer, or an error that tells why. */
static bool is_judged(const char *json, size_t length) {
    struct answer found = ask(json, length);
    if (found.code == SQLITE_OK)
        return is_blank(json, length) || is_valid(json, length);
    long stopped = strtol(found.message + strlen(refusal), NULL, 10);
    return found.code == SQLITE_ERROR && (strncmp(found.message, unknown, strlen(unknown)) == 0 ||
                                          (strncmp(found.message, refusal, strlen(refusal)) == 0 &&
                                           stopped >= 1 && stopped <= (long)length + 1));
}

static const char good[] = " {\"partners\" : -12.5e+1, \"apart\":null,\"pairs\":0.25}";

/* Each beginning of a good text, and the text with any byte anywhere, or without a byte. */
static void test_changed_texts(void) {
    enum { length = sizeof good - 1 };
    unsigned long wrong = 0, tried = 0;
    char text[length + 1];
    for (size_t end = 1; end < length; end++, tried++)
        wrong += !is_judged(good, end) || (end > 1 && ask(good, end).code == SQLITE_OK);
    for (size_t at = 0; at < length; at++) {
        for (int byte = 1; byte < 256; byte++, tried++) {
            memcpy(text, good, length);
            text[at] = (char)byte;
            wrong += !is_judged(text, length);
        }
        memcpy(text, good, at);
        memcpy(text + at, good + at + 1, length - at - 1);
        wrong += !is_judged(text, length - 1);
    }
    CHECK(wrong == 0, "%lu texts are misjudged", wrong);
    test_figure(tried, "texts with mistakes as evidence");
}

/* Nothing is nested, so depth costs nothing; long numbers and names end. */
static void test_long_texts(void) {
    static const struct {
        const char *begin, *unit;
        int code;
    } texts[] = {{"", "[", SQLITE_ERROR},
                 {"", "{\"partners\":", SQLITE_ERROR},
                 {"{\"partners\":", "[", SQLITE_ERROR},
                 {"{\"partners\":", "9", SQLITE_ERROR},
                 {"{\"partners\":0.", "0", SQLITE_ERROR},
                 {"{\"partners\":1e", "9", SQLITE_ERROR},
                 {"{\"", "partners", SQLITE_ERROR},
                 {"{\"partners\":1", ",\"partners\":1", SQLITE_ERROR},
                 {"", " ", SQLITE_OK}};
    enum { size = 1000000 };
    char *text = required(malloc(size));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t begin = strlen(texts[i].begin), unit = strlen(texts[i].unit);
        memcpy(text, texts[i].begin, begin);
        for (size_t at = begin; at < size; at++)
            text[at] = texts[i].unit[(at - begin) % unit];
        struct answer found = ask(text, size);
        CHECK(found.code == texts[i].code, "%s%s...: %d, %s", texts[i].begin, texts[i].unit,
              found.code, found.message);
    }
    free(text);
}

int main(void) {
    db = database_open(NULL);
    statement = prepare(question);
    validity = prepare(validity_question);
    test_numbers("");
    RUN_TESTS(test_locale, test_objects, test_mistakes, test_changed_texts, test_long_texts);
    sqlite3_finalize(statement);
    sqlite3_finalize(validity);
    CHECK(sqlite3_close(db) == SQLITE_OK, "something is left open");
    return test_end("functions/test_evidence_argument");
}
