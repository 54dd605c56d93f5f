/* test_conflicts.c - what two sentences say that cannot both be true, and what else differs. */
#include "kinds/differences/conflicts.h"
#include "read_pair.h"
#include "test.h"

#include <math.h> /* fabs */

static struct conflicts conflicts;

static const char *const type_names[] = {
    "none",     "punctuation", "case",     "unit",     "number", "date",  "time",
    "negation", "place",       "quantity", "status",   "person", "thing", "opposite",
    "order",    "spelling",    "name",     "function", "other"};

static char *append_side(char *out, const struct conflict *conflict, int side) {
    const struct words *words = &read.pair.sentences[side].words;
    const char *between = "";
    for (size_t at = conflict->sides[side].begin; at < conflict->sides[side].end; at++) {
        const struct word *word = &words->items[at];
        if (conflict->names && !word->in_name)
            continue;
        out += sprintf(out, "%s", between);
        out += code_points_encode(words->text.values + word->begin, word->length, out);
        between = " ";
    }
    return out;
}

/* "type one|other" for each conflict, separated by semicolons. */
static const char *conflicts_shown(void) {
    static char shown[1000];
    char *out = shown;
    for (size_t i = 0; i < conflicts.count; i++) {
        const struct conflict *conflict = &conflicts.items[i];
        out += sprintf(out, "%s%s ", i > 0 ? "; " : "", type_names[conflict->type]);
        out = append_side(out, conflict, 0);
        *out++ = '|';
        out = append_side(out, conflict, 1);
    }
    *out = '\0';
    return shown;
}

/* Types without a conflict, which are noted. */
enum soft_type {
    VALUE = 1 << conflicts_compatible_value,
    SHORT = 1 << conflicts_short_form,
    NAMED = 1 << conflicts_name_added,
    WORDS = 1 << conflicts_wording,
    ADDED = 1 << conflicts_added,
    MOVED = 1 << conflicts_moved,
    MARKS = 1 << difference_punctuation,
    SPELT = 1 << difference_spelling,
    SMALL = 1 << difference_function, /* words of function */
    soft_types = VALUE | SHORT | NAMED | WORDS | ADDED | MOVED | MARKS | SPELT | SMALL
};

