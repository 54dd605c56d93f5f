/* note_marks.c - see note_marks.h. */
#include "note_marks.h"

#include "../base/cpu.h"
#include "characters.h"

#include <assert.h>

#if defined(CPU_HAS_PATHS) && defined(__SSE2__)
#include <immintrin.h>
#endif

enum {
    running_letters = 24,
    longest_note = 40, /* characters between brackets */
    longest_signs = 3, /* of † ‡ * that follow each other, and of superscript digits */
    dagger = 0x2020,
    double_dagger = 0x2021,
    arrow = 0x2191,
    hair_space = 0x200A
};

struct remover {
    const uint32_t *points;
    size_t at, count;
    uint32_t *kept, *origins;
    size_t kept_count;
    size_t mark_end; /* what `kept_count` was when a mark was removed last, or SIZE_MAX */
    bool running;
};

/* ---- Characters ---- */

static bool is_space(uint32_t point) {
    if (point < 0x80)
        return point == ' ' || point - '\t' < 5;
    return point == 0x85 || point == 0xA0 || (point >= 0x2000 && point <= 0x200A) ||
           point == 0x2028 || point == 0x2029 || point == 0x202F || point == 0x205F ||
           point == 0x3000;
}

/* Of width zero: soft hyphens, joiners, directions, byte order marks. */
static bool is_invisible(uint32_t point) {
    return point == 0xAD || (point >= 0x200B && point <= 0x200F) ||
           (point >= 0x202A && point <= 0x202E) || (point >= 0x2060 && point <= 0x206F) ||
           point == 0xFEFF;
}

static bool is_ascii_letter(uint32_t point) {
    return (point | 0x20) - 'a' < 26;
}

static bool is_letter(uint32_t point) {
    return is_ascii_letter(point) ||
           (point >= 0x80 && character_of(point).class >= character_upper);
}

static bool is_ascii_digit(uint32_t point) {
    return point - '0' < 10;
}

static bool is_one_of(uint32_t point, const uint32_t *set) {
    for (; *set; set++)
        if (*set == point)
            return true;
    return false;
}

static bool is_open(uint32_t point) {
    return point == '[' || point == 0xFF3B;
}

static bool is_superscript(uint32_t point) {
    return point == 0xB2 || point == 0xB3 || point == 0xB9 || point == 0x2070 ||
           (point >= 0x2074 && point <= 0x2079);
}

static bool is_sign(uint32_t point) {
    return point == '*' || point == dagger || point == double_dagger;
}

/* The character at `at` or the next that can be seen; a space at the end. */
static uint32_t seen_from(const struct remover *remover, size_t at) {
    while (at < remover->count && is_invisible(remover->points[at]))
        at++;
    return at < remover->count ? remover->points[at] : ' ';
}

/* ---- What stands between brackets ---- */

struct slice {
    const uint32_t *points;
    size_t count;
};

static bool equals(struct slice slice, const uint32_t *word) {
    size_t i = 0;
    for (; i < slice.count && word[i]; i++) {
        uint32_t point = slice.points[i];
        if ((point - 'A' < 26 ? point | 0x20 : point) != word[i])
            return false;
    }
    return i == slice.count && !word[i];
}

/* 12, 3–5 or 3, 4: numbers of at most three digits. */
static bool is_numbers(struct slice slice) {
    unsigned digits = 0;
    for (size_t i = 0; i < slice.count; i++) {
        uint32_t point = slice.points[i];
        if (is_ascii_digit(point)) {
            if (++digits > 3)
                return false;
        } else if (point == ' ' ? is_ascii_digit(slice.points[i - 1])
                                : digits == 0 || !is_one_of(point, U",-\u2013")) {
            return false;
        } else {
            digits = 0;
        }
    }
    return digits > 0;
}

/* A small letter, or a small Roman numeral. */
static bool is_letters(struct slice slice) {
    if (slice.count == 1)
        return slice.points[0] - 'a' < 26 || (slice.points[0] >= 0x3B1 && slice.points[0] <= 0x3C9);
    for (size_t i = 0; i < slice.count; i++)
        if (!is_one_of(slice.points[i], U"ivx"))
            return false;
    return slice.count > 0 && slice.count <= 4;
}

