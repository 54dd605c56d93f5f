/* recognition.c - see recognition.h. */
#include "recognition.h"

#include "base/ascii.h"
#include "base/words.h"
#include "dump/dump.h"
#include "records/sample.h"
#include "text/message.h"
#include "text/utf8.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h> /* snprintf */
#include <string.h>

enum { looked_at = 64 << 10 };

/* A file that is being recognised: its beginning, and what is completed by that. */
struct guess {
    struct recognition *recognition;
    struct options *options;
    struct failure *failure;
    const char *name, *file_name; /* with and without its folder */
    const char *text;
    size_t length;
    bool complete; /* nothing follows the text */
    bool lost;     /* bytes are missing before it */
    struct sample sample;
};

/* Says why the file cannot be loaded, as printf does, after its name. Returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static bool
refuse(const struct guess *guess, const char *format, ...) {
    char why[sizeof guess->failure->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return fail(guess->failure, "%s: %s", guess->name, why);
}

/* The length of the line at the beginning, without its line end. */
static size_t line_length(const char *text, size_t length) {
    return ascii_index(text, 0, length, '\n');
}

/* Takes the next line of the text; `*at` begins as 0. False after the last one. */
static bool next_line(const struct guess *guess, size_t *at, const char **line, size_t *length) {
    if (*at >= guess->length)
        return false;
    *line = guess->text + *at;
    *length = line_length(*line, guess->length - *at);
    *at += *length + 1;
    return true;
}

/* ---- The content ----------------------------------------------------------------------------- */

/* Whether there is XML, or a line begins with a tag of a dump, whose beginning may be missing. */
static bool looks_like_dump(const struct guess *guess) {
    bool first = true;
    const char *line;
    for (size_t at = 0, end; next_line(guess, &at, &line, &end);) {
        size_t start = 0;
        ascii_trim(line, &start, &end);
        if (start < end && first && line[start] == '<')
            return true;
        if (words_begin("<mediawiki|<siteinfo|<page>|</page>|<revision>", line + start,
                        end - start))
            return true;
        first = first && start == end;
    }
    return false;
}

enum json { json_none, json_lines, json_other };

/* Whether the first line that is not empty is an object, or the beginning of a larger one. */
static enum json look_for_json(const struct guess *guess) {
    size_t at = 0, end = guess->length;
    ascii_trim(guess->text, &at, &end);
    size_t length = line_length(guess->text + at, end - at), line_end = at + length;
    bool ends = line_end < guess->length || guess->complete;
    if (at == end || (guess->text[at] != '{' && guess->text[at] != '['))
        return json_none;
    size_t next = at + 1, last = end;
    ascii_trim(guess->text, &next, &last);
    char second = next < last ? guess->text[next] : '\0';
    ascii_trim(guess->text, &at, &line_end);
    if (guess->text[at] == '[')
        return second == '{' ? json_other : json_none;
    if (second != '"' && second != '}')
        return json_none;
    return ends && guess->text[line_end - 1] != '}' && next >= at + length ? json_other
                                                                           : json_lines;
}