static const struct {
    const char *a, *b, *conflicts;
    uint32_t soft; /* which of the types without a conflict are noted */
} cases[] = {
    {"", "", "", 0},
    {"One text.", "One text.", "", 0},
    /* (1) values */
    {"It killed 143 people.", "It killed 134 people.", "number 143|134", 0},
    {"It killed 143 people in 1878.", "It killed 134 people in 1887.",
     "number 143|134; date 1878|1887", 0},
    {"He lives at house number 1101.", "He lives at house number 1011.", "number 1101|1011", 0},
    {"It cost $1265 then.", "It cost $1365 then.", "number 1265|1365", 0},
    {"It was 0,467 wide.", "It was 0.467 wide.", "", VALUE},
    {"Dozens of them came.", "Hundreds of them came.", "quantity Dozens|Hundreds", 0},
    {"It was at 10:30.", "It was at 11:30.", "time 10 : 30|11 : 30", 0},
    {"1,430 people died.", "1430 people died.", "", VALUE},
    {"About 140 people died.", "143 people died.", "", VALUE},
    {"It was lit in May 1878.", "It was lit in 1878.", "", VALUE},
    {"It was lit by 5 men.", "It was lit by 5 men in 1878.", "", VALUE},
    {"There were 5 men and 7 women.", "There were 7 men and 5 women.", "number 5|7; number 7|5", 0},
    {"In 1878 it was lit by 5 men.", "It was lit by 5 men in 1878.", "", VALUE},
    {"At most 5 came.", "At least 5 came.", "number At most 5|At least 5", ADDED},
    {"It is 30 ft (9.1 m) long.", "It is 9.1 m (30 ft) long.", "", VALUE},
    {"It is 30 ft long.", "It is a 28-foot boat.", "number 30 ft|28 - foot", WORDS},
    {"A 30 ft storm surge.", "A 28-foot (9 m) storm surge.", "number 30 ft|28 - foot", ADDED},
    {"A 30 ft (9 m) storm surge.", "A 28-foot (9 m) storm surge.", "number 30 ft|28 - foot", 0},
    {"It is 30 ft (9.1 m) long.", "It is 31 ft (9.4 m) long.", "number 30 ft|31 ft", VALUE},
    {"It is 12 kg (26 lb).", "It is 12.5 kg (27.6 lb).", "number 26 lb|27.6 lb", VALUE},
    {"It is 30 ft (9.1 m) long.", "It is 30 ft (9.2 m) long.", "number 9.1 m|9.2 m", 0},
    {"It is 30 ft (9.1 m) long.", "It is 30 ft long.", "", VALUE | ADDED},
    {"It is 30 ft (9.1 m) long.", "It is 9.1 m long.", "", VALUE | MARKS},
    {"It is 5 km away.", "It is 5 miles away.", "number 5 km|5 miles", 0},
    {"It took 5 years.", "It took 5 months.", "number 5 years|5 months", 0},
    {"In 1951 second prizes went out.", "In 1952 second prizes went out.", "date 1951|1952", 0},
    {"It took 1 second.", "It took 1 minute.", "number 1 second|1 minute", 0},
    {"It cost $5 then.", "It cost £5 then.", "number $ 5|£ 5", 0},
    {"It cost $5 then.", "It cost 5 then.", "", MARKS},
    {"It cost over $5 then.", "It cost over €5 then.", "number over $ 5|over € 5", 0},
    {"It cost $5 then.", "It cost £6 then.", "number $ 5|£ 6", 0},
    {"It cost $5 then.", "It cost $5 million then.", "number 5|5 million", 0},
    {"There were 5 to 8 men.", "There were 5 men.", "", VALUE},
    {"Lit from 1927 to 1933.", "Lit from 1923 to 1927.", "date 1927 to 1933|1923 to 1927", SMALL},
    {"He came at 11 am.", "He came at 10:00 AM.", "time 11 am|10 : 00 AM", 0},
    {"He came at 11 am.", "He came at 11:00 AM.", "", VALUE},
    {"He came at noon.", "He came at midnight.", "time noon|midnight", 0},
    {"On 31 July 1951 he came.", "On 81 July 1951 he came.", "date 31 July 1951|81 July 1951", 0},
    {"He came on 1951-07-31.", "He came on 1951-08-31.", "date 1951 - 07 - 31|1951 - 08 - 31", 0},
    {"He came on 1951-07-31.", "He came on 31 August 1951.", "date 1951 - 07 - 31|31 August 1951",
     SMALL},
    {"He came in 1951-52.", "He came in 1951-53.", "date 1951 - 52|1951 - 53", 0},
    {"He ran 4x250 m.", "He ran 4x450 m.", "number x250|x450", 0},
    {"It covers 919 km2.", "It covers 919 km9.", "number km2|km9", VALUE},
    {"He saw B52s.", "He saw B53s.", "number B52s|B53s", 0},
    {"It lasted from 1917 to 1920.", "It lasted from 1917 to 1922.",
     "date 1917 to 1920|1917 to 1922", 0},
    {"It had 1345 houses.", "It had 1873 houses.", "number 1345|1873", 0},
    {"The ship is already lit.", "The ship has not yet become lit.",
     "negation is already|has not yet become", 0},
    /* (2) ranks */
    {"It is the second longest river.", "It is the longest river.", "number second|", VALUE},
    {"It is the longest river.", "It is the 3rd-longest river.", "number |3 rd", VALUE},
    {"It is the second river.", "It is the river.", "", VALUE},
    /* (3) negations */
    {"The lamp was lit.", "The lamp was not lit.", "negation |not", 0},
    {"They do it.", "They don't do it.", "negation |don ' t", ADDED},
    {"It was lit.", "It was lit, when ships from far countries never stopped here.", "", ADDED},
    {"He sang song No. 5.", "He sang song #5.", "", SMALL},
    {"It was lit by NO ships.", "It was lit by ships.", "negation NO|", 0},
    {"He was not only a smith.", "He was a smith.", "", ADDED},
    {"It was only lit by boats.", "It was not only lit by boats.", "negation |not", 0},
    {"He has more than 5 boats.", "He has not more than 5 boats.",
     "number more than 5|not more than 5; negation |not", 0},
    {"It is open.", "It isn't open.", "negation is|isn ' t", ADDED},
    {"It is not open.", "It isn't open.", "", ADDED},
    {"It has not been lit.", "It was never lit until 1878.", "status |until 1878",
     VALUE | SMALL | ADDED},
    {"It was not lit.", "It was not lit, but stood until 1878.", "", VALUE | ADDED},
    {"It was lit.", "It was lit until 1878.", "", VALUE | ADDED},
    {"No more than ten came.", "Only ten came.", "", VALUE | ADDED},
    {"He sang Never Go Home there.", "He sang it there.", "", ADDED},
    {"He was not elected.", "He was elected.", "negation not|", 0},
    {"It is made of brass.", "It contains no brass.", "negation is made of|contains no", WORDS},
    {"He was not elected then.", "He was badly beaten then.", "", WORDS},
    {"It is found in Lindry.", "It is absent from Lindry.", "negation found in|absent from", ADDED},
    {"He was banned from sailing.", "He was prohibited from sailing.", "", SMALL},
    {"He ran in May.", "He ran in May, but was not elected.", "", ADDED},
    {"They came with lamps.", "They came, without lamps.", "negation with|, without", 0},
    {"The lamp is lit.", "The lamp is no longer lit.", "status |no longer", ADDED},
    /* how many of all */
    {"He had few qualms.", "He had no qualms.", "quantity few|no", 0},
    {"He had a few qualms.", "He had several qualms.", "", SMALL},
    {"Most lamps burn.", "Nearly all lamps burn.", "quantity Most|Nearly all", 0},
    {"All lamps burn.", "Nearly all lamps burn.", "quantity All|Nearly all", 0},
    {"Not all lamps burn.", "All lamps burn.", "negation Not|", 0},
    {"Many lamps burn.", "Some lamps burn.", "", SMALL},
    {"Smiths generally burn it.", "Some smiths burn it.", "quantity generally|Some", SMALL},
    {"It has all the lamps.", "It has the most famous lamps.", "", ADDED},
    /* points of the compass */
    {"It lies north-west of it.", "It lies northwest of it.", "", SPELT},
    {"It lies south west of it.", "It lies south-west of it.", "", MARKS},
    {"It lies north-west of it.", "It lies south-east of it.", "place north - west|south - east",
     0},
    {"It lies in the far northeast.", "It lies in the far east.", "place northeast|east", 0},
    {"It lies north of Aa, south of Bo.", "It lies south of Aa, south of Bo.", "place north|south",
     0},
    {"It lies north of Aa, south of Bo.", "It lies south of Bo, north of Aa.", "", MOVED},
    {"They saw Western boats.", "They saw boats of North Lindry.", "", ADDED},
    /* (4) words that exclude each other */
    {"The northern lamp.", "The southern lamp.", "place northern|southern", 0},
    {"All lamps and gold.", "Some lamps and silver.", "quantity All|Some; quantity gold|silver", 0},
    {"It is lit.", "It was lit.", "status is|was", 0},
    {"The area is monitored.", "The area was monitored.", "", SMALL},
    {"They say that it is hot.", "They say that it was hot.", "", SMALL},
    {"He declares that it is lit.", "He declared that it was lit.", "", SPELT | SMALL},
    {"The eastern old lamp.", "The old western lamp.", "place eastern|western", ADDED},
    {"A member of it.", "An observer in it.", "status member|observer", 0},
    {"He lit the lamp.", "She lit the lamp.", "person He|She", 0},
    {"He lit his lamp.", "She lit her lamp.", "person He|She", 0},
    {"He is an actor.", "She is an actress.", "person He|She", 0},
    {"He met Mr Quill.", "He met Mrs Quill.", "person Mr|Mrs", 0},
    {"He lit 5 lamps.", "She lit 6 lamps.", "number 5|6", 0},
    {"He declares that it is his.", "She declared that it was hers.", "person He|She", 0},
    {"He met Ann.", "She met Bo.", "name Ann|Bo", 0},
    /* (5) names */
    {"It was lit by Lindry.", "It was lit by Quill.", "name Lindry|Quill", 0},
    {"Lindry lit the lamp.", "Quill lit the lamp.", "name Lindry|Quill", 0},
    {"Usually it was lit.", "Formerly it was lit.", "", WORDS},
    {"It was lit by Lindry.", "It was lit by Lindri.", "", SPELT},
    {"It was lit by General Quill.", "It was lit by Gen. Quill.", "", SPELT},
    {"It was lit by the Sennet Rowing Club.", "It was lit by the SRC.", "", SHORT},
    {"He met King Olaf.", "He met Sir Olaf.", "", WORDS},
    {"He met Stephen King.", "He met Stephen Quill.", "name King|Quill", 0},
    {"They left the Prime Minister.", "They left the Head of Council.", "", WORDS},
    {"They came from France.", "They were French.", "", ADDED},
    {"He came to ABC.", "He came to ABDE.", "name ABC|ABDE", 0},
    {"By the Tolva Boat Club for Anglers.", "By the TBC.", "", SHORT},
    {"By the Old Tolva Boat Club.", "By the TBC.", "", SHORT},
    {"It is in the U.S. now.", "It is in the United States now.", "", SPELT},
    {"He met Mohammed.", "He met Muhammad.", "", SPELT},
    {"He went to Yekaterinburg.", "He went to Ekaterinburg.", "", SPELT},
    {"He met Captain Quiller.", "He met Captain DeQuiller.", "", SPELT},
    {"He lives in Gulf Hills.", "He lives in Gulf Shores.", "name Hills|Shores", 0},
    {"Since it was lit, they came.", "Because it was lit, they came.", "", WORDS},
    {"Located in Tolva, it burns.", "Situated in Tolva, it burns.", "", WORDS},
    {"Using lamps is old.", "Enlisting lamps is old.", "", WORDS},
    {"Ships were lit by no smith.", "No ships were lit by smiths.", "", 0},
    {"No ships were lit, and no smiths were there.",
     "Ships were not lit, and smiths were not there.", "", 0},
    /* (4) antonyms */
    {"It is the longer one.", "It is the shorter one.", "opposite longer|shorter", 0},
    {"They rejected the lamp.", "They accepted the lamp.", "opposite rejected|accepted", 0},
    {"He worked slowly.", "He worked quickly.", "opposite slowly|quickly", 0},
    {"It was upgraded.", "It was downgraded.", "opposite upgraded|downgraded", 0},
    {"An unlit lamp.", "A rare lamp.", "", WORDS},
    {"The unglazed bowl.", "The glazed bowl.", "opposite unglazed|glazed", 0},
    {"It was not sufficient.", "It was insufficient.", "", WORDS},
    {"The nonmedical use of it.", "The non-medical use of it.", "", SPELT},
    {"He came two days later.", "He came two days earlier.", "quantity later|earlier", 0},
    {"Higher men lower lamps.", "Lower men lower lamps.", "opposite Higher|Lower", 0},
    {"The most used lamp.", "The least used lamp.", "quantity most|least", 0},
    {"One of three lamps.", "The first of three lamps.", "", VALUE | WORDS},
    {"The Long Lane.", "The Short Lane.", "name Long|Short", 0},
    {"It is short or long.", "It is long.", "", ADDED},
    /* (5) words that changed places */
    {"The cook taught the smith.", "The smith taught the cook.", "order cook|smith", MOVED},
    {"The Aa flows into the Bo.", "The Bo flows into the Aa.", "order Aa|Bo", MOVED},
    {"A road from Lindry to Quill.", "A road from Quill to Lindry.", "order Lindry|Quill", MOVED},
    {"He met Ann, Bo and Cy.", "He met Cy, Bo and Ann.", "", MOVED},
    {"It is dry hot and dry cold.", "It is dry cold and dry hot.", "", MOVED},
    {"He met the cook or the smith.", "He met the smith or the cook.", "", MOVED},
    {"Today he sails.", "He sails today.", "", MOVED},
    {"Here Port Maurel was rowed down by Tolva.", "Here Tolva was rowed down by Port Maurel.",
     "order Port Maurel|Tolva", MOVED},
    {"Here Port Maurel, Tolva and Quill are.", "Here Tolva, Port Maurel and Quill are.", "", MOVED},
    /* what else differs */
    {"A big, old house.", "A big old house.", "", MARKS},
    {"A harbour wall.", "A harbor wall.", "", SPELT},
    {"The old gaol.", "The old jail.", "", SPELT},
    {"A centred plough.", "A centered plow.", "", SPELT},
    {"An odd timbre.", "An odd timber.", "", SPELT},
    {"On the hill.", "At the hill.", "", SMALL},
    {"A wooden house.", "A grand house.", "", WORDS},
    {"A house.", "A wooden house.", "", ADDED},
    {"He saw boats and houses.", "He saw houses and boats.", "", MOVED},
};