/* "note 3", "n 1", "lower-alpha 2", 注 1. */
static bool is_labelled(struct slice slice) {
    static const uint32_t *const labels[] = {
        U"note",        U"notes",       U"n",      U"n.",     U"nb",           U"n.b.",
        U"fn",          U"a",           U"b",      U"ref",    U"ref.",         U"footnote",
        U"lower-alpha", U"upper-alpha", U"anm.",   U"anm",    U"nota",         U"noot",
        U"lower-roman", U"lower-greek", U"\u6CE8", U"\u8A3B", U"\u6CE8\u91CB", U"\u8A3B\u91CB",
        U"\u6CE8\u91C8"};
    size_t end = slice.count;
    while (end > 0 && is_ascii_digit(slice.points[end - 1]))
        end--;
    if (end == slice.count && end >= 2 && slice.points[end - 2] == ' ' &&
        is_ascii_letter(slice.points[end - 1]))
        end--;
    if (end == slice.count || slice.count - end > 3)
        return false;
    bool apart = end > 0 && slice.points[end - 1] == ' ';
    struct slice label = {slice.points, end - apart};
    bool ascii = label.count > 0 && label.points[0] < 0x80;
    for (size_t i = 0; i < sizeof labels / sizeof *labels && (apart || !ascii); i++)
        if (equals(label, labels[i]))
            return true;
    return false;
}

/* What readers ask of writers. */
static bool is_request(struct slice slice) {
    /* clang-format off */
    static const uint32_t *const requests[] = {
        U"edit", U"update", U"who", U"whom", U"by whom", U"when", U"where", U"which", U"why",
        U"how", U"according to whom", U"from whom", U"for whom", U"like whom", U"clarify",
        U"vague", U"dubious", U"dubious - discuss", U"dubious \u2013 discuss", U"discuss",
        U"dead link", U"permanent dead link", U"broken anchor", U"failed verification",
        U"not in citation given", U"not verified in body", U"original research",
        U"unreliable source", U"disputed",
        U"self-published source", U"better source", U"weasel words", U"peacock term", U"opinion",
        U"citation not found", U"edit source", U"r\u00E9f. n\u00E9cessaire", U"cita requerida",
        U"senza fonte", U"carece de fontes", U"bron", U"quelle", U"\u8981\u51FA\u5178",
        U"\u6765\u6E90\u8BF7\u6C42"};
    /* clang-format on */
    static const uint32_t needed[] = U" needed";
    enum { needed_length = sizeof needed / sizeof *needed - 1 };
    if (slice.count > needed_length &&
        equals((struct slice){slice.points + slice.count - needed_length, needed_length}, needed))
        return true;
    if (slice.count > 0 && slice.points[slice.count - 1] == '?')
        slice.count--;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (equals(slice, requests[i]))
            return true;
    return false;
}

/* ---- What stands before a mark ---- */

/* What has been kept, up to `end`, and whether a space follows it. */
struct before {
    uint32_t last, last_but_one; /* 0: none */
    bool apart;
    bool mark; /* a mark was removed there */
};

static struct before before_of(const struct remover *remover, size_t end) {
    struct before before = {.mark = remover->mark_end == end};
    if (end > 0 && remover->kept[end - 1] == ' ') {
        before.apart = true;
        end--;
        before.mark |= remover->mark_end == end;
    }
    before.last = end > 0 ? remover->kept[end - 1] : 0;
    before.last_but_one = end > 1 ? remover->kept[end - 2] : 0;
    return before;
}

/* A quote may open what follows; one after a space does. */
static bool ends_part(const struct before *before) {
    bool quote = before->last == '"' || before->last == '\'';
    return is_one_of(before->last,
                     U".,;:!?)\"'%\u2019\u201D\u00BB\u2026\u3002\u3001\uFF0C\uFF09\u300D") &&
           !(quote && is_space(before->last_but_one));
}

