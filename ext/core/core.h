/*
 * core.h - the map of the core: all its headers, folder by folder, in dependency order. A header
 * includes only those above it in this list.
 *
 * The core is pure C. It does not know SQLite, does not read or write files, keeps no state between
 * calls, and allocates only through `struct allocator`. A function that can run out of memory or be
 * interrupted reports it in its result.
 */
#pragma once

/* clang-format off */

/* the foundation of the core: memory, interruption, random bits, sorting, threads */
#include "base/allocator.h"     /* the only source of memory */
#include "base/byte_chain.h"    /* bytes that stay where they are */
#include "base/interruption.h"  /* how long-running work is stopped */
#include "base/cpu.h"           /* instruction sets of the running CPU, and what it does with bits */
#include "base/mix.h"           /* the 64-bit mixer, and random numbers from a seed */
#include "base/little_endian.h" /* integers in blobs */
#include "base/varint.h"        /* the same in as few bytes as they need */
#include "base/binary_search.h" /* of a sorted array */
#include "base/siphash.h"       /* a keyed hash of bytes */
#include "base/radix_sort.h"    /* sorting integers in place */
#include "base/merge_sort.h"    /* sorting numbers by what they stand for */
#include "base/id_set.h"        /* a set of integers */
#include "base/storage.h"       /* for what does not fit in memory */
#include "base/task_ring.h"     /* threads that do tasks, whose results are read in order */

/* text as Unicode: code points, characters, folding, shingles, words */
#include "text/code_points.h"      /* UTF-8 text as an array of code points */
#include "text/characters.h"       /* what Unicode says of a code point: its class, its script, its other forms */
#include "text/canonical_form.h"   /* the order of marks, and composition */
#include "text/note_marks.h"       /* marks of footnotes, and what cleaners of markup leave */
#include "text/folding.h"          /* texts without case, width, accents, punctuation */
#include "text/text_script.h"      /* the script that a text is written in */
#include "text/language_code.h"    /* the codes by which languages are named */
#include "text/terminal_control.h" /* characters that must not reach a terminal */
#include "text/line_breaks.h"      /* where a line may end, and how wide characters are */
#include "text/shingle.h"          /* runs of code points and their 64-bit fingerprints */

/* the words of texts, as hashes */
#include "text/words/letter_hash.h"      /* the hash of a word, letter by letter */
#include "text/words/word_hashes.h"      /* the words of a text as hashes */
#include "text/words/word_set.h"         /* which words occur in some texts */
#include "text/words/word_frequencies.h" /* how often each word occurs in a collection */
#include "text/words/word_collection.h"  /* the same for very many texts, on threads */

/* MinHash: from shingles to signatures, and how likely signatures collide */
#include "minhash/minima.h"               /* the minimum of every hash function, by the fastest CPU path */
#include "minhash/wikiduper.h"            /* the hash functions and draws of the papers' program */
#include "minhash/minhash.h"              /* families of hash functions, draws, signatures */
#include "minhash/match_probability.h"    /* exact probability that two texts share a signature */
#include "minhash/record_writer.h"        /* records in partitions, in memory or a storage */
#include "minhash/record_groups.h"        /* which records of a partition have the same key */
#include "minhash/signature_collection.h" /* the signatures of very many texts */
#include "minhash/shared_signatures.h"    /* those that several texts share */
#include "minhash/signature_blob.h"       /* a part of a collection as a blob, for another process */

/* exact comparison of two texts or sequences */
#include "similarity/edit_trimming.h"  /* what two texts have in common at both ends */
#include "similarity/set_similarity.h" /* Jaccard similarity and containment of shingle sets */
#include "similarity/shingle_filter.h" /* texts that share no shingle with one that stays the same */
#include "similarity/edit_distance.h"  /* Levenshtein distance, bit-parallel */
#include "similarity/edit_pattern.h"   /* small ones of one text to many */
#include "similarity/alignment.h"      /* the shortest edit script of two sequences */

/* from the buckets of all texts to the pairs that are similar */
#include "pairs/bucket_set.h"      /* which texts share a signature */
#include "pairs/stored_buckets.h"  /* buckets that do not fit in memory */
#include "pairs/bucket_parts.h"    /* and how they are divided */
#include "pairs/candidates.h"      /* the pairs of texts that meet in a bucket */
#include "pairs/text_set.h"        /* the texts themselves */
#include "pairs/shingle_classes.h" /* their shingle sets, to be compared quickly */
#include "pairs/pair_comparison.h" /* which candidates are similar, on several threads */

/* postings: which texts have a signature, in pages and in memory */
#include "index/posting.h"        /* a key and an id; their order; the page that a key is on */
#include "index/posting_page.h"   /* sorted postings as a packed blob */
#include "index/posting_map.h"    /* postings in memory, found by key */
#include "index/posting_filter.h" /* which keys a segment cannot have */

/* a column of a table in one blob, in Apache Arrow's layout */
#include "columns/column.h"        /* the format, and reading it */
#include "columns/column_writer.h" /* writing it, value by value */

/* from pairs to clusters */
#include "clusters/union_find.h"      /* connected components of edges */
#include "clusters/edge_counts.h"     /* how many edges each node has */
#include "clusters/star_clusters.h"   /* clusters around a representative */
#include "clusters/linked_clusters.h" /* clusters with must-links and cannot-links */
#include "clusters/component_blob.h"  /* either kind of cluster as a blob */
#include "clusters/text_components.h" /* connected components of texts */

