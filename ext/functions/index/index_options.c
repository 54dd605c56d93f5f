/* index_options.c - see index_options.h. */
#include "index_options.h"

#include "../texts/fold.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

enum option {
    option_content,
    option_content_rowid,
    option_title, /* in the order of enum evidence_column */
    option_time,
    option_source,
    option_fold,
    option_shingle,
    option_bands,
    option_rows,
    option_jaccard_least,
    option_edit_similarity_least,
    option_compared_most,
    option_log_most,
    option_pairs,
    option_clusters,
    option_changes,
    option_kinds,
    option_contradiction_least,
    option_count
};

/* What each may be. Of numbers: a range, whether it is of integers, and the default. */
static const struct {
    const char *name;
    double least, most;
    bool is_number, is_integer;
    double otherwise;
} known[option_count] = {
    [option_content] = {.name = "content"},
    [option_content_rowid] = {.name = "content_rowid"},
    [option_title] = {.name = "title"},
    [option_time] = {.name = "time"},
    [option_source] = {.name = "source"},
    [option_fold] = {.name = "fold"},
    [option_shingle] = {"shingle", 1, shingle_length_max, true, true, 5},
    [option_bands] = {"bands", 1, 128, true, true, 0}, /* see choose(); rows, too */
    [option_rows] = {"rows", 1, 64, true, true, 0},
    [option_jaccard_least] = {"jaccard_least", 0.3, 1, true, false, 0.6},
    [option_edit_similarity_least] = {"edit_similarity_least", 0, 1, true, false, 0},
    [option_compared_most] = {"compared_most", 1, 1000000, true, true, 200},
    [option_log_most] = {"log_most", 16, 16384, true, true, 1024},
    [option_pairs] = {"pairs", 0, 1, true, true, 0},
    [option_clusters] = {"clusters", 0, 1, true, true, 0},
    [option_changes] = {"changes", 0, 1, true, true, 0},
    [option_kinds] = {"kinds", 0, 1, true, true, 0},
    [option_contradiction_least] = {"contradiction_least", 0.2, 1, true, false, 1},
};

/* What was read so far. Nothing is after an error. */
struct reading {
    struct index_options *options;
    char *evidence[evidence_count]; /* names of columns, to be freed */
    double numbers[option_count];
    unsigned given;
    int code;
    char **message;
};

/* Records an error with its message, formatted by sqlite3_mprintf(). */
static void refuse(struct reading *reading, const char *format, ...) {
    assert(reading->code == SQLITE_OK);
    va_list details;
    va_start(details, format);
    *reading->message = sqlite3_vmprintf(format, details);
    va_end(details);
    reading->code = *reading->message ? SQLITE_ERROR : SQLITE_NOMEM;
}

