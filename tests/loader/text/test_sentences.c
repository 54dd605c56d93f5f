/*
 * test_sentences.c - the sentence splitter: a table of cases, then what must hold for any input.
 *
 * Linked with -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc, so that each allocation can be made
 * to fail in turn. The tests over other people's cases read ../shared/data; NEARDUP_SHARED names
 * another place for ../shared. With the argument --list, they print each failed case as expected
 * and as found, with "|" between sentences.
 */
#include "base/failure.h"
#include "failing_malloc.h"
#include "sentences/sentences.h"
#include "shared_data.h"
#include "small_limits.h"
#include "test.h"
#include "text/text_buffer.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* "|" marks where the next sentence begins; it is not part of the text. */
struct splitting_case {
    const char *language, *text;
};

static const struct splitting_case cases[] = {
    /* Plain ends. */
    {"en", "The cat slept. |The dog barked."},
    {"en", "Who came? |Nobody did! |Then we left."},
    {"en", "One sentence without an end"},
    {"en", "Two  spaces.  |Still two."},
    {"en", "A tab.\t|A line end.\n|A hard space.\302\240|Done."},
    {"en", "Really?! |Yes. |What!! |Never."},
    {"en", "He came (late). |She had left."},
    {"en", ""},
    {"en", "   "},
    {"en", "..."},
    {"en", "It was 1066. |William landed in Kent."},
    {"en", "It has 12 rooms. |9 of them are let."},
    {"xx", "No table knows this. |The general rules do."},

    /* Titles and other words that cannot end a sentence. */
    {"en", "Dr. Brown met Mrs. Green. |Both waved."},
    {"en", "Gen. Ulysses Hall and Lt. Col. Mary Ames rode out."},
    {"en", "She climbed Mt. Kenya and Mt. Elgon. |Both are old."},
    {"en", "St. Louis lies on a river. |St. Paul does too."},
    {"en", "He lived in St. John's. |It rained."},
    {"en", "It was Brown vs. Board all over again."},
    {"en", "Bring fruit, e.g. Apples or pears, i.e. Something sweet."},
    {"en", "See Prof. Dr. Weber. |He knows."},
    {"en", "Rev. Jones and Sen. Walker agreed with Gov. Lee."},

    /* Names that continue, unless a starter follows. */
    {"en", "He joined Acme Inc. Tokyo in May."},
    {"en", "He joined Acme Inc. |The firm grew."},
    {"en", "Ken Griffey Jr. Stadium opened. |It is large."},
    {"en", "Sammy met Ken Griffey Jr. |They talked."},
    {"en", "The U.S. Army moved in. |It stayed."},
    {"en", "He was born in the U.S. |He then moved to France."},
    {"en", "He was born in the U.S. and left."},
    {"en", "In the U.S. Congress there are two chambers."},
    {"en", "They moved to Washington, D.C. |Later they returned."},
    {"en", "Smith & Co. |It was sold. |Brown Bros. Harriman bought it."},
    {"en", "The G.R.U.B. Committee met. |It ate."},

    /* Numbers. */
    {"en", "Pi is 3.14 or so. |Nearly 22/7."},
    {"en", "It cost $5.50. |That was cheap."},
    {"en", "Symphony No. 5 in C minor, Op. 67 was played."},
    {"en", "She said no. |They left."},
    {"en", "See vol. II and p. 12. |See also fig. 3."},
    {"en", "On Jan. 3 it snowed. |It melted by Feb. 9."},
    {"en", "It began in Jan. |Snow fell."},
    {"en", "Chapter 1.2.3 explains it. |Chapter 2 does not."},
    {"en", "Version 2.0. |Version 3.0."},
    {"en", "1. Wash your hands. |2. Dry them."},
    {"en", "IV. The last part. |It is short."},
    {"en", "Smith, John. |1998. A book of birds. |London."},

    /* Initials and single letters. */
    {"en", "W. S. L. J. Smith wrote it. |He was old."},
    {"en", "Bruce E. Ivins worked there. |J.R.R. Tolkien did not."},
    {"en", "J.-P. Sartre refused. |George W. Bush did not."},
    {"en", "It was him and I. |We left early."},
    {"en", "They fought in World War I. |Germany lost."},
    {"en", "Oranges hold vitamin C. |Lemons do too."},
    {"en", "It boils at 100 \302\260C. |Water vapour rises."},
    {"en", "He plays in group B. |Spain is in group C."},
    {"en", "Let the mass be m. |Force is another matter."},

    /* Lives in brackets. */
    {"en", "Ann Lee (b. 1950) sings. |Bob Ray (d. 1999) sang."},
    {"en", "The town (c. 1200 souls) is old. |It is (fl. 1300) quiet."},
    {"en", "She has a son (m. Anna, d. 1901). |He left."},
    {"en", "He was tired (he had run. Then walked.) and hungry."},
    {"en", "He left. |(He was tired.) |She stayed."},
    {"en", "He read Help! (1965) and Viva! (1970) twice."},
    {"en", "An open bracket (is no reason. |Sentences end."},
    {"en", "A closed bracket) is none either. |They end."},

    /* Units and times. */
    {"en", "It is 5 ft. 6 in. tall. |It weighs 3 lb. |Tom lifted it."},
    {"en", "Come in. |Sit down."},
    {"en", "Ann came 1st. |Hall came 2nd."},
    {"en", "Do the wash. |Hall can do art. |9 boys slept."},
    {"en", "It runs at 60 mph. |Most do."},
    {"en", "At 5 a.m. Mr. Hall rose. |He slept at 9 p.m. |Mr. Hall snored."},
    {"en", "The train left at 6 p.m. |The bus left at 7 p.m. |9 cars followed."},
    {"en", "It struck at 5:00 a.m. EDT and passed."},
    {"en", "She died in 30 B.C. |Egypt mourned."},
    {"en", "In 31 B.C. Egypt fell."},
    {"en", "She earned a Ph.D. |Oxford hired her."},
    {"en", "They sold pens, ink, etc. |Nobody bought any."},
    {"en", "They sold pens, ink, etc. at the door."},

    /* Quotations. */
    {"en", "\"Stop!\" he said. |\"Why?\" she asked."},
    {"en", "He said, \"It is late.\" |She agreed."},
    {"en", "He said, \"It is late. Go home.\" |She went."},
    {"en", "\342\200\234It is late. Go home,\342\200\235 he said. |She went."},
    {"en", "\342\200\230It is late. Go home,\342\200\231 he said. |She went."},
    {"en", "\"Stop!\" Miller shouted. |Nobody did."},
    {"en", "The song \"Help!\" Lennon wrote alone. |It sold."},
    {"en", "He asked, \"Why?\" |Nobody knew."},
    {"en", "She called it \"a mess.\" |Others did not."},
    {"en", "The end was \"near\". |It came."},
    {"en", "A lone \" mark is no reason. |Sentences end."},
    {"en", "The '90s were loud. |Let 'em run, they're young. |'Tis late."},
    {"en", "The players' house burned. |The dogs' did not."},
    {"en", "Peter 's uncle came . |He said , ' Hello ' ."},
    {"en", "It was his `` best '' work . |Critics agreed ."},
    {"en", "He said \"a 'b. C.' d.\" |Then he slept."},

    /* Citations. */
    {"en", "It is old.[1] |It is big.[2][3] |It is red."},
    {"en", "It is old. [1] |It is big. [2, 3] |It is red."},
    {"en", "It is old.\" [21] |Next it was new."},
    {"en", "It is old.[citation needed] |It is big.[a] |It is red."},
    {"en", "It is old[1] and big[2]. |It is red."},
    {"en", "It is old.[note 3] |It is big.[12]:34 |It is red.[1]: so it is."},
    {"en", "It is old.\u2020 |It is big.\u00b2\u2077 |It is red.\u2191 |So it is."},
    {"en", "She works for U.S.[4] |Nobody else does."},
    {"en", "\"... of odd things\" (Stone 55). |He erred."},
    {"en", "The rest is left out. |[...] It was long."},

    /* Dots. */
    {"en", "Wait... |Somebody is coming."},
    {"en", "Wait... it is nothing."},
    {"en", "I thought... I would go."},
    {"en", "Well . . . no. |Not so . . . |He left."},
    {"en", "Never.... |They went."},
    {"en", "Wait\342\200\246 |Somebody came."},
    {"en", "It was compounds. |. . . The rest is lost."},
    {"en", "I mean...see what I mean."},

    /* Small letters, marks and names with marks. */
    {"en", "He works at Yahoo! Labs in Spain. |It is hot."},
    {"en", "He likes Yahoo! |She does not."},
    {"en", "Who? me? |Yes."},
    {"en", "It ran on iOS. |iPhone sales rose."},
    {"en", "Is it so? \342\200\223 asked Ann."},
    {"en", "He stopped., and went."},

    /* Addresses. */
    {"en", "Go to www.example.org/a.b?c=D. |Then log in."},
    {"en", "Mail Ann.Lee@example.org. |She answers."},
    {"en", "They use Node.js and Python 3.11. |Both are free."},
    {"en", "It is java.lang.String here. |Not there."},
    {"en", "The sentence ended.|Another began. |A third followed."},

    /* Enumerations. */
    {"en", "1) wash the cup |2) dry it |3) break it"},
    {"en", "1.) Wash it. |2.) Dry it."},
    {"en", "a. wash it |b. dry it |c. break it"},
    {"en", "i) one |ii) two |iii) three"},
    {"en", "\342\200\242 one |\342\200\242 two |\342\200\242 three"},
    {"en", "They came 1) early and 2) often."},
    {"en", "1) see 5) and stop."},

    /* German. */
    {"de", "Am 3. Oktober feiert man. |Am 4. Oktober nicht."},
    {"de", "Der 2. Weltkrieg endete 1945. |Danach war Frieden."},
    {"de", "Dr. med. Weber kam. |Er ging um 5."},
    {"de", "Man nehme Obst, z. B. Birnen, z.B. \303\204pfel, u. \303\204. |Dann koche man."},
    {"de", "\342\200\236Komm. Geh.\342\200\234 |Er ging."},
    {"de", "\302\273Komm!\302\253 |\302\273Nein.\302\253"},
    {"de", "Er wohnt in der Kieler Str. 5 in Bonn. |Sie nicht."},
    {"de", "Ludwig XIV. K\303\266nig von Frankreich starb."},

    /* Other Latin scripts. */
    {"fr", "M. Martin a vu Mme. Petit. |Elle dormait."},
    {"fr", "Il dit \302\253 Viens. Vite. \302\273 |Elle vint."},
    {"fr", "C'est la p. 5 du vol. 2. |Il est tard."},
    {"es", "\302\277Qu\303\251? |\302\241Nada! |El Sr. Ruiz vino."},
    {"es", "Vive en EE.UU. |La vida es cara."},
    {"es", "Muri\303\263 en 44 a. C. en Roma. |Naci\303\263 en 63 a. C. |La ciudad creci\303\263."},
    {"pt", "Morreu em 44 a. C. em Roma. |Nasceu em 63 a. C. |Depois veio."},
    {"it", "L'Ing. Rossi e l'Avv. Bianchi parlano. |Tutti ascoltano."},
    {"it", "Era il 7 Dic.. |Poi basta."},
    {"pt", "O Sr. Costa leu a p. 3. |Foi bom."},
    {"nl", "Dhr. Jansen komt, d.w.z. Morgen. |Mevr. Bos niet."},
    {"fi", "Se oli 9. toukokuuta. |H\303\244n tuli."},
    {"sk", "Bolo to 8. M\303\241ja. |Pri\305\241iel."},
    {"pl", "To jest ul. D\305\202uga. |Pada."},
    {"da", "Hun bor p\303\245 5. sal. |Han bor her."},
    {"ltg", "Dzims 1975 g. oktobra 13 d. Reig\304\201. |Itys beja 2001 g. |Tys beja daudz."},
    {"hu", "Ez a 3. Fejezet. |A t\303\266bbi r\303\266vid."},

    {"de", "Es kostete 4,8 Mrd. Euro und 3 Mio. Dollar. |Das sind 7 Mrd. |Das war teuer."},
    {"gl", "A torre \303\251 do s. XVI. |Veu D. Lope no s. V a. C. |O rei ficou."},

    /* Greek and Cyrillic. */
    {"el", "\316\240\316\277\317\205; |\316\225\316\264\317\216."},
    {"en", "One; Two."},
    {"ru",
     "\320\236\320\275 \320\266\320\270\320\273 \320\262 \320\263. "
     "\320\242\320\262\320\265\321\200\321\214. |\320\236\320\275\320\260 \321\202\320\276\320"
     "\266\320\265."},
    {"ru",
     "\320\220. \320\241. \320\237\321\203\321\210\320\272\320\270\320\275 "
     "\320\277\320\270\321\201\320\260\320\273. |\320\236\320\275 \321\203\320\274\320\265\321"
     "\200."},
    {"uk", "\320\240\321\226\320\272\320\260 \320\264\320\276\320\262\320\263\320\260. "
           "|\320\222\320\276\320\275\320\260 \321\202\320\265\321\207\320\265 \320\262 \320\274. "
           "\320\232\320\270\321\227\320\262."},

    /* Capitals of all of Unicode: an initial in Azerbaijani, and in polytonic Greek. */
    {"xx", "Yazan Ə. Həsənli idi. |Ö. Kamal da gəldi."},
    {"xx", "Ὁ Ἀ. Παῦλος ἦλθε. |Ὕστερον ἔφυγε."},

    /* Scripts without case, and without spaces. Georgian letters have capitals in Unicode only. */
    {"xx", "ეს დიდი სახლია. |ის ძველია."},
    {"hy", "\324\261\325\265\325\275: |\324\262\325\266: |\324\263\325\276."},
    {"hy", "\324\261\325\265\325\275\326\211 |\324\262\325\266\326\211"},
    {"hi", "\340\244\257\340\244\271\340\245\244 |\340\244\265\340\244\271\340\245\244"},
    {"hi", "\340\244\241\340\245\211. \340\244\260\340\244\276\340\244\256 \340\244\206\340\244\217"
           "\340\245\244 |\340\244\265\340\244\271\340\245\244"},
    {"ar", "\331\205\331\206\330\237 |\331\207\331\210. |\331\207\331\212."},
    {"ur", "\333\201\333\222\333\224 |\333\201\333\222\333\224"},
    {"he", "\327\220\327\221. |\327\222\327\223."},
    {"ja", "\343\201\202\343\200\202|\343\201\204\357\274\201|\343\201\206\357\274\237"},
    {"ja", "\343\200\214\343\201\202\343\200\202\343\201\204\343\200\202\343\200\215"
           "|\343\201\206\343\200\202"},
    {"ja", "\343\200\214\343\201\202\343\200\202\343\200\215\343\201\250\343\201\204\343\201\206"
           "\343\200\202"},
    {"ja", "\343\201\202\343\201\204\343\201\206K.I.T.T.\343\201\214\343\200\202"
           "|\343\201\202\343\200\202"},
    {"ja", "\357\274\223\357\274\216\357\274\222\343\201\202\343\200\202|\343\201\204\343\200\202"},
    {"zh", "\345\245\275\343\200\202|\345\245\275\357\274\201\357\274\201|\345\245\275"},
    {"zh", "\343\200\212\345\245\275\357\274\201\345\245\275\343\200\213\345\245\275\343\200\202"},
    {"zh", "\345\245\275\343\200\202\343\200\215|\345\245\275\343\200\202[1]|\345\245\275"},
    {"am", "\341\210\200\341\215\242|\341\210\201\341\215\247|\341\210\202"},
    {"kn", "ಎ.ಆರ್. ರಾವ್ ಬಂದರು. |ಡಿ. ಎಚ್. ಮೂರ್ತಿ ಹೋದರು."},
    {"my", "\341\200\200\341\201\213 |\341\200\201\341\201\213"},
    {"ml", "\340\264\241\340\265\213. \340\264\225\340\265\206. \340\264\252\340\264\277. "
           "\340\264\256\340\264\225. |\340\264\205\340\264\265."},
};

