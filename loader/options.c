/* options.c - see options.h. */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "options.h"

#include "../ext/core/text/language_code.h"
#include "base/ascii.h"
#include "base/memory_bound.h"
#include "base/number.h"
#include "input/encoding.h"
#include "scheduler.h" /* scheduler_threads_max */
#include "text/message.h"

#include <assert.h>
#include <errno.h>
#ifdef __linux__
#include <sched.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h> /* sysconf */

const char options_usage[] =
    "usage: neardup load [options] FILE... DB\n"
    "\n"
    "Loads MediaWiki dumps, web archives, other collections of texts, or word vectors\n"
    "into the SQLite database DB, and creates it if necessary. Articles are cleaned of\n"
    "their markup and split into sentences. FILE may be compressed (.bz2, .gz, .xz, .zst,\n"
    ".lzma; one stream or many); - is standard input.\n"
    "\n"
    "  --format NAME      format of the files: mediawiki, text, csv, tsv, jsonl;\n"
    "                     sqlite, a database; warc, a web archive (WARC, WET);\n"
    "                     word2vec, glove or fasttext, word vectors.\n"
    "                     By default it is recognised by each file's beginning and\n"
    "                     name, and neardup prints the format that it chose\n"
    "  --language CODE    language of the text, such as en. By default the dump, or\n"
    "                     each web page, names it; in other formats the rules common\n"
    "                     to all languages split sentences\n"
    "  --threads N        number of threads (default: one for each processor); the\n"
    "                     result does not depend on it\n"
    "  --memory MB        memory that a load may take (default and least: 768). A record or\n"
    "                     a row may take a 48th of it: 16 MiB by default\n"
    "  --part K/N         load the K-th of N parts of each file; together they make up\n"
    "                     the file. For .bz2 files and files that are not compressed\n"
    "  --adding           note in the table adding what is loaded, as neardup add does\n"
    "  --alone            refuse a DB that holds only other files\n"
    "  --quiet, -q        print no progress and no summary\n"
    "  --help, -h         print this text\n"
    "  --version          print the version\n"
    "  --                 treat all further words as files\n"
    "\n"
    "mediawiki only:\n"
    "  --namespaces LIST  namespaces to load: numbers such as 0,4,10, or all\n"
    "                     (default: 0, the articles)\n"
    "  --history          keep every revision and its sentences, not only the newest\n"
    "  --text-only        keep no categories, links or infoboxes\n"
    "\n"
    "not for mediawiki, warc and word vectors:\n"
    "  --whole            do not split texts\n"
    "  --whole-if-short   do not split texts if they are short; neardup says which\n"
    "  --split            split into sentences, however short (the default)\n"
    "  --encoding NAME    encoding of the files, such as latin1 (default: UTF-8)\n"
    "\n"
    "text only:\n"
    "  --document WHAT    what a document is: a line (the default) or a file\n"
    "\n"
    "csv, tsv, jsonl and sqlite only:\n"
    "  --columns LIST     names of the columns or members to load (default:\n"
    "                     text=text,title=title,id=id,time=time); only the text is\n"
    "                     required. By default it is the column called text, or else\n"
    "                     the one whose texts are by far the longest. text=NAME,NAME:\n"
    "                     their values, joined by a space. key=NAME, once or more: what\n"
    "                     identifies the row (default: the id, or a column such as\n"
    "                     ticket_id); carry=NAME: like --carry; language=NAME: the code\n"
    "                     of its language. 'text=\"a, b\"': a name with a comma\n"
    "  --columns-if-there LIST\n"
    "                     like --columns, but ignores columns that a file lacks\n"
    "  --carry LIST       names of further columns to keep, in the table carried\n"
    "  --no-header        csv and tsv: the first line is data, not column names, and\n"
    "                     columns have numbers: --columns text=3\n"
    "  --delimiter C      csv: the character between two fields, such as ';' or tab\n"
    "                     (default: a comma)\n"
    "\n"
    "sqlite only:\n"
    "  --table NAME       the table or view to load\n"
    "  --query SELECT     load the rows of this query\n"
    "\n"
    "word2vec (text or binary), glove and fasttext (.vec) only:\n"
    "  --words-most N     load the first N words, which are the most frequent\n"
    "\n"
    "To continue an interrupted load, give the same command again.\n"
    "\n"
    "Exit status: 0 everything was loaded; 1 an error; 2 wrong usage: an unknown option,\n"
    "a wrong value, too few arguments; 3 loaded, but parts of a file were damaged (the\n"
    "table damage lists them); 129, 130 or 143 stopped by a closed terminal, Ctrl-C or\n"
    "SIGTERM; 141 the program that reads the output closed it.\n";

