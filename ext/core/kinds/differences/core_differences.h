/*
 * core_differences.h - two sentences side by side: what differs, and what cannot be true of both.
 *
 * The map of this folder, in dependency order.
 */
#pragma once

/* clang-format off */
#include "sentence_pair.h"      /* two sentences side by side */
#include "presence.h"           /* in which sentences and titles each word occurs */
#include "difference_type.h"    /* what a change is about */
#include "difference.h"         /* what differs, span by span */
#include "hunk_side.h"          /* what one sentence says in a hunk */
#include "conflict.h"           /* one thing that cannot be true in both; the search for them */
#include "conflicts.h"          /* what cannot both be true of one thing */
/* clang-format on */
