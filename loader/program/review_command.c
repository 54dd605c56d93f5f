/* review_command.c - `neardup review`: asks for verdicts on pairs, one after the other. */
#include "actions.h"
#include "keyboard.h"

#include "../text/utf8.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

struct review {
    struct session *session;
    const struct arguments *arguments;
    char *place;  /* in temp.asked, of the pair that is shown; NULL: none was yet */
    bool keys;    /* a terminal gives keys; else a line is an answer */
    bool is_over; /* all pairs were shown */
    bool ends, waits;
    char line[keyboard_line_max + 1];   /* the last that was read */
    char reason[keyboard_line_max + 1]; /* for the next verdict */
};

static const struct {
    char key;
    const char *name, *meaning;
} answers[] = {
    {'c', "contradiction", "they contradict each other"},
    {'s', "same", "they say the same"},
    {'p', "pattern", "they follow one pattern, but are about different things"},
    {'t', "citation", "they cite a work"},
    {'f', "fixed", "they contradicted each other, and one of them was corrected"},
    {'i', "ignore", "they are of no interest"},
    {'d', "duplicate", "they belong together, however different"},
    {'n', "no duplicate", "they do not belong together, however similar"},
    {'r', "reason", "a reason, which the next verdict gets"},
    {'\n', "skip", "skip the pair"},
    {'b', "back", "back to the pair before; its verdict stays"},
    {'u', "undo", "undo the last answer: what you said before stands again"},
    {'l', "look", "show the pair again"},
    {'q', "quit", "the end; what you said is stored"},
};
enum {
    answer_count = sizeof answers / sizeof *answers,
    verdict_count = 8,
    with_words = 9,  /* so many take what follows them in a line */
    end_of_input = 4 /* Ctrl-D */
};

static const char prompt[] =
    "[c]ontradiction [s]ame [p]attern ci[t]ation [f]ixed [i]gnore, [d]uplicate [n]o duplicate; "
    "Enter: skip, [b]ack [u]ndo [r]eason [q]uit [?]";
static const char last_prompt[] = "That was the last pair: [b]ack [u]ndo [q]uit [?]";

static void help(void) {
    output_print("\n");
    for (int i = 0; i < answer_count; i++) {
        bool enter = answers[i].key == '\n';
        output_print("  %-5.*s  %-13s  %s\n", enter ? 5 : 1, enter ? "Enter" : &answers[i].key,
                     answers[i].name, answers[i].meaning);
    }
}

/* Another program writes: it is waited for as long as that takes, or until a signal. */
static int wait_for_others(void *context, int times) {
    enum { milliseconds = 50, told_after = 40 };
    struct review *review = context;
    if (times >= told_after && !review->waits) {
        say(review->arguments, "%s: another program is writing to it; waiting for it",
            review->arguments->operands[0]);
        review->waits = true;
    }
    sqlite3_sleep(milliseconds);
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
    review->is_over = !place;
    if (!place)
        return !session->failure.message[0] || session_fail(session, failure);
    session_set(session, "place", place);
    sqlite3_free(review->place);
    review->place = place;
    review->reason[0] = '\0';
    return run_script(review, "review_take.sql", failure) &&
           session_job(session, "review_pair", failure);
}

static bool show_next(struct review *review, struct failure *failure) {
    return go_to(review, session_ask(review->session, "review_next.sql"), failure);
}

static bool run_silently(struct review *review, const char *job, struct failure *failure) {
    review->session->output.silent = true;
    bool good = session_job(review->session, job, failure);
    review->session->output.silent = false;
    return good;
}

/* Stores a verdict on the pair that is shown. */
static bool give(struct review *review, const char *verdict, struct failure *failure) {
    session_set(review->session, "verdict", verdict);
    session_set(review->session, "reason", review->reason);
    return run_silently(review, "review_answer", failure);
}

/* Shows the pair at a place that a query gives, and may undo the last answer before. */
static bool show_earlier(struct review *review, const char *query, bool undoes, const char *none,
                         struct failure *failure) {
    char *place = session_value(review->session, "%s", query);
    if (!place && !review->session->failure.message[0]) {
        output_print("%s\n", none);
        return true;
    }
    if (place && undoes && !run_silently(review, "review_undo", failure)) {
        sqlite3_free(place);
        return false;
    }
    return go_to(review, place, failure);
}

