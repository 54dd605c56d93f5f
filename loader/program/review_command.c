/* review_command.c - `neardup review`: asks for verdicts on pairs, one after the other. */
#include "actions.h"
#include "keyboard.h"

#include "../text/utf8.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct review {
    struct session *session;
    const struct arguments *arguments;
    char *place; /* in temp.asked, of the pair that is shown; NULL: none was yet */
    bool keys;   /* a terminal gives keys; else a line is an answer */
    bool ends, waits;
    char line[keyboard_line_max + 1];   /* the last that was read */
    char reason[keyboard_line_max + 1]; /* for the next verdict */
};

static const struct {
    char key;
    const char *verdict, *meaning;
} answers[] = {
    {'c', "contradiction", "they contradict each other"},
    {'s', "same", "they say the same"},
    {'p', "pattern", "they follow one pattern, but are about different things"},
    {'n', "citation", "they cite a work"},
    {'f', "fixed", "they contradicted each other, and one of them was corrected"},
    {'i', "ignore", "they are of no interest"},
    {'d', "duplicate", "they belong together, however different"},
    {'x', "no duplicate", "they do not belong together, however similar"},
};
enum { answer_count = sizeof answers / sizeof *answers, end_of_input = 4 /* Ctrl-D */ };

static const char prompt[] =
    "[c]ontradiction [s]ame [p]attern citatio[n] [f]ixed [i]gnore, [d]uplicate [x] no duplicate; "
    "Enter: skip, [b]ack [u]ndo [r]eason [q]uit [?]";

static const char other_keys[] =
    "  Enter            skip the pair\n"
    "  b                back to the pair before; its verdict stays\n"
    "  u                take the last verdict back, and show its pair\n"
    "  r                write a reason, which the next verdict gets\n"
    "  l                show the pair again\n"
    "  q                quit; what you said is stored\n";

static void help(void) {
    output_print("\n");
    for (int i = 0; i < answer_count; i++)
        output_print("  %c  %-13s %s\n", answers[i].key, answers[i].verdict, answers[i].meaning);
    output_print("%s", other_keys);
}

/* Another program writes: it is waited for as long as that takes, or until a signal. */
static int wait_for_others(void *context, int times) {
    enum { pause = 50 /* milliseconds */, told_after = 40 };
    struct review *review = context;
    if (times >= told_after && !review->waits) {
        say(review->arguments, "%s: another program is writing to it; waiting for it",
            review->arguments->operands[0]);
        review->waits = true;
    }
    sqlite3_sleep(pause);
    return !session_signal();
}

/* ---- Pairs ----------------------------------------------------------------------------------- */

static bool run_script(struct review *review, const char *name, struct failure *failure) {
    char *script = session_script(review->session, name);
    bool good = script ? session_run(review->session, script, failure)
                       : session_fail(review->session, failure);
    sqlite3_free(script);
    return good;
}

/* Goes to the pair at a place, from session_value(): NULL is an error, or none is left. */
static bool go_to(struct review *review, char *place, struct failure *failure) {
    struct session *session = review->session;
    if (!place) {
        review->ends = true;
        return !session->failure.message[0] || session_fail(session, failure);
    }
    session_set(session, "place", place);
    sqlite3_free(review->place);
    review->place = place;
    review->reason[0] = '\0';
    return run_script(review, "review_take.sql", failure);
}

static bool show(struct review *review, struct failure *failure) {
    return review->ends || session_job(review->session, "review_pair", failure);
}

static bool show_next(struct review *review, struct failure *failure) {
    return go_to(review, session_ask(review->session, "review_next.sql"), failure) &&
           show(review, failure);
}

/* Stores a verdict on the pair that is shown. */
static bool give(struct review *review, const char *verdict, struct failure *failure) {
    struct session *session = review->session;
    session_set(session, "verdict", verdict);
    session_set(session, "reason", review->reason);
    session->output.silent = true;
    bool good = run_script(review, "review_answer.sql", failure) &&
                session_job(session, "read_verdicts", failure);
    session->output.silent = false;
    if (good && has_row(session, "SELECT 1 FROM temp.filled"))
        return fail(failure, "the verdict was refused: is the clock of this computer right?");
    return good && (!session->failure.message[0] || session_fail(session, failure));
}

/* Shows the last of those pairs that were shown before, and may take its verdict back. */
static bool show_earlier(struct review *review, const char *which, bool takes_back,
                         const char *none, struct failure *failure) {
    char *place = session_value(
        review->session, "SELECT place FROM temp.asked WHERE %s ORDER BY seen DESC LIMIT 1", which);
    if (!place && !review->session->failure.message[0]) {
        output_print("%s\n", none);
        return true;
    }
    return go_to(review, place, failure) && (!takes_back || give(review, "none", failure)) &&
           show(review, failure);
}