static const size_t case_count = sizeof cases / sizeof *cases;

static struct failure failure;

static bool is_ascii_space(char byte) {
    return byte == ' ' || (byte >= '\t' && byte <= '\r') || (byte >= 0x1C && byte <= 0x1F);
}

/* All white space of Unicode, for a check that does not use the splitter's tables. */
static size_t space_length(const char *text, size_t left) {
    static const char *const spaces[] = {
        "\302\205",     "\302\240",     "\341\232\200", "\342\200\200", "\342\200\201",
        "\342\200\202", "\342\200\203", "\342\200\204", "\342\200\205", "\342\200\206",
        "\342\200\207", "\342\200\210", "\342\200\211", "\342\200\212", "\342\200\250",
        "\342\200\251", "\342\200\257", "\342\201\237", "\343\200\200"};
    if (left > 0 && is_ascii_space(*text))
        return 1;
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        size_t length = strlen(spaces[i]);
        if (length <= left && memcmp(text, spaces[i], length) == 0)
            return length;
    }
    return 0;
}

static bool is_all_space(const char *text, size_t length) {
    while (length > 0) {
        size_t space = space_length(text, length);
        if (space == 0)
            return false;
        text += space;
        length -= space;
    }
    return true;
}

static bool ends_in_space(const char *text, size_t length) {
    for (size_t size = 1; size <= 3 && size <= length; size++) {
        if (space_length(text + length - size, size) == size)
            return true;
    }
    return false;
}

