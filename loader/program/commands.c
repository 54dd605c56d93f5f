/* commands.c - see commands.h. */
#include "commands.h"

#include "actions.h"

#include "../../ext/neardup.h"

#include <assert.h>
#include <sqlite3.h>
#include <string.h>

const char program_introduction[] =
    "usage: neardup FILE... | DB [TABLE [COLUMN]]   find duplicates and contradictions\n"
    "       neardup COMMAND ...\n"
    "\n"
    "Finds near-duplicate and contradictory texts in dumps, tables and other files.\n";

const struct command program_commands[] = {
    {in_find, "find", "FILE... | DB [TABLE [COLUMN]]", 1, -1,
     "find duplicates; the default command",
     "Loads each FILE - a MediaWiki dump, a web archive, CSV, JSON lines, text - into a\n"
     "database of neardup's own in this folder, finds the duplicates there, and prints a\n"
     "summary. The database is named after FILE, without its suffixes: the names of two or\n"
     "three files are joined by +, and of more files only the first counts. DB is\n"
     "either such a database, which is searched again, or a database of yours, which is only\n"
     "read: name the TABLE and, if need be, the COLUMN that has the texts. neardup then also\n"
     "prints the duplicate rows. Short texts are compared whole, longer ones are split into\n"
     "sentences; neardup prints which. To load texts of more than 16 MiB, give --memory more\n"
     "than 768.\n",
     run_find},
    {in_add, "add", "DB FILE...", 2, -1, "load new rows and find only their duplicates",
     "Loads each FILE into DB, which neardup has made, and prints the duplicates and\n"
     "contradictions of new texts. A row that is already there, with the same key and the\n"
     "same text, is skipped. If FILE is a database of yours, put its TABLE after it. New\n"
     "texts are looked up in the live index sentence_index, which the first call makes, so\n"
     "the time of later calls depends only on the new texts. The tables of clusters stay as\n"
     "they are: neardup DB recomputes them.\n",
     run_add},
    {in_watch, "watch", "DB [FILE]", 1, 2,
     "follow the edits of a wiki, and report what each contradicts or copies",
     "Reads the wiki's stream of changes, with the texts of the pages, from FILE or standard\n"
     "input: a line of JSON for each change. Each edit updates the articles, the sentences\n"
     "and the live index of DB in one transaction, and a line of JSON is printed for each\n"
     "contradiction that it makes or heals, each copy that it leaves stale, and each passage\n"
     "that it copies. DB holds one wiki that neardup has loaded, or is created. Give the\n"
     "command again to continue where it stopped; edits that it has applied are skipped.\n"
     "--replay reads the history of a dump instead, as if its edits came one after another.\n",
     run_watch},
    {in_near, "near", "DB TEXT", 2, 2, "print the texts that resemble TEXT",
     "DB is a database of neardup's own, or one of yours with a live index. Without an\n"
     "index, every text is compared, which takes about a second for a million.\n",
     run_near},
    {in_keep, "keep", "DB", 1, 1, "say which texts to keep and which to drop",
     "Sorts texts into certain duplicates, likely duplicates, and texts that look alike but\n"
     "say something else. Prints a list on a terminal, and CSV elsewhere. Deletes nothing.\n",
     run_keep},
    {in_index, "index", "DB TABLE COLUMN", 3, 3, "make a live index of a table of yours",
     "Creates the index TABLE_near in your database DB, with triggers that tell it of every\n"
     "change, and prints the statements. From then on, programs that change TABLE must\n"
     "load the extension neardup. DROP TABLE TABLE_near undoes all of it. TABLE needs an\n"
     "INTEGER PRIMARY KEY.\n",
     run_index},
    {in_across, "across", "DB [A B]", 1, 3, "show which texts of one source are in another",
     "A and B are names or numbers of sources in DB; with two sources, leave them out. To\n"
     "load two files into one database: neardup old.csv new.csv\n",
     run_across},
    {in_report, "report", "DB [HTML]", 1, 2, "write the findings as a page of HTML",
     "The page is HTML, or DB with the suffix .html. An existing file is replaced only if it\n"
     "is a report. With --url, titles are links: {id} stands for the number of a page in its\n"
     "wiki, or for the key of a row, and {title} for the title.\n",
     run_report},
    {in_reuse, "reuse", "DB", 1, 1, "find passages that articles share", NULL, run_reuse},
    {in_history, "history", "DB", 1, 1,
     "find who copied a text from whom, and which copies are stale",
     "First load DB and find its duplicates: neardup --history DUMP. Prints the copies that\n"
     "still have a value which others have corrected, and, as trees, the texts with the most\n"
     "copies.\n",
     run_history},
    {in_kinds, "kinds", "DB", 1, 1, "count clusters by kind", NULL, run_kinds},
    {in_drill, "drill", "DB", 1, 1, "measure how many contradictions are found in your texts",
     "Plants contradictions in a copy of DB, finds duplicates there as in DB, and prints how\n"
     "many of these contradictions are found, by type. Of a text that two articles share, one\n"
     "copy gets another number, year, month or name, or a \"not\"; or, to see whether that is\n"
     "called a contradiction, another wording. DB is only read. The copy is a temporary file,\n"
     "which goes when the command ends, however it ends; TMPDIR names its folder.\n",
     run_drill},
    {in_tables, "tables", "DB", 1, 1, "turn templates into tables, and list values that do not fit",
     "A template is a pattern that many texts follow. Names its slots, finds their types, and\n"
     "lists values that are misspelt, far from the others, or unlike an infobox.\n",
     run_tables},
    {in_papers, "papers", "DB", 1, 1, "print the tables and figures of the papers",
     "Computes them for DB, prints them beside the numbers of the papers, and says why they\n"
     "differ. For those on text reuse, run neardup reuse DB first.\n",
     run_papers},
    {in_export, "export", "DB [-o FILE | -o FOLDER/]", 1, 1,
     "write all findings as CSV or JSON lines",
     "Writes the pairs to FILE, as JSON lines with --json or if its name ends in .json or\n"
     ".jsonl, otherwise as CSV. Writes pairs.csv and members.csv, or both as .jsonl, to\n"
     "FOLDER, which is created if its name ends with a slash.\n",
     run_export},
    {in_verdicts, "verdicts", "DB [FILE]", 1, 2, "print what people said of pairs, or read it",
     "Prints all verdicts as JSON lines, with --csv as CSV, and on a terminal as a list. With a\n"
     "FILE, adds its verdicts to DB: JSON lines, or CSV, with verdict, text_a and text_b. A pair\n"
     "is known by its two texts, so that a verdict holds in another dump and another database,\n"
     "too. Pairs with a verdict are not shown again, unless --judged is given; what was fixed is\n"
     "shown again if it returns.\n",
     run_verdicts},
    {in_review, "review", "DB", 1, 1, "ask for verdicts on pairs, one after the other",
     "Shows the pair of texts whose verdict teaches most, takes a key, and stores the verdict\n"
     "at once; then the next one. ? lists the keys: u undoes the last answer, and after the\n"
     "last pair, too. Without a terminal, each line of standard input is a key or the name of a\n"
     "verdict, and what follows it after a space is a reason. With --sample, pairs are drawn at\n"
     "random, and what neardup thinks is not shown: such verdicts measure how good it is.\n",
     run_review},
    {in_learn, "learn", "DB", 1, 1, "learn from verdicts how to score pairs",
     "Fits the scores to what people said of pairs, if that judges verdicts better which it was\n"
     "not fitted to, and scores the pairs of DB anew. Prints which share of the pairs of a score\n"
     "contradict each other, and how many of the contradictions are among them.\n",
     run_learn},
    {in_check, "check", "DB", 1, 1, "check a database and its live indexes",
     "Tells whether SQLite reports DB as intact, whether its tables are neardup's, and\n"
     "whether each live index has all texts. DB may be a database of yours. Warns if it is in\n"
     "WAL mode and SQLite has the WAL-reset bug.\n",
     run_check},
    {in_load, "load", "FILE... DB", 0, -1, "load files into tables, without finding anything",
     "neardup load --help lists its options.\n", run_load},
    {in_sql, "sql", "COMMAND ...", 1, -1, "print the SQL that a command would run",
     "The output is for SQLite's shell, with the extension loaded: nothing is run, and\n"
     "nothing is written.\n",
     run_sql},
    {in_completion, "completion", "bash | zsh | fish", 1, -1,
     "print the script that completes words in a shell",
     "For bash: eval \"$(neardup completion bash)\" in ~/.bashrc.\n", run_completion},
    {in_help, "help", "[COMMAND]", 0, 1, "print this text, or that of a command", NULL, run_help},
    {in_version, "version", "", 0, 0, "print the version, as -V does", NULL, run_version},
    {0}};

