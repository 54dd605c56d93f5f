/* boundary.c - see boundary.h. */
#include "boundary.h"

#include "../text/utf8.h"
#include "adjacent_words.h"
#include "text_characters.h"

#include <assert.h>
#include <string.h>

enum {
    longest_look_ahead = 12, /* characters between the white space and the next word */
    longest_clause = 48,     /* bytes from "In" to "a.m." in "In ... at 6 a.m. Mr. Hall" */
    longest_chain = 4        /* letters in "z. B.", "a. m." */
};

enum verdict { undecided, splits, joins };

/* What follows the boundary: white space, then openers, dashes and dots, then a word. */
struct follower {
    size_t gap_end;              /* where the white space ends */
    struct text_character first; /* the character there */
    size_t position;             /* of the word, or of what is neither word nor opener */
    enum character_class class;  /* of the character there; "iPhone" counts as upper case */
    bool ends;                   /* the text ends before any word */
    /* Set by read_next_word(): */
    bool starter; /* a word that often starts sentences and seldom names */
    struct word word;
    unsigned roles;
};

struct context {
    const struct language *language;
    const struct boundary *boundary;
    struct follower next;
    /* Set by look_back(), for a single period only: */
    struct word word;  /* before the stop */
    unsigned roles;    /* of that word, or of the part of it that the language knows */
    bool after_number; /* the word follows a number: "5 ft.", "7a.m." */
};

static struct text_character character_at(const struct context *context, size_t position) {
    return text_character_at(context->boundary->text, context->boundary->length, position);
}

/* Whether the character may stand before the first word of a sentence. */
static bool opens_sentence(struct text_character character) {
    unsigned long c = character.code_point;
    if (c < 0x80)
        return character.class == character_space || text_character_in(character, "\"'`([{-.*#<:;");
    return character.class == character_space || c == 0xA1 || c == 0xAB || c == 0xBB || c == 0xBF ||
           (c >= 0x2010 && c <= 0x203A) || c == 0x2043 || (c >= 0x3008 && c <= 0x3011) ||
           c == 0xFF08;
}

/* Where the first word of the sentence begins, after bullets, brackets and the like. */
static size_t first_word(const struct context *context) {
    size_t start = context->boundary->sentence_start;
    struct text_character character = character_at(context, start);
    for (int i = 0; i < longest_look_ahead && opens_sentence(character); i++) {
        start += character.length;
        character = character_at(context, start);
    }
    return start;
}

static void look_ahead(struct context *context) {
    const struct boundary *boundary = context->boundary;
    struct follower *next = &context->next;
    next->gap_end = text_skip_space(boundary->text, boundary->length, boundary->end);
    next->first = character_at(context, next->gap_end);
    next->position = next->gap_end;
    struct text_character character = next->first;
    for (int i = 0; i < longest_look_ahead && character.length && opens_sentence(character); i++) {
        next->position += character.length;
        character = character_at(context, next->position);
    }
    next->ends = character.length == 0;
    next->class = character.class;
    if (character.class == character_lower) {
        struct text_character second = character_at(context, next->position + character.length);
        if (second.class == character_upper)
            next->class = character_upper;
    }
}

static void read_next_word(struct context *context) {
    const struct boundary *boundary = context->boundary;
    struct follower *next = &context->next;
    if (!text_character_in_word(character_at(context, next->position)))
        return;
    next->word = word_after(boundary->text, boundary->length, next->position);
    next->roles = word_roles(context->language, &next->word);
    /* "I." and "IT" do not start sentences. */
    next->starter = next->roles & language_starter &&
                    (!next->word.all_capitals || next->word.letters <= 1) &&
                    !text_character_in(character_at(context, next->word.end), ".");
}

/* Whether a particle follows. It is not set off from the next word, so try the first characters. */
static bool particle_follows(const struct context *context) {
    struct word start = context->next.word;
    for (size_t length = strlen(start.folded); length > 0; length--) {
        start.folded[length] = '\0';
        if (language_roles(context->language, start.folded) & language_follow)
            return true;
    }
    return false;
}

