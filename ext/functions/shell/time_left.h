/* time_left.h - how long something will take, in the words of all that show progress. */
#pragma once

#include <stdio.h>

/*
 * Writes ", 0:42 left" or ", 1:02:03 left"; of a run of several steps, whose time is an estimate,
 * ", about 42 seconds left", minutes from 100 seconds on, and hours from 100 minutes on.
 */
static inline void time_left_write(long seconds, bool estimated, char *text, size_t capacity) {
    enum { told_most = 100, minute = 60, hour = 60 * minute };
    long minutes = (seconds + minute / 2) / minute;
    if (estimated && seconds < told_most)
        snprintf(text, capacity, ", about %ld second%s left", seconds, seconds == 1 ? "" : "s");
    else if (estimated && minutes < told_most)
        snprintf(text, capacity, ", about %ld minutes left", minutes);
    else if (estimated)
        snprintf(text, capacity, ", about %ld h %02ld min left", minutes / minute,
                 minutes % minute);
    else if (seconds < hour)
        snprintf(text, capacity, ", %ld:%02ld left", seconds / minute, seconds % minute);
    else
        snprintf(text, capacity, ", %ld:%02ld:%02ld left", seconds / hour,
                 seconds / minute % minute, seconds % minute);
}