/* Whether the spans are as sentences.h promises. */
static bool are_sound(const struct sentence_spans *spans, const char *text, size_t length) {
    size_t end = 0;
    for (size_t i = 0; i < spans->count; i++) {
        struct sentence_span span = spans->spans[i];
        if (span.offset < end || span.offset > length || span.length == 0 ||
            span.length > length - span.offset || !is_all_space(text + end, span.offset - end) ||
            space_length(text + span.offset, span.length) > 0 ||
            ends_in_space(text + span.offset, span.length))
            return false;
        end = span.offset + span.length;
    }
    return is_all_space(text + end, length - end);
}

static struct sentence_splitter *open_splitter(const char *language) {
    struct sentence_splitter *splitter = sentence_splitter_open(language, &failure);
    CHECK(splitter, "%s: %s", language, failure.message);
    return splitter;
}

/* Removes the marks from the text of a case. */
static void take_text(struct text_buffer *text, const char *marked) {
    text_buffer_clear(text);
    for (; *marked; marked++) {
        if (*marked != '|')
            text_buffer_append_byte(text, *marked);
    }
    text_buffer_append_byte(text, '\0');
}

/* Writes the sentences with "|" between them, without the white space around each. */
static void join_spans(struct text_buffer *joined, const char *text,
                       const struct sentence_spans *spans) {
    text_buffer_clear(joined);
    for (size_t i = 0; i < spans->count; i++) {
        if (i > 0)
            text_buffer_append_byte(joined, '|');
        text_buffer_append(joined, text + spans->spans[i].offset, spans->spans[i].length);
    }
    text_buffer_append_byte(joined, '\0');
}

