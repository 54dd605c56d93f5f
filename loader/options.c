/* options.c - see options.h. */
#ifdef __linux__
#define _GNU_SOURCE /* sched_getaffinity */
#endif
#include "options.h"

#include "format.h"
#include "scheduler.h" /* crew_threads_max */
#include "sentences/language.h"

#include <errno.h>
#ifdef __linux__
#include <sched.h>
#endif
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h> /* sysconf */

const char options_usage[] =
    "usage: neardup-load [options] FILE... DB\n"
    "\n"
    "Loads MediaWiki dumps, or other collections of texts, into the SQLite database DB, which is\n"
    "made if there is none: articles cleaned of their markup and split into sentences. FILE is a\n"
    "file (as it is, or packed as .bz2, .gz, .xz or .zst, of one stream or many) or - for\n"
    "standard input.\n"
    "\n"
    "  --format NAME      what the files are: mediawiki (the default), text, csv, tsv or jsonl\n"
    "  --language CODE    language of the texts, as in en (default: what the dump says; for other\n"
    "                     formats none, and sentences are split by what all languages share)\n"
    "  --threads N        how many threads work (default: one for each processor); the result\n"
    "                     is the same with any number\n"
    "  --quiet            no progress and no summary\n"
    "  --help, -h         this text\n"
    "  --version          the version\n"
    "  --                 what follows are files, even if it begins with -\n"
    "\n"
    "of mediawiki\n"
    "  --namespaces LIST  numbers of the namespaces to load, as in 0,4,10, or all (default: 0,\n"
    "                     the articles)\n"
    "  --history          keep every revision: its number, time, contributor and sentences\n"
    "\n"
    "of text\n"
    "  --document WHAT    what is one document: each line (the default) or the whole file\n"
    "\n"
    "of csv, tsv and jsonl\n"
    "  --columns LIST     which columns or members hold what (default:\n"
    "                     text=text,title=title,id=id,time=time; only text must be there)\n"
    "\n"
    "A load that was interrupted goes on where it was when the same command is given again.\n"
    "\n"
    "Exit status: 0 all was loaded; 1 an error; 2 loaded, but parts of a file were damaged:\n"
    "what is missing stands in the table damage; 130 or 143 interrupted by Ctrl-C or SIGTERM.\n";

static bool parse_format(struct options *options, const char *word, struct failure *failure) {
    options->format = format_find(word);
    return options->format ||
           fail(failure, "--format: expected one of %s, found '%s'", format_names, word);
}

static bool parse_document(struct options *options, const char *word, struct failure *failure) {
    options->document = strcmp(word, "file") == 0 ? document_file : document_line;
    return options->document == document_file || strcmp(word, "line") == 0 ||
           fail(failure, "--document: expected line or file, found '%s'", word);
}

static bool parse_columns(struct options *options, const char *word, struct failure *failure) {
    return columns_parse(&options->columns, word, failure);
}

/* A code without rules of its own would change nothing, so it is a slip. */
static bool parse_language(struct options *options, const char *word, struct failure *failure) {
    char codes[400];
    size_t used = 0;
    options->language = word;
    if (language_find(word)->code[0])
        return true;
    for (size_t i = 0; i < language_table_count && used < sizeof codes; i++)
        used += (size_t)snprintf(codes + used, sizeof codes - used, "%s%s", i ? " " : "",
                                 language_tables[i].code);
    return fail(failure, "--language: there are no rules for '%.20s', only for %s", word, codes);
}

/* In order and each once, so that 0,4 and 4,0 are the same option. */
static void add_namespace(struct options *options, int64_t number) {
    int at = options->namespace_count;
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
                        "--namespaces: expected numbers with commas, as in 0,4,10, or "
                        "all, found '%s'",
                        list);
        if (options->namespace_count == options_namespaces_max)
            return fail(failure, "--namespaces: more than %d numbers; 'all' takes every one",
                        options_namespaces_max);
        add_namespace(options, number);
        if (*end == '\0')
            break;
        at = end + 1;
    }
    return true;
}

