/* boundary.c - see boundary.h. */
#include "boundary.h"

#include "../text/utf8.h"
#include "letters.h"
#include "words.h"

#include <string.h>

enum {
    longest_look_ahead = 12, /* characters between the white space and the next word */
    longest_clause = 48,     /* bytes from "In" to "a.m." in "In ... at 6 a.m. Mr. Hall" */
    longest_chain = 4        /* letters in "z. B.", "a. m." */
};

enum verdict { undecided, splits, joins };

/* What stands behind the boundary: openers, dashes and dots, then the next word. */
struct follower {
    size_t gap_end;          /* behind the white space */
    struct letter first;     /* the character there */
    size_t position;         /* of the next word, or of what is neither word nor opener */
    enum letter_class class; /* of the character there; "iPhone" counts as upper case */
    bool ends;               /* nothing but marks follows */
    /* Not yet known to the first rules, see read_next_word(): */
    bool starter; /* a word that starts sentences, seldom names */
    struct word word;
    unsigned roles;
};

struct scene {
    const struct language *language;
    const struct boundary *boundary;
    struct follower next;
    struct word word;  /* before the stop; abbreviations only are looked at, see look_back() */
    unsigned roles;    /* of that word, or of the part of it that is known */
    bool after_number; /* as in "5 ft." and "7a.m." */
};

typedef enum verdict rule(const struct scene *scene);

static struct letter letter_of(const struct scene *scene, size_t position) {
    return letter_at(scene->boundary->text, scene->boundary->length, position);
}

/* Marks that may stand before the first word of a sentence. */
static bool opens_sentence(struct letter letter) {
    unsigned long c = letter.code_point;
    if (c < 0x80)
        return letter.class == letter_space || letter_is_mark(letter, "\"'`([{-.*#<:;");
    return letter.class == letter_space || c == 0xA1 || c == 0xAB || c == 0xBB || c == 0xBF ||
           (c >= 0x2010 && c <= 0x203A) || c == 0x2043 || (c >= 0x3008 && c <= 0x3011) ||
           c == 0xFF08;
}

/* Capitals say nothing about "I", and single letters or "IT" do not start sentences. */
static bool is_starter(const struct scene *scene, const struct follower *next) {
    if (!(next->roles & language_starter))
        return false;
    if (next->word.all_capitals && next->word.letters > 1)
        return false;
    return !letter_is_mark(letter_of(scene, next->word.end), ".");
}

static enum letter_class class_of_start(const struct scene *scene, size_t position) {
    struct letter letter = letter_of(scene, position);
    struct letter second = letter_of(scene, position + letter.length);
    if (letter.class == letter_lower && second.class == letter_upper)
        return letter_upper;
    return letter.class;
}

static void look_ahead(struct scene *scene) {
    const struct boundary *boundary = scene->boundary;
    struct follower *next = &scene->next;
    next->gap_end = letter_skip_space(boundary->text, boundary->length, boundary->end);
    next->first = letter_of(scene, next->gap_end);
    next->position = next->gap_end;
    struct letter letter = next->first;
    for (int i = 0; i < longest_look_ahead && letter.length && opens_sentence(letter); i++) {
        next->position += letter.length;
        letter = letter_of(scene, next->position);
    }
    next->ends = letter.length == 0;
    next->class = class_of_start(scene, next->position);
}

static void read_next_word(struct scene *scene) {
    const struct boundary *boundary = scene->boundary;
    struct follower *next = &scene->next;
    if (!letter_is_word(letter_of(scene, next->position)))
        return;
    next->word = word_after(boundary->text, boundary->length, next->position);
    next->roles = word_roles(scene->language, &next->word);
    next->starter = is_starter(scene, next);
}

/* The rules that hold after every stop; the first ask nothing about the next word. */

static enum verdict at_end(const struct scene *scene) {
    return scene->next.ends ? joins : undecided;
}

/* Where the first word of the sentence is, behind bullets, brackets and the like. */
static size_t first_word(const struct scene *scene) {
    size_t start = scene->boundary->sentence_start;
    struct letter letter = letter_of(scene, start);
    for (int i = 0; i < longest_look_ahead && opens_sentence(letter); i++) {
        start += letter.length;
        letter = letter_of(scene, start);
    }
    return start;
}