/* The same for the text of a case, whose marks follow the white space. */
static void join_expected(struct text_buffer *joined, const char *marked) {
    text_buffer_clear(joined);
    while (*marked) {
        size_t length = strcspn(marked, "|"), kept = length;
        while (kept > 0 && ends_in_space(marked, kept))
            kept -= is_ascii_space(marked[kept - 1]) ? 1 : 2;
        if (kept > 0 && joined->length > 0)
            text_buffer_append_byte(joined, '|');
        text_buffer_append(joined, marked, kept);
        marked += length + (marked[length] == '|');
    }
    text_buffer_append_byte(joined, '\0');
}

static void test_cases(void) {
    struct text_buffer text = {0}, found = {0}, expected = {0};
    struct sentence_spans spans = {0};
    for (size_t i = 0; i < case_count; i++) {
        struct sentence_splitter *splitter = open_splitter(cases[i].language);
        take_text(&text, cases[i].text);
        bool split = sentence_split(splitter, text.bytes, text.length - 1, &spans, &failure);
        CHECK(split, "%s: %s", text.bytes, failure.message);
        join_spans(&found, text.bytes, &spans);
        join_expected(&expected, cases[i].text);
        CHECK(strcmp(found.bytes, expected.bytes) == 0, "%s: expected %s, found %s",
              cases[i].language, expected.bytes, found.bytes);
        sentence_splitter_close(splitter);
    }
    text_buffer_free(&text);
    text_buffer_free(&found);
    text_buffer_free(&expected);
    sentence_spans_free(&spans);
}