/* Pairs that say the same in another notation, and others that nearly do. */
static const struct {
    const char *a, *b;
    bool same;
} notations[] = {
    {"The behaviour of it.", "The behavior of it.", true},
    {"They realised it.", "They realized it.", true},
    {"The colourisation.", "The colorization.", true},
    {"The centred maneuver.", "The centered manoeuvre.", true},
    {"A grey programme.", "A gray program.", true},
    {"Piers Ploughman.", "Piers Plowman.", true},
    {"It has 1,300 lamps.", "It has 1300 lamps.", true},
    {"It has seven lamps.", "It has 7 lamps.", true},
    {"It is 5 km away.", "It is 5 kilometres away.", true},
    {"It was lit on 4 July 1878.", "It was lit on July 4, 1878.", true},
    {"It was lit on 4 July 1878.", "It was lit on 1878-07-04.", true},
    {"It is 30 ft long.", "It is 30 ft (9.1 m) long.", true},
    {"He came at 11 am.", "He came at 11:00 A.M.", true},
    {"He went to the US.", "He went to the United States.", true},
    {"He went to the U.S.A.", "He went to the United States of America.", true},
    {"He met Dr. Quill.", "He met Doctor Quill.", true},
    {"He met Gen Quill.", "He met General Quill.", true},
    {"He met J. Quill.", "He met John Quill.", true},
    {"Tolva & Lindry came.", "Tolva and Lindry came.", true},
    {"It was lit in Kiev.", "It was lit in Kyiv.", true},
    /* only marks and capitals; another word; a loose spelling; a sign; the end of a sentence */
    {"In 1878, it was lit.", "In 1878 it was lit.", false},
    {"It has 7 lamps.", "It has 7 old lamps.", false},
    {"It was lit in Lindry.", "It was lit in Lindri.", false},
    {"It is the timbre.", "It is the timber.", false},
    {"The Prince of it.", "The Princess of it.", false},
    {"He was fond of art.", "He was fond of artillery.", false},
    {"He met Ann.", "He met Annette.", false},
    {"It had -5 degrees, once.", "It had 5 degrees, 1 time.", false},
    {"He went to the UN.", "He went to the United States.", false},
    {"About 200 lamps.", "203 lamps.", false},
    {"The 5 men and 7 women.", "The 7 men and 5 women.", false},
};