static bool may_follow(const struct remover *remover, const struct before *before, bool loose) {
    if (!remover->running)
        return false;
    uint32_t next = seen_from(remover, remover->at);
    if (before->last == 0)
        return remover->at < remover->count && (is_space(next) || is_open(next));
    bool word = is_letter(before->last) || is_ascii_digit(before->last);
    return before->mark || ends_part(before) || ((!before->apart || loose) && word);
}

static bool letter_may_follow(const struct remover *remover, const struct before *before,
                              struct slice slice) {
    if (!remover->running || before->last == 0 || is_letter(seen_from(remover, remover->at)))
        return false;
    if (before->mark || (ends_part(before) && !before->apart))
        return true;
    bool early = slice.count == 1 && slice.points[0] - 'a' < 3; /* walk[s], receive[d] */
    return !before->apart && (is_ascii_digit(before->last) || (early && is_letter(before->last)));
}

/* ---- Removing ---- */

static void keep(struct remover *remover, uint32_t point, size_t origin) {
    remover->kept[remover->kept_count] = point;
    remover->origins[remover->kept_count++] = (uint32_t)origin;
}

static void cut(struct remover *remover, size_t end) {
    remover->kept_count = remover->mark_end = end;
}

/* The page after a mark: ":34" or ":34–36". */
static void skip_page(struct remover *remover) {
    const uint32_t *points = remover->points;
    size_t at = remover->at, begin;
    if (at == remover->count || points[at++] != ':')
        return;
    while (at < remover->count && points[at] == hair_space)
        at++;
    for (begin = at; at < remover->count && at - begin < longest_note &&
                     (is_ascii_digit(points[at]) || is_one_of(points[at], U"-\u2013,"));)
        at++;
    uint32_t next = seen_from(remover, at);
    if (at > begin && is_ascii_digit(points[begin]) && !is_letter(next) && !is_ascii_digit(next))
        remover->at = at;
}

/* A bracket has closed, and the text goes on after it. Whether it and its note are gone. */
static bool cut_note(struct remover *remover) {
    size_t end = remover->kept_count, begin = end;
    while (begin > 0 && end - begin <= longest_note && !is_open(remover->kept[begin - 1]))
        begin--;
    if (begin == 0 || !is_open(remover->kept[begin - 1]))
        return false;
    struct slice note = {remover->kept + begin, end - begin};
    bool inner = note.count > 1 && note.points[0] == ' ';
    if (inner)
        note.points++, note.count--;
    if (note.count > 0 && note.points[note.count - 1] == ' ')
        note.count--;
    struct before before = before_of(remover, begin - 1);
    bool numbers = is_numbers(note);
    bool gone = (numbers && may_follow(remover, &before, inner)) || is_labelled(note) ||
                is_request(note) || (is_letters(note) && letter_may_follow(remover, &before, note));
    if (gone) {
        cut(remover, begin - 1);
        if (numbers)
            skip_page(remover);
    }
    return gone;
}

/* A bracket closes here: takes what is left of its content if that is nothing. */
static bool cut_empty(struct remover *remover, uint32_t close) {
    size_t begin = remover->kept_count;
    while (begin > 0 && is_one_of(remover->kept[begin - 1], U" ,;"))
        begin--;
    if (begin > 0 && remover->kept[begin - 1] == (close == ')' ? '(' : '[') &&
        (begin == 1 || remover->kept[begin - 2] == ' ')) {
        cut(remover, begin - 1);
        return true;
    }
    if (close == ')')
        remover->kept_count = begin;
    return false;
}

