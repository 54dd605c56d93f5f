/* third_parties.c - see third_parties.h; the numbers are the numbered points there. */
#include "third_parties.h"

#include "../base/ascii.h"
#include "../base/words.h"
#include "web_address.h"

#include <assert.h>
#include <string.h>

void third_parties_begin(struct third_parties *parties, const char *address) {
    text_buffer_clear(&parties->json);
    parties->count = parties->site_length = 0;
    if (address)
        parties->site = web_address_site(address, strlen(address), &parties->site_length);
}

/* Whether a host in lower case is that of the page, a part of it, or noted before. */
static bool is_known(const struct third_parties *parties, const char *host, size_t length) {
    size_t size = parties->site_length;
    if (size > 0 && length >= size && ascii_same(parties->site, host + length - size, size) &&
        (length == size || host[length - size - 1] == '.'))
        return true;
    for (size_t i = parties->count; i-- > 0;) /* mostly one of the last */
        if (parties->hosts[i].length == length &&
            memcmp(parties->json.bytes + parties->hosts[i].offset, host, length) == 0)
            return true;
    return false;
}

/* Notes the host at the beginning of [at, end) (3). */
static void note_host(struct third_parties *parties, const char *at, const char *end) {
    assert(at <= end && parties->count <= third_parties_max);
    struct text_buffer *json = &parties->json;
    size_t before = json->length, length = 0;
    if (parties->count == third_parties_max)
        return;
    while (at + length < end && length <= third_party_host_max &&
           (at[length] == '.'
                ? length > 0 && at[length - 1] != '.' /* no name in it is empty */
                : ascii_is_alnum(at[length]) || at[length] == '-' || at[length] == '_'))
        length++;
    const char *rest = at + length, *user = rest;
    while (user < end && *user != '@' && !ascii_is_space(*user) && !strchr("/?#\\\"'`<>", *user))
        user++;
    bool has_user = user < end && *user == '@'; /* what precedes it is not yet the host */
    if (length == 0 || length > third_party_host_max || has_user ||
        (rest < end && (*rest == '.' || *rest == '%' || *rest & 0x80)))
        return;
    if (rest[-1] == '.') { /* that of the root, unless a script goes on with the host */
        if (rest == end || *rest != '/')
            return;
        length--;
    }
    if (!memchr(at, '.', length))
        return;
    text_buffer_append(json, before == 0 ? "[\"" : ",\"", 2);
    size_t offset = json->length;
    for (size_t i = 0; i < length; i++)
        text_buffer_append_byte(json, (char)ascii_lower(at[i]));
    text_buffer_append_byte(json, '"');
    if (json->failed)
        return;
    const char *host = json->bytes + offset;
    if (is_known(parties, host, length)) {
        json->length = before;
        return;
    }
    parties->hosts[parties->count].offset = offset;
    parties->hosts[parties->count++].length = length;
}

void third_parties_note_attribute(struct third_parties *parties,
                                  const struct html_attribute *attribute) {
    if (!words_end_any_case("src", attribute->name, attribute->name_length))
        return;
    const char *value = attribute->value;
    size_t at = 0, end = attribute->value_length;
    ascii_trim(value, &at, &end);
    at += words_begin_any_case("http:|https:", value + at, end - at);
    if (end - at > 2 && value[at] == '/' && value[at + 1] == '/')
        note_host(parties, value + at + 2, value + end);
}

void third_parties_note_script(struct third_parties *parties, const char *text, const char *end) {
    const char *at = text;
    while (at < end && parties->count < third_parties_max / 2 &&
           (at = memchr(at, '/', (size_t)(end - at))) != NULL) {
        const char *before = at++;
        if (at < end && *at == '\\') { /* the first slash may be escaped, too */
            before -= before > text && before[-1] == '\\';
            at++;
        }
        if (at < end && *at == '/' && before > text && before[-1] != '\0' &&
            strchr(":\"'`", before[-1]))
            note_host(parties, at + 1, end);
    }
}

bool third_parties_end(struct third_parties *parties) {
    bool none = parties->count == 0;
    text_buffer_append(&parties->json, none ? "[]" : "]", none ? 2 : 1);
    return !parties->json.failed;
}