static bool parse_threads(struct options *options, const char *word, struct failure *failure) {
    char *end;
    errno = 0;
    long number = strtol(word, &end, 10);
    if (end == word || *end != '\0' || errno || number < 1 || number > scheduler_threads_max)
        return fail(failure, "--threads: expected a number from 1 to %d, found '%s'",
                    scheduler_threads_max, word);
    options->threads = (int)number;
    return true;
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

/* The value of an option: behind '=' or the next word. */
static const char *value_of(int count, char **words, int *at, size_t name_length) {
    if (words[*at][name_length] == '=')
        return words[*at] + name_length + 1;
    return *at + 1 < count ? words[++*at] : NULL;
}

static bool is_option(const char *word, const char *name) {
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 && (word[length] == '\0' || word[length] == '=');
}

/* Options with a value. */
static const struct {
    const char *name, *value;
    unsigned needs; /* of enum format_option: one that the format must have */
    bool (*parse)(struct options *options, const char *word, struct failure *failure);
} valued[] = {
    {"--format", "a name", 0, parse_format},
    {"--language", "a code", 0, parse_language},
    {"--threads", "a number", 0, parse_threads},
    {"--namespaces", "a list of numbers", format_option_pages, parse_namespaces},
    {"--document", "line or file", format_option_document, parse_document},
    {"--columns", "a list of names", format_option_columns, parse_columns},
};

/* `needs`: what the options so far demand of the format, whose own option may come later. */
static bool parse_option(struct options *options, int count, char **words, int *at, unsigned *needs,
                         struct failure *failure) {
    const char *word = words[*at];
    for (size_t i = 0; i < sizeof valued / sizeof *valued; i++) {
        if (!is_option(word, valued[i].name))
            continue;
        const char *value = value_of(count, words, at, strlen(valued[i].name));
        *needs |= valued[i].needs;
        return value ? valued[i].parse(options, value, failure)
                     : fail(failure, "%s: %s is missing", valued[i].name, valued[i].value);
    }
    if (strcmp(word, "--quiet") == 0)
        options->quiet = true;
    else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        options->help = true;
    else if (strcmp(word, "--version") == 0)
        options->version = true;
    else if (strcmp(word, "--history") == 0) {
        options->history = true;
        *needs |= format_option_pages;
    } else
        return fail(failure, "there is no option %s; neardup-load --help lists them", word);
    return true;
}

static bool check_format(const struct options *options, unsigned needs, struct failure *failure) {
    unsigned missing = needs & ~options->format->options;
    const char *name = options->format->name;
    if (missing & format_option_pages)
        return fail(failure, "--namespaces and --history are for --format mediawiki, not %s", name);
    if (missing & format_option_columns)
        return fail(failure, "--columns is for --format csv, tsv or jsonl, not %s", name);
    if (missing & format_option_document)
        return fail(failure, "--document is for --format text, not %s", name);
    return true;
}

/* The words that are no options, of which there are so many, are the files and the database. */
static bool take_files(struct options *options, int count, char **words, struct failure *failure) {
    if (count < 2)
        return fail(failure,
                    "expected at least one FILE and then DB, found %d file name%s; "
                    "neardup-load --help tells more",
                    count, count == 1 ? "" : "s");
    options->dumps = words;
    options->dump_count = count - 1;
    options->database = words[count - 1];
    if (options->database[0] == '\0' || strcmp(options->database, ":memory:") == 0)
        return fail(failure,
                    "DB must be the name of a file, found '%s': what is loaded would be gone "
                    "at the end",
                    options->database);
    return true;
}

bool options_parse(struct options *options, int count, char **words, struct failure *failure) {
    *options = (struct options){
        .format = format_find("mediawiki"), .namespace_count = 1, .threads = processors()};
    columns_default(&options->columns);
    unsigned needs = 0;
    int files = 0;
    bool only_files = false;
    for (int i = 1; i < count; i++) {
        if (!only_files && strcmp(words[i], "--") == 0)
            only_files = true;
        else if (!only_files && words[i][0] == '-' && words[i][1] != '\0') {
            if (!parse_option(options, count, words, &i, &needs, failure))
                return false;
        } else
            words[files++] = words[i];
    }
    if (options->help || options->version)
        return true;
    return check_format(options, needs, failure) && take_files(options, files, words, failure);
}

bool options_wants(const struct options *options, int64_t namespace_number) {
    for (int i = 0; i < options->namespace_count; i++)
        if (options->namespaces[i] == namespace_number)
            return true;
    return options->all_namespaces;
}

/* A description as it grows. */
struct text_line {
    char *text; /* options_description_max bytes */
    size_t length;
};

static void add(struct text_line *line, const char *format, ...) {
    va_list arguments;
    size_t room = options_description_max - line->length;
    va_start(arguments, format);
    int length = vsnprintf(line->text + line->length, room, format, arguments);
    va_end(arguments);
    if (length > 0)
        line->length += (size_t)length < room ? (size_t)length : room - 1;
}

static void describe_namespaces(const struct options *options, struct text_line *line) {
    add(line, "namespaces=%s", options->all_namespaces ? "all" : "");
    for (int i = 0; i < options->namespace_count; i++)
        add(line, "%s%lld", i ? "," : "", (long long)options->namespaces[i]);
    if (options->history)
        add(line, " history");
}

void options_describe(const struct options *options, char text[options_description_max]) {
    struct text_line line = {text, 0};
    char list[columns_list_max];
    text[0] = '\0';
    if (options->format->options & format_option_pages)
        describe_namespaces(options, &line);
    if (options->format->options & format_option_document)
        add(&line, "document=%s", options->document == document_file ? "file" : "line");
    if (options->format->options & format_option_columns) {
        columns_list(&options->columns, list);
        add(&line, "columns: %s", list);
    }
    if (options->language)
        add(&line, " language=%s", options->language);
}