/* Whether a space is missing: "the end.Then", unlike "Node.js", "U.S.Army", "java.lang.String". */
static bool runs_together(const struct context *context) {
    const struct boundary *boundary = context->boundary;
    const struct word *next = &context->next.word;
    if (context->next.class != character_upper || boundary->quoted || boundary->bracketed)
        return false;
    if (boundary->cited)
        return true;
    struct word word = word_before(boundary->text, boundary->sentence_start, boundary->stop);
    if (!word.exact[0] || strchr(word.exact, '.') || strchr(word.exact, '-') || next->digits > 0)
        return false;
    bool address = text_character_in(text_character_before(boundary->text, word.start), "/@_#") ||
                   text_character_in(character_at(context, next->end), "/@_(");
    if (address)
        return false;
    if (word.digits > 0 && word.letters == 0)
        return !next->all_capitals;
    if (word.letters <= 3 || word.all_capitals)
        return false;
    /* In "K.I.T.T." after kana the kana and the initial are one word. */
    return text_character_before(boundary->text, word.end).class != character_upper;
}

/* Whether the bracket that follows belongs to the sentence before it. */
static bool bracket_continues(const struct context *context) {
    const struct boundary *boundary = context->boundary;
    if (!text_character_in(context->next.first, "("))
        return false;
    /* "Viva Maria! (1965)": nothing but numbers in it. */
    size_t start = context->next.gap_end + 1, position = start;
    struct text_character character = character_at(context, position);
    for (int i = 0; i < longest_look_ahead; i++) {
        bool numeric = character.class == character_digit || character.code_point == ' ' ||
                       text_character_in(character, "-,") || character.code_point == 0x2013;
        if (!numeric)
            break;
        position += character.length;
        character = character_at(context, position);
    }
    if (text_character_in(character, ")") && position > start)
        return true;
    /* "... of odd things." (Hall 7). The source of a quotation, followed by its own stop. */
    if (!boundary->quoted)
        return false;
    size_t limit = boundary->length - context->next.gap_end;
    if (limit > longest_clause)
        limit = longest_clause;
    const char *close = memchr(boundary->text + context->next.gap_end, ')', limit);
    if (!close)
        return false;
    size_t after = (size_t)(close - boundary->text) + 1;
    return text_character_in(character_at(context, after), ".,;:");
}

/* The rules for every kind of stop. Reads the next word as soon as a rule needs it. */
static enum verdict judge_any_stop(struct context *context) {
    const struct boundary *boundary = context->boundary;
    struct follower *next = &context->next;
    if (next->ends)
        return joins;
    /* A stop that opens a sentence, as in "... and so on" or "[...] Then", does not end it. */
    if (boundary->stop <= first_word(context))
        return joins;
    unsigned long c = next->first.code_point;
    if (text_character_in(next->first, ",;:)]}=+/%&^>|~") || c == 0x3001 || c == 0xFF0C ||
        c == 0xFF1A || c == 0xFF1B || c == 0x060C || c == 0x061B)
        return joins;
    if (boundary->kind == punctuation_wide && !boundary->quoted && !boundary->bracketed)
        return splits;
    read_next_word(context);
    /* After a closed quotation, a sentence of a script without spaces continues with a particle. */
    if (boundary->kind == punctuation_wide)
        return particle_follows(context) ? joins : splits;
    if (next->gap_end == boundary->end) {
        if (boundary->kind == punctuation_exclaim && c >= 0x3040)
            return splits;
        bool single = boundary->kind == punctuation_period || boundary->kind == punctuation_exclaim;
        return single && runs_together(context) ? splits : joins;
    }
    if (next->class == character_lower || bracket_continues(context))
        return joins;
    /* A remark within a sentence, "(a town etc.) Hall", unlike "(He left.) Then". */
    if (boundary->bracketed && boundary->opener > boundary->sentence_start)
        return next->starter ? splits : joins;
    return undecided;
}

/* Whether the word before `position` has the role. */
static bool role_before(const struct context *context, size_t position, unsigned role) {
    const struct boundary *boundary = context->boundary;
    size_t end = text_skip_space_back(boundary->text, boundary->sentence_start, position);
    struct word word = word_before(boundary->text, boundary->sentence_start, end);
    return (word_roles(context->language, &word) & role) != 0;
}