/* ---- Answers --------------------------------------------------------------------------------- */

/*
 * The key that a line begins with, alone or before white space, or whose name it begins with. The
 * line is then what follows, which only a verdict and a reason have. Another line is no answer:
 * '?'.
 */
static int take_key(char *line) {
    int key = '?', i = 0;
    size_t length = 0;
    for (; i < answer_count; i++) {
        length = strlen(answers[i].name);
        if (strncasecmp(line, answers[i].name, length) != 0)
            length = line[0] && tolower((unsigned char)line[0]) == answers[i].key;
        if (length > 0 && (!line[length] || strchr(" \t", line[length])))
            break;
    }
    if (!line[0])
        key = '\n';
    else if (i < answer_count && (i < with_words || !line[length])) {
        const char *rest = line + length + strspn(line + length, " \t");
        key = answers[i].key;
        memmove(line, rest, strlen(rest) + 1);
    }
    return key;
}

/* Prints a question, and reads a key, or a line. */
static bool ask(struct review *review, const char *question, bool key, int *answer,
                struct failure *failure) {
    char *shown = session_value(review->session, "SELECT neardup_wrap(%Q)", question);
    if (!shown)
        return session_fail(review->session, failure);
    output_print("\n%s: ", shown);
    sqlite3_free(shown);
    if (!output_flush(&review->session->output, failure))
        return false;
    bool read = true;
    *answer = 0;
    review->line[0] = '\0';
    if (key && review->keys)
        *answer = tolower(keyboard_key());
    else
        read = keyboard_line(review->line);
    review->ends = !read || *answer < 0 || *answer == end_of_input;
    if (!review->keys)
        output_print("%s\n", review->line);
    else if (key)
        output_print("%c\n", isgraph(*answer) ? *answer : ' ');
    if (key && !review->keys)
        *answer = take_key(review->line);
    return true;
}

/* What follows the key in its line, or else another line. */
static bool ask_reason(struct review *review, struct failure *failure) {
    int none;
    if (!review->line[0] && !ask(review, "Reason", false, &none, failure))
        return false;
    memcpy(review->reason, review->line, strlen(review->line) + 1);
    return true;
}

static bool take_answer(struct review *review, int key, struct failure *failure) {
    for (int i = 0; i < verdict_count && !review->is_over; i++)
        if (answers[i].key == key) {
            if (review->line[0] && !ask_reason(review, failure))
                return false;
            return give(review, answers[i].name, failure) && show_next(review, failure);
        }
    switch (key) {
    case '\n':
    case '\r':
    case ' ':
        review->ends = review->is_over;
        return review->ends || show_next(review, failure);
    case 'b':
        return show_earlier(review,
                            review->is_over
                                ? "SELECT @place"
                                : "SELECT place FROM temp.asked WHERE seen < (SELECT seen FROM "
                                  "temp.asked WHERE place = @place) ORDER BY seen DESC LIMIT 1",
                            false, "This is the first pair.", failure);
    case 'u':
        return show_earlier(review, "SELECT place FROM temp.answered ORDER BY number DESC LIMIT 1",
                            true, "There is no answer to undo.", failure);
    case 'r':
        if (!review->is_over)
            return ask_reason(review, failure);
        break;
    case 'l':
    case '\f':
        if (!review->is_over)
            return session_job(review->session, "review_pair", failure);
        break;
    case 'q':
        review->ends = true;
        return true;
    }
    help();
    return true;
}

static bool ask_for_all(struct review *review, struct failure *failure) {
    int key;
    if (!show_next(review, failure))
        return false;
    if (!review->place) {
        output_print("There is no pair to ask for.\n");
        review->ends = true;
    }
    while (!review->ends)
        if (!ask(review, review->is_over ? last_prompt : prompt, true, &key, failure) ||
            (!review->ends && !take_answer(review, key, failure)))
            return false;
    char *said = session_value(review->session,
                               "SELECT printf('%%,d of %%,d', (SELECT count(DISTINCT place) FROM "
                               "temp.answered), count(*)) FROM temp.asked");
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
    bool good = run_silently(&review, "review", failure) && ask_for_all(&review, failure);
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
