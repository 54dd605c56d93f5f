/* web_address.h - addresses of web pages, and which of them tell where a text is from. */
#pragma once

#include "../text/text_buffer.h"

/*
 * The address of a page, taken apart once for all of its links. Each may take time that grows with
 * the base. So of one that is longer than web_base_max only what precedes its query counts; if that
 * is longer, too, or its host longer than web_host_max, it resolves nothing.
 */
enum { web_base_max = 1024, web_host_max = 256 };

struct web_base {
    const char *bytes; /* borrowed */
    /* Up to which it has its scheme, host, folder, path and query; all 0 if it resolves nothing. */
    size_t scheme, host, folder, path, query;
    bool attributes; /* some addresses on its host are attributions */
};

struct web_base web_base_of(const char *address, size_t length);

/* Whether a reference means an address on the host of the base. */
bool web_reference_is_relative(const char *reference, size_t length);

/*
 * Appends the address that `reference` means on the page at `base` (RFC 3986, section 5.2, except
 * that dots are resolved at the beginning of a relative path only). A base that has no host
 * resolves nothing: the reference is appended as it is. White space around the reference is
 * dropped.
 */
void web_address_resolve(const struct web_base *base, const char *reference, size_t length,
                         struct text_buffer *out);

/* The host in an absolute address; of length 0 if it has none, or no scheme. */
const char *web_address_host(const char *address, size_t length, size_t *host_length);

/* The same without "www.": the site that the address is part of. */
const char *web_address_site(const char *address, size_t length, size_t *site_length);

/* Whether the host is Wikipedia's, in any language. */
bool web_host_is_wikipedia(const char *host, size_t length);

/* Whether an absolute address is of a wiki of Wikimedia, or of a licence of their texts. */
bool web_address_is_attribution(const char *address, size_t length);