/* Signs at the end of a word, superscript digits after a stop. Whether they are gone. */
static bool skip_signs(struct remover *remover, bool is_part(uint32_t)) {
    size_t end = remover->at, length = 0, kept = remover->kept_count;
    for (; end < remover->count; end++) {
        bool part = is_part(remover->points[end]);
        if (!part && !is_invisible(remover->points[end]))
            break;
        length += part;
    }
    uint32_t next = seen_from(remover, end);
    uint32_t last = kept > 0 ? remover->kept[kept - 1] : ' ';
    uint32_t last_but_one = kept > 1 ? remover->kept[kept - 2] : ' ';
    bool follows =
        is_sign(remover->points[remover->at])
            ? (is_letter(last) && is_letter(last_but_one)) || is_one_of(last, U".,;:)\u201D")
            : is_one_of(last, U".,;!?\u201D") &&
                  (is_letter(last_but_one) || is_ascii_digit(last_but_one));
    bool ends = is_space(next) || is_open(next) || is_sign(next) || is_superscript(next) ||
                is_one_of(next, U".,;:)(");
    bool gone = remover->running && length <= longest_signs && follows && ends;
    if (gone)
        cut(remover, kept);
    for (size_t i = remover->at; i < end && !gone; i++)
        if (!is_invisible(remover->points[i]))
            keep(remover, remover->points[i], i);
    remover->at = end;
    return gone;
}

static void take(struct remover *remover) {
    uint32_t point = remover->points[remover->at];
    if (is_space(point)) {
        size_t kept = remover->kept_count;
        if (kept > 0 && remover->kept[kept - 1] != ' ' && remover->kept[kept - 1] != '(')
            keep(remover, ' ', remover->at);
        remover->at++;
    } else if (is_invisible(point)) {
        remover->at++;
    } else if (is_sign(point)) {
        skip_signs(remover, is_sign);
    } else if (is_superscript(point)) {
        skip_signs(remover, is_superscript);
    } else if ((point == arrow || point == '^') && remover->kept_count == 0) {
        /* The arrow of a footnote, and its letters if there are several: "↑ a b Smith". */
        const uint32_t *points = remover->points;
        size_t at = remover->at + 1, letters = 0;
        for (; at + 2 < remover->count && points[at] == ' ' && points[at + 1] == 'a' + letters &&
               points[at + 2] == ' ' && letters < 26;
             letters++)
            at += 2;
        remover->at = letters > 1 ? at : remover->at + 1;
    } else {
        size_t origin = remover->at++, kept = remover->kept_count;
        bool gap = kept > 0 && remover->kept[kept - 1] == ' ' &&
                   (remover->mark_end == kept || remover->mark_end == kept - 1);
        if (gap && is_one_of(point, U".,;:!?)")) /* a stop takes the space before a mark */
            remover->mark_end = --remover->kept_count;
        if ((point == ']' || point == 0xFF3D) && cut_note(remover))
            return;
        if ((point == ')' || point == ']') && cut_empty(remover, point))
            return;
        if ((point == ',' || point == ';') && kept > 0 && remover->kept[kept - 1] == '(')
            return;
        keep(remover, point, origin);
    }
}

bool note_marks_remove(struct note_marks *marks, const struct allocator *allocator,
                       struct interruption *interruption, const uint32_t *points, size_t count) {
    assert(count < UINT32_MAX);
    marks->kept.count = 0;
    if (!ARRAY_RESERVE(allocator, marks->kept.values, marks->kept.capacity, count + 1) ||
        !ARRAY_RESERVE(allocator, marks->origins, marks->origins_capacity, count + 1))
        return false;
    size_t letters = 0;
    for (size_t i = 0; i < count && letters < running_letters; i++)
        letters += is_letter(points[i]);
    struct remover remover = {.points = points,
                              .count = count,
                              .kept = marks->kept.values,
                              .origins = marks->origins,
                              .mark_end = SIZE_MAX,
                              .running = letters == running_letters};
    while (remover.at < count) {
        size_t first = remover.at;
        take(&remover);
        if (interruption_after(interruption, remover.at - first))
            return false;
    }
    if (remover.kept_count > 0 && remover.kept[remover.kept_count - 1] == ' ')
        remover.kept_count--;
    marks->kept.count = remover.kept_count;
    return true;
}

/* ---- A first look ---- */