/* An unknown code would change nothing, so it must be a mistake. */
static bool parse_language(struct options *options, const char *word, struct failure *failure) {
    options->language = word;
    return language_code_is_known(word, strlen(word)) ||
           fail(failure, "--language: must be " LANGUAGE_CODE_EXPECTED ", found '%.20s'", word);
}

/* Keeps them sorted and unique, so that 0,4 and 4,0 are the same option. */
static void add_namespace(struct options *options, int64_t number) {
    int at = options->namespace_count;
    assert(at < options_namespaces_max);
    for (int i = 0; i < options->namespace_count; i++)
        if (options->namespaces[i] == number)
            return;
    for (; at > 0 && options->namespaces[at - 1] > number; at--)
        options->namespaces[at] = options->namespaces[at - 1];
    options->namespaces[at] = number;
    options->namespace_count++;
}

static bool parse_namespaces(struct options *options, const char *list, struct failure *failure) {
    options->all_namespaces = strcmp(list, "all") == 0;
    options->namespace_count = 0;
    for (const char *at = list; !options->all_namespaces;) {
        char *end;
        errno = 0;
        long number = strtol(at, &end, 10);
        if (end == at || errno || (*end != ',' && *end != '\0'))
            return fail(failure,
                        "--namespaces: expected numbers separated by commas, such as 0,4,10, or "
                        "all, found '%s'",
                        list);
        if (options->namespace_count == options_namespaces_max)
            return fail(
                failure,
                "--namespaces: expected at most %d numbers, found more; all loads every namespace",
                options_namespaces_max);
        add_namespace(options, number);
        if (*end == '\0')
            break;
        at = end + 1;
    }
    return true;
}

/* One part is the whole file. */
static bool parse_part(struct options *options, const char *word, struct failure *failure) {
    const char *slash = strchr(word, '/');
    int64_t part = 0, parts = 0;
    bool good = slash && integer_read(word, (size_t)(slash - word), &part) &&
                integer_read(slash + 1, strlen(slash + 1), &parts) && part >= 1 && part <= parts &&
                parts <= options_parts_max;
    options->part = parts > 1 ? (int)part : 0;
    options->parts = parts > 1 ? (int)parts : 0;
    return good || fail(failure,
                        "--part: expected K/N, the K-th of N parts, with N up to %d, found '%.40s'",
                        options_parts_max, word);
}

/* It must fit into the description of the options. */
static bool parse_query(struct options *options, const char *query, struct failure *failure) {
    options->query = query;
    return strlen(query) <= options_query_max ||
           fail(failure, "--query: expected at most %d bytes, found %zu; make it a view",
                options_query_max, strlen(query));
}

/* The processors that this program may run on. */
static int processors(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
#ifdef __linux__
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        count = CPU_COUNT(&set);
#endif
    return count < 1 ? 1 : count > scheduler_threads_max ? scheduler_threads_max : (int)count;
}

static bool parse_encoding(struct options *options, const char *name, struct failure *failure) {
    options->encoding = name;
    return encoding_is_known(name) ||
           fail(failure,
                "--encoding: iconv knows no encoding called '%.40s'; iconv -l lists those it knows",
                name);
}