/* Each prefix is in memory of its exact size, so that a sanitizer sees a read beyond it. */
static bool prefixes_are_sound(struct sentence_splitter *splitter, const char *text,
                               size_t length) {
    struct sentence_spans spans = {0};
    bool sound = true;
    for (size_t size = 0; sound && size <= length; size++) {
        char *prefix = malloc(size ? size : 1);
        if (!prefix)
            abort();
        memcpy(prefix, text, size);
        sound = sentence_split(splitter, prefix, size, &spans, &failure) &&
                are_sound(&spans, prefix, size);
        free(prefix);
    }
    sentence_spans_free(&spans);
    return sound;
}

static void test_prefixes(void) {
    for (size_t i = 0; i < case_count; i++) {
        struct sentence_splitter *splitter = open_splitter(cases[i].language);
        CHECK(prefixes_are_sound(splitter, cases[i].text, strlen(cases[i].text)), "%s",
              cases[i].text);
        sentence_splitter_close(splitter);
    }
}

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Random strings of pieces that matter to the splitter, invalid bytes and a zero byte included. */
static void fill_with_pieces(struct text_buffer *text, size_t count, uint64_t *state) {
    static const char *const pieces[] = {".",
                                         "!",
                                         "?",
                                         " ",
                                         "  ",
                                         "\"",
                                         "'",
                                         "(",
                                         ")",
                                         "[",
                                         "]",
                                         "[1]",
                                         "A",
                                         "b",
                                         "He",
                                         "Dr",
                                         "U.S",
                                         "5",
                                         "1)",
                                         "a.m",
                                         "\n",
                                         "''",
                                         "\342\200\234",
                                         "\342\200\235",
                                         "\302\253",
                                         "\302\273",
                                         "...",
                                         "\342",
                                         "\200",
                                         "\377",
                                         "\343\200\202",
                                         "\343\200\214",
                                         "\343\200\215",
                                         "\342\200\246",
                                         "\314\201",
                                         "\302\240",
                                         "\303",
                                         "end",
                                         "z. B",
                                         "\342\200"};
    text_buffer_clear(text);
    for (size_t i = 0; i < count; i++) {
        uint64_t random = next_random(state);
        const char *piece = pieces[random % (sizeof pieces / sizeof *pieces)];
        text_buffer_append(text, piece, strlen(piece));
        if (random >> 58 == 0)
            text_buffer_append_byte(text, '\0');
    }
}

static void test_random_pieces(void) {
    static const char *const languages[] = {"en", "de", "hy", "el", "ja", "xx"};
    struct text_buffer text = {0};
    struct sentence_spans spans = {0};
    uint64_t state = 20240229;
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++) {
        struct sentence_splitter *splitter = open_splitter(languages[i]);
        size_t unsound = 0;
        for (size_t round = 0; round < 5000; round++) {
            fill_with_pieces(&text, round % 60 + 1, &state);
            if (!sentence_split(splitter, text.bytes, text.length, &spans, &failure) ||
                !are_sound(&spans, text.bytes, text.length))
                unsound++;
        }
        CHECK(unsound == 0, "%s: %zu texts", languages[i], unsound);
        sentence_splitter_close(splitter);
    }
    text_buffer_free(&text);
    sentence_spans_free(&spans);
}