/* A stop that opens a sentence ("... and so on", "[...] Then") ends none. */
static enum verdict nothing_before(const struct scene *scene) {
    return scene->boundary->stop <= first_word(scene) ? joins : undecided;
}

static enum verdict mark_continues(const struct scene *scene) {
    struct letter first = scene->next.first;
    if (letter_is_mark(first, ",;:)]}=+/%&^>|~"))
        return joins;
    unsigned long c = first.code_point;
    bool wide =
        c == 0x3001 || c == 0xFF0C || c == 0xFF1A || c == 0xFF1B || c == 0x060C || c == 0x061B;
    return wide ? joins : undecided;
}

/* Scripts without spaces. */
static enum verdict wide_stop(const struct scene *scene) {
    const struct boundary *boundary = scene->boundary;
    bool closed = boundary->quoted || boundary->bracketed;
    return boundary->kind == mark_wide && !closed ? splits : undecided;
}

/* Only a particle after a closed quotation goes on with the sentence. */
static enum verdict wide_stop_closed(const struct scene *scene) {
    if (scene->boundary->kind != mark_wide)
        return undecided;
    /* A particle is not set off from the word after it: try its first characters. */
    struct word start = scene->next.word;
    size_t length = strlen(start.folded);
    for (; length > 0; length--) {
        start.folded[length] = '\0';
        if (language_roles(scene->language, start.folded) & language_follow)
            return joins;
    }
    return splits;
}

/* Sentences run together: "the end.Then" but not "Node.js", "U.S.Army", "java.lang.String". */
static bool runs_together(const struct scene *scene) {
    const struct boundary *boundary = scene->boundary;
    if (scene->next.class != letter_upper || boundary->quoted || boundary->bracketed)
        return false;
    if (boundary->cited)
        return true;
    struct word word = word_before(boundary->text, boundary->sentence_start, boundary->stop);
    bool plain = word.exact[0] && !strchr(word.exact, '.') && !strchr(word.exact, '-');
    bool number = word.digits > 0 && word.letters == 0;
    struct letter before = letter_before(boundary->text, word.start);
    struct letter after = letter_of(scene, scene->next.word.end);
    bool address = letter_is_mark(before, "/@_#") || letter_is_mark(after, "/@_(");
    if (!plain || address || scene->next.word.digits > 0)
        return false;
    if (number)
        return !scene->next.word.all_capitals;
    if (word.letters <= 3 || word.all_capitals)
        return false;
    /* "K.I.T.T." behind kana, which are one word with the initial */
    return letter_before(boundary->text, word.end).class != letter_upper;
}

static enum verdict no_space_after(const struct scene *scene) {
    const struct boundary *boundary = scene->boundary;
    if (scene->next.gap_end > boundary->end)
        return undecided;
    if (boundary->kind == mark_exclaim && scene->next.first.code_point >= 0x3040)
        return splits;
    bool single = boundary->kind == mark_period || boundary->kind == mark_exclaim;
    return single && runs_together(scene) ? splits : joins;
}

static enum verdict small_letter_follows(const struct scene *scene) {
    return scene->next.class == letter_lower ? joins : undecided;
}

/* "Viva Maria! (1965)" and other brackets that hold nothing but numbers. */
static enum verdict number_in_brackets_follows(const struct scene *scene) {
    if (!letter_is_mark(scene->next.first, "("))
        return undecided;
    size_t position = scene->next.gap_end + 1;
    struct letter letter = letter_of(scene, position);
    for (int i = 0; i < longest_look_ahead; i++) {
        bool numeric = letter.class == letter_digit || letter.code_point == ' ' ||
                       letter_is_mark(letter, "-,") || letter.code_point == 0x2013;
        if (!numeric)
            break;
        position += letter.length;
        letter = letter_of(scene, position);
    }
    return letter_is_mark(letter, ")") && position > scene->next.gap_end + 1 ? joins : undecided;
}

/* "... of odd things" (Hall 7). The source of a quotation, with the stop behind it. */
static enum verdict source_follows(const struct scene *scene) {
    const struct boundary *boundary = scene->boundary;
    if (!boundary->quoted || !letter_is_mark(scene->next.first, "("))
        return undecided;
    size_t limit = boundary->length - scene->next.gap_end;
    if (limit > longest_clause)
        limit = longest_clause;
    const char *close = memchr(boundary->text + scene->next.gap_end, ')', limit);
    if (!close)
        return undecided;
    size_t behind = (size_t)(close - boundary->text) + 1;
    return letter_is_mark(letter_of(scene, behind), ".,;:") ? joins : undecided;
}