/* ---- Answers --------------------------------------------------------------------------------- */

/* Prints a question, and reads a key: that of a line if there is no terminal, 0 for an empty one.
 */
static bool ask(struct review *review, const char *question, bool key, int *answer,
                struct failure *failure) {
    char *shown = session_value(review->session, "SELECT neardup_wrap(%Q)", question);
    if (!shown)
        return session_fail(review->session, failure);
    output_print("\n%s: ", shown);
    sqlite3_free(shown);
    if (!output_flush(&review->session->output, failure))
        return false;
    *answer = end_of_input;
    if (key && review->keys)
        *answer = keyboard_key();
    else if (keyboard_line(review->line))
        *answer = (unsigned char)review->line[0];
    review->ends = *answer < 0 || *answer == end_of_input;
    if (!review->keys)
        output_print("%s\n", review->ends ? "" : review->line);
    else if (key)
        output_print("%c\n", isgraph(*answer) ? *answer : ' ');
    return true;
}

/* What follows the key in its line, or else another line. */
static bool ask_reason(struct review *review, struct failure *failure) {
    int first;
    const char *rest = review->line + strspn(review->line + 1, " \t") + 1;
    if (review->keys || !*rest) {
        if (!ask(review, "Reason", false, &first, failure))
            return false;
        rest = review->line;
    }
    memmove(review->reason, rest, strlen(rest) + 1);
    return true;
}

static bool take_answer(struct review *review, int key, struct failure *failure) {
    for (int i = 0; i < answer_count; i++)
        if (answers[i].key == key) {
            if (!review->keys && review->line[1] && !ask_reason(review, failure))
                return false;
            return give(review, answers[i].verdict, failure) && show_next(review, failure);
        }
    switch (key) {
    case '\0':
    case '\n':
    case '\r':
    case ' ':
        return show_next(review, failure);
    case 'b':
        return show_earlier(review, "seen < (SELECT seen FROM temp.asked WHERE place = @place)",
                            false, "This is the first pair.", failure);
    case 'u':
        return show_earlier(review, "given", true, "There is no verdict to take back.", failure);
    case 'r':
        return ask_reason(review, failure);
    case 'l':
    case '\f':
        return session_job(review->session, "review_pair", failure);
    case 'q':
        review->ends = true;
        return true;
    default:
        help();
        return true;
    }
}

static bool ask_for_all(struct review *review, struct failure *failure) {
    int key;
    if (!show_next(review, failure))
        return false;
    if (review->ends)
        output_print("There is no pair to ask for.\n");
    while (!review->ends)
        if (!ask(review, prompt, true, &key, failure) ||
            (!review->ends && !take_answer(review, tolower(key), failure)))
            return false;
    char *said = session_value(review->session, "SELECT printf('%%,d of %%,d', count(nullif(given, "
                                                "0)), count(*)) FROM temp.asked");
    if (said)
        output_print("\nYou judged %s.\n", said);
    sqlite3_free(said);
    return !session_signal() || fail(failure, "interrupted");
}

static bool review(struct session *session, const struct arguments *arguments,
                   struct failure *failure) {
    struct review review = {
        .session = session, .arguments = arguments, .keys = isatty(STDIN_FILENO)};
    if (session->prints)
        return session_job(session, "review", failure);
    sqlite3_busy_handler(session->db, wait_for_others, &review);
    session->output.silent = true;
    bool good = session_job(session, "review", failure);
    session->output.silent = false;
    good = good && ask_for_all(&review, failure);
    sqlite3_free(review.place);
    session_set(session, "place", NULL);
    return good;
}

int run_review(struct arguments *arguments) {
    static char name[keyboard_line_max + 1];
    struct failure failure = {0};
    struct output output = {0};
    const char *judge = argument(arguments, "judge"), *user = getenv("USER");
    if (!judge && user && *user)
        judge = user;
    if (!judge) {
        if (!isatty(STDIN_FILENO))
            return refuse(status_usage, "--judge: say who judges; USER is not set");
        output_print("Who judges? ");
        if (!output_flush(&output, &failure) || !keyboard_line(name))
            return complain(status_error, &failure);
        judge = name;
    }
    if (utf8_valid_length(judge, strlen(judge)) < strlen(judge))
        return refuse(status_usage, "--judge must be a name in UTF-8");
    struct action action = {
        .database = arguments->operands[0], .writes = writes_ours, .body = review};
    return arguments_set(arguments, "judge", judge, &failure) ? act(arguments, &action)
                                                              : complain_of_memory();
}
