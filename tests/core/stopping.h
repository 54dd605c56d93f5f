/* stopping.h - interruptions that stop at once, or at the question number `stop_at`. */
#pragma once

#include "base/interruption.h"

static inline bool always(void *unused) {
    (void)unused;
    return true;
}

struct questions {
    unsigned long asked, stop_at;
};

static inline bool count_questions(void *context) {
    struct questions *questions = context;
    return ++questions->asked >= questions->stop_at;
}