/* A remark in brackets within a sentence: "(a town etc.) Hall", unlike "(He left.) Then". */
static enum verdict remark_closes(const struct scene *scene) {
    const struct boundary *boundary = scene->boundary;
    if (!boundary->bracketed || boundary->opener <= boundary->sentence_start)
        return undecided;
    return scene->next.starter ? splits : joins;
}

/* The rules after an exclamation or question mark. */

static bool role_before(const struct scene *scene, size_t position, unsigned role) {
    const struct boundary *boundary = scene->boundary;
    size_t end = letter_skip_space_back(boundary->text, boundary->sentence_start, position);
    struct word word = word_before(boundary->text, boundary->sentence_start, end);
    return (word_roles(scene->language, &word) & role) != 0;
}

static enum verdict name_with_mark(const struct scene *scene) {
    if (scene->boundary->quoted || scene->next.starter)
        return undecided;
    return role_before(scene, scene->boundary->stop, language_shout) ? joins : undecided;
}

/* "Stop!" Smith said. */
static enum verdict speaker_follows(const struct scene *scene) {
    const struct boundary *boundary = scene->boundary;
    if (!boundary->quoted || scene->next.class != letter_upper)
        return undecided;
    size_t second = letter_skip_space(boundary->text, boundary->length, scene->next.word.end);
    struct word verb = word_after(boundary->text, boundary->length, second);
    return word_roles(scene->language, &verb) & language_speech ? joins : undecided;
}

/* The song "Help!" Lennon wrote: a title, as neither colon, comma nor verb announces speech. */
static enum verdict title_closes(const struct scene *scene) {
    const struct boundary *boundary = scene->boundary;
    if (!boundary->quoted || boundary->opener <= boundary->sentence_start || scene->next.starter ||
        scene->next.class != letter_upper || scene->next.position > scene->next.gap_end)
        return undecided;
    size_t end = letter_skip_space_back(boundary->text, 0, boundary->opener);
    if (letter_is_mark(letter_before(boundary->text, end), ",:;-.!?"))
        return undecided;
    struct letter last = letter_before(boundary->text, end);
    if (!letter_is_word(last) || role_before(scene, end, language_speech))
        return undecided;
    return joins;
}

/* "Perhaps... I may": the capital is no sign of a new sentence. */
static enum verdict capital_for_ever(const struct scene *scene) {
    return scene->next.roles & language_capital ? joins : undecided;
}

/* The rules after a lone period, which ask about the word before it. */

static bool is_number(const struct word *word) {
    return word->digits > 0 && word->letters == 0;
}

static bool is_roman(const struct word *word) {
    size_t length = strlen(word->folded);
    return length > 0 && length < 8 && strspn(word->folded, "ivx") == length;
}

static bool is_roman_numeral(const struct word *word) {
    return word->all_capitals && strspn(word->folded, "ivxlc") == strlen(word->folded) &&
           word->letters > 0;
}

/* "J", "J.R", "J.-P", "U.S": single letters with nothing but stops and hyphens between. */
static bool is_letters_and_stops(const struct word *word) {
    size_t position = 0, length = strlen(word->exact);
    while (position < length) {
        struct letter letter = letter_at(word->exact, length, position);
        if (!letter_is_word(letter) || letter.class == letter_digit)
            return false;
        position += letter.length;
        struct letter after = letter_at(word->exact, length, position);
        while (after.class == letter_combining) {
            position += after.length;
            after = letter_at(word->exact, length, position);
        }
        if (after.length && !letter_is_mark(after, ".-"))
            return false;
        while (letter_is_mark(after, ".-")) {
            position += after.length;
            after = letter_at(word->exact, length, position);
        }
    }
    return length > 0;
}

