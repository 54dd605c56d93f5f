/*
 * seed_search.h - from the grams that two texts share to the words of passages, in steps that
 * follow each other. Each returns false if memory runs out or the search is interrupted.
 */
#pragma once

#include "seed_index.h"

struct seed_match {
    uint32_t a, b;             /* the first words */
    uint16_t a_words, b_words; /* that it reaches over */
};

/* A gram of b that the index has. */
struct seed_hit {
    uint32_t slot, word;
    uint16_t words; /* that it reaches over */
};

/* Where the first words of a match begin, in code points. */
struct seed_point {
    uint32_t a, b;
    bool is_core;
};

/* The words of both texts from the first that its matches reach over to one after the last. */
struct seed_cluster {
    uint32_t a_first, a_end, b_first, b_end;
    uint32_t a_begin, a_stop, b_begin, b_stop; /* the same in code points, while it is joined */
    uint32_t matches, member;                  /* the first one, among `members` */
};

/* The cluster of a match that is in none. */
static const uint32_t seed_cluster_none = UINT32_MAX;

/* Begins as all zeroes, reused from text to text; released by seed_search_free(). */
struct seed_search {
    const struct allocator *allocator; /* these four are set by the caller */
    struct interruption *interruption; /* or NULL */
    const struct seed_index *index;    /* of the text a */
    const struct placed_words *words;  /* of the text b: less than seed_index_words_max */

    struct seed_match *matches;
    struct seed_cluster *clusters; /* in the order of their first cores */
    uint32_t *cluster_of;          /* each match */
    uint32_t *members;             /* the matches of all clusters, those of one in their order */
    size_t match_count, match_capacity, cluster_count, cluster_capacity;
    size_t cluster_of_capacity, member_capacity;

    /* Scratch memory. */
    struct seed_hit *hits;
    uint32_t *times; /* how often b has the gram of each slot; zeroes between calls */
    struct seed_point *points;
    uint32_t *parents; /* of matches, then of clusters: those of one set lead to its first member */
    int64_t *keys;
    uint32_t *order;        /* room for two numbers a cluster */
    unsigned char *covered; /* the words of both sides that a match reaches over */
    size_t hit_count, hit_capacity, times_capacity, point_capacity, parent_capacity;
    size_t key_capacity, order_capacity, covered_capacity;
};

/*
 * Finds where the texts have the same grams.
 *
 *   (1) A match is a word of each text where the same gram begins. It reaches over the words up to
 *       the gram's last one. If several grams match at the same two words, it reaches over the
 *       words of all of them.
 *   (2) A gram that either text has more than `occurrences_most` times makes no match. A text of n
 *       words thus has at most n * forms * occurrences_most matches, however often it repeats one.
 *   (3) Matches are in order of b, then a.
 *
 * O(words + matches), both in time and memory: about 1 ns a word and form if few are in the index.
 */
bool seed_matches_find(struct seed_search *search);

/*
 * Finds matches that are near each other in both texts: DBSCAN (Ester, Kriegel, Sander, Xu: A
 * Density-Based Algorithm for Discovering Clusters, 1996) in the plane of the two texts, where the
 * point of a match is where its first words begin, in code points. Two matches are neighbours if
 * their distance is at most `gap`. A match with `seeds_least` neighbours, itself among them, is a
 * core. Cores that are neighbours are in one cluster. Any other match goes to the cluster of the
 * nearest core that is its neighbour; of cores that are as near, to that of the first match. A
 * match that is no core's neighbour is in no cluster.
 *
 * Linear in the matches for a given gap, since words within a gap have a bounded number of them.
 */
bool seed_clusters_find(struct seed_search *search);

/* On natural text two suffice. */
enum { seed_clusters_rounds = 16 };

/*
 * Joins clusters that are near each other: that overlap in both texts, or between which there are
 * less than `join_gap` code points, in each. Those that are near are joined, then those that are
 * near what was joined, until none are, but at most seed_clusters_rounds times. Their numbers
 * change. Then finds `members`. A round takes the time to sort the clusters, and to compare each
 * with those that it is near in a.
 */
bool seed_clusters_join(struct seed_search *search);

enum { seed_cluster_trims = 4 };

/*
 * Moves the ends of a cluster to words that really match. In each text, a word that a match of the
 * cluster reaches over gains 1, and any other costs `unmatched_cost`. The passage is the run of
 * words whose sum is greatest (Kadane's algorithm, see Bentley: Programming Pearls, 1984), of equal
 * runs the first. Matches that reach beyond it in either text are left out, and the ends are found
 * again, until they stay, but at most seed_cluster_trims times. Both ends of both sides are thus
 * words of a match. Single matches far from the others do not widen a passage. O(words + matches).
 */
bool seed_cluster_trim(struct seed_search *search, struct seed_cluster *cluster);

void seed_search_free(struct seed_search *search, const struct allocator *allocator);
