/* keyboard.c - see keyboard.h. */
#include "keyboard.h"

#include "../text/utf8.h"
#include "session.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

static volatile sig_atomic_t stopping; /* Ctrl-Z came during the wait */

static void note_stop(int number) {
    stopping = number;
}

/* Waits for a byte. Signals come only during the wait, or after it. */
static int wait_for_byte(const sigset_t *open) {
    unsigned char byte;
    fd_set input;
    int ready;
    do {
        FD_ZERO(&input);
        FD_SET(STDIN_FILENO, &input);
        ready = pselect(STDIN_FILENO + 1, &input, NULL, NULL, NULL, open);
    } while (ready < 0 && errno == EINTR && !stopping && !session_signal());
    return ready > 0 && read(STDIN_FILENO, &byte, 1) == 1 ? byte : -1;
}

/*
 * Waits with the terminal set for single keys. Ctrl-\ is a key, too: as a signal, it would leave
 * the terminal so.
 */
static int wait_for_key(const sigset_t *open) {
    struct termios before, single;
    if (tcgetattr(STDIN_FILENO, &before) != 0)
        return -1;
    single = before;
    single.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    single.c_cc[VMIN] = 1;
    single.c_cc[VTIME] = 0;
    single.c_cc[VQUIT] = _POSIX_VDISABLE;
    int key = -1;
    if (tcsetattr(STDIN_FILENO, TCSAFLUSH, &single) == 0)
        key = wait_for_byte(open);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
    return key;
}

int keyboard_key(void) {
    sigset_t stop, open;
    int key;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    do {
        struct sigaction old, action = {.sa_handler = note_stop};
        stopping = 0;
        sigprocmask(SIG_BLOCK, &stop, &open);
        bool catches = sigaction(SIGTSTP, NULL, &old) == 0 && old.sa_handler != SIG_IGN;
        session_hold_signals(true);
        if (catches)
            sigaction(SIGTSTP, &action, NULL);
        key = session_signal() ? -1 : wait_for_key(&open);
        sigaction(SIGTSTP, &old, NULL);
        session_hold_signals(false);
        if (stopping)
            raise(SIGTSTP); /* as it would have been without the handler; until fg */
        sigprocmask(SIG_SETMASK, &open, NULL);
    } while (key < 0 && stopping && !session_signal());
    return key;
}

bool keyboard_line(char line[keyboard_line_max + 1]) {
    size_t length = 0;
    char byte = 0;
    ssize_t got;
    while ((got = read(STDIN_FILENO, &byte, 1)) == 1 && byte != '\n')
        if (length < keyboard_line_max && byte)
            line[length++] = byte;
    if ((got <= 0 && length == 0) || session_signal())
        return false;
    length = utf8_valid_length(line, length);
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        length--;
    line[length] = '\0';
    size_t skipped = strspn(line, " \t\r");
    memmove(line, line + skipped, length - skipped + 1);
    return true;
}