void index_options_free(struct index_options *options) {
    for (int i = 0; i < options->column_count; i++)
        sqlite3_free(options->columns[i]);
    sqlite3_free(options->content);
    sqlite3_free(options->content_rowid);
    memset(options, 0, sizeof *options);
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* A copy without white space around it, and without quotation marks. NULL: no memory. */
static char *dequoted(const char *text, size_t length) {
    for (; length > 0 && is_space(text[length - 1]);)
        length--;
    for (; length > 0 && is_space(*text); text++)
        length--;
    char *copy = sqlite3_mprintf("%.*s", (int)length, text);
    char quote = length > 1 ? *text : '\0';
    char end = quote == '[' ? ']' : quote;
    if (!copy || (quote != '\'' && quote != '"' && quote != '`' && quote != '[') ||
        text[length - 1] != end)
        return copy;
    size_t to = 0;
    for (size_t i = 1; i + 1 < length; i++) {
        copy[to++] = text[i];
        i += text[i] == end && i + 2 < length && text[i + 1] == end;
    }
    copy[to] = '\0';
    return copy;
}

static struct shown_text shown(const char *text) {
    return shown_text((struct argument_bytes){text, strlen(text)});
}

/* Sets *number if the whole value is a number of the range. Returns whether it is. */
static bool number_of(enum option option, const char *value, double *number) {
    size_t digits = strspn(value, "0123456789"), length = strlen(value);
    double found = 0, unit = 0;
    if (length == 0 || length > 20 || strcmp(value, ".") == 0)
        return false;
    if (value[digits] == '.' && !known[option].is_integer)
        digits += 1 + strspn(value + digits + 1, "0123456789");
    for (size_t i = 0; i < digits; i++) {
        unit = value[i] == '.' ? 1 : unit * 10;
        if (value[i] != '.')
            found = found * 10 + (value[i] - '0');
    }
    found /= unit > 0 ? unit : 1;
    if (digits != length || !(found >= known[option].least && found <= known[option].most))
        return false;
    *number = found;
    return true;
}

/*
 * The fewest bands that find a pair of this similarity with the probability that the pipeline asks
 * for in documents: choose.sql.
 */
static uint32_t fewest_bands(double jaccard, uint32_t rows) {
    const double missed = 0.035, most = 1000;
    double found_by_one = pow(jaccard, rows);
    double bands = found_by_one < 1 ? ceil(log(missed) / log1p(-found_by_one)) : 1;
    return (uint32_t)(bands < most ? bands : most);
}

/*
 * Chooses bands and rows that are 0: the most rows with at most 26 bands. A jaccard_least of 0.6
 * gives 25 bands of 4 rows, as the pipeline has for documents; 0.8 gives 19 of 8.
 */
static void choose(struct minhash_parameters *minhash, double jaccard) {
    enum { rows_most = 8, bands_most = 26 };
    uint32_t most = minhash->bands > 0 ? minhash->bands : bands_most;
    if (minhash->rows == 0)
        for (minhash->rows = rows_most;
             minhash->rows > 1 && fewest_bands(jaccard, minhash->rows) > most;)
            minhash->rows--;
    if (minhash->bands == 0)
        minhash->bands = fewest_bands(jaccard, minhash->rows);
    if (minhash->bands > (uint32_t)known[option_bands].most)
        minhash->bands = (uint32_t)known[option_bands].most;
    minhash->hashes = minhash->bands * minhash->rows;
}

/* Takes over `value`. */
static void set_option(struct reading *reading, enum option option, char *value) {
    struct index_options *options = reading->options;
    struct argument_bytes wrong;
    if (known[option].is_number) {
        if (!number_of(option, value, &reading->numbers[option]))
            refuse(reading, "option %s must be %s from %.10g to %.10g, found '%s'",
                   known[option].name, known[option].is_integer ? "an integer" : "a number",
                   known[option].least, known[option].most, shown(value).utf8);
    } else if (option == option_fold) {
        int fold = fold_options((struct argument_bytes){value, strlen(value)}, &wrong);
        options->fold = (unsigned)fold;
        if (fold < 0)
            refuse(reading, "option fold must be " FOLD_OPTIONS_WANTED ", found '%s'",
                   shown_text(wrong).utf8);
    } else if (*value != '\0') {
        *(option == option_content         ? &options->content
          : option == option_content_rowid ? &options->content_rowid
                                           : &reading->evidence[option - option_title]) = value;
        return;
    } else if (option == option_content) {
        options->contentless = true;
    } else if (option == option_content_rowid) {
        refuse(reading, "option content_rowid must name the table's INTEGER PRIMARY KEY");
    } else {
        refuse(reading, "option %s must name a column", known[option].name);
    }
    sqlite3_free(value);
}

static void refuse_option(struct reading *reading, const char *name) {
    sqlite3_str *names = sqlite3_str_new(NULL);
    for (int i = 0; i < option_count; i++)
        sqlite3_str_appendf(names, "%s%s",
                            i == 0                 ? ""
                            : i + 1 < option_count ? ", "
                                                   : " and ",
                            known[i].name);
    char *list = sqlite3_str_finish(names);
    if (list)
        refuse(reading, "there is no option '%s'; the options are %s", shown(name).utf8, list);
    else
        reading->code = SQLITE_NOMEM;
    sqlite3_free(list);
}

/* Reads OPTION = VALUE, whose sign is at `sign`. */
static void read_option(struct reading *reading, const char *argument, const char *sign) {
    char *name = dequoted(argument, (size_t)(sign - argument));
    char *value = dequoted(sign + 1, strlen(sign + 1));
    enum option option = 0;
    while (name && option < option_count && sqlite3_stricmp(name, known[option].name) != 0)
        option++;
    if (!name || !value)
        reading->code = SQLITE_NOMEM;
    else if (option == option_count)
        refuse_option(reading, name);
    else if (reading->given >> option & 1)
        refuse(reading, "option %s is given twice", known[option].name);
    sqlite3_free(name);
    reading->given |= 1u << option;
    if (reading->code == SQLITE_OK)
        set_option(reading, option, value);
    else
        sqlite3_free(value);
}

/* Takes over the name of a column of the text. */
static void add_text(struct reading *reading, char *name) {
    struct index_options *options = reading->options;
    if (!name)
        reading->code = SQLITE_NOMEM;
    else if (options->text_count == index_texts_max)
        refuse(reading, "the text can be in %d columns, found one more: %s", index_texts_max, name);
    else if (*name == '\0')
        refuse(reading, "the name of a column must not be empty");
    if (reading->code != SQLITE_OK) {
        sqlite3_free(name);
        return;
    }
    options->columns[options->text_count] = name;
    options->column_count = ++options->text_count;
}

/* The columns of evidence become columns of the index, unless they are of the text. */
static void add_evidence(struct reading *reading) {
    struct index_options *options = reading->options;
    for (int i = 0; i < evidence_count; i++) {
        int column = 0;
        if (!reading->evidence[i] || reading->code != SQLITE_OK) {
            sqlite3_free(reading->evidence[i]);
            continue;
        }
        while (column < options->column_count &&
               sqlite3_stricmp(options->columns[column], reading->evidence[i]) != 0)
            column++;
        if (column < options->column_count)
            sqlite3_free(reading->evidence[i]);
        else
            options->columns[options->column_count++] = reading->evidence[i];
        options->evidence[i] = column + 1;
    }
}

/* Options that do not go together. */
static void refuse_contradictions(struct reading *reading) {
    static const enum option of_texts[] = {
        option_edit_similarity_least, option_title, option_time, option_source, option_kinds,
        option_contradiction_least};
    const struct index_options *options = reading->options;
    if (reading->code != SQLITE_OK)
        return;
    if (options->text_count == 0)
        refuse(reading, "the first argument must name the column of texts: USING neardup(text)");
    else if (options->content_rowid && !options->content)
        refuse(reading, "option content_rowid needs content, which names its table");
    for (size_t i = 0; options->contentless && i < sizeof of_texts / sizeof *of_texts; i++)
        if (reading->code == SQLITE_OK && reading->given >> of_texts[i] & 1 &&
            !(known[of_texts[i]].is_number &&
              reading->numbers[of_texts[i]] == known[of_texts[i]].otherwise))
            refuse(reading, "option %s needs texts, and content='' keeps none",
                   known[of_texts[i]].name);
}

int index_options_read(struct index_options *options, int count, const char *const *arguments,
                       char **message) {
    struct reading reading = {.options = options, .message = message};
    const double *numbers = reading.numbers;
    *options =
        (struct index_options){.fold = fold_all, .minhash = minhash_defaults(minhash_banded)};
    for (int i = 0; i < option_count; i++)
        reading.numbers[i] = known[i].otherwise;
    for (int i = 0; i < count && reading.code == SQLITE_OK; i++) {
        const char *sign = strchr(arguments[i], '=');
        if (sign)
            read_option(&reading, arguments[i], sign);
        else
            add_text(&reading, dequoted(arguments[i], strlen(arguments[i])));
    }
    add_evidence(&reading);
    options->minhash.shingle = (uint32_t)numbers[option_shingle];
    options->minhash.bands = (uint32_t)numbers[option_bands];
    options->minhash.rows = (uint32_t)numbers[option_rows];
    options->jaccard_least = numbers[option_jaccard_least];
    options->edit_similarity_least = numbers[option_edit_similarity_least];
    options->compared_most = (uint32_t)numbers[option_compared_most];
    options->log_most = (uint32_t)numbers[option_log_most];
    options->contradiction_least = numbers[option_contradiction_least];
    options->clusters = numbers[option_clusters] > 0;
    options->changes = numbers[option_changes] > 0;
    options->kinds = numbers[option_kinds] > 0;
    options->pairs =
        options->clusters || options->changes || options->kinds || numbers[option_pairs] > 0;
    refuse_contradictions(&reading);
    if (reading.code != SQLITE_OK)
        return reading.code;
    if (options->content && !options->content_rowid) {
        options->content_rowid = sqlite3_mprintf("rowid");
        reading.code = options->content_rowid ? SQLITE_OK : SQLITE_NOMEM;
    }
    choose(&options->minhash, options->jaccard_least);
    /* Two pages fill one of SQLite's, of 4,096 bytes; a full log has some dozens of pages. */
    enum { page_least = 20, page_most = 1894, share_of_log = 8 };
    uint32_t share = options->log_most * options->minhash.bands / share_of_log;
    options->page_size = share < page_least ? page_least : share < page_most ? share : page_most;
    return reading.code;
}