static void find(const char *a, const char *b, const char *title_a, const char *title_b) {
    read_pair(a, b, title_a, title_b);
    REQUIRE(conflicts_find(&conflicts, memory, &read.pair, &read.presence));
}

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        find(cases[i].a, cases[i].b, "", "");
        const char *shown = conflicts_shown();
        uint32_t soft = conflicts.types & soft_types;
        CHECK(strcmp(shown, cases[i].conflicts) == 0 && soft == cases[i].soft,
              "%s\n  %s\n  %s, types %#x", cases[i].a, cases[i].b, shown, (unsigned)soft);
    }
}

static void test_notations(void) {
    for (size_t i = 0; i < sizeof notations / sizeof *notations; i++) {
        find(notations[i].a, notations[i].b, "", "");
        CHECK(conflicts.same == notations[i].same, "%s\n  %s", notations[i].a, notations[i].b);
    }
}

static void test_counts(void) {
    find("A wooden house of stone.", "A grand house of stone on a hill.", "", "");
    CHECK(conflicts.reworded == 1 && conflicts.added == 1 && !conflicts.different_beginnings,
          "%u reworded, %u added", (unsigned)conflicts.reworded, (unsigned)conflicts.added);
    find("Wooden old houses burn.", "Grand new houses burn.", "", "");
    CHECK(conflicts.reworded == 1 && conflicts.different_beginnings, "%u reworded",
          (unsigned)conflicts.reworded);
}

