/*
 * difference_names.h - the types of differences, as SQL calls them.
 */
#ifndef NEARDUP_DIFFERENCE_NAMES_H
#define NEARDUP_DIFFERENCE_NAMES_H

/* By difference_type; NULL for difference_none. */
extern const char *const difference_names[];

#endif
