/* web_address.c - see web_address.h. */
#include "web_address.h"

#include "../base/ascii.h"

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

void web_address_resolve(const char *base, size_t base_length, const char *reference, size_t length,
                         struct text_buffer *out) {
    size_t at = 0, path = path_start(base, base_length), kept = base_length;
    ascii_trim(reference, &at, &length);
    size_t scheme = scheme_length(base, base_length);
    if (scheme == 0 || path == scheme || scheme_length(reference + at, length - at) > 0)
        kept = 0;
    else if (length - at >= 2 && reference[at] == '/' && reference[at + 1] == '/')
        kept = scheme;
    else if (at < length && reference[at] == '/')
        kept = path;
    else if (at < length && reference[at] == '?')
        kept = find_any(base, path, base_length, "?#");
    else if (at == length || reference[at] == '#')
        kept = find_any(base, path, base_length, "#");
    else {
        kept = find_any(base, path, base_length, "?#");
        while (kept > path && base[kept - 1] != '/')
            kept--;
        while (length - at >= 2 && reference[at] == '.') {
            bool up = length - at >= 3 && reference[at + 1] == '.' && reference[at + 2] == '/';
            if (!up && reference[at + 1] != '/')
                break;
            at += up ? 3 : 2;
            if (up && kept > path + 1)
                for (kept--; kept > path && base[kept - 1] != '/'; kept--)
                    continue;
        }
    }
    text_buffer_append(out, base, kept);
    if (kept == path && kept > 0 && at < length && reference[at] != '/' && path > scheme)
        text_buffer_append_byte(out, '/');
    text_buffer_append(out, reference + at, length - at);
}

const char *web_address_host(const char *address, size_t length, size_t *host_length) {
    size_t start = scheme_length(address, length), end = path_start(address, length);
    *host_length = 0;
    if (end == start)
        return address;
    start += 2;
    for (size_t at = start; at < end; at++) /* a name and a password may come first */
        if (address[at] == '@')
            start = at + 1;
    size_t port = find_any(address, start, end, ":");
    *host_length = port - start;
    return address + start;
}

/* Whether a host is `domain`, or a part of it. */
static bool is_within(const char *host, size_t length, const char *domain) {
    size_t size = strlen(domain);
    return length >= size && ascii_compare(host + length - size, size, domain) == 0 &&
           (length == size || host[length - size - 1] == '.');
}

bool web_host_is_wikipedia(const char *host, size_t length) {
    return is_within(host, length, "wikipedia.org");
}

static bool is_wikimedia(const char *host, size_t length) {
    static const char *const domains[] = {
        "wikipedia.org", "wiktionary.org", "wikibooks.org",   "wikinews.org",
        "wikiquote.org", "wikisource.org", "wikiversity.org", "wikivoyage.org",
        "wikimedia.org", "wikidata.org",   "wikispecies.org", "wikimediafoundation.org",
        "mediawiki.org",
    };
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++)
        if (is_within(host, length, domains[i]))
            return true;
    return false;
}

static bool path_begins(const char *path, size_t length, const char *with) {
    size_t size = strlen(with);
    return length >= size && ascii_compare(path, size, with) == 0;
}

bool web_address_is_attribution(const char *address, size_t length) {
    size_t host_length, start = path_start(address, length);
    const char *host = web_address_host(address, length, &host_length);
    const char *path = address + start;
    size_t left = length - start;
    if (is_within(host, host_length, "creativecommons.org"))
        return path_begins(path, left, "/licenses/") || path_begins(path, left, "/publicdomain/");
    if (is_within(host, host_length, "gnu.org"))
        return path_begins(path, left, "/copyleft/fdl") ||
               path_begins(path, left, "/licenses/fdl") ||
               path_begins(path, left, "/licenses/old-licenses/fdl");
    return is_wikimedia(host, host_length);
}