static bool parse_delimiter(struct options *options, const char *word, struct failure *failure) {
    bool tab = strcmp(word, "tab") == 0 || strcmp(word, "\\t") == 0;
    options->delimiter = tab ? '\t' : word[0];
    return tab ||
           (strlen(word) == 1 && (unsigned char)word[0] < 0x80 && !strchr("\"\r\n", word[0])) ||
           fail(failure,
                "--delimiter: expected one ASCII character, such as ; or |, or tab, found "
                "'%.40s'",
                word);
}

/* With --no-header the names of columns are numbers. A column that is not named is not there. */
static bool number_columns(struct options *options, struct failure *failure) {
    enum { most = 1000000 };
    for (int i = 0; options->no_header && i < options->columns.count; i++) {
        char *name = options->columns.names[i], *end;
        if (!options->columns.asked[i])
            name[0] = '\0';
        long number = strtol(name, &end, 10);
        if (name[0] && (!ascii_is_digit(name[0]) || *end || number < 1 || number > most))
            return fail(failure,
                        "--columns: with --no-header a column is called by its number, 1 or more, "
                        "found '%s=%s'",
                        columns_role(&options->columns, i), name);
        if (name[0])
            snprintf(name, sizeof options->columns.names[i], "%ld", number);
    }
    return true;
}

static bool parse_format(struct options *options, const char *name, struct failure *failure) {
    options->format = format_find(name);
    return options->format ||
           fail(failure, "--format: expected one of %s, found '%s'", format_names, name);
}

static bool parse_document(struct options *options, const char *word, struct failure *failure) {
    options->document = strcmp(word, "file") == 0 ? document_file : document_line;
    return options->document == document_file || strcmp(word, "line") == 0 ||
           fail(failure, "--document: expected line or file, found '%s'", word);
}

static bool parse_columns(struct options *options, const char *list, struct failure *failure) {
    return columns_parse(&options->columns, false, "--columns", list, failure);
}

/* Which files have them is known when they are opened. */
static bool parse_earlier_columns(struct options *options, const char *list,
                                  struct failure *failure) {
    columns_default(&options->earlier);
    return !list[0] || columns_parse(&options->earlier, false, "--columns-if-there", list, failure);
}

static bool parse_carry(struct options *options, const char *list, struct failure *failure) {
    return columns_parse(&options->columns, true, "--carry", list, failure);
}

#define PLACE(field) offsetof(struct options, field)

static const struct option {
    const char *name;
    const char *value; /* what its value is; NULL: it has none, and sets the bool at `place` */
    unsigned needs;    /* of enum format_option: what the format must have */
    bool (*parse)(struct options *options, const char *value, struct failure *failure);
    size_t place; /* of a bool; or of a string or a number, which need no `parse` */
    int64_t most; /* of a number, from 1 on; 0: it is a string */
} known_options[] = {
    {"--format", "a name", 0, parse_format, 0, 0},
    {"--language", "a code", format_option_language, parse_language, 0, 0},
    {"--threads", "a number", 0, NULL, PLACE(threads), scheduler_threads_max},
    {"--memory", "a number", 0, NULL, PLACE(memory), memory_most},
    {"--part", "K/N", 0, parse_part, 0, 0},
    {"--namespaces", "a list of numbers", format_option_pages, parse_namespaces, 0, 0},
    {"--document", "line or file", format_option_document, parse_document, 0, 0},
    {"--columns", "a list of names", format_option_columns, parse_columns, 0, 0},
    {"--columns-if-there", "a list of names", 0, parse_earlier_columns, 0, 0},
    {"--delimiter", "a character", format_option_delimiter, parse_delimiter, 0, 0},
    {"--encoding", "a name", format_option_encoding, parse_encoding, 0, 0},
    {"--carry", "a list of names", format_option_columns, parse_carry, 0, 0},
    {"--table", "a name", format_option_tables, NULL, PLACE(table), 0},
    {"--query", "a SELECT", format_option_tables, parse_query, 0, 0},
    {"--words-most", "a number", format_option_words, NULL, PLACE(words_most), INT64_MAX},
    {"--history", NULL, format_option_pages, NULL, PLACE(history), 0},
    {"--text-only", NULL, format_option_pages, NULL, PLACE(text_only), 0},
    {"--whole", NULL, format_option_whole, NULL, PLACE(whole), 0},
    {"--whole-if-short", NULL, 0, NULL, PLACE(whole_if_short), 0},
    {"--split", NULL, 0, NULL, PLACE(split), 0},
    {"--no-header", NULL, format_option_header, NULL, PLACE(no_header), 0},
    {"--adding", NULL, 0, NULL, PLACE(adding), 0},
    {"--alone", NULL, 0, NULL, PLACE(alone), 0},
    {"--quiet", NULL, 0, NULL, PLACE(quiet), 0},
    {"-q", NULL, 0, NULL, PLACE(quiet), 0},
    {"--help", NULL, 0, NULL, PLACE(help), 0},
    {"-h", NULL, 0, NULL, PLACE(help), 0},
    {"--version", NULL, 0, NULL, PLACE(version), 0},
};