/* "z. B", "a. m": the letters before this one, put together without their spaces. */
static unsigned roles_of_chain(const struct scene *scene, size_t start) {
    const char *text = scene->boundary->text;
    size_t first = start;
    for (int i = 0; i < longest_chain; i++) {
        size_t gap = letter_skip_space_back(text, scene->boundary->sentence_start, first);
        if (gap == first || gap == 0 || text[gap - 1] != '.')
            break;
        struct letter letter = letter_before(text, gap - 1);
        if (!letter_is_word(letter) || letter_is_word(letter_before(text, gap - 1 - letter.length)))
            break;
        first = gap - 1 - letter.length;
    }
    if (first == start)
        return 0;
    char chain[word_size];
    size_t used = 0;
    for (size_t i = first; i < scene->word.end && used + 5 <= sizeof chain;) {
        struct letter letter = letter_at(text, scene->word.end, i);
        if (letter.class != letter_space)
            used += utf8_write(chain + used, letter_lower_case(letter));
        i += letter.length;
    }
    chain[used] = '\0';
    return language_roles(scene->language, chain);
}

static size_t behind_last(const char *word, const char *set) {
    size_t behind = 0;
    for (size_t i = 0; word[i]; i++) {
        if (strchr(set, word[i]))
            behind = i + 1;
    }
    return behind;
}

/* Of a word that no table knows, the part that one may: "7a.m", "mid-Jan", "dell'Ing". */
static unsigned roles_of_part(struct scene *scene) {
    const char *folded = scene->word.folded;
    size_t number = strspn(folded, "0123456789");
    if (number > 0) {
        scene->after_number = true;
        return language_roles(scene->language, folded + number) & (language_unit | language_time);
    }
    size_t part = behind_last(folded, "-'");
    return part ? language_roles(scene->language, folded + part) : 0;
}

static void look_back(struct scene *scene) {
    const struct boundary *boundary = scene->boundary;
    const char *text = boundary->text;
    size_t start = boundary->sentence_start;
    size_t end = letter_skip_space_back(text, start, boundary->stop);
    scene->word = word_before(text, start, end);
    size_t gap = letter_skip_space_back(text, start, scene->word.start);
    scene->after_number = gap > start && letter_before(text, gap).class == letter_digit;
    scene->roles = 0;
    if (scene->word.letters == 1)
        scene->roles = roles_of_chain(scene, scene->word.start);
    if (!scene->roles)
        scene->roles = word_roles(scene->language, &scene->word);
    if (!scene->roles)
        scene->roles = roles_of_part(scene);
    /* "5 ft." is a unit and nothing else, "Ft. Worth" is none. */
    if (scene->roles & language_unit && scene->after_number)
        scene->roles = language_unit;
    else
        scene->roles &= ~(unsigned)language_unit;
}

/* "1." or "iv." or "a." at the start of a sentence numbers it; "1998." is no sentence. */
static enum verdict list_marker(const struct scene *scene) {
    const struct word *word = &scene->word;
    if (word->start > first_word(scene) || word->start == word->end)
        return undecided;
    bool number = is_number(word) && word->digits <= 4;
    return number || is_roman(word) || (word->letters == 1 && !word->digits) ? joins : undecided;
}

static enum verdict after_title(const struct scene *scene) {
    if (!(scene->roles & language_title))
        return undecided;
    return scene->roles & language_name && scene->next.starter ? splits : joins;
}

static enum verdict after_number_sign(const struct scene *scene) {
    if (!(scene->roles & language_number))
        return undecided;
    if (scene->next.class == letter_digit || is_roman_numeral(&scene->next.word))
        return joins;
    return undecided;
}

static enum verdict after_unit(const struct scene *scene) {
    if (!(scene->roles & language_unit))
        return undecided;
    return scene->next.class == letter_digit ? joins : splits;
}

/* "PDT", "GMT", "U.T.C" */
static bool is_time_zone(const struct word *word) {
    size_t length = strlen(word->exact);
    return word->all_capitals && length >= 3 && length <= 4 &&
           (word->exact[length - 1] == 'T' || word->exact[length - 1] == 'C');
}

/* The sentence, or what follows a colon in it, starts with "In", "At" or the like, near by. */
static bool clause_opens(const struct scene *scene) {
    const struct boundary *boundary = scene->boundary;
    const char *text = boundary->text;
    size_t start = boundary->sentence_start;
    size_t clause = scene->word.start;
    while (clause > start && scene->word.start - clause < longest_clause) {
        if (clause >= 2 && text[clause - 1] == ' ' && text[clause - 2] == ':')
            break;
        clause--;
    }
    if (scene->word.start - clause >= longest_clause)
        return false;
    struct word first = word_after(text, boundary->length, clause);
    return (word_roles(scene->language, &first) & language_opener) != 0;
}

