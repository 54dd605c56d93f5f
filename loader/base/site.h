/*
 * site.h - what a dump says about its wiki: language and namespaces.
 *
 * <siteinfo> gives each namespace a number, the same on every wiki, and a name in its language,
 * such as 6 and "Datei". English names are always known, and so are the common names of files and
 * categories in other languages, for dumps without <siteinfo>.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { namespace_article = 0, namespace_file = 6, namespace_category = 14 };
enum { namespace_media = -2, namespace_special = -1, namespace_none = -1000 };

/* A name in the table of a site. */
struct site_name {
    char *name; /* folded, not terminated; NULL in an empty place of the table */
    size_t length;
    int number;
};

struct site {
    struct site_name *table;
    size_t count, capacity; /* the capacity is a power of 2; at most 3/4 of it are used */
    char language[16]; /* such as "en", from xml:lang or a <dbname> "enwiki"; "" if not known */
    bool language_fixed;
    /*
     * Titles begin with any letter, and not with a capital whatever a link says. So it is where the
     * dump says so: wiktionaries distinguish "Polish" from "polish".
     */
    bool case_sensitive;
};

/* Makes a site that knows the built-in names; NULL when memory runs out. */
struct site *site_open(void);
void site_close(struct site *site);

/* Adds a name, which is copied. False when memory runs out. */
bool site_add_namespace(struct site *site, int number, const char *name, size_t length);

/*
 * The number of the namespace called `name`, or namespace_none. As in MediaWiki, ASCII case and
 * white space around the name do not matter, and an underscore equals a space.
 */
int site_namespace(const struct site *site, const char *name, size_t length);

/* Copies the language, up to 15 bytes. */
void site_set_language(struct site *site, const char *language, size_t length);

/* Sets the language permanently; site_set_language() has no effect from now on. */
void site_fix_language(struct site *site, const char *language);