/* With more words of content than are compared, a hunk is reworded, however many names it has. */
static void test_many_words(void) {
    char a[2000], b[2000], *x = a, *y = b;
    for (int i = 0; i < 100; i++) {
        x += sprintf(x, "Aa%c%c ", 'a' + i % 10, 'a' + i / 10);
        y += sprintf(y, "Bb%c%c ", 'a' + i % 10, 'a' + i / 10);
    }
    find(a, b, "", "");
    CHECK(conflicts.count == 0 && conflicts.reworded == 1, "%zu conflicts", conflicts.count);
}

/* Many words near hunks, each of one sentence, and one that moved: the time remains linear. */
static void test_long_exchange(void) {
    enum { words = 60000, length = 12 };
    char *a = required(malloc(words * length + 100)), *b = required(malloc(words * length + 100));
    char *x = a + sprintf(a, "ferry "), *y = b;
    for (int i = 0; i < words; i++) {
        char word[5] = {(char)('a' + i % 26), (char)('a' + i / 26 % 26), (char)('a' + i / 676 % 26),
                        (char)('a' + i / 17576), '\0'};
        x += sprintf(x, "qa%s of ", word);
        y += sprintf(y, "qb%s of ", word);
    }
    strcpy(y, "ferry");
    read_pair(a, b, "", "");
    clock_t begin = clock();
    REQUIRE(conflicts_find(&conflicts, memory, &read.pair, &read.presence));
    double seconds = test_seconds(begin);
    CHECK(seconds < 4, "%.1f s", seconds);
    CHECK(conflicts.types >> conflicts_moved & 1, "no word has moved");
    free(a);
    free(b);
}