/* Samples the text as records of a format. False when memory runs out. */
static bool take_sample(struct guess *guess, const struct format *format, char delimiter) {
    struct record_layout layout = *format->records;
    if (layout.syntax == record_is_json)
        return sample_objects(&guess->sample, guess->text, guess->length, guess->failure);
    if (layout.syntax == record_is_csv && delimiter)
        layout.delimiter = delimiter;
    layout.header = layout.header && !guess->options->no_header;
    return sample_table(&guess->sample, &layout, guess->text, guess->length, guess->complete,
                        guess->failure);
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
static bool find_delimiter(struct guess *guess, char *delimiter, bool *is_table) {
    static const char delimiters[] = ",;\t|";
    const struct sample *sample = &guess->sample;
    double best = -1;
    size_t most = 0;
    *delimiter = '\0';
    *is_table = false;
    for (const char *at = delimiters; *at; at++) {
        if (!take_sample(guess, format_find("csv"), *at))
            return false;
        double share = sample->rows ? (double)sample->alike / (double)sample->rows : 0;
        if (sample->column_count < 2 || share < best ||
            (share <= best && sample->column_count <= most))
            continue;
        best = share;
        most = sample->column_count;
        *delimiter = *at;
        *is_table = looks_like_table(sample);
    }
    return true;
}

/* Refuses what its first bytes tell to be no text, whatever it is called. */
static bool refuse_kind(const struct guess *guess) {
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
        if (words_begin(kinds[i].magic, guess->text, guess->length))
            return refuse(guess,
                          "is %s, not text: convert it to text first (--format text would load "
                          "its bytes as they are)",
                          kinds[i].kind);
    return !words_begin("PAR1", guess->text, guess->length) ||
           refuse(guess,
                  "is a Parquet file: write it as CSV or JSON lines first, such as by DuckDB "
                  "(loader.md in the documentation says how), or give it to neardup.find() in "
                  "Python");
}

/* Refuses what is neither text nor a database. */
static bool refuse_binary(const struct guess *guess) {
    enum { rare = 32 };
    size_t controls = 0; /* characters that no text has, and that only control it */
    for (size_t i = 0; i < guess->length; i++)
        controls +=
            (unsigned char)guess->text[i] < ' ' && !strchr("\t\n\v\f\r\x1B", guess->text[i]);
    const char *zero = guess->length ? memchr(guess->text, '\0', guess->length) : NULL;
    if (!zero && controls > guess->length / rare)
        return refuse(guess, "is not text: it is full of control characters. If it is, name its "
                             "format by --format");
    return !zero || refuse(guess,
                           "is not text: byte %zu is zero. UTF-16 without a byte-order mark needs "
                           "--encoding UTF-16LE; name another format by --format",
                           (size_t)(zero - guess->text) + 1);
}

/* Whether nineteen of twenty lines have a character as often as the first one. */
static bool stands_in_each(const struct guess *guess, char character) {
    size_t wanted = 0, lines = 0, having = 0;
    const char *line;
    for (size_t at = 0, length; next_line(guess, &at, &line, &length); lines++) {
        size_t times = 0;
        for (size_t i = 0; i < length; i++)
            times += line[i] == character;
        wanted = lines == 0 ? times : wanted;
        having += times == wanted;
    }
    return lines >= 3 && having * 20 >= lines * 19;
}

/*
 * Refuses a table that was guessed if most of its first rows would be damage, or if its lines are
 * one column that another character seems to divide: none of the delimiters is its own.
 */
static bool refuse_undivided(const struct guess *guess) {
    static const char advice[] =
        "tried ',', ';', a tab and '|'. Name what is between the fields by --delimiter, put quotes "
        "around fields that have it, or load the file as it is by --format csv";
    const struct sample *sample = &guess->sample;
    const char *header = sample->columns[0].name;
    enum { few = 3 };
    size_t odd = sample->rows - sample->alike;
    if (sample->column_count > 0 && sample->rows >= few && odd * 2 > sample->rows)
        return refuse(guess,
                      "%zu of its first %zu rows have more or fewer fields than the first line, "
                      "which has %zu; %s",
                      odd, sample->rows, sample->column_count, advice);
    for (size_t i = 1; sample->column_count == 1 && header[i] && header[i + 1]; i++)
        if (strchr("%:^~#&!@*+=/\\", header[i]) && ascii_is_alnum(header[i - 1]) &&
            ascii_is_alnum(header[i + 1]) && stands_in_each(guess, header[i]))
            return refuse(guess,
                          "its first line, '%s', is one column, and '%c' is in each line; %s",
                          header, header[i], advice);
    return true;
}

/* Refuses a file that was guessed if most of its first lines would be damage, not being UTF-8. */
static bool refuse_encoding(const struct guess *guess) {
    enum { few = 3 };
    size_t lines = 0, odd = 0;
    const char *line;
    for (size_t at = 0, length; next_line(guess, &at, &line, &length); lines++)
        odd += utf8_valid_length(line, length) < length;
    return lines < few || odd * 2 <= lines ||
           refuse(
               guess,
               "%zu of its first %zu lines are not UTF-8. Name its encoding, such as by --encoding "
               "latin1, or load the other lines by --format %s",
               odd, lines, guess->options->format->name);
}

static bool take(struct guess *guess, const struct format *format) {
    assert(format);
    guess->options->format = format;
    return true;
}

static bool find_format(struct guess *guess) {
    const char *text = guess->text;
    struct options *options = guess->options;
    size_t stem, length = guess->length;
    const struct format *named = format_of_name(guess->file_name, &stem);
    bool is_table, text_named = named && named->records;
    bool table_named = named && named->options & format_option_columns;
    char delimiter;
    if (words_begin("SQLite format 3", text, length))
        return take(guess, format_find("sqlite"));
    if (words_begin("WARC/1.", text, length) || named == format_find("warc"))
        return take(guess, format_find("warc"));
    if (!refuse_kind(guess))
        return false;
    if (guess->lost || utf8_is_blank(text, length))
        return take(guess, named && !looks_like_dump(guess) ? named : format_find("mediawiki"));
    /* It certainly holds word vectors, and no option asks for others: <unk> begins no dump. */
    const char *vectors = table_named ? NULL : vector_recognise(text, length, guess->complete);
    if (vectors && !(options->needs & ~format_find(vectors)->options))
        return take(guess, format_find(vectors));
    /* The first cell of a table may be a tag; its name says what it is. */
    bool cell = named && named->options & format_option_header;
    bool web_page = dump_is_web_page(text, length);
    if (web_page && !cell)
        return refuse(guess,
                      "is a web page, not a dump of a wiki: save its text as a .txt file, or the "
                      "page in a web archive (wget --warc-file=NAME URL), or load it with its tags "
                      "by --format text");
    if (!web_page && looks_like_dump(guess))
        return take(guess, format_find("mediawiki"));
    enum json json = look_for_json(guess);
    if (!text_named && json == json_other)
        return refuse(guess, "is JSON, but its lines are not objects; make lines of it (an array: "
                             "jq -c '.[]' FILE >FILE.jsonl), or name the format by --format");
    if (!text_named && !refuse_binary(guess))
        return false;
    if (named == format_find("mediawiki"))
        return refuse(guess, "is named as XML, but has none: expected <mediawiki> first; name "
                             "another format by --format");
    if (named == format_find("jsonl") || json == json_lines)
        return take(guess, format_find("jsonl"));
    if (named == format_find("tsv") && memchr(text, '\t', line_length(text, length)))
        return take(guess, named);
    if (!find_delimiter(guess, &delimiter, &is_table))
        return false;
    bool asked = options->needs & (format_option_columns | format_option_header);
    if (named == format_find("tsv") && !delimiter)
        return take(guess, named);
    if (!is_table && !asked && named != format_find("csv") && named != format_find("tsv"))
        return take(guess, format_find("text"));
    options->delimiter = delimiter ? delimiter : ',';
    return take(guess, format_find("csv"));
}

/* ---- Columns --------------------------------------------------------------------------------- */

static void set_name(struct columns *columns, int column, const char *name) {
    snprintf(columns->names[column], sizeof columns->names[column], "%s", name);
}

/*
 * The columns of a table without a header have numbers; those asked for must be there, unless the
 * first row is lost. An empty file may lack them.
 */
static bool check_numbers(struct guess *guess) {
    const struct sample *sample = &guess->sample;
    struct columns *columns = &guess->options->columns;
    for (int i = 0; i < columns->count; i++)
        if (!guess->lost && sample->column_count > 0 && columns->names[i][0] &&
            !sample_find(sample, columns->names[i]))
            return refuse(guess, "has no column %s: its first line has %zu", columns->names[i],
                          sample->column_count);
    if (sample->rows == 0 && guess->complete && !columns->names[column_text][0])
        set_name(columns, column_text, "1");
    return columns->names[column_text][0] ||
           refuse(guess,
                  "which of its columns is the text? Name it by its number, such as --columns "
                  "text=%zu",
                  sample->column_count ? sample->column_count : 1);
}

/*
 * Chooses the column of the text, if the user has named none and none is called text. What is
 * missing in a header is told by records_open().
 */
static bool choose_text(struct guess *guess, bool *chosen) {
    const struct sample *sample = &guess->sample;
    struct columns *columns = &guess->options->columns;
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
        set_name(columns, column_text, longest->name);
    if (guess->options->no_header)
        return check_numbers(guess);
    if (longest || sample->column_count == 0 || guess->options->format != format_find("jsonl"))
        return true;
    sample_list(sample, list, sizeof list);
    columns_hint(columns, column_text, hint);
    bool knows_all = open || sample->column_count < sample_columns_max;
    for (int i = 0; i < columns->count && knows_all; i++)
        if (columns_is_text(columns, i) && !sample_find(sample, columns->names[i]))
            return refuse(guess, "has no member '%s' (%s), only: %s", columns->names[i], hint,
                          list);
    return true;
}

static void add_item(char list[columns_list_max], const char *role, const char *name) {
    char item[columns_item_max];
    columns_write(role, name, item);
    message_add(list, columns_list_max, "%s%s", list[0] ? "," : "", item);
}

/*
 * Divides the columns of an earlier file into those that the sample has and those that it lacks.
 * Part of a key is no key. False: it lacks all of the text, so they are of another sort of file.
 */
static bool divide(const struct sample *sample, const struct columns *earlier,
                   char has[columns_list_max], char lacks[columns_list_max]) {
    bool has_key = true, has_text = !earlier->asked[column_text], no_key = earlier->key_named;
    has[0] = lacks[0] = '\0';
    for (int i = 0; i < earlier->count; i++) {
        bool there = sample_find(sample, earlier->names[i]);
        has_key = has_key && (there || !columns_use(earlier, i, use_key));
        has_text = has_text || (there && columns_is_text(earlier, i));
        no_key = no_key && !columns_use(earlier, i, use_key);
    }
    for (int i = 0; i < earlier->count; i++) {
        const char *name = earlier->names[i];
        bool there = (!name[0] || sample_find(sample, name)) &&
                     (has_key || !columns_use(earlier, i, use_key));
        if (earlier->asked[i])
            add_item(there ? has : lacks, columns_role(earlier, i), name);
    }
    if (no_key)
        add_item(has, "key", "");
    return has_text;
}

/* Takes those columns of an earlier file that this one has, too, unless some are named. */
static bool take_earlier(struct guess *guess, bool *taken, char lacks[columns_list_max]) {
    struct columns *columns = &guess->options->columns;
    char has[columns_list_max];
    for (int i = 0; i < columns->count; i++)
        if (columns->asked[i] && !columns_use(columns, i, use_carried))
            return true;
    *taken = divide(&guess->sample, &guess->options->earlier, has, lacks) && (has[0] || lacks[0]);
    return !*taken || !has[0] ||
           columns_parse(columns, false, "--columns-if-there", has, guess->failure);
}

/*
 * Without a column called id, those that are called like a key may be it, unless one is named. Two
 * parts of a file could have two keys, so a part has none.
 */
static void offer_keys(struct guess *guess) {
    struct options *options = guess->options;
    struct columns *columns = &options->columns;
    if (columns->asked[column_id] || columns->key_named || options->no_header ||
        options->part > 0 || sample_find(&guess->sample, columns->names[column_id]))
        return;
    for (int id = 1; id >= 0; id--)
        for (size_t i = 0; i < guess->sample.column_count; i++)
            columns_offer_key(columns, guess->sample.columns[i].name, id);
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

/* Says what was guessed, and which options override it. */
static void describe(struct guess *guess, bool chosen, bool taken, const char *lacks) {
    const struct columns *columns = &guess->options->columns;
    unsigned has = guess->options->format->options;
    const char *kind = guess->recognition->kind,
               *of = taken ? "read by the same columns as before, " : "";
    const char *between = kind[0] ? "; " : ": ";
    char *said = guess->recognition->said;
    size_t size = sizeof guess->recognition->said;
    message_add(said, size, "%s%s%s", guess->name, kind[0] ? ": read as " : "", kind);
    for (int i = 0; i < columns->count; i++) {
        if (!columns->names[i][0] || !sample_find(&guess->sample, columns->names[i]))
            continue;
        message_add(said, size, "%s%s%s=%s%s", between, of,
                    columns->key_open && columns_use(columns, i, use_key)
                        ? "perhaps key"
                        : columns_role(columns, i),
                    columns->names[i],
                    !chosen || i != column_text       ? ""
                    : guess->sample.column_count == 1 ? " as its only column"
                                                      : " by the length of its texts");
        between = ", ";
        of = "";
    }
    if (taken && lacks[0])
        message_add(said, size, "; it has no %s", lacks);
    message_add(said, size, " (%s this)",
                !kind[0]                        ? "--columns overrides"
                : has & format_option_delimiter ? "--format, --delimiter and --columns override"
                : has & format_option_columns   ? "--format and --columns override"
                                                : "--format and --document override");
}

void recognise_column(struct recognition *recognition, const char *table, const char *text) {
    message_add(recognition->said, sizeof recognition->said,
                "%s: text=%s by the length of its texts (--columns overrides this)", table, text);
}

void recognise_length(struct recognition *recognition, struct options *options, const char *name,
                      double average) {
    if (!options->whole_if_short || options->whole || options->split || average <= 0)
        return;
    options->whole = average <= short_most;
    char *said = recognition->said;
    message_add(said, sizeof recognition->said, "%s%s", said[0] ? "" : name, said[0] ? "; " : ": ");
    message_add(said, sizeof recognition->said,
                "each text is %s: %.0f characters on average (%s overrides this)",
                options->whole ? "compared whole" : "split into sentences", average,
                options->whole ? "--split" : "--whole");
}

/* How many characters the texts at the beginning have on average; 0 if there are none. */
static double average_length(const struct guess *guess) {
    size_t characters = 0, texts = 0, length;
    for (size_t i = 0; i < guess->length; i++)
        characters += !utf8_continues(guess->text[i]) && guess->text[i] != '\n';
    if (guess->options->format->options & format_option_columns) {
        const struct columns *columns = &guess->options->columns;
        characters = 0;
        for (int i = 0; i < columns->count; i++) {
            const struct sample_column *column =
                columns_is_text(columns, i) ? sample_find(&guess->sample, columns->names[i]) : NULL;
            characters += column ? column->characters : 0;
        }
        texts = guess->sample.rows;
    } else if (guess->options->document == document_line) {
        const char *line;
        for (size_t at = 0; next_line(guess, &at, &line, &length);)
            texts += !utf8_is_blank(line, length);
    } else {
        texts = characters > 0;
    }
    return texts ? (double)characters / (double)texts : 0;
}

/* Completes the options of a file of records, whose format is known. */
static bool complete(struct guess *guess) {
    struct options *options = guess->options;
    char lacks[columns_list_max] = "";
    bool chosen = false, taken = false;
    bool guessed = guess->recognition->kind[0] && !guess->lost;
    if (guessed && options->format->options & format_option_encoding && !options->encoding &&
        !refuse_encoding(guess))
        return false;
    if (options->format->options & format_option_columns &&
        !(take_sample(guess, options->format, options->delimiter) &&
          (!guessed || options->needs || options->format != format_find("csv") ||
           refuse_undivided(guess)) &&
          take_earlier(guess, &taken, lacks) && choose_text(guess, &chosen)))
        return false;
    if (options->format->options & format_option_columns)
        offer_keys(guess);
    if (chosen || taken || options->columns.key_open || guess->recognition->kind[0])
        describe(guess, chosen, taken, lacks);
    recognise_length(guess->recognition, options, guess->name, average_length(guess));
    return true;
}

static bool recognise_by(struct guess *guess) {
    struct options *options = guess->options;
    struct failure reason;
    bool named = options->format != NULL;
    if (!named && !find_format(guess))
        return false;
    assert(options->format); /* which exist by those names */
    if (!options_fit(options, &reason))
        return refuse(guess, "%s", reason.message);
    bool vectors = options->format->options & format_option_words;
    if (!named && vectors)
        snprintf(guess->recognition->said, sizeof guess->recognition->said,
                 "%s: read as %s (--format overrides this)", guess->name, options->format->name);
    if (!options->format->records || vectors)
        return true;
    if (!named)
        describe_kind(guess->recognition, options);
    return complete(guess);
}

/* The beginning is longer than what is looked at, or the file ends: pieces may be of any size. */
bool recognise(struct recognition *recognition, struct options *options,
               const struct stream *stream, struct failure *failure) {
    const struct text_buffer *text = stream_beginning(stream);
    bool all = text->length < looked_at;
    struct guess guess = {.recognition = recognition,
                          .options = options,
                          .failure = failure,
                          .name = stream->name,
                          .file_name = stream->file_name,
                          .text = text->length ? text->bytes : "",
                          .length = all ? text->length : looked_at,
                          .complete = all,
                          .lost = stream_lost_beginning(stream) != NULL};
    *recognition = (struct recognition){0};
    bool good = sample_open(&guess.sample, failure) && recognise_by(&guess);
    sample_close(&guess.sample);
    return good;
}