static bool parse_number(const struct option *option, const char *word, int64_t *number,
                         struct failure *failure) {
    bool good = integer_read(word, strlen(word), number) && *number >= 1 && *number <= option->most;
    return good || (option->most < INT64_MAX
                        ? fail(failure, "%s: expected a number from 1 to %lld, found '%.40s'",
                               option->name, (long long)option->most, word)
                        : fail(failure, "%s: expected a number of words, 1 or more, found '%.40s'",
                               option->name, word));
}

/*
 * Reads the option at words[*at] and its value, which follows '=' or is the next word. Adds to
 * options->needs what the option requires of the format, which may be named later.
 */
static bool parse_option(struct options *options, int count, char **words, int *at,
                         struct failure *failure) {
    const char *word = words[*at];
    for (size_t i = 0; i < sizeof known_options / sizeof *known_options; i++) {
        const struct option *option = &known_options[i];
        size_t length = strlen(option->name);
        if (strncmp(word, option->name, length) != 0)
            continue;
        bool attached = option->value && word[length] == '=';
        if (word[length] != '\0' && !attached)
            continue;
        options->needs |= option->needs;
        void *place = (char *)options + option->place;
        if (!option->value) {
            *(bool *)place = true;
            return true;
        }
        if (!attached && *at + 1 == count)
            return fail(failure, "%s: %s is missing", option->name, option->value);
        const char *value = attached ? word + length + 1 : words[++*at];
        if (option->parse)
            return option->parse(options, value, failure);
        if (option->most == 0)
            *(const char **)place = value;
        return option->most == 0 || parse_number(option, value, place, failure);
    }
    return fail(failure, "there is no option %s; neardup load --help lists the options", word);
}

bool options_fit(const struct options *options, struct failure *failure) {
    static const struct {
        unsigned option; /* of enum format_option */
        const char *use;
    } uses[] = {
        {format_option_pages, "--namespaces, --history and --text-only are for --format mediawiki"},
        {format_option_columns, "--columns and --carry are for --format csv, tsv, jsonl or sqlite"},
        {format_option_tables, "--table and --query are for --format sqlite"},
        {format_option_document, "--document is for --format text"},
        {format_option_delimiter, "--delimiter is for --format csv"},
        {format_option_header, "--no-header is for --format csv or tsv"},
        {format_option_encoding, "--encoding is for --format text, csv, tsv or jsonl"},
        {format_option_whole, "--whole is for --format text, csv, tsv, jsonl or sqlite"},
        {format_option_words, "--words-most is for --format word2vec, glove or fasttext"},
    };
    unsigned missing = options->needs & ~options->format->options;
    const char *name = options->format->name;
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        if (missing & uses[i].option)
            return fail(failure, "%s, not %s", uses[i].use, name);
    if (options->table && options->query)
        return fail(failure, "expected --table or --query, found both");
    if (missing & format_option_language ||
        (options->part > 0 && options->format->options & format_option_words))
        return fail(failure, "%s is for texts, not for the word vectors of --format %s",
                    missing & format_option_language ? "--language" : "--part", name);
    return true;
}

