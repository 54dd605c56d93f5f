/* core_clusters.h - from pairs to clusters. */
#pragma once

/* clang-format off */
#include "union_find.h"     /* connected components of edges */
#include "edge_counts.h"    /* how many edges each node has */
#include "star_clusters.h"  /* clusters around a representative */
#include "component_blob.h" /* either kind of cluster as a blob */
#include "text_components.h" /* connected components of texts */
/* clang-format on */