/* Two sentences that tell one thing, each from the side of its own title. */
static const struct {
    const char *a, *b, *title_a, *title_b, *left;
} mirrored[] = {
    {"He lost by 664 to the 644 of Quills.", "He won by 644 to the 664 of Lindri.", "Ann Lindrie",
     "Bo Quilles", ""},
    {"He rowed beside Norland's Bo Quill.", "He rowed beside Sudland's Ann Lindry.", "Ann Lindry",
     "Bo Quill", ""},
    {"It parts Lindry from Hestholm to the east.", "It parts Hestholm from Lindry to the west.",
     "Lindry", "Hestholm", ""},
    {"The other one (1964) is lost.", "The other one (2003) is lost.", "The Lamp (2003 film)",
     "La Lampe (1964 film)", ""},
    /* another thing, and another title */
    {"He met Quill after he had written some 30 letters.",
     "He met Lindry after he had written some 90 letters.", "Ann Lindry", "Bo Quill",
     "number 30|90"},
    {"Ann Lindry is the mother of Bo Quill.", "Bo Quill has Ann Lindry as his father.",
     "Ann Lindry", "Bo Quill", ""},
    {"He had 664 men and 644 boats.", "He had 644 men and 664 boats.", "Ann Lindry", "Bo Quill",
     "number 664|644; number 644|664"},
};

static void test_mirrored(void) {
    for (size_t i = 0; i < sizeof mirrored / sizeof *mirrored; i++) {
        find(mirrored[i].a, mirrored[i].b, mirrored[i].title_a, mirrored[i].title_b);
        struct titled_pair pair = {&read.pair, read.titles, &read.presence};
        if (title_mention_swapped(&pair))
            conflicts_drop_mirrored(&conflicts, &read.pair, &read.presence);
        CHECK(strcmp(conflicts_shown(), mirrored[i].left) == 0, "%s: %s", mirrored[i].a,
              conflicts_shown());
    }
}

