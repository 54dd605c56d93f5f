/*
 * core_clusters.h - from pairs to clusters.
 */
#ifndef NEARDUP_CORE_CLUSTERS_H
#define NEARDUP_CORE_CLUSTERS_H

#include "component_blob.h" /* clusters as a blob */
#include "star_clusters.h"  /* clusters around representatives */
#include "union_find.h"     /* connected components of edges */

#endif
