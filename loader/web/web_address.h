/*
 * web_address.h - addresses of web pages, and which of them tell where a text is from.
 */
#ifndef NEARDUP_WEB_ADDRESS_H
#define NEARDUP_WEB_ADDRESS_H

#include "../text/text_buffer.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * Appends the address that `reference` means on the page at `base` (RFC 3986, section 5.2, except
 * that dots are resolved at the beginning of a relative path only). A base that has no host
 * resolves nothing: the reference is appended as it is. White space around the reference is
 * dropped.
 */
void web_address_resolve(const char *base, size_t base_length, const char *reference, size_t length,
                         struct text_buffer *out);

/* The host in an absolute address; of length 0 if it has none. */
const char *web_address_host(const char *address, size_t length, size_t *host_length);

/* Whether the host is Wikipedia's, in any language. */
bool web_host_is_wikipedia(const char *host, size_t length);

/*
 * Whether an absolute address is of a wiki of Wikimedia, or of a licence under which their texts
 * stand: a Creative Commons licence or the GNU Free Documentation License.
 */
bool web_address_is_attribution(const char *address, size_t length);

#endif