static enum verdict after_time(const struct scene *scene) {
    if (!(scene->roles & language_time))
        return undecided;
    if (scene->next.class == letter_digit)
        return scene->after_number ? splits : joins;
    if (scene->next.starter)
        return splits;
    if (!scene->after_number)
        return scene->roles & language_final ? splits : joins;
    return is_time_zone(&scene->next.word) || clause_opens(scene) ? joins : splits;
}

static enum verdict after_name(const struct scene *scene) {
    if (!(scene->roles & language_name))
        return undecided;
    return scene->next.starter || scene->boundary->cited ? splits : joins;
}

/* "World War I. Germany", "vitamin C. Oranges", "20 °C. Water" */
static bool letter_is_label(const struct scene *scene) {
    const struct boundary *boundary = scene->boundary;
    struct letter before = letter_before(boundary->text, scene->word.start);
    if (scene->word.start > boundary->sentence_start && before.class != letter_space &&
        !opens_sentence(before))
        return true;
    size_t end =
        letter_skip_space_back(boundary->text, boundary->sentence_start, scene->word.start);
    struct word previous = word_before(boundary->text, boundary->sentence_start, end);
    return (word_roles(scene->language, &previous) & language_label) != 0;
}

/* Initials, and acronyms no table knows. */
static enum verdict after_letters(const struct scene *scene) {
    const struct word *word = &scene->word;
    if (!is_letters_and_stops(word))
        return undecided;
    if (word->letters == 1 && (!word->capital || letter_is_label(scene)))
        return undecided;
    return scene->next.starter ? splits : joins;
}

/* "am 3. Oktober", "XII. Pluk" where a period makes an ordinal. */
static enum verdict after_ordinal(const struct scene *scene) {
    const struct word *word = &scene->word;
    if (!(scene->language->rules & language_ordinal_stop) || scene->next.starter)
        return undecided;
    struct letter before = letter_before(scene->boundary->text, word->start);
    if (word->start > scene->boundary->sentence_start && before.class != letter_space &&
        !letter_is_mark(before, "(/"))
        return undecided;
    bool number = is_number(word) && word->digits <= 2;
    return number || is_roman_numeral(word) ? joins : undecided;
}

static enum verdict always(const struct scene *scene) {
    (void)scene;
    return splits;
}

static rule *const rules_without_word[] = {at_end, nothing_before, mark_continues, wide_stop, NULL};
static rule *const rules_for_all[] = {wide_stop_closed,
                                      no_space_after,
                                      small_letter_follows,
                                      number_in_brackets_follows,
                                      source_follows,
                                      remark_closes,
                                      NULL};
static rule *const rules_for_exclaim[] = {name_with_mark, speaker_follows, title_closes, always,
                                          NULL};
static rule *const rules_for_dots[] = {capital_for_ever, always, NULL};
static rule *const rules_for_quoted[] = {list_marker, after_title, always, NULL};
static rule *const rules_for_period[] = {list_marker, after_title, after_number_sign, after_unit,
                                         after_time,  after_name,  after_letters,     after_ordinal,
                                         always,      NULL};

static enum verdict first_verdict(rule *const *rules, const struct scene *scene) {
    enum verdict verdict = undecided;
    for (; *rules && verdict == undecided; rules++)
        verdict = (*rules)(scene);
    return verdict;
}

bool boundary_splits(const struct language *language, const struct boundary *boundary) {
    struct scene scene;
    scene.language = language;
    scene.boundary = boundary;
    scene.next = (struct follower){0};
    look_ahead(&scene);
    enum verdict verdict = first_verdict(rules_without_word, &scene);
    if (verdict == undecided) {
        read_next_word(&scene);
        verdict = first_verdict(rules_for_all, &scene);
    }
    if (verdict != undecided)
        return verdict == splits;
    if (boundary->kind == mark_exclaim)
        return first_verdict(rules_for_exclaim, &scene) == splits;
    if (boundary->kind != mark_period)
        return first_verdict(rules_for_dots, &scene) == splits;
    look_back(&scene);
    return first_verdict(boundary->quoted ? rules_for_quoted : rules_for_period, &scene) == splits;
}
