/*
 * core_kinds.h - what two near-duplicate sentences say differently, and what kind of pair they are.
 *
 * The map of this folder, in dependency order.
 */
#pragma once

/* clang-format off */

#include "title.h"           /* titles, how two are related, and which the sentences mention */
#include "citation.h"        /* whether a sentence is a bibliographic reference */
#include "features.h"        /* evidence for one topic or two, and for a real conflict; also of a whole database */
#include "tree_ensemble.h"   /* a sum of points from trees, in which features interact */
#include "decision.h"        /* from conflicts and topic to a kind */
#include "kind.h"            /* all of this, for one pair */

/* clang-format on */
