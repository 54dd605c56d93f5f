/*
 * last_comparison.h - what similar_pairs(), similar_vectors() and aligned_passages() count besides
 * their rows, for last_comparison().
 *
 * A connection keeps it from one statement to the next, so that the statement that stores the pairs
 * stores nothing else. Takes 16 bytes for each text that resembles others.
 */
#ifndef NEARDUP_LAST_COMPARISON_H
#define NEARDUP_LAST_COMPARISON_H

#include "connection.h"

/* Drops what the connection keeps. */
void last_comparison_forget(struct connection *connection);

/*
 * Keeps what a comparison that came to its end has counted; `counting` says whether it counted
 * which texts resemble each other. NULL stands for a comparison of no texts. Returns false if
 * memory runs out; nothing is kept then.
 */
bool last_comparison_keep(struct connection *connection, const struct pair_comparison *comparison,
                          const struct candidates *candidates, bool counting);

/* The same for vectors, divided into these bands. */
bool last_comparison_keep_vectors(struct connection *connection, const struct vector_pairs *pairs,
                                  struct vector_banding banding);

/* The same for passages. */
bool last_comparison_keep_passages(struct connection *connection,
                                   const struct pair_alignment *alignment);

/* Drops a reference; accepts NULL. */
void last_comparison_release(struct last_comparison *last);

#endif