/* Whether a character beyond ASCII, the bytes of which begin here, may have to go. */
static bool is_suspect_beyond_ascii(const unsigned char *at, size_t left) {
    unsigned second = left > 1 ? at[1] : 0, third = left > 2 ? at[2] : 0;
    if (*at == 0xC2) /* white space, soft hyphen, ¹ ² ³ */
        return second == 0x85 || second == 0xA0 || second == 0xAD || second == 0xB2 ||
               second == 0xB3 || second == 0xB9;
    if (*at == 0xE3)
        return second == 0x80 && third == 0x80;
    if (*at == 0xEF) /* the byte order mark, wide brackets */
        return (second == 0xBB && third == 0xBF) ||
               (second == 0xBC && (third == 0xBB || third == 0xBD));
    if (*at != 0xE2)
        return false;
    if (second == 0x80) /* not the usual dashes, quotes and dots */
        return third < 0x90 || third == 0xA0 || third == 0xA1 || third >= 0xA8;
    return (second == 0x81 && third >= 0x9F) || (second == 0x86 && third == 0x91);
}

/* Whether the byte and the next may be part of what has to go. */
static bool is_suspect(const unsigned char *at, size_t left) {
    unsigned char next = left > 1 ? at[1] : ' ';
    switch (*at) {
    case '[':
    case '*':
    case '^':
        return true;
    case ' ':
        return next == ' ' || next == ')';
    case '(':
        return next == ' ' || next == ',' || next == ';' || next == ')';
    case ',':
    case ';':
        return next == ')';
    default:
        return *at < ' ' ? *at - '\t' < 5 : *at >= 0x80 && is_suspect_beyond_ascii(at, left);
    }
}

enum { block = 16 };

#if defined(CPU_HAS_PATHS) && defined(__SSE2__)

static inline __m128i equal(__m128i bytes, int byte) {
    return _mm_cmpeq_epi8(bytes, _mm_set1_epi8((char)byte));
}

static inline __m128i at_most(__m128i bytes, int byte) {
    return _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8((char)byte)), bytes);
}

/* A bit for each of `block` bytes that may be suspect; most others have none. Reads one more. */
static inline unsigned candidates(const unsigned char *at) {
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)at);
    __m128i next = _mm_loadu_si128((const __m128i *)(const void *)(at + 1));
    __m128i found = _mm_or_si128(equal(bytes, '['), equal(bytes, '*'));
    found = _mm_or_si128(found, _mm_or_si128(equal(bytes, '^'), at_most(bytes, '\r')));
    found = _mm_or_si128(found, _mm_or_si128(equal(bytes, 0xC2), equal(bytes, 0xE2)));
    found = _mm_or_si128(found, _mm_or_si128(equal(bytes, 0xE3), equal(bytes, 0xEF)));
    __m128i spaces = _mm_and_si128(equal(bytes, ' '), at_most(next, ')'));
    __m128i opened = _mm_and_si128(equal(bytes, '('), at_most(next, ';'));
    __m128i closed = _mm_and_si128(equal(next, ')'), at_most(bytes, ';'));
    found = _mm_or_si128(_mm_or_si128(found, spaces), _mm_or_si128(opened, closed));
    return (unsigned)_mm_movemask_epi8(found);
}

#else

static inline unsigned candidates(const unsigned char *at) {
    (void)at;
    return (1u << block) - 1;
}

#endif

bool note_marks_may_occur(const char *utf8, size_t length) {
    const unsigned char *text = (const unsigned char *)utf8;
    size_t at = 0;
    for (; length - at > block; at += block)
        for (unsigned found = candidates(text + at); found; found &= found - 1)
            if (is_suspect(text + at + lowest_bit(found), length - at - lowest_bit(found)))
                return true;
    for (; at < length; at++)
        if (is_suspect(text + at, length - at))
            return true;
    return length > 0 && text[0] == ' ';
}

void note_marks_free(struct note_marks *marks, const struct allocator *allocator) {
    code_points_free(&marks->kept, allocator);
    allocator->release(marks->origins);
    *marks = (struct note_marks){0};
}
