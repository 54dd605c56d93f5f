/*
 * template_pattern.h - patterns such as "{1}[ ± {2}]", which say what a template reads like.
 *
 * data/README.md describes them. data/generate_templates.awk checks that braces and brackets are
 * balanced.
 */
#ifndef NEARDUP_TEMPLATE_PATTERN_H
#define NEARDUP_TEMPLATE_PATTERN_H

#include "template_call.h"

/* Appends what the pattern makes of the call's arguments to the call's plan. */
void template_pattern_follow(struct template_call *call, const char *pattern);

#endif