static const char *const hostile[] = {".",
                                      "(",
                                      ")",
                                      "\"",
                                      "'",
                                      "A.",
                                      "A. ",
                                      "[1]",
                                      ".[1]",
                                      "[",
                                      "]",
                                      "\302\253",
                                      "\302\253a. ",
                                      "\314\201",
                                      "a\314\201",
                                      ". ",
                                      ".\" ",
                                      " ",
                                      "a",
                                      "' ",
                                      "1) ",
                                      "\343\200\202",
                                      "\343\200\214",
                                      "\343\200\215",
                                      "?!",
                                      "\342\200\246",
                                      ". . ",
                                      "(a. B) ",
                                      "\377",
                                      "\342\200",
                                      "\342\200\242 ",
                                      "z. ",
                                      "Aa.Aa",
                                      "\"(",
                                      "a.m. ",
                                      ")]}",
                                      "\"a. ",
                                      "`` ''",
                                      "-",
                                      ".-",
                                      "\302\240.",
                                      "\342\200\234"};

static void fill_with(struct text_buffer *text, const char *unit, size_t size) {
    text_buffer_clear(text);
    while (text->length < size)
        text_buffer_append(text, unit, strlen(unit));
}

/* In seconds; negative if the splitter fails. */
static double time_of_split(struct sentence_splitter *splitter, const char *text, size_t length,
                            struct sentence_spans *spans) {
    clock_t start = clock();
    if (!sentence_split(splitter, text, length, spans, &failure))
        return -1;
    return (double)(clock() - start) / CLOCKS_PER_SEC;
}

/* Twice the text may take about twice the time. Times too short to measure are good enough. */
static bool doubles(struct sentence_splitter *splitter, const struct text_buffer *text,
                    struct sentence_spans *spans) {
    enum { attempts = 4 }; /* a busy machine may slow down either measurement */
    for (int i = 0; i < attempts; i++) {
        double once = time_of_split(splitter, text->bytes, text->length / 2, spans);
        double twice = time_of_split(splitter, text->bytes, text->length, spans);
        if (once < 0 || twice < 0)
            return false;
        if (twice < 0.05 || twice < 3 * once)
            return true;
    }
    return false;
}

static void test_doubling(void) {
    enum { size = 1 << 20 };
    struct sentence_splitter *splitter = open_splitter("en");
    struct sentence_spans spans = {0};
    struct text_buffer text = {0};
    failure.message[0] = '\0';
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
        fill_with(&text, hostile[i], size);
        CHECK(doubles(splitter, &text, &spans), "\"%s\" %s", hostile[i], failure.message);
        CHECK(are_sound(&spans, text.bytes, text.length), "\"%s\"", hostile[i]);
    }
    text_buffer_free(&text);
    sentence_spans_free(&spans);
    sentence_splitter_close(splitter);
}

static void test_random_bytes(void) {
    enum { size = 1 << 20 };
    struct sentence_splitter *splitter = open_splitter("en");
    struct sentence_spans spans = {0};
    struct text_buffer text = {0};
    uint64_t state = 88172645463325252U;
    for (size_t i = 0; i < size; i++)
        text_buffer_append_byte(&text, (char)(next_random(&state) >> 40 & 0xFF));
    CHECK(sentence_split(splitter, text.bytes, text.length, &spans, &failure), "%s",
          failure.message);
    CHECK(are_sound(&spans, text.bytes, text.length), "random bytes");
    text_buffer_free(&text);
    sentence_spans_free(&spans);
    sentence_splitter_close(splitter);
}

/* A zero byte is a character like any other. */
static void test_zero_byte(void) {
    static const char text[] = "One\0 ends. \0Two.";
    struct sentence_splitter *splitter = open_splitter("en");
    struct sentence_spans spans = {0};
    CHECK(sentence_split(splitter, text, sizeof text - 1, &spans, &failure), "%s", failure.message);
    CHECK(spans.count == 2 && spans.spans[0].length == 10 && spans.spans[1].offset == 11,
          "%zu sentences", spans.count);
    sentence_spans_free(&spans);
    sentence_splitter_close(splitter);
}

/* Opens, splits and closes with that many allocations; false if they were too few. */
static bool split_with(size_t allocations, const char *text, size_t length) {
    struct sentence_spans spans = {0};
    failure.message[0] = '\0';
    allocations_left = allocations;
    struct sentence_splitter *splitter = sentence_splitter_open("en", &failure);
    bool split = splitter && sentence_split(splitter, text, length, &spans, &failure);
    allocations_left = (size_t)-1;
    CHECK(split || failure.message[0], "%zu allocations: no message", allocations);
    sentence_splitter_close(splitter);
    sentence_spans_free(&spans);
    return split;
}