/* texts as vectors, and their random projections: near-duplicates that share more than characters */
#include "vectors/vector.h"               /* dense and sparse vectors in blobs */
#include "vectors/dot_product.h"          /* dot products, and the cosine of two vectors */
#include "vectors/terms.h"                /* the terms of a text */
#include "vectors/document_frequencies.h" /* how many texts have each term, what terms weigh; vectors of texts */
#include "vectors/weighted_sum.h"         /* the sum of vectors with weights */

/* words with vectors: their stems, and the mean vector of a text */
#include "vectors/stems/stemmer.h"      /* the stems of words, by libstemmer */
#include "vectors/stems/stop_words.h"   /* words with little meaning of their own, and those of a text */
#include "vectors/stems/word_stems.h"   /* the words of a text, folded, as stems */
#include "vectors/stems/word_vectors.h" /* a vocabulary of stems with vectors */
#include "vectors/stems/text_vector.h"  /* the mean vector of the words of a text */

/* random projections and semantic hashes of vectors, and which vectors are similar */
#include "vectors/projections/hyperplanes.h"          /* random hyperplanes, drawn by a hash */
#include "vectors/projections/projection.h"           /* on which side of hyperplanes a vector lies */
#include "vectors/projections/projection_signature.h" /* the bits in a blob, their bands, permutations and distances */
#include "vectors/projections/semantic_hash.h"        /* a network in a blob, and how it hashes vectors */
#include "vectors/projections/vector_set.h"           /* many vectors in memory, with ids */
#include "vectors/projections/vector_banding.h"       /* bands and rows, and how many bits may differ */
#include "vectors/projections/vector_pairs.h"         /* which vectors are similar, on several threads */

/* a sentence as words, numbers and marks, and what is known about words */
#include "kinds/sentences/antonyms.h"       /* words that mean the opposite of each other */
#include "kinds/sentences/vocabulary.h"     /* what is known about words */
#include "kinds/sentences/symbol_table.h"   /* a number for each distinct word */
#include "kinds/sentences/sentence_words.h" /* a text as words, numbers and marks */
#include "kinds/sentences/negation.h"       /* whether a word denies */
#include "kinds/sentences/quantifier.h"     /* how many of all: few, most, all */
#include "kinds/sentences/likeness.h"       /* whether two words are one, spelt differently or abbreviated */

/* numbers, dates and times, by what they mean */
#include "kinds/values/written_number.h" /* numbers in digits and words, in one word, from their parts */
#include "kinds/values/values.h"         /* numbers, dates and times; whether two agree */

/* two sentences side by side: what differs, and what cannot be true of both */
#include "kinds/differences/sentence_pair.h"   /* two sentences side by side */
#include "kinds/differences/presence.h"        /* in which sentences and titles each word occurs */
#include "kinds/differences/difference_type.h" /* what a change is about */
#include "kinds/differences/difference.h"      /* what differs, span by span */
#include "kinds/differences/hunk_side.h"       /* what one sentence says in a hunk */
#include "kinds/differences/conflict.h"        /* one thing that cannot be true in both; the search for them */
#include "kinds/differences/conflicts.h"       /* what cannot both be true of one thing */

/* what two near-duplicate sentences say differently, and what kind of pair they are */
#include "kinds/title.h"         /* titles, how two are related, and which the sentences mention */
#include "kinds/citation.h"      /* whether a sentence is a bibliographic reference */
#include "kinds/features.h"      /* evidence for one topic or two, and for a conflict; also of a whole database */
#include "kinds/tree_ensemble.h" /* a sum of points from trees, in which features interact */
#include "kinds/learnt_sums.h"   /* what verdicts correct in these sums */
#include "kinds/learning.h"      /* how that is learnt */
#include "kinds/decision.h"      /* from conflicts and topic to a kind */
#include "kinds/kind.h"          /* all of this, for one pair */

/* where two texts have the same short runs of words, and which of these belong together */
#include "passages/seeds/placed_words.h"       /* the words of a text, and where they are in it */
#include "passages/seeds/passage_parameters.h" /* what counts as a seed or a passage */
#include "passages/seeds/seed_grams.h"         /* the grams of a text, as hashes */
#include "passages/seeds/seed_index.h"         /* the grams of one text, to be found in many others */
#include "passages/seeds/seed_search.h"        /* where two texts have the same grams, and clusters of these */

/*
 * Passages that two texts share, wherever they are in them. Alignment has three steps, as the
 * competitions of PAN have them (Potthast et al.: Overview of the 6th International Competition on
 * Plagiarism Detection, 2014): seeds are short matches, extension joins those that are near each
 * other in both texts, and filters drop what is too short or unlike.
 */
#include "passages/passage_alignment.h" /* the passages that two texts share */
#include "passages/passage_marks.h"     /* which words of two passages are the same, and which moved */
#include "passages/side_by_side.h"      /* two passages in two columns */
#include "passages/document_set.h"      /* the words of many documents */
#include "passages/document_pairs.h"    /* the pairs to align */
#include "passages/pair_alignment.h"    /* the passages that these share, on several threads */
#include "passages/passage_likeness.h"  /* what two of them have in common, and what they exchange */
/* clang-format on */
