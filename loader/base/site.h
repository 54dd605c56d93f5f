/*
 * site.h - what a dump says about its wiki: language and namespaces.
 *
 * A dump opens with <siteinfo>, where every namespace has a number and a name in the wiki's own
 * language ("Datei" for 6 in German). Numbers are the same on every wiki; English names are
 * understood everywhere, and the common local names of file and category also where a dump has
 * no <siteinfo>.
 */
#ifndef NEARDUP_SITE_H
#define NEARDUP_SITE_H

#include <stdbool.h>
#include <stddef.h>

enum { namespace_article = 0, namespace_file = 6, namespace_category = 14 };
enum { namespace_media = -2, namespace_special = -1, namespace_none = -1000 };

/* A site that knows the built-in names only; NULL when memory runs out. Freed by site_close(). */
struct site *site_open(void);
void site_close(struct site *site);

/* Adds a name; false when memory runs out. The name is copied. */
bool site_add_namespace(struct site *site, int number, const char *name, size_t length);

/*
 * The number of the namespace called `name`, or namespace_none. ASCII letters compare without
 * case, underscores equal spaces, white space around the name is ignored, as in MediaWiki.
 */
int site_namespace(const struct site *site, const char *name, size_t length);

/* "en", from xml:lang or out of the <dbname> "enwiki"; "" while unknown. Set copies; cut at 15. */
const char *site_language(const struct site *site);
void site_set_language(struct site *site, const char *language, size_t length);

/* Sets it for good: what is set later is not listened to. */
void site_fix_language(struct site *site, const char *language);

#endif