static void test_memory(void) {
    if (!__real_realloc) {
        test_skip("not linked with --wrap: memory that runs out");
        return;
    }
    enum { plenty = 100 };
    struct text_buffer text = {0};
    fill_with(&text, "One (two). ", 20000);
    size_t needed = 0;
    while (needed < plenty && !split_with(needed, text.bytes, text.length))
        needed++;
    CHECK(needed > 10 && needed < plenty, "%zu allocations", needed);
    text_buffer_free(&text);
}

/* Other people's cases. */

static bool list_missed; /* --list */

static void tell_missed(const char *language, const char *expected, const char *found) {
    if (list_missed)
        printf("missed, %s:\n    expected %s\n    found    %s\n", language, expected, found);
}

/* Appends the content of a JSON string to `value`; returns what follows the string. */
static const char *read_json_string(const char *at, struct text_buffer *value) {
    for (at++; *at && *at != '"'; at++) {
        if (*at == '\\')
            at++;
        text_buffer_append_byte(value, *at);
    }
    return *at ? at + 1 : at;
}

/* The sentences in a line after `at`, with "|" between them. */
static void read_json_sentences(const char *at, struct text_buffer *joined) {
    text_buffer_clear(joined);
    while (*at && *at != ']' && *at != '\n') {
        if (*at != '"') {
            at++;
            continue;
        }
        if (joined->length > 0)
            text_buffer_append_byte(joined, '|');
        at = read_json_string(at, joined);
    }
    text_buffer_append_byte(joined, '\0');
}

/* Whether the text of the line splits into its sentences. No text contains a line end. */
static bool golden_rule_holds(struct sentence_splitter *splitter, const char *line) {
    const char *text_start = strstr(line, "\"text\": ");
    const char *sentences = strstr(line, "\"sentences\": ");
    struct text_buffer text = {0}, found = {0}, expected = {0};
    struct sentence_spans spans = {0};
    bool holds = false;
    if (text_start && sentences) {
        read_json_string(text_start + strlen("\"text\": "), &text);
        read_json_sentences(sentences + strlen("\"sentences\": "), &expected);
        if (sentence_split(splitter, text.bytes, text.length, &spans, &failure)) {
            join_spans(&found, text.bytes, &spans);
            holds = strcmp(found.bytes, expected.bytes) == 0;
            if (!holds)
                tell_missed("golden rules", expected.bytes, found.bytes);
        }
    }
    text_buffer_free(&text);
    text_buffer_free(&found);
    text_buffer_free(&expected);
    sentence_spans_free(&spans);
    return holds;
}