/* The rules for exclamation and question marks. */
static bool exclamation_splits(const struct context *context) {
    const struct boundary *boundary = context->boundary;
    const struct follower *next = &context->next;
    /* "Yahoo! Mail" */
    if (!boundary->quoted && !next->starter)
        return !role_before(context, boundary->stop, language_shout);
    if (!boundary->quoted || next->class != character_upper)
        return true;
    /* "Stop!" Smith said. */
    size_t second = text_skip_space(boundary->text, boundary->length, next->word.end);
    struct word verb = word_after(boundary->text, boundary->length, second);
    if (word_roles(context->language, &verb) & language_speech)
        return false;
    /* The song "Help!" Lennon wrote: a title, since no colon, comma or verb announces speech. */
    if (boundary->opener <= boundary->sentence_start || next->starter ||
        next->position > next->gap_end)
        return true;
    size_t end = text_skip_space_back(boundary->text, 0, boundary->opener);
    struct text_character last = text_character_before(boundary->text, end);
    return !text_character_in_word(last) || role_before(context, end, language_speech);
}

static bool is_number(const struct word *word) {
    return word->digits > 0 && word->letters == 0;
}

static bool is_roman_numeral(const struct word *word) {
    return word->all_capitals && strspn(word->folded, "ivxlc") == strlen(word->folded) &&
           word->letters > 0;
}

/* "J", "J.R", "J.-P", "U.S": single letters, separated by nothing but stops and hyphens. */
static bool is_letters_and_stops(const struct word *word) {
    size_t position = 0, length = strlen(word->exact);
    while (position < length) {
        struct text_character character = text_character_at(word->exact, length, position);
        if (!text_character_in_word(character) || character.class == character_digit)
            return false;
        do {
            position += character.length;
            character = text_character_at(word->exact, length, position);
        } while (character.class == character_mark);
        if (character.length && !text_character_in(character, ".-"))
            return false;
        while (text_character_in(character, ".-")) {
            position += character.length;
            character = text_character_at(word->exact, length, position);
        }
    }
    return length > 0;
}

/* The roles of "z. B" or "a. m": the letter at `start` joined with those before it. */
static unsigned roles_of_chain(const struct context *context, size_t start) {
    const char *text = context->boundary->text;
    size_t first = start;
    for (int i = 0; i < longest_chain; i++) {
        size_t gap = text_skip_space_back(text, context->boundary->sentence_start, first);
        if (gap == first || gap == 0 || text[gap - 1] != '.')
            break;
        struct text_character letter = text_character_before(text, gap - 1);
        if (!text_character_in_word(letter) ||
            text_character_in_word(text_character_before(text, gap - 1 - letter.length)))
            break;
        first = gap - 1 - letter.length;
    }
    if (first == start)
        return 0;
    char chain[word_size];
    size_t used = 0;
    for (size_t i = first; i < context->word.end && used + 5 <= sizeof chain;) {
        struct text_character letter = text_character_at(text, context->word.end, i);
        if (letter.class != character_space)
            used += utf8_write(chain + used, text_character_lower(letter));
        i += letter.length;
    }
    assert(used < sizeof chain);
    chain[used] = '\0';
    return language_roles(context->language, chain);
}

static void look_back(struct context *context) {
    const struct boundary *boundary = context->boundary;
    const char *text = boundary->text;
    size_t start = boundary->sentence_start;
    size_t end = text_skip_space_back(text, start, boundary->stop);
    context->word = word_before(text, start, end);
    size_t gap = text_skip_space_back(text, start, context->word.start);
    context->after_number =
        gap > start && text_character_before(text, gap).class == character_digit;
    context->roles = 0;
    if (context->word.letters == 1)
        context->roles = roles_of_chain(context, context->word.start);
    if (!context->roles)
        context->roles = word_roles(context->language, &context->word);
    if (!context->roles) { /* perhaps the language knows a part: "7a.m", "mid-Jan", "dell'Ing" */
        const char *folded = context->word.folded;
        size_t number = strspn(folded, "0123456789"), part = 0;
        for (size_t i = 0; folded[i]; i++) {
            if (folded[i] == '-' || folded[i] == '\'')
                part = i + 1;
        }
        context->after_number = context->after_number || number > 0;
        if (number > 0)
            context->roles = language_roles(context->language, folded + number) &
                             (language_unit | language_time);
        else if (part > 0)
            context->roles = language_roles(context->language, folded + part);
    }
    /* "5 ft." is a unit and nothing else; "Ft. Worth" has none. */
    if (context->roles & language_unit && context->after_number)
        context->roles = language_unit;
    else
        context->roles &= ~(unsigned)language_unit;
}

