/* pair_arguments.c - see pair_arguments.h. */
#include "pair_arguments.h"

#include <math.h>   /* NAN, pow */
#include <string.h> /* memcmp, strlen */

struct reader {
    const char *bytes;
    size_t at, length;
};

/* The next character; 0 at the end, and for one that nothing allows anyway. */
static char peek(const struct reader *reader) {
    return reader->at < reader->length ? reader->bytes[reader->at] : '\0';
}

static void skip_space(struct reader *reader) {
    for (char next = peek(reader); next == ' ' || next == '\t' || next == '\r' || next == '\n';
         next = peek(reader))
        reader->at++;
}

/* Whether the next character is this one, which is then read. */
static bool take(struct reader *reader, char expected) {
    skip_space(reader);
    bool found = peek(reader) == expected;
    reader->at += found;
    return found;
}

/* Appends digits to a number, and returns how many there were. */
static int take_digits(struct reader *reader, double *number) {
    int count = 0;
    for (; peek(reader) >= '0' && peek(reader) <= '9'; reader->at++, count++)
        *number = *number * 10 + (reader->bytes[reader->at] - '0');
    return count;
}

/* strtod() would depend on the locale. Exact up to 15 digits, which is what SQLite prints. */
static bool take_number(struct reader *reader, double *number) {
    bool negative = take(reader, '-');
    *number = 0;
    if (peek(reader) == '0')
        reader->at++; /* no other digit may follow */
    else if (take_digits(reader, number) == 0)
        return false;
    int exponent = 0;
    if (peek(reader) == '.') {
        reader->at++;
        exponent = -take_digits(reader, number);
        if (exponent == 0)
            return false;
    }
    if (peek(reader) == 'e' || peek(reader) == 'E') {
        reader->at++;
        bool down = peek(reader) == '-';
        reader->at += down || peek(reader) == '+';
        double power = 0;
        if (take_digits(reader, &power) == 0)
            return false;
        exponent += (int)(power < 999 ? power : 999) * (down ? -1 : 1);
    }
    if (*number != 0) /* times an infinite power it would not be a number */
        *number = exponent < 0 ? *number / pow(10, -exponent) : *number * pow(10, exponent);
    if (negative)
        *number = -*number;
    return isfinite(*number);
}

/* Reads "name": number. Returns false after an error, which it records if the name is unknown. */
static bool take_member(struct reader *reader, struct call *call, const char *name,
                        struct pair_arguments *pair) {
    static const char agreed[] = "agreed";
    if (!take(reader, '"'))
        return false;
    size_t begin = reader->at;
    while (reader->at < reader->length && reader->bytes[reader->at] != '"')
        reader->at++;
    size_t end = reader->at;
    if (!take(reader, '"') || !take(reader, ':'))
        return false;
    struct argument_bytes found = {reader->bytes + begin, end - begin};
    enum feature feature = feature_relation_named(found.bytes, found.length);
    bool is_agreed =
        found.length == strlen(agreed) && memcmp(found.bytes, agreed, found.length) == 0;
    if (feature == feature_count && !is_agreed) {
        call_refuse_word(call, name, "the name of a feature of the database", found);
        return false;
    }
    double *number = is_agreed ? &pair->agreed : &pair->relations[feature];
    *number = NAN;
    skip_space(reader);
    if (reader->length - reader->at < 4 || memcmp(reader->bytes + reader->at, "null", 4) != 0)
        return take_number(reader, number);
    reader->at += 4;
    return true;
}

/*
 * Sets `relations` and `agreed`, and what is not named to NaN. Returns whether the text says
 * anything; records an error if it is not of this form.
 */
static bool read_evidence(struct call *call, const char *name, struct argument_bytes text,
                          struct pair_arguments *pair) {
    struct reader reader = {text.bytes, 0, text.length};
    pair->agreed = NAN;
    for (int i = 0; i < feature_count; i++)
        pair->relations[i] = NAN;
    skip_space(&reader);
    if (reader.at == reader.length)
        return false;
    bool good = take(&reader, '{');
    if (good && !take(&reader, '}')) {
        do
            good = take_member(&reader, call, name, pair);
        while (good && take(&reader, ','));
        good = good && take(&reader, '}');
    }
    if (good)
        skip_space(&reader);
    if (call->code != SQLITE_OK || (good && reader.at == reader.length))
        return true;
    int character = 1;
    for (size_t i = 0; i < reader.at; i++)
        character += ((unsigned char)text.bytes[i] & 0xC0) != 0x80; /* begins one of UTF-8 */
    call_refuse(call, "argument %s must be a JSON object of numbers; stopped at character %d", name,
                character);
    return true;
}

/* Their places, from the first on. */
enum {
    of_a,
    of_title_a = 2,
    of_block_a = 4,
    of_two_dates = 6,
    of_language,
    of_evidence,
    of_words_a,
    of_rarities = of_words_a + 2
};

static struct kind_text text_of(struct argument_bytes bytes) {
    return (struct kind_text){bytes.bytes, bytes.length};
}

void pair_arguments_read(struct pair_arguments *pair, struct call *call, int first) {
    const struct given *given = &call->given[first];
    const struct argument *arguments = &call->function->arguments[first];
    struct evidence evidence = {0};
    for (int side = 0; side < 2; side++) {
        struct argument_bytes block = given[of_block_a + side].bytes;
        pair->sentences[side] =
            (struct kind_sentence){.text = text_of(given[of_a + side].bytes),
                                   .title = text_of(given[of_title_a + side].bytes),
                                   .in_footer = block.length == strlen("footer") &&
                                                memcmp(block.bytes, "footer", block.length) == 0};
        struct argument_bytes words = given[of_words_a + side].bytes;
        evidence.articles[side] =
            (struct evidence_words){words.bytes ? words.bytes : "", words.length};
        if (words.length % 4 != 0)
            call_refuse(call, "argument %s must be made by word_set()",
                        arguments[of_words_a + side].name);
    }
    if (read_evidence(call, arguments[of_evidence].name, given[of_evidence].bytes, pair))
        evidence.relations = pair->relations;
    pair->rarities = given[of_rarities].pointer;
    if (pair->rarities)
        evidence.frequencies = &pair->rarities->frequencies;
    pair->circumstances =
        (struct kind_circumstances){.two_dates = given[of_two_dates].integer == 1,
                                    .agreed = pair->agreed > 0,
                                    .vocabulary = call_vocabulary(call, &given[of_language]),
                                    .evidence = evidence};
}
