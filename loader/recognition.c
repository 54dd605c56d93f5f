/* recognition.c - see recognition.h. */
#include "recognition.h"

#include "base/ascii.h"
#include "base/words.h"
#include "dump/dump.h"
#include "records/sample.h"
#include "text/message.h"
#include "text/utf8.h"

#include <assert.h>
#include <stdio.h> /* snprintf */
#include <string.h>

enum { looked_at = 64 << 10 };

/* The beginning of a file. */
struct beginning {
    const char *text;
    size_t length;
    bool complete; /* nothing follows the text */
    bool lost;     /* bytes are missing before it */
    const struct stream *stream;
};

/*
 * The beginning is longer than what is looked at, unless the file ends before that, so the size of
 * pieces and blocks does not matter.
 */
static struct beginning beginning_of(const struct stream *stream) {
    const struct text_buffer *text = stream_beginning(stream);
    bool complete = text->length < looked_at;
    return (struct beginning){.text = text->length ? text->bytes : "",
                              .length = complete ? text->length : looked_at,
                              .complete = complete,
                              .lost = stream_lost_beginning(stream) != NULL,
                              .stream = stream};
}

/* The length of the line at the beginning, without its line end. */
static size_t line_length(const char *text, size_t length) {
    const char *end = length > 0 ? memchr(text, '\n', length) : NULL;
    return end ? (size_t)(end - text) : length;
}

/* ---- The content ----------------------------------------------------------------------------- */

/* Whether there is XML, or a line begins with a tag of a dump, whose beginning may be missing. */
static bool looks_like_dump(const struct beginning *from) {
    bool first = true;
    for (size_t at = 0; at < from->length;) {
        const char *line = from->text + at;
        size_t length = line_length(line, from->length - at), end = length, start = 0;
        ascii_trim(line, &start, &end);
        if (start < end && first && line[start] == '<')
            return true;
        if (words_begin("<mediawiki|<siteinfo|<page>|</page>|<revision>", line + start,
                        end - start))
            return true;
        first = first && start == end;
        at += length + 1;
    }
    return false;
}

enum json { json_none, json_lines, json_other };

/* Whether the first line that is not empty is an object, or the beginning of a larger one. */
static enum json look_for_json(const struct beginning *from) {
    size_t at = 0, end = from->length;
    ascii_trim(from->text, &at, &end);
    size_t length = line_length(from->text + at, end - at), line_end = at + length;
    bool ends = line_end < from->length || from->complete;
    if (at == end || (from->text[at] != '{' && from->text[at] != '['))
        return json_none;
    size_t next = at + 1, last = end;
    ascii_trim(from->text, &next, &last);
    char second = next < last ? from->text[next] : '\0';
    ascii_trim(from->text, &at, &line_end);
    if (from->text[at] == '[')
        return second == '{' ? json_other : json_none;
    if (second != '"' && second != '}')
        return json_none;
    return ends && from->text[line_end - 1] != '}' && next >= at + length ? json_other : json_lines;
}

static struct record_layout table_layout(const struct options *options, const char *format,
                                         char delimiter) {
    struct record_layout layout = *format_find(format)->records;
    if (layout.syntax == record_is_csv && delimiter)
        layout.delimiter = delimiter;
    layout.header = layout.header && !options->no_header;
    return layout;
}

/* Whether the first line looks like the names of columns, and the rows like those of a table. */
static bool looks_like_table(const struct sample *sample) {
    enum { longest_name = 64 };
    for (size_t i = 0; i < sample->column_count; i++) {
        const char *name = sample->columns[i].name;
        if (!name[0] || name[0] == ' ' || strlen(name) > longest_name ||
            sample_find(sample, name) != &sample->columns[i])
            return false;
    }
    bool enough = sample->rows >= 2 || sample_find(sample, "text");
    return sample->column_count >= 2 && enough && sample->alike * 20 >= sample->rows * 19;
}

/*
 * Finds the delimiter by which most rows have as many fields as the first line; of several, the one
 * that makes most fields. '\0' if none occurs in the first line.
 */