/* Whether the clause, which begins at the sentence or after ": ", starts nearby with "In", "At". */
static bool clause_opens(const struct context *context) {
    const char *text = context->boundary->text;
    size_t start = context->boundary->sentence_start;
    size_t clause = context->word.start;
    while (clause > start && context->word.start - clause < longest_clause) {
        if (clause >= 2 && text[clause - 1] == ' ' && text[clause - 2] == ':')
            break;
        clause--;
    }
    if (context->word.start - clause >= longest_clause)
        return false;
    struct word first = word_after(text, context->boundary->length, clause);
    return (word_roles(context->language, &first) & language_opener) != 0;
}

/* The rules for "a.m.", "B.C." and the like. */
static bool time_splits(const struct context *context) {
    const struct word *next = &context->next.word;
    if (context->next.class == character_digit)
        return context->after_number;
    if (context->next.starter)
        return true;
    if (!context->after_number)
        return (context->roles & language_final) != 0;
    /* "PDT", "GMT", "U.T.C" */
    size_t length = strlen(next->exact);
    bool time_zone = next->all_capitals && length >= 3 && length <= 4 &&
                     (next->exact[length - 1] == 'T' || next->exact[length - 1] == 'C');
    return !time_zone && !clause_opens(context);
}

/* Whether the letter before the stop is no initial: "World War I.", "vitamin C.", "20 °C." */
static bool letter_is_label(const struct context *context) {
    const struct boundary *boundary = context->boundary;
    struct text_character before = text_character_before(boundary->text, context->word.start);
    if (context->word.start > boundary->sentence_start && before.class != character_space &&
        !opens_sentence(before))
        return true;
    return role_before(context, context->word.start, language_label);
}

/* Whether a period makes an ordinal of the word before it: "am 3. Oktober", "XII. Pluk". */
static bool is_ordinal(const struct context *context) {
    const struct word *word = &context->word;
    if (!(context->language->rules & language_ordinal_stop))
        return false;
    struct text_character before = text_character_before(context->boundary->text, word->start);
    if (word->start > context->boundary->sentence_start && before.class != character_space &&
        !text_character_in(before, "(/"))
        return false;
    return (is_number(word) && word->digits <= 2) || is_roman_numeral(word);
}

/* The rules for a single period, which depend on the word before it. */
static bool period_splits(const struct context *context) {
    const struct word *word = &context->word;
    const struct follower *next = &context->next;
    unsigned roles = context->roles;
    /* "1.", "iv." or "a." at the start of a sentence numbers it, and "1998." is not a sentence. */
    if (word->start <= first_word(context) && word->start < word->end) {
        size_t length = strlen(word->folded);
        bool roman = length > 0 && length < 8 && strspn(word->folded, "ivx") == length;
        if ((is_number(word) && word->digits <= 4) || roman ||
            (word->letters == 1 && word->digits == 0))
            return false;
    }
    if (roles & language_title)
        return roles & language_name && next->starter;
    if (context->boundary->quoted)
        return true;
    if (roles & language_number &&
        (next->class == character_digit || is_roman_numeral(&next->word)))
        return false;
    if (roles & language_unit)
        return next->class != character_digit;
    if (roles & language_time)
        return time_splits(context);
    if (roles & language_name)
        return next->starter || context->boundary->cited;
    /* Initials, and acronyms that no table knows. */
    if (is_letters_and_stops(word) &&
        (word->letters != 1 || (word->capital && !letter_is_label(context))))
        return next->starter;
    return next->starter || !is_ordinal(context);
}

bool boundary_splits(const struct language *language, const struct boundary *boundary) {
    assert(boundary->sentence_start <= boundary->stop && boundary->stop < boundary->end &&
           boundary->end <= boundary->length);
    struct context context; /* `word` is large, and seldom needed */
    context.language = language;
    context.boundary = boundary;
    context.next = (struct follower){0};
    look_ahead(&context);
    enum verdict verdict = judge_any_stop(&context);
    if (verdict != undecided)
        return verdict == splits;
    switch (boundary->kind) {
    case punctuation_exclaim:
        return exclamation_splits(&context);
    case punctuation_period:
        look_back(&context);
        return period_splits(&context);
    default: /* "Perhaps... I may": the capital does not mean a new sentence */
        return !(context.next.roles & language_capital);
    }
}