#define PRINTING                                                                           \
    (in_find | in_add | in_near | in_keep | in_across | in_reuse | in_history | in_kinds | \
     in_papers | in_tables | in_export | in_watch | in_verdicts | in_drill | in_learn)
#define LOADING (in_find | in_add)

static const struct option fixed_options[] = {
    {"output", 'o', "FILE", PRINTING | in_report, use_program, "write to FILE"},
    {"json", 0, NULL, in_find | in_add | in_near | in_keep | in_export | in_verdicts | in_drill,
     use_program, "print JSON, an object a line"},
    {"csv", 0, NULL, in_find | in_add | in_near | in_keep | in_export | in_verdicts | in_drill,
     use_program, "print CSV"},
    {"quiet", 'q', NULL, PRINTING | in_report | in_index | in_check | in_review, use_program,
     "print only errors on standard error"},

    {"db", 0, "DB", in_find, use_program, "the database to create or add to, or a folder for it"},
    {"reuse", 0, NULL, in_find, use_program, "also find passages that articles share"},
    {"text", 0, "COLUMN,...", LOADING, use_column,
     "the column that has the texts, or several, joined by a space"},
    {"key", 0, "COLUMN", LOADING, use_column,
     "a column that identifies a row; repeat it for a key of several"},
    {"title", 0, "COLUMN", LOADING, use_column, "the column that says what a text is about"},
    {"time", 0, "COLUMN", LOADING, use_column, "the column that says when a text was written"},
    {"whole", 0, NULL, LOADING, use_load, "do not split texts, however long"},
    {"split", 0, NULL, LOADING, use_load, "split texts into sentences, however short"},
    {"carry", 0, "LIST", LOADING, use_load, "further columns to keep"},
    {"table", 0, "NAME", LOADING, use_load, "the table of a database of yours"},
    {"query", 0, "SELECT", LOADING, use_load, "load the rows of this query on a database of yours"},
    {"columns", 0, "LIST", LOADING, use_load, "the columns to load, such as text=body,key=sku"},
    {"format", 0, "NAME", LOADING, use_load, "the format of the files, if it is not recognised"},
    {"delimiter", 0, "C", LOADING, use_load, "the character between two fields of CSV"},
    {"no-header", 0, NULL, LOADING, use_load, "the first line is data, not column names"},
    {"encoding", 0, "NAME", LOADING, use_load, "the encoding of the files (default: UTF-8)"},
    {"language", 0, "CODE", LOADING | in_watch, use_load, "the language of the texts, such as en"},
    {"document", 0, "WHAT", LOADING, use_load,
     "what a document is, in files of text: a line or a file"},
    {"namespaces", 0, "LIST", LOADING | in_watch, use_load,
     "the namespaces of a dump to load: numbers, or all"},
    {"history", 0, NULL, LOADING, use_load, "keep every revision of a dump"},
    {"text-only", 0, NULL, LOADING, use_load, "keep no categories, links or infoboxes of a dump"},

    {"preset", 0, "PAPER", in_find, use_program,
     "settings of weissman, wikiduper, ayhan, meng or alshomary; or default"},
    {"memory", 0, "MB", in_add, use_load, "more than 768 loads texts of more than 16 MiB, too"},

    {"least", 0, "X", in_near, use_parameter, "list texts of this similarity or more (0.4)"},
    {"limit", 'n', "N", in_near, use_parameter, "how many texts to list (10)"},
    {"shingle", 0, "N", in_near, use_parameter, "characters in a shingle"},
    {"fold", 0, "LIST", in_near, use_parameter, "what to ignore, such as all or case,accents"},

    {"keep", 0, "WHICH", in_keep, use_parameter,
     "usual, longest, shortest, newest, oldest, first or a column"},
    {"order", 0, "asc|desc", in_keep, use_parameter,
     "keep the smallest or the largest value of a column"},
    {"drop", 0, "sure|likely", in_keep, use_parameter, "likely: also drop likely duplicates"},
    {"top", 0, "N", in_add | in_keep | in_across | in_verdicts, use_parameter,
     "how many groups or pairs of each sort to list (20)"},
    {"list", 0, NULL, in_keep, use_program, "print a list, even if the output is not a terminal"},

    {"changes", 0, "N", in_drill, use_parameter, "how many changes of each type to plant (200)"},
    {"seed", 0, "N", in_drill, use_parameter, "the seed of the draw (1)"},
    {"top", 0, "N", in_drill, use_parameter, "how many missed contradictions to list (10)"},

    {"replay", 0, "DUMP", in_watch, use_program, "read the history of this dump instead of FILE"},
    {"after", 0, "SEQ", in_watch, use_program, "print again the findings after number SEQ"},

    {"judged", 0, NULL, in_find | in_report, use_parameter,
     "also show pairs that somebody has judged"},
    {"judge", 0, "NAME", in_verdicts | in_review, use_parameter,
     "who has given verdicts without a name; in a review, you ($USER)"},
    {"sample", 0, "N", in_review, use_parameter, "ask for N pairs that are drawn at random"},
    {"seed", 0, "N", in_review, use_parameter, "the seed of the draw (1)"},
    {"type", 0, "TYPE", in_review, use_parameter,
     "only pairs whose conflict is a number, date, name ..."},
    {"kind", 0, "KIND", in_review, use_parameter, "only pairs of this kind, such as drift"},
    {"least", 0, "X", in_review, use_parameter, "only pairs of this score or more (0)"},
    {"judged", 0, NULL, in_review, use_parameter,
     "ask again for pairs that were judged, first where people differ"},
    {"forget", 0, NULL, in_learn, use_parameter, "remove what was learnt"},

    {"url", 0, "PATTERN", in_report, use_parameter,
     "what titles link to, such as 'https://en.wikipedia.org/?curid={id}'"},
    {"papers", 0, NULL, in_report, use_parameter,
     "also draw the figures of the papers, which is slow"},

    {"what", 0, "WHAT", in_export, use_parameter, "pairs (the default) or members of clusters"},

    {"name", 0, "NAME", in_index, use_program, "the name of the index (TABLE_near)"},
    {"options", 0, "LIST", in_index, use_program,
     "options of the index, such as pairs=1, jaccard_least=0.7"},

    {"help", 'h', NULL, ~0u & ~(unsigned)(in_load | in_sql), use_program, "print this text"},
    {0}};