static void test_golden_rules(void) {
    struct text_buffer content = {0};
    if (!read_file(shared_path("sentences/english-golden-rules.jsonl"), &content)) {
        test_skip("no ../shared/data/sentences: the cases of other splitters");
        return;
    }
    struct sentence_splitter *splitter = open_splitter("en");
    size_t rules = 0, held = 0;
    for (const char *line = content.bytes; *line;) {
        rules++;
        held += golden_rule_holds(splitter, line);
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    printf("golden rules: %zu of %zu\n", held, rules);
    CHECK(rules == 48 && held >= 46, "%zu of %zu golden rules", held, rules);
    sentence_splitter_close(splitter);
    text_buffer_free(&content);
}

/* A case of sentencex: input lines, "---", one sentence per line, "===". */
struct foreign_case {
    const char *language;
    struct text_buffer input, expected;
    bool in_expected;
};

/* "* one", "(a) one", "ii. one" */
static bool starts_item(const char *line, size_t length) {
    size_t i = 0;
    while (i < length && is_ascii_space(line[i]))
        i++;
    if (i < length && line[i] == '*')
        return true;
    if (length - i >= 3 && memcmp(line + i, "\342\200\242", 3) == 0)
        return true;
    i += i < length && line[i] == '(';
    size_t number = strspn(line + i, "0123456789abcdefghijklmnopqrstuvwxyz");
    return number > 0 && number <= 3 && i + number < length &&
           (line[i + number] == '.' || line[i + number] == ')');
}

static void trim(const char **line, size_t *length) {
    while (*length > 0 && is_ascii_space(**line)) {
        ++*line;
        --*length;
    }
    while (*length > 0 && is_ascii_space((*line)[*length - 1]))
        --*length;
}

/* A line that starts a list item begins a block; any other continues the one before. */
static void add_line(struct foreign_case *test, const char *line, size_t length) {
    bool item = starts_item(line, length);
    trim(&line, &length);
    if (length == 0)
        return;
    if (test->in_expected) {
        if (test->expected.length > 0)
            text_buffer_append_byte(&test->expected, '|');
        text_buffer_append(&test->expected, line, length);
        return;
    }
    if (test->input.length > 0)
        text_buffer_append_byte(&test->input, item ? '\n' : ' ');
    text_buffer_append(&test->input, line, length);
}

enum { longest_prefix = 500 }; /* trying all prefixes takes quadratic time */

static bool foreign_case_holds(struct sentence_splitter *splitter, struct foreign_case *test) {
    struct text_buffer found = {0}, all = {0};
    struct sentence_spans spans = {0};
    bool sound = true;
    text_buffer_append_byte(&test->input, '\0');
    text_buffer_append_byte(&test->expected, '\0');
    for (const char *block = test->input.bytes; *block;) {
        size_t length = strcspn(block, "\n");
        sound = sound && sentence_split(splitter, block, length, &spans, &failure) &&
                are_sound(&spans, block, length);
        join_spans(&found, block, &spans);
        if (all.length > 0)
            text_buffer_append_byte(&all, '|');
        text_buffer_append(&all, found.bytes, found.length - 1);
        block += length + (block[length] == '\n');
    }
    text_buffer_append_byte(&all, '\0');
    bool holds = sound && strcmp(all.bytes, test->expected.bytes) == 0;
    if (!holds)
        tell_missed(test->language, test->expected.bytes, all.bytes);
    size_t length = test->input.length - 1;
    CHECK(sound && prefixes_are_sound(splitter, test->input.bytes,
                                      length < longest_prefix ? length : longest_prefix),
          "%s", test->input.bytes);
    text_buffer_free(&found);
    text_buffer_free(&all);
    sentence_spans_free(&spans);
    return holds;
}

struct tally {
    size_t cases, held;
};

static void end_foreign_case(struct sentence_splitter *splitter, struct foreign_case *test,
                             struct tally *tally) {
    if (test->in_expected && test->input.length > 0) {
        tally->cases++;
        tally->held += foreign_case_holds(splitter, test);
    }
    text_buffer_clear(&test->input);
    text_buffer_clear(&test->expected);
    test->in_expected = false;
}

static struct tally run_foreign_cases(const char *language, const char *content) {
    bool lists = strcmp(language, "lists") == 0; /* in English */
    struct sentence_splitter *splitter = open_splitter(lists ? "en" : language);
    struct foreign_case test = {.language = language};
    struct tally tally = {0};
    for (const char *line = content; *line;) {
        size_t length = strcspn(line, "\n");
        if (strncmp(line, "===", 3) == 0)
            end_foreign_case(splitter, &test, &tally);
        else if (strncmp(line, "---", 3) == 0)
            test.in_expected = true;
        else if (*line != '#')
            add_line(&test, line, length);
        line += length + (line[length] == '\n');
    }
    end_foreign_case(splitter, &test, &tally);
    sentence_splitter_close(splitter);
    text_buffer_free(&test.input);
    text_buffer_free(&test.expected);
    return tally;
}

static const char *const codes[] = {"am", "ar", "bg",    "bn", "ca", "da", "de", "el", "en",
                                    "es", "fi", "fr",    "gu", "he", "hi", "hy", "it", "ja",
                                    "kk", "kn", "lists", "ml", "mr", "my", "nl", "pa", "pl",
                                    "pt", "ru", "sk",    "ta", "te", "uk", "ur", "zh"};
enum { code_count = sizeof codes / sizeof *codes };

static void test_foreign_cases(void) {
    struct text_buffer content = {0};
    struct tally all = {0};
    size_t files = 0;
    for (size_t i = 0; i < code_count; i++) {
        char name[64];
        snprintf(name, sizeof name, "sentences/sentencex/%s.txt", codes[i]);
        if (!read_file(shared_path(name), &content))
            continue;
        files++;
        struct tally tally = run_foreign_cases(codes[i], content.bytes);
        all.cases += tally.cases;
        all.held += tally.held;
        if (list_missed || strcmp(codes[i], "en") == 0)
            printf("sentencex %s: %zu of %zu\n", codes[i], tally.held, tally.cases);
        CHECK(strcmp(codes[i], "en") != 0 || tally.held * 100 >= tally.cases * 96,
              "English: %zu of %zu", tally.held, tally.cases);
    }
    text_buffer_free(&content);
    if (files == 0) {
        test_skip("no ../shared/data/sentences/sentencex: cases of 35 languages");
        return;
    }
    printf("sentencex, all languages: %zu of %zu\n", all.held, all.cases);
    CHECK(files == code_count && all.cases > 400 && all.held * 100 >= all.cases * 88,
          "%zu of %zu of %zu files", all.held, all.cases, files);
}

int main(int count, char **arguments) {
    CHECK(set_small_limits(), "the stack is as large as ever");
    list_missed = count > 1 && strcmp(arguments[1], "--list") == 0;
    test_cases();
    test_prefixes();
    test_random_pieces();
    test_random_bytes();
    test_zero_byte();
    test_doubling();
    test_memory();
    test_golden_rules();
    test_foreign_cases();
    return test_end("loader/test_sentences");
}
