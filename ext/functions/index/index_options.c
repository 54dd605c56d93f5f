/* index_options.c - see index_options.h. */
#include "index_options.h"

#include "../texts/fold_options.h"

#include <math.h>
#include <string.h>

enum option {
    option_content,
    option_content_rowid,
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
    option_count
};

/* What each may be. Of numbers: a range, and whether it is of integers. */
static const struct {
    const char *name;
    double least, most;
    bool is_number, is_integer;
} known[option_count] = {
    [option_content] = {.name = "content"},
    [option_content_rowid] = {.name = "content_rowid"},
    [option_fold] = {.name = "fold"},
    [option_shingle] = {"shingle", 1, shingle_length_max, true, true},
    [option_bands] = {"bands", 1, 128, true, true},
    [option_rows] = {"rows", 1, 64, true, true},
    [option_jaccard_least] = {"jaccard_least", 0.3, 1, true, false},
    [option_edit_similarity_least] = {"edit_similarity_least", 0, 1, true, false},
    [option_compared_most] = {"compared_most", 1, 1000000, true, true},
    [option_log_most] = {"log_most", 16, 16384, true, true},
    [option_pairs] = {"pairs", 0, 1, true, true},
    [option_clusters] = {"clusters", 0, 1, true, true},
};

void index_options_free(struct index_options *options) {
    sqlite3_free(options->column);
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

/* The whole value is a number of the range; sets *number. */
static bool number_of(enum option option, const char *value, double *number) {
    size_t digits = strspn(value, "0123456789"), length = strlen(value);
    if (length == 0 || length > 20)
        return false;
    if (value[digits] == '.' && !known[option].is_integer)
        digits += 1 + strspn(value + digits + 1, "0123456789");
    *number = 0;
    double unit = 0;
    for (size_t i = 0; i < digits; i++)
        if (value[i] == '.')
            unit = 1;
        else {
            *number = *number * 10 + (value[i] - '0');
            unit *= 10;
        }
    *number /= unit > 0 ? unit : 1;
    return digits == length && *number >= known[option].least && *number <= known[option].most;
}

static char *refuse_number(enum option option, const char *value) {
    const struct shown_text shown = shown_text((struct argument_bytes){value, strlen(value)});
    return known[option].is_integer
               ? sqlite3_mprintf("option %s must be an integer from %d to %d, found '%s'",
                                 known[option].name, (int)known[option].least,
                                 (int)known[option].most, shown.utf8)
               : sqlite3_mprintf("option %s must be a number from %g to %g, found '%s'",
                                 known[option].name, known[option].least, known[option].most,
                                 shown.utf8);
}

/*
 * The bands and rows that find a pair of similarity jaccard_least with the probability that the
 * pipeline asks for in documents (choose.sql): the most rows with at most 26 bands. 0.6 gives the
 * 25 bands of 4 rows that it uses there; 0.8 gives 19 of 8.
 */
static uint32_t fewest_bands(double jaccard, uint32_t rows) {
    const double missed = 0.035, most = 1000;
    double found_by_one = pow(jaccard, rows);
    double bands = found_by_one < 1 ? ceil(log(missed) / log1p(-found_by_one)) : 1;
    return (uint32_t)(bands < most ? bands : most);
}

static void choose(struct minhash_parameters *minhash, double jaccard, bool bands, bool rows) {
    enum { rows_most = 8, bands_most = 26 };
    uint32_t most = bands ? minhash->bands : bands_most;
    if (!rows)
        for (minhash->rows = rows_most;
             minhash->rows > 1 && fewest_bands(jaccard, minhash->rows) > most;)
            minhash->rows--;
    if (!bands)
        minhash->bands = fewest_bands(jaccard, minhash->rows);
    if (!bands && minhash->bands > (uint32_t)known[option_bands].most)
        minhash->bands = (uint32_t)known[option_bands].most;
    minhash->hashes = minhash->bands * minhash->rows;
}

/* Takes over `value`. */
static int set_option(struct index_options *options, enum option option, char *value,
                      char **message) {
    double number = 0;
    if (known[option].is_number && !number_of(option, value, &number)) {
        *message = refuse_number(option, value);
        sqlite3_free(value);
        return SQLITE_ERROR;
    }
    struct argument_bytes wrong;
    int fold;
    switch (option) {
    case option_content:
    case option_content_rowid: {
        char **place = option == option_content ? &options->content : &options->content_rowid;
        bool empty = *value == '\0';
        options->contentless |= empty && option == option_content;
        if (!empty)
            *place = value;
        else
            sqlite3_free(value);
        if (empty && option == option_content_rowid)
            *message = sqlite3_mprintf("option content_rowid must name the table's INTEGER PRIMARY "
                                       "KEY");
        return *message ? SQLITE_ERROR : SQLITE_OK;
    }
    case option_fold:
        fold = fold_options((struct argument_bytes){value, strlen(value)}, &wrong);
        options->fold = (unsigned)fold;
        if (fold < 0)
            *message = sqlite3_mprintf("option fold must be " FOLD_OPTIONS_WANTED ", found '%s'",
                                       shown_text(wrong).utf8);
        sqlite3_free(value);
        return fold < 0 ? SQLITE_ERROR : SQLITE_OK;
    case option_shingle:
        options->minhash.shingle = (uint32_t)number;
        break;
    case option_bands:
        options->minhash.bands = (uint32_t)number;
        break;
    case option_rows:
        options->minhash.rows = (uint32_t)number;
        break;
    case option_jaccard_least:
        options->jaccard_least = number;
        break;
    case option_edit_similarity_least:
        options->edit_similarity_least = number;
        break;
    case option_compared_most:
        options->compared_most = (uint32_t)number;
        break;
    case option_log_most:
        options->log_most = (uint32_t)number;
        break;
    case option_pairs:
        options->pairs = number > 0;
        break;
    default:
        options->clusters = number > 0;
    }
    sqlite3_free(value);
    return SQLITE_OK;
}

static char *refuse_option(const char *name) {
    sqlite3_str *names = sqlite3_str_new(NULL);
    for (int i = 0; i < option_count; i++)
        sqlite3_str_appendf(names, "%s%s",
                            i == 0                 ? ""
                            : i + 1 < option_count ? ", "
                                                   : " and ",
                            known[i].name);
    char *list = sqlite3_str_finish(names);
    char *message =
        list ? sqlite3_mprintf("there is no option '%s'; the options are %s",
                               shown_text((struct argument_bytes){name, strlen(name)}).utf8, list)
             : NULL;
    sqlite3_free(list);
    return message;
}

/* Reads OPTION = VALUE, whose sign is at `sign`. */
static int read_option(struct index_options *options, const char *argument, const char *sign,
                       unsigned *given, char **message) {
    char *name = dequoted(argument, (size_t)(sign - argument));
    char *value = dequoted(sign + 1, strlen(sign + 1));
    enum option option = 0;
    if (!name || !value) {
        sqlite3_free(name);
        sqlite3_free(value);
        return SQLITE_NOMEM;
    }
    while (option < option_count && sqlite3_stricmp(name, known[option].name) != 0)
        option++;
    if (option == option_count)
        *message = refuse_option(name);
    else if (*given >> option & 1)
        *message = sqlite3_mprintf("option %s is given twice", known[option].name);
    sqlite3_free(name);
    if (option == option_count || *given >> option & 1) {
        sqlite3_free(value);
        return SQLITE_ERROR;
    }
    *given |= 1u << option;
    return set_option(options, option, value, message);
}

int index_options_read(struct index_options *options, int count, const char *const *arguments,
                       char **message) {
    *options = (struct index_options){.fold = fold_all,
                                      .minhash = minhash_defaults(minhash_banded),
                                      .jaccard_least = 0.6,
                                      .compared_most = 200,
                                      .log_most = 1024};
    options->minhash.shingle = 5;
    unsigned given = 0;
    int code = SQLITE_OK;
    for (int i = 0; i < count && code == SQLITE_OK; i++) {
        const char *sign = strchr(arguments[i], '=');
        if (sign) {
            code = read_option(options, arguments[i], sign, &given, message);
        } else if (options->column) {
            *message = sqlite3_mprintf("an index has one column, found %s and %s", options->column,
                                       arguments[i]);
            code = SQLITE_ERROR;
        } else {
            options->column = dequoted(arguments[i], strlen(arguments[i]));
            code = options->column ? SQLITE_OK : SQLITE_NOMEM;
        }
    }
    if (code == SQLITE_OK && (!options->column || *options->column == '\0')) {
        *message = sqlite3_mprintf("the first argument must name the column of texts: "
                                   "USING neardup(text)");
        code = SQLITE_ERROR;
    }
    if (code == SQLITE_OK && options->content_rowid && !options->content) {
        *message = sqlite3_mprintf("option content_rowid needs content, which names its table");
        code = SQLITE_ERROR;
    }
    if (code == SQLITE_OK && options->contentless && options->edit_similarity_least > 0) {
        *message = sqlite3_mprintf("option edit_similarity_least needs texts, and content='' keeps "
                                   "none");
        code = SQLITE_ERROR;
    }
    if (code == SQLITE_OK && options->content && !options->content_rowid) {
        options->content_rowid = sqlite3_mprintf("rowid");
        code = options->content_rowid ? SQLITE_OK : SQLITE_NOMEM;
    }
    options->pairs |= options->clusters;
    choose(&options->minhash, options->jaccard_least, given >> option_bands & 1,
           given >> option_rows & 1);
    /* Two pages fill one of SQLite's, of 4,096 bytes; a full log has some dozens of pages. */
    enum { page_least = 20, page_most = 1894, share_of_log = 8 };
    uint32_t share = options->log_most * options->minhash.bands / share_of_log;
    options->page_size = share < page_least ? page_least : share < page_most ? share : page_most;
    return code == SQLITE_ERROR && !*message ? SQLITE_NOMEM : code;
}
