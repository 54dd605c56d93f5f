/*
 * third_parties.h - the hosts of others from which a page loads something: scripts, frames, images.
 *
 *  (1) They stand in the attribute src of any element, and in those whose names end so, such as
 *      data-src, by which pages load late; and in the addresses that the text of a script has, its
 *      comments included, unless its type says that it is JSON or a template. Scripts add no more
 *      once half of third_parties_max are known. Neither links, comments of HTML nor <noscript>
 *      count, where images that count visits stand.
 *  (2) An address begins with "http://", "https://" or "//". In a script a quote or a colon
 *      precedes the slashes, which may be escaped.
 *  (3) A host, in lower case and without its port, has ASCII letters, digits, hyphens, underscores
 *      and a dot or more, neither first nor side by side; one that is last is left out. Others are
 *      left out, and so are that of the page, with or without "www.", and what is part of it.
 */
#pragma once

#include "../text/text_buffer.h"
#include "html_tag.h"

enum { third_parties_max = 100, third_party_host_max = 253 };

/* Begins as all zeroes; the memory is reused from page to page. */
struct third_parties {
    /* ["cdn.example", ...], each once, in order of the page; empty as long as nothing is known. */
    struct text_buffer json;

    const char *site; /* borrowed; this and the rest until third_parties_end() */
    size_t site_length;
    size_t count;
    struct {
        size_t offset, length; /* in json */
    } hosts[third_parties_max];
};

/* Begins a page at this address, which must live as long as it is read; or at NULL. */
void third_parties_begin(struct third_parties *parties, const char *address);

void third_parties_note_attribute(struct third_parties *parties,
                                  const struct html_attribute *attribute);
void third_parties_note_script(struct third_parties *parties, const char *text, const char *end);

/* Completes json. False if memory ran out. */
bool third_parties_end(struct third_parties *parties);