bool options_settle_key(struct options *options, struct failure *failure) {
    assert(options->format);
    struct columns *columns = &options->columns;
    const char *id = columns->names[column_id];
    unsigned has = options->format->options;
    if (columns->key_named || columns->key_open || !id[0] || !(has & format_option_columns) ||
        (has & format_option_tables))
        return true;
    return columns_add_key(columns, id) ||
           fail(failure, "--carry: more than %d columns in all", columns_max);
}

/* All words that are not options: the files and, last, the database. */
static bool take_files(struct options *options, int count, char **words, struct failure *failure) {
    if (count < 2)
        return fail(failure,
                    "expected at least one FILE and then DB, found %d file name%s; see "
                    "neardup load --help",
                    count, count == 1 ? "" : "s");
    options->files = words;
    options->file_count = count - 1;
    options->database = words[count - 1];
    if (options->database[0] == '\0' || strcmp(options->database, ":memory:") == 0)
        return fail(failure,
                    "DB must be the name of a file, found '%s': a temporary database is lost when "
                    "the program ends",
                    options->database);
    if (strncmp(options->database, "file:", 5) == 0)
        return fail(failure,
                    "DB must be the name of a file, found the URI '%s'; if a file is called that, "
                    "write ./ before it",
                    options->database);
    return true;
}

bool options_parse(struct options *options, int count, char **words, struct failure *failure) {
    *options =
        (struct options){.namespace_count = 1, .threads = processors(), .memory = memory_usual};
    columns_default(&options->columns);
    int files = 0;
    bool only_files = false;
    for (int i = 1; i < count; i++) {
        if (!only_files && strcmp(words[i], "--") == 0)
            only_files = true;
        else if (!only_files && words[i][0] == '-' && words[i][1] != '\0') {
            if (!parse_option(options, count, words, &i, failure))
                return false;
        } else
            words[files++] = words[i];
    }
    if (options->help || options->version)
        return true;
    /* Some options tell the format; that of a file that none of them tells is recognised. */
    if (!options->format && options->needs)
        options->format = format_only(options->needs);
    if (!options->format && options->needs & format_option_pages)
        options->format = format_find("mediawiki");
    return (!options->format || options_fit(options, failure)) &&
           number_columns(options, failure) && take_files(options, files, words, failure);
}

bool options_wants(const struct options *options, int64_t namespace_number) {
    for (int i = 0; i < options->namespace_count; i++)
        if (options->namespaces[i] == namespace_number)
            return true;
    return options->all_namespaces;
}

#define ADD(...) message_add(text, options_description_max, __VA_ARGS__)
void options_describe(const struct options *options, char text[options_description_max]) {
    assert(options->format);
    char list[columns_list_max];
    text[0] = '\0';
    if (options->format->options & format_option_pages) {
        ADD("namespaces=%s", options->all_namespaces ? "all" : "");
        for (int i = 0; i < options->namespace_count; i++)
            ADD("%s%lld", i ? "," : "", (long long)options->namespaces[i]);
        ADD("%s%s", options->history ? " history" : "", options->text_only ? " text-only" : "");
    }
    if (options->format->options & format_option_document)
        ADD("document=%s", options->document == document_file ? "file" : "line");
    if (options->table || options->query)
        ADD("%s=%s ", options->table ? "table" : "query",
            options->table ? options->table : options->query);
    if (options->format->options & format_option_columns) {
        columns_list(&options->columns, list);
        ADD("columns: %s", list);
    }
    if (options->delimiter == '\t')
        ADD(" delimiter=tab");
    else if (options->delimiter && options->delimiter != ',')
        ADD(" delimiter=%c", options->delimiter);
    ADD("%s%s", options->no_header ? " no-header" : "", options->whole ? " whole" : "");
    if (options->words_most > 0)
        ADD("words-most=%lld", (long long)options->words_most);
    if (options->encoding)
        ADD(" encoding=%s", options->encoding);
    if (options->language)
        ADD(" language=%s", options->language);
    if (options->part > 0) /* last: the store looks for it at the end */
        ADD(" part=%d/%d", options->part, options->parts);
}
