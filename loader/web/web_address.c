/* web_address.c - see web_address.h. */
#include "web_address.h"

#include "../base/ascii.h"
#include "../base/words.h"

#include <string.h>

/* The length of "https:" at the beginning of an address; 0 if it has no scheme. */
static size_t scheme_length(const char *address, size_t length) {
    size_t at = 0;
    while (at < length && (ascii_is_alnum(address[at]) || (at > 0 && strchr("+-.", address[at]))))
        at++;
    return at > 0 && at < length && address[at] == ':' && !ascii_is_digit(address[0]) ? at + 1 : 0;
}

/* Where the path of an address begins: after the host if it has one. */
static size_t path_start(const char *address, size_t length) {
    size_t at = scheme_length(address, length);
    if (length - at < 2 || address[at] != '/' || address[at + 1] != '/')
        return at;
    for (at += 2; at < length && !strchr("/?#", address[at]); at++)
        continue;
    return at;
}

static size_t find_any(const char *text, size_t start, size_t length, const char *bytes) {
    while (start < length && (text[start] == '\0' || !strchr(bytes, text[start])))
        start++;
    return start;
}

/* How much of the base precedes a relative path; drops "./" and "../" at its beginning. */
static size_t find_folder(const struct web_base *base, const char *reference, size_t *at,
                          size_t length) {
    size_t kept = base->folder;
    while (length - *at >= 2 && reference[*at] == '.') {
        bool up = length - *at >= 3 && reference[*at + 1] == '.' && reference[*at + 2] == '/';
        if (!up && reference[*at + 1] != '/')
            break;
        *at += up ? 3 : 2;
        if (up && kept > base->host + 1)
            for (kept--; kept > base->host && base->bytes[kept - 1] != '/'; kept--)
                continue;
    }
    return kept;
}

bool web_reference_is_relative(const char *reference, size_t length) {
    size_t at = 0;
    ascii_trim(reference, &at, &length);
    return scheme_length(reference + at, length - at) == 0 &&
           (length - at < 2 || reference[at] != '/' || reference[at + 1] != '/');
}

void web_address_resolve(const struct web_base *base, const char *reference, size_t length,
                         struct text_buffer *out) {
    size_t at = 0, kept;
    ascii_trim(reference, &at, &length);
    if (scheme_length(reference + at, length - at) > 0)
        kept = 0;
    else if (length - at >= 2 && reference[at] == '/' && reference[at + 1] == '/')
        kept = base->scheme;
    else if (at < length && reference[at] == '/')
        kept = base->host;
    else if (at < length && reference[at] == '?')
        kept = base->path;
    else if (at == length || reference[at] == '#')
        kept = base->query;
    else
        kept = find_folder(base, reference, &at, length);
    text_buffer_append(out, base->bytes, kept);
    if (kept == base->host && kept > 0 && at < length && reference[at] != '/')
        text_buffer_append_byte(out, '/');
    text_buffer_append(out, reference + at, length - at);
}

const char *web_address_host(const char *address, size_t length, size_t *host_length) {
    size_t start = scheme_length(address, length), end = path_start(address, length);
    *host_length = 0;
    if (start == 0 || end == start)
        return address;
    start += 2;
    for (size_t at = start; at < end; at++) /* a name and a password may come first */
        if (address[at] == '@')
            start = at + 1;
    size_t port = find_any(address, start, end, start < end && address[start] == '[' ? "]" : ":");
    if (port < end && address[port] == ']') /* colons stand in an address of IPv6, too */
        port++;
    *host_length = port - start;
    return address + start;
}

const char *web_address_site(const char *address, size_t length, size_t *site_length) {
    const char *host = web_address_host(address, length, site_length);
    size_t prefix = words_begin_any_case("www.", host, *site_length);
    *site_length -= prefix;
    return host + prefix;
}

static const char wikimedia[] =
    "wikipedia.org|wiktionary.org|wikibooks.org|wikinews.org|wikiquote.org|wikisource.org|"
    "wikiversity.org|wikivoyage.org|wikimedia.org|wikidata.org|wikispecies.org|"
    "wikimediafoundation.org|mediawiki.org";

/* Whether a host is one of these domains, none of which ends like another, or a part of one. */
static bool is_within(const char *host, size_t length, const char *domains) {
    size_t domain = words_end_any_case(domains, host, length);
    return domain > 0 && (domain == length || host[length - domain - 1] == '.');
}

bool web_host_is_wikipedia(const char *host, size_t length) {
    return is_within(host, length, "wikipedia.org");
}

struct web_base web_base_of(const char *address, size_t length) {
    struct web_base base = {.bytes = address};
    size_t scheme = scheme_length(address, length), host = path_start(address, length), host_length;
    if (scheme == 0 || host == scheme || host > web_host_max)
        return base;
    size_t path = find_any(address, host, length, "?#"), folder = path;
    size_t query = length > web_base_max ? path : find_any(address, path, length, "#");
    if (path > web_base_max)
        return base;
    while (folder > host && address[folder - 1] != '/')
        folder--;
    const char *name = web_address_host(address, length, &host_length);
    bool attributes = is_within(name, host_length, "creativecommons.org|gnu.org") ||
                      is_within(name, host_length, wikimedia);
    return (struct web_base){address, scheme, host, folder, path, query, attributes};
}

bool web_address_is_attribution(const char *address, size_t length) {
    size_t host_length, start = path_start(address, length);
    const char *host = web_address_host(address, length, &host_length);
    const char *path = address + start;
    size_t left = length - start;
    if (is_within(host, host_length, "creativecommons.org"))
        return words_begin_any_case("/licenses/|/publicdomain/", path, left) > 0;
    if (is_within(host, host_length, "gnu.org"))
        return words_begin_any_case("/copyleft/fdl|/licenses/fdl|/licenses/old-licenses/fdl", path,
                                    left) > 0;
    return is_within(host, host_length, wikimedia);
}
