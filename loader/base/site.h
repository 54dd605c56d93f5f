/*
 * site.h - what a dump says about its wiki: language and namespaces.
 *
 * A dump begins with <siteinfo>, which gives each namespace a number and a name in the language of
 * the wiki, such as 6 and "Datei" in German. The numbers are the same on every wiki. English names
 * are always known, and so are the common names of files and categories in other languages, for
 * dumps without <siteinfo>.
 */
#ifndef NEARDUP_SITE_H
#define NEARDUP_SITE_H

#include <stdbool.h>
#include <stddef.h>

enum { namespace_article = 0, namespace_file = 6, namespace_category = 14 };
enum { namespace_media = -2, namespace_special = -1, namespace_none = -1000 };

/* Makes a site that knows the built-in names; NULL when memory runs out. */
struct site *site_open(void);
void site_close(struct site *site);

/* Adds a name, which is copied. False when memory runs out. */
bool site_add_namespace(struct site *site, int number, const char *name, size_t length);

/*
 * The number of the namespace called `name`, or namespace_none. As in MediaWiki, the case of ASCII
 * letters and white space around the name do not matter, and an underscore equals a space.
 */
int site_namespace(const struct site *site, const char *name, size_t length);

/*
 * Whether titles begin with a capital whatever a link says: on most wikis, and where the dump says
 * nothing about it. Wiktionaries distinguish "Polish" from "polish".
 */
bool site_capitalizes(const struct site *site);
void site_set_case_sensitive(struct site *site);

/* The language, such as "en", from xml:lang or a <dbname> "enwiki"; "" if not known. */
const char *site_language(const struct site *site);

/* Copies the language, up to 15 bytes. */
void site_set_language(struct site *site, const char *language, size_t length);

/* Sets the language permanently; site_set_language() has no effect from now on. */
void site_fix_language(struct site *site, const char *language);

#endif