static bool find_delimiter(const struct options *options, const struct beginning *from,
                           char *delimiter, bool *is_table, struct failure *failure) {
    static const char delimiters[] = ",;\t|";
    struct sample sample;
    double best = -1;
    size_t most = 0;
    bool good = sample_open(&sample, failure);
    *delimiter = '\0';
    *is_table = false;
    for (const char *at = delimiters; good && *at; at++) {
        struct record_layout layout = table_layout(options, "csv", *at);
        good = sample_table(&sample, &layout, from->text, from->length, from->complete, failure);
        double share = sample.rows ? (double)sample.alike / (double)sample.rows : 0;
        if (!good || sample.column_count < 2 || share < best ||
            (share <= best && sample.column_count <= most))
            continue;
        best = share;
        most = sample.column_count;
        *delimiter = *at;
        *is_table = looks_like_table(&sample);
    }
    sample_close(&sample);
    return good;
}

/* What a file is by its first bytes, if it is certainly no text; or NULL. */
static const char *kind_of_binary(const struct beginning *from) {
    static const struct {
        const char *magic, *kind;
    } kinds[] = {
        {"%PDF-", "a PDF document"},
        {"{\\rtf", "an RTF document"},
        {"%!PS", "a PostScript program"},
        {"\x89PNG", "a PNG image"},
        {"GIF8", "a GIF image"},
        {"\xFF\xD8\xFF", "a JPEG image"},
        {"\x7F"
         "ELF",
         "a program"},
        {"\xD0\xCF\x11\xE0", "an old Office document"},
        {"Rar!\x1A\x07", "a RAR archive"},
        {"!<arch>\n", "an archive of ar, such as a Debian package"},
        {"ARROW1|FEA1", "a file of Arrow or Feather"},
        {"Obj\x01", "a file of Avro"},
        {"\x89HDF\r\n", "a file of HDF5"},
        {"\x93NUMPY", "a NumPy array"},
        {"OggS|ID3\x03|ID3\x04|fLaC|\x1A\x45\xDF\xA3", "sound or a video"},
        {"MZ\x90", "a program"},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (words_begin(kinds[i].magic, from->text, from->length))
            return kinds[i].kind;
    return NULL;
}

/* Refuses what its first bytes tell to be no text, whatever it is called. */
static bool refuse_kind(const struct beginning *from, struct failure *failure) {
    const char *name = from->stream->name, *kind = kind_of_binary(from);
    if (kind)
        return fail(failure,
                    "%s: is %s, not text: convert it to text first (--format text would load its "
                    "bytes as they are)",
                    name, kind);
    if (words_begin("PAR1", from->text, from->length))
        return fail(
            failure,
            "%s: is a Parquet file: write it as CSV or JSON lines first, such as by DuckDB "
            "(loader.md in the documentation says how), or give it to neardup.find() in Python",
            name);
    return true;
}

/* Refuses what is neither text nor a database. */
static bool refuse_binary(const struct beginning *from, struct failure *failure) {
    enum { rare = 32 };
    size_t controls = 0; /* characters that no text has, and that only control it */
    for (size_t i = 0; i < from->length; i++)
        controls += (unsigned char)from->text[i] < ' ' && !strchr("\t\n\v\f\r\x1B", from->text[i]);
    const char *name = from->stream->name;
    const char *zero = from->length ? memchr(from->text, '\0', from->length) : NULL;
    if (!zero && controls > from->length / rare)
        return fail(failure,
                    "%s: is not text: it is full of control characters. If it is, name its format "
                    "by --format",
                    name);
    return !zero ||
           fail(failure,
                "%s: is not text: byte %zu is zero. UTF-16 without a byte-order mark needs "
                "--encoding UTF-16LE; name another format by --format",
                name, (size_t)(zero - from->text) + 1);
}

/* Whether nineteen of twenty lines have a character as often as the first one. */
static bool stands_in_each(const struct beginning *from, char character) {
    size_t wanted = 0, lines = 0, having = 0;
    for (size_t at = 0; at < from->length; lines++) {
        size_t length = line_length(from->text + at, from->length - at), times = 0;
        for (size_t i = 0; i < length; i++)
            times += from->text[at + i] == character;
        wanted = lines == 0 ? times : wanted;
        having += times == wanted;
        at += length + 1;
    }
    return lines >= 3 && having * 20 >= lines * 19;
}

/*
 * Refuses a table that was guessed if most of its first rows would be damage, or if its lines are
 * one column that another character seems to divide: none of the delimiters is its own.
 */
static bool refuse_undivided(const struct beginning *from, const struct sample *sample,
                             struct failure *failure) {
    static const char advice[] =
        "tried ',', ';', a tab and '|'. Name what is between the fields by --delimiter, put quotes "
        "around fields that have it, or load the file as it is by --format csv";
    const char *name = from->stream->name, *header = sample->columns[0].name;
    enum { few = 3 };
    size_t odd = sample->rows - sample->alike;
    if (sample->column_count > 0 && sample->rows >= few && odd * 2 > sample->rows)
        return fail(failure,
                    "%s: %zu of its first %zu rows have more or fewer fields than the first line, "
                    "which has %zu; %s",
                    name, odd, sample->rows, sample->column_count, advice);
    for (size_t i = 1; sample->column_count == 1 && header[i] && header[i + 1]; i++)
        if (strchr("%:^~#&!@*+=/\\", header[i]) && ascii_is_alnum(header[i - 1]) &&
            ascii_is_alnum(header[i + 1]) && stands_in_each(from, header[i]))
            return fail(failure,
                        "%s: its first line, '%s', is one column, and '%c' is in each line; %s",
                        name, header, header[i], advice);
    return true;
}

/* Refuses a file that was guessed if most of its first lines would be damage, not being UTF-8. */
static bool refuse_encoding(const struct beginning *from, const struct options *options,
                            struct failure *failure) {
    enum { few = 3 };
    size_t lines = 0, odd = 0;
    for (size_t at = 0; at < from->length; lines++) {
        size_t length = line_length(from->text + at, from->length - at);
        odd += utf8_valid_length(from->text + at, length) < length;
        at += length + 1;
    }
    return lines < few || odd * 2 <= lines ||
           fail(failure,
                "%s: %zu of its first %zu lines are not UTF-8. Name its encoding, as by --encoding "
                "latin1, or load the other lines by --format %s",
                from->stream->name, odd, lines, options->format->name);
}

static bool take(struct options *options, const struct format *format) {
    assert(format);
    options->format = format;
    return true;
}

/*
 * Whether the file holds word vectors for certain, and no option asks for anything else. Words such
 * as <unk> would make it a dump otherwise.
 */
static bool find_vectors(struct options *options, const struct beginning *from) {
    const char *name = vector_recognise(from->text, from->length, from->complete);
    const struct format *format = name ? format_find(name) : NULL;
    return format && !(options->needs & ~format->options) && take(options, format);
}

static bool find_format(struct options *options, const struct beginning *from,
                        struct failure *failure) {
    const char *name = from->stream->name;
    size_t stem;
    const struct format *named = format_of_name(from->stream->file_name, &stem);
    bool is_table, text_named = named && named->records;
    bool table_named = named && named->options & format_option_columns;
    char delimiter;
    if (words_begin("SQLite format 3", from->text, from->length))
        return take(options, format_find("sqlite"));
    if (words_begin("WARC/1.", from->text, from->length) || named == format_find("warc"))
        return take(options, format_find("warc"));
    if (!refuse_kind(from, failure))
        return false;
    if (from->lost || utf8_is_blank(from->text, from->length))
        return take(options, named && !looks_like_dump(from) ? named : format_find("mediawiki"));
    if (!table_named && find_vectors(options, from))
        return true;
    /* The first cell of a table may be a tag; its name says what it is. */
    bool cell = named && named->options & format_option_header;
    bool web_page = dump_is_web_page(from->text, from->length);
    if (web_page && !cell)
        return fail(failure,
                    "%s: is a web page, not a dump of a wiki: save its text as a .txt file, or the "
                    "page in a web archive (wget --warc-file=NAME URL), or load it with its tags "
                    "by --format text",
                    name);
    if (!web_page && looks_like_dump(from))
        return take(options, format_find("mediawiki"));
    enum json json = look_for_json(from);
    if (!text_named && json == json_other)
        return fail(failure,
                    "%s: is JSON, but its lines are not objects; make lines of it (an array: jq -c "
                    "'.[]' FILE >FILE.jsonl), or name the format by --format",
                    name);
    if (!text_named && !refuse_binary(from, failure))
        return false;
    if (named == format_find("mediawiki"))
        return fail(failure,
                    "%s: is named as XML, but has none: expected <mediawiki> first; name another "
                    "format by --format",
                    name);
    if (named == format_find("jsonl") || json == json_lines)
        return take(options, format_find("jsonl"));
    if (named == format_find("tsv") &&
        memchr(from->text, '\t', line_length(from->text, from->length)))
        return take(options, named);
    if (!find_delimiter(options, from, &delimiter, &is_table, failure))
        return false;
    bool asked = options->needs & (format_option_columns | format_option_header);
    if (named == format_find("tsv") && !delimiter) {
        options->format = named;
    } else if (is_table || asked || named == format_find("csv") || named == format_find("tsv")) {
        options->format = format_find("csv");
        options->delimiter = delimiter ? delimiter : ',';
    } else {
        options->format = format_find("text");
    }
    return true;
}

/* ---- Columns --------------------------------------------------------------------------------- */

/*
 * The columns of a table without a header have numbers; those asked for must be there, unless the
 * first row is lost. An empty file may lack them.
 */
static bool check_numbers(struct options *options, const struct sample *sample,
                          const struct beginning *from, struct failure *failure) {
    const char *name = from->stream->name;
    struct columns *columns = &options->columns;
    for (int i = 0; i < columns->count; i++)
        if (!from->lost && sample->column_count > 0 && columns->names[i][0] &&
            !sample_find(sample, columns->names[i]))
            return fail(failure, "%s: has no column %s: its first line has %zu", name,
                        columns->names[i], sample->column_count);
    if (sample->rows == 0 && from->complete && !columns->names[column_text][0])
        snprintf(columns->names[column_text], sizeof columns->names[column_text], "1");
    return columns->names[column_text][0] ||
           fail(failure,
                "%s: which of its columns is the text? Name it by its number, such as --columns "
                "text=%zu",
                name, sample->column_count ? sample->column_count : 1);
}

static bool take_sample(struct sample *sample, const struct options *options,
                        const struct beginning *from, struct failure *failure) {
    struct record_layout layout = table_layout(options, options->format->name, options->delimiter);
    return layout.syntax == record_is_json
               ? sample_objects(sample, from->text, from->length, failure)
               : sample_table(sample, &layout, from->text, from->length, from->complete, failure);
}

/*
 * Chooses the column of the text, if the user has named none and none is called text. What is
 * missing in a header is told by records_open().
 */
static bool choose_text(struct options *options, const struct sample *sample,
                        const struct beginning *from, bool *chosen, struct failure *failure) {
    struct columns *columns = &options->columns;
    /* An only column that holds what may be the real delimiter is no column at all. */
    bool undivided = sample->column_count == 1 && strpbrk(sample->columns[0].name, ",;\t|");
    bool open = !columns->asked[column_text] && sample->column_count > 0 &&
                !sample_find(sample, columns->names[column_text]) && !undivided;
    const struct sample_column *longest = open ? sample_longest(sample, columns) : NULL;
    char list[300], hint[columns_hint_max];
    if (longest && utf8_valid_length(longest->name, strlen(longest->name)) < strlen(longest->name))
        longest = NULL;
    *chosen = longest != NULL;
    if (longest)
        snprintf(columns->names[column_text], sizeof columns->names[column_text], "%s",
                 longest->name);
    if (options->no_header)
        return check_numbers(options, sample, from, failure);
    if (longest || !open || strcmp(options->format->name, "jsonl") != 0)
        return true;
    sample_list(sample, list, sizeof list);
    columns_hint(columns, column_text, hint);
    return fail(failure, "%s: has no member '%s' (%s), only: %s", from->stream->name,
                columns->names[column_text], hint, list);
}

/* Whether the sample has the column of an item such as "title=name"; "title=" wants none. */
static bool has_item(const struct sample *sample, const char *item, size_t length) {
    char name[column_name_max + 1];
    size_t role = strcspn(item, "=") + 1;
    snprintf(name, sizeof name, "%.*s", (int)(length - role), item + role);
    return !name[0] || sample_find(sample, name);
}

static bool is_key(const char *item) {
    return strncmp(item, "key=", 4) == 0;
}

/*
 * Divides a list of columns into those that the sample has and those that it lacks. Part of a key
 * is no key. False: it lacks the text, so the list is of another sort of file.
 */
static bool divide(const struct sample *sample, const char *list, char has[columns_list_max],
                   char lacks[columns_list_max]) {
    bool has_key = true;
    size_t length;
    has[0] = lacks[0] = '\0';
    for (const char *at = list; *at; at += length + (at[length] == ',')) {
        length = strcspn(at, ",");
        bool there = has_item(sample, at, length);
        if (!there && strncmp(at, "text=", 5) == 0)
            return false;
        has_key = has_key && (there || !is_key(at));
    }
    for (const char *at = list; *at; at += length + (at[length] == ',')) {
        length = strcspn(at, ",");
        bool good = has_item(sample, at, length) && (has_key || !is_key(at));
        char *part = good ? has : lacks;
        message_add(part, columns_list_max, "%s%.*s", part[0] ? "," : "", (int)length, at);
    }
    return true;
}

/* Takes those columns of an earlier file that this one has, too, unless some are named. */
static bool take_earlier(struct options *options, const struct sample *sample, bool *taken,
                         char lacks[columns_list_max], struct failure *failure) {
    const struct columns *columns = &options->columns;
    char has[columns_list_max];
    *taken = false;
    for (int i = 0; i < columns->count; i++)
        if (columns->asked[i] && !columns->carried[i])
            return true;
    if (!options->earlier_columns || !options->earlier_columns[0])
        return true;
    *taken = divide(sample, options->earlier_columns, has, lacks);
    return !*taken || !has[0] ||
           columns_parse(&options->columns, "--columns-if-there", has, failure);
}

/* Whether a column is called as keys are. */
static bool is_called_key(const char *name) {
    size_t length = strlen(name);
    return words_begin_any_case("id|key|uuid|guid", name, length) == length ||
           words_end_any_case("_id|-id| id", name, length) > 0 ||
           (length > 2 && ascii_is_lower(name[length - 3]) && strcmp(name + length - 2, "Id") == 0);
}

/*
 * Without a column called id, the key is the first one that is called like a key and tells the
 * first records apart, unless the user has named one.
 */
static bool choose_key(struct options *options, struct sample *sample, const struct beginning *from,
                       bool *chosen, struct failure *failure) {
    struct columns *columns = &options->columns;
    char *id = columns->names[column_id], name[column_name_max + 1] = "";
    if (columns->asked[column_id] || columns->key_named || options->no_header ||
        sample_find(sample, id))
        return true;
    sample->tracked = name;
    bool good = true;
    for (size_t i = 0; good && !*chosen && i < sample->column_count; i++) {
        const char *column = sample->columns[i].name;
        if (!is_called_key(column) || strcmp(column, columns->names[column_text]) == 0 ||
            strcmp(column, columns->names[column_title]) == 0)
            continue;
        snprintf(name, sizeof name, "%s", column);
        good = take_sample(sample, options, from, failure);
        *chosen = good && sample_tells_apart(sample);
    }
    sample->tracked = NULL;
    if (*chosen)
        snprintf(id, sizeof columns->names[column_id], "%s", name);
    options->key_chosen = *chosen;
    return good;
}

/* ---- What the user should know --------------------------------------------------------------- */

static void describe_kind(struct recognition *recognition, const struct options *options) {
    const char *format = options->format->name;
    char *kind = recognition->kind;
    size_t size = sizeof recognition->kind;
    if (options->delimiter == '\t')
        snprintf(kind, size, "%s with tabs", format);
    else if (options->delimiter)
        snprintf(kind, size, "%s with '%c'", format, options->delimiter);
    else if (options->format->options & format_option_document)
        snprintf(kind, size, "%s, %s", format,
                 options->document == document_file ? "one document" : "a document in each line");
    else
        snprintf(kind, size, "%s", format);
}

static void append_columns(struct recognition *recognition, const struct columns *columns,
                           const struct sample *sample, bool chosen, bool taken) {
    const char *between = recognition->kind[0] ? "; " : ": ";
    const char *of = taken ? "read by the same columns as before, " : "";
    for (int i = 0; i < columns->count; i++) {
        if (!columns->names[i][0] || !sample_find(sample, columns->names[i]))
            continue;
        message_add(recognition->said, sizeof recognition->said, "%s%s%s=%s%s", between, of,
                    columns->carried[i] ? "carry" : columns_role(columns, i), columns->names[i],
                    !chosen || i != column_text ? ""
                    : sample->column_count == 1 ? " as its only column"
                                                : " by the length of its texts");
        between = ", ";
        of = "";
    }
}

/* Says what was guessed, and which options say otherwise. */
static void describe(struct recognition *recognition, const struct options *options,
                     const struct sample *sample, bool chosen, bool taken, const char *lacks,
                     const char *name) {
    unsigned has = options->format->options;
    message_add(recognition->said, sizeof recognition->said, "%s", name);
    if (recognition->kind[0])
        message_add(recognition->said, sizeof recognition->said, ": taken for %s",
                    recognition->kind);
    append_columns(recognition, &options->columns, sample, chosen, taken);
    if (taken && lacks[0])
        message_add(recognition->said, sizeof recognition->said, "; it has no %s", lacks);
    message_add(recognition->said, sizeof recognition->said,
                !recognition->kind[0]           ? " (--columns says otherwise)"
                : has & format_option_delimiter ? " (--format, --delimiter and --columns "
                                                  "say otherwise)"
                : has & format_option_columns   ? " (--format and --columns say otherwise)"
                                                : " (--format and --document say otherwise)");
}

void recognise_column(struct recognition *recognition, const char *table, const char *text) {
    message_add(recognition->said, sizeof recognition->said,
                "%s: text=%s by the length of its texts (--columns says otherwise)", table, text);
}

void recognise_length(struct recognition *recognition, struct options *options, const char *name,
                      double average) {
    if (!options->whole_if_short || options->whole || options->split || average <= 0)
        return;
    options->whole = average <= short_most;
    char *said = recognition->said;
    message_add(said, sizeof recognition->said, "%s%s", said[0] ? "" : name, said[0] ? "; " : ": ");
    message_add(said, sizeof recognition->said,
                "each text is %s: %.0f characters on average (%s says otherwise)",
                options->whole ? "compared whole" : "split into sentences", average,
                options->whole ? "--split" : "--whole");
}

static size_t count_characters_of(const struct beginning *from) {
    size_t count = 0;
    for (size_t i = 0; i < from->length; i++)
        count += !utf8_continues(from->text[i]) && from->text[i] != '\n';
    return count;
}

/* How many characters the texts at the beginning have on average; 0 if there are none. */
static double average_length(const struct beginning *from, const struct options *options,
                             const struct sample *sample) {
    size_t characters = count_characters_of(from), texts = 0;
    if (options->format->options & format_option_columns) {
        const struct sample_column *column =
            sample_find(sample, options->columns.names[column_text]);
        characters = column ? column->characters : 0;
        texts = sample->rows;
    } else if (options->document == document_line) {
        for (size_t at = 0; at < from->length;) {
            size_t length = line_length(from->text + at, from->length - at);
            texts += !utf8_is_blank(from->text + at, length);
            at += length + 1;
        }
    } else {
        texts = characters > 0;
    }
    return texts ? (double)characters / (double)texts : 0;
}

/* Completes the options of a file that is not a dump, whose format is known. */
static bool complete(struct recognition *recognition, struct options *options,
                     const struct beginning *from, struct failure *failure) {
    struct sample sample;
    char lacks[columns_list_max] = "";
    bool chosen = false, taken = false, has_key = false, good = sample_open(&sample, failure);
    const char *name = from->stream->name;
    const bool guessed = recognition->kind[0] && !from->lost;
    if (good && guessed && options->format->options & format_option_encoding && !options->encoding)
        good = refuse_encoding(from, options, failure);
    if (good && options->format->options & format_option_columns)
        good = take_sample(&sample, options, from, failure) &&
               (!guessed || options->needs || options->format != format_find("csv") ||
                refuse_undivided(from, &sample, failure)) &&
               take_earlier(options, &sample, &taken, lacks, failure) &&
               choose_text(options, &sample, from, &chosen, failure) &&
               choose_key(options, &sample, from, &has_key, failure);
    if (good && (chosen || taken || has_key || recognition->kind[0]))
        describe(recognition, options, &sample, chosen, taken, lacks, name);
    if (good)
        recognise_length(recognition, options, name, average_length(from, options, &sample));
    sample_close(&sample);
    return good;
}

bool recognise(struct recognition *recognition, struct options *options,
               const struct stream *stream, struct failure *failure) {
    struct beginning from = beginning_of(stream);
    struct failure reason;
    bool named = options->format != NULL;
    *recognition = (struct recognition){0};
    if (!named && !find_format(options, &from, failure))
        return false;
    assert(options->format); /* which exist by those names */
    if (!options_fit(options, &reason))
        return fail(failure, "%s: %s", stream->name, reason.message);
    bool vectors = options->format->options & format_option_words;
    if (!named && vectors)
        snprintf(recognition->said, sizeof recognition->said,
                 "%s: taken for %s (--format says otherwise)", stream->name, options->format->name);
    if (!options->format->records || vectors)
        return true;
    if (!named)
        describe_kind(recognition, options);
    return complete(recognition, options, &from, failure);
}