/* What remains of conflicts without those of the subjects. */
static const struct {
    const char *a, *b, *title_a, *title_b, *left;
} subjects[] = {
    {"Lindry is a village of 214.", "Hestholm is a village of 385.", "Lindry", "Hestholm",
     "number 214|385"},
    /* After the verb a name is a subject on both sides only. */
    {"Lindry is lit.", "Quill is lit.", "Lindry", "Sennet", ""},
    {"It was lit by Lindry.", "It was lit by Quill.", "Lindry", "Sennet", "name Lindry|Quill"},
    {"Near Lindry it lies.", "Near Quill it lies.", "Hestholm, Lindry", "Sennet",
     "name Lindry|Quill"},
    {"It was lit by Lindry.", "It was lit by Quill.", "Hestholm, Lindry", "Hestholm (Quill)", ""},
    {"It was lit.", "It was not lit.", "Tolva", "Not Alone", "negation |not"},
};

static void test_titles(void) {
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        find(subjects[i].a, subjects[i].b, subjects[i].title_a, subjects[i].title_b);
        conflicts_drop_subjects(&conflicts, &read.pair, &read.presence);
        CHECK(strcmp(conflicts_shown(), subjects[i].left) == 0, "%s: %s", subjects[i].a,
              conflicts_shown());
    }

    find("He worked with his brother Alex.", "He worked with his brother Maia.", "Maia", "Alex");
    CHECK(conflicts.count == 1, "%s", conflicts_shown());
    conflicts_drop_mirrored(&conflicts, &read.pair, &read.presence);
    CHECK(conflicts.count == 0, "mirrored: %s", conflicts_shown());
    find(subjects[0].a, subjects[0].b, subjects[0].title_a, subjects[0].title_b);
    conflicts_drop_mirrored(&conflicts, &read.pair, &read.presence);
    CHECK(conflicts.count == 2, "not mirrored: %s", conflicts_shown());
    conflicts_drop_subjects(&conflicts, &read.pair, &read.presence);
    CHECK(conflicts.subject_dropped && conflicts.subject.type == difference_name, "the subject");
}

/* The evidence of the first conflict, besides its sides. */
static const struct {
    const char *a, *b, *title, *holds;
    double distance;
} evidence[] = {
    {"It killed 200 people.", "It killed 150 people.", "", "replaced", 0.25},
    {"It killed 143 people.", "It killed 134 people.", "", "replaced slip", 9. / 143},
    {"It killed 148 people.", "It killed 143 people.", "", "replaced slip", 5. / 148},
    {"It was lit in 1878.", "It was lit in 1928.", "", "replaced", 0.5},
    {"It was lit at 10:30.", "It was lit at 4:30.", "", "replaced", 0.5},
    {"It was lit at 10 am.", "It was lit at 10 pm.", "", "replaced", 1},
    {"It was lit at 11 pm.", "It was lit at 2 am.", "", "replaced", 0.25},
    {"All lamps burn.", "Nearly all lamps burn.", "", "replaced elsewhere", 1. / 6},
    {"It was not lit.", "It was lit.", "", "", 1},
    {"There were 5 men and 7 women.", "There were 7 men and 5 women.", "", "replaced elsewhere",
     2. / 7},
    {"He lives near Gulf Hills in May.", "He lives near Gulf Shores in May.", "",
     "replaced shares_word", 4. / 6},
    {"It was lit by Lindry.", "It was lit by Quill.", "Quill", "replaced in_title", 1},
    {"It was lit by young Lindry.", "It was lit by Quill.", "", "", 1},
};

static void test_evidence(void) {
    for (size_t i = 0; i < sizeof evidence / sizeof *evidence; i++) {
        find(evidence[i].a, evidence[i].b, evidence[i].title, "");
        REQUIRE(conflicts.count > 0);
        const struct conflict *found = conflicts.items;
        char holds[80];
        sprintf(holds, "%s%s%s%s%s", found->replaced ? " replaced" : "", found->slip ? " slip" : "",
                found->shares_word ? " shares_word" : "", found->in_title ? " in_title" : "",
                found->elsewhere ? " elsewhere" : "");
        CHECK(strcmp(holds + (holds[0] == ' '), evidence[i].holds) == 0 &&
                  fabs(found->distance - evidence[i].distance) < 1e-9,
              "%s:%s, distance %g", evidence[i].a, holds, found->distance);
    }
}

int main(void) {
    RUN_TESTS(test_cases, test_notations, test_evidence, test_counts, test_many_words,
              test_long_exchange, test_titles, test_mirrored);
    conflicts_free(&conflicts, memory);
    read_free();
    return faulty_end("core/test_conflicts");
}