/* ---- Parameters of the pipeline -------------------------------------------------------------- */

struct option program_options[arguments_options_max + 1];

/* A copy of a column's text, which stays. */
static const char *kept(sqlite3_stmt *row, int column) {
    static char texts[8192];
    static size_t used;
    const char *text = (const char *)sqlite3_column_text(row, column);
    size_t size = text ? strlen(text) + 1 : 0;
    if (size == 0 || used + size > sizeof texts)
        return NULL;
    used += size;
    return memcpy(texts + used - size, text, size);
}

static bool add_settings(sqlite3 *db, struct option *at) {
    static const char settings[] =
        "SELECT replace(name, '_', '-'), value, replace(meaning, 'jaccard_least', "
        "'--jaccard-least') || ifnull(' (' || trim(usual, '''') || ')', '') FROM "
        "neardup_parameters() WHERE owner = 'parameters'";
    sqlite3_stmt *row = NULL;
    bool good = sqlite3_prepare_v2(db, settings, -1, &row, NULL) == SQLITE_OK;
    while (good && sqlite3_step(row) == SQLITE_ROW) {
        assert(at < program_options + arguments_options_max); /* the last one has no name */
        *at = (struct option){kept(row, 0), 0, kept(row, 1), in_find, use_setting, kept(row, 2)};
        good = at->name && at->value && at->help;
        at++;
    }
    return sqlite3_finalize(row) == SQLITE_OK && good;
}

bool program_options_begin(void) {
    enum { fixed_count = sizeof fixed_options / sizeof *fixed_options - 1 };
    sqlite3 *db = NULL;
    memcpy(program_options, fixed_options, fixed_count * sizeof *fixed_options);
    bool good = sqlite3_open(":memory:", &db) == SQLITE_OK &&
                sqlite3_neardup_init(db, NULL, NULL) == SQLITE_OK &&
                add_settings(db, program_options + fixed_count);
    sqlite3_close(db);
    sqlite3_shutdown(); /* the loader configures it */
    return good;
}
