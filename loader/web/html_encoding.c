/* html_encoding.c - see html_encoding.h. */
#include "html_encoding.h"

#include "../base/ascii.h"
#include "../base/words.h"
#include "../input/encoding.h"
#include "../text/utf8.h"
#include "html_tag.h"

#include <assert.h>
#include <string.h>

enum { declared_within = 4096 }; /* bytes of the page in which <meta> is looked for */

/* The first label is the name. */
static const struct known_encoding {
    const char *converter, *labels;
} known_encodings[] = {
    {NULL, "utf-8|utf8|unicode-1-1-utf-8|unicode11utf8|unicode20utf8|x-unicode20utf8"},
    {"CP1252", "windows-1252|cp1252|x-cp1252|iso-8859-1|iso8859-1|iso88591|iso_8859-1|latin1|l1|"
               "cp819|ibm819|ascii|us-ascii|ansi_x3.4-1968|x-user-defined"},
    {"CP1250", "windows-1250|cp1250|x-cp1250"},
    {"CP1251", "windows-1251|cp1251|x-cp1251"},
    {"CP1253", "windows-1253|cp1253|x-cp1253"},
    {"CP1254", "windows-1254|cp1254|x-cp1254|iso-8859-9|iso8859-9|iso88599|iso_8859-9|latin5|l5"},
    {"CP1255", "windows-1255|cp1255|x-cp1255"},
    {"CP1256", "windows-1256|cp1256|x-cp1256"},
    {"CP1257", "windows-1257|cp1257|x-cp1257"},
    {"CP1258", "windows-1258|cp1258|x-cp1258"},
    {"CP874", "windows-874|dos-874|tis-620|iso-8859-11|iso8859-11|iso885911"},
    {"ISO-8859-2", "iso-8859-2|iso8859-2|iso88592|iso_8859-2|latin2|l2"},
    {"ISO-8859-3", "iso-8859-3|iso8859-3|iso88593|iso_8859-3|latin3|l3"},
    {"ISO-8859-4", "iso-8859-4|iso8859-4|iso88594|iso_8859-4|latin4|l4"},
    {"ISO-8859-5", "iso-8859-5|iso8859-5|iso88595|iso_8859-5|cyrillic"},
    {"ISO-8859-6", "iso-8859-6|iso8859-6|iso88596|iso_8859-6|arabic|asmo-708"},
    {"ISO-8859-7", "iso-8859-7|iso8859-7|iso88597|iso_8859-7|greek|greek8"},
    {"ISO-8859-8",
     "iso-8859-8|iso8859-8|iso88598|iso_8859-8|iso-8859-8-i|iso-8859-8-e|hebrew|visual|logical"},
    {"ISO-8859-10", "iso-8859-10|iso8859-10|iso885910|latin6|l6"},
    {"ISO-8859-13", "iso-8859-13|iso8859-13|iso885913"},
    {"ISO-8859-14", "iso-8859-14|iso8859-14|iso885914"},
    {"ISO-8859-15", "iso-8859-15|iso8859-15|iso885915|iso_8859-15|latin9|l9"},
    {"ISO-8859-16", "iso-8859-16"},
    {"KOI8-R", "koi8-r|koi8_r|koi8|koi"},
    {"KOI8-U", "koi8-u|koi8-ru"},
    {"CP866", "ibm866|cp866|866"},
    {"MACINTOSH", "macintosh|mac|x-mac-roman"},
    {"GB18030", "gb18030|gbk|x-gbk|gb2312|gb_2312|gb_2312-80|chinese|csgb2312|iso-ir-58"},
    {"BIG5-HKSCS", "big5|big5-hkscs|cn-big5|csbig5|x-x-big5"},
    {"CP932", "shift_jis|shift-jis|sjis|x-sjis|ms_kanji|csshiftjis|ms932|windows-31j"},
    {"EUC-JP", "euc-jp|x-euc-jp|cseucpkdfmtjapanese"},
    {"ISO-2022-JP", "iso-2022-jp|csiso2022jp"},
    {"CP949", "euc-kr|cseuckr|korean|ks_c_5601-1987|ks_c_5601-1989|ksc5601|ksc_5601|windows-949"},
    {"UTF-16LE", "utf-16le|utf-16|unicode|ucs-2|csunicode|iso-10646-ucs-2"},
    {"UTF-16BE", "utf-16be|unicodefffe"},
};

/* The encoding of that label, if iconv knows it. */
static const struct known_encoding *find_known(const char *label, size_t length) {
    size_t start = 0;
    ascii_trim(label, &start, &length);
    for (size_t i = 0; i < sizeof known_encodings / sizeof *known_encodings; i++) {
        const struct known_encoding *known = &known_encodings[i];
        if (words_find_any_case(known->labels, label + start, length - start))
            return !known->converter || encoding_is_known(known->converter) ? known : NULL;
    }
    return NULL;
}

/* The name that follows "charset=" in the content of a <meta>; NULL if there is none. */
static const struct known_encoding *in_content(const char *at, size_t length) {
    static const char word[] = "charset";
    const char *end = at + length;
    for (; (size_t)(end - at) > sizeof word; at++) {
        if (ascii_compare(at, sizeof word - 1, word) != 0)
            continue;
        struct html_attribute attribute;
        if (html_attribute_next(&at, end, &attribute) && attribute.value_length > 0) {
            size_t size = 0;
            while (size < attribute.value_length && !strchr(";,", attribute.value[size]))
                size++;
            return find_known(attribute.value, size);
        }
        return NULL;
    }
    return NULL;
}

/* The encoding that the attributes of a <meta> name. */
static const struct known_encoding *in_meta(const char **at, const char *end) {
    const struct known_encoding *by_content = NULL, *by_charset = NULL;
    bool about_type = false;
    struct html_attribute attribute;
    while (html_attribute_next(at, end, &attribute)) {
        if (html_attribute_is(&attribute, "charset"))
            by_charset = find_known(attribute.value, attribute.value_length);
        else if (html_attribute_is(&attribute, "content"))
            by_content = in_content(attribute.value, attribute.value_length);
        else if (html_attribute_is(&attribute, "http-equiv"))
            about_type =
                ascii_compare(attribute.value, attribute.value_length, "content-type") == 0;
    }
    return by_charset ? by_charset : about_type ? by_content : NULL;
}

/* What the beginning of a page declares. It could not be read if it were UTF-16, so that is not
 * meant. */
static const struct known_encoding *declared(const char *bytes, size_t length) {
    const char *end = bytes + (length < declared_within ? length : declared_within);
    for (const char *at = bytes; (at = memchr(at, '<', (size_t)(end - at))) != NULL;) {
        struct html_tag tag;
        if (end - at >= 4 && memcmp(at, "<!--", 4) == 0) {
            at = ascii_after(at + 2, end, "-->");
            continue;
        }
        if (!html_tag_read(at, end, &tag)) {
            at++;
            continue;
        }
        at = tag.attributes;
        if (!tag.closes && ascii_compare(tag.name, tag.name_length, "meta") == 0) {
            const struct known_encoding *found = in_meta(&at, end);
            if (found)
                return found->converter && memcmp(found->converter, "UTF-16", 6) == 0
                           ? known_encodings
                           : found;
        } else
            at = html_tag_end(at, end);
    }
    return NULL;
}

struct html_encoding html_encoding_find(const char *bytes, size_t length, const char *charset) {
    if (words_begin("\xEF\xBB\xBF", bytes, length))
        return (struct html_encoding){"utf-8", NULL, 3};
    if (words_begin("\xFF\xFE", bytes, length))
        return (struct html_encoding){"utf-16le", "UTF-16LE", 2};
    if (words_begin("\xFE\xFF", bytes, length))
        return (struct html_encoding){"utf-16be", "UTF-16BE", 2};
    const struct known_encoding *known = charset ? find_known(charset, strlen(charset)) : NULL;
    if (!known)
        known = declared(bytes, length);
    if (!known)
        known =
            utf8_valid_length(bytes, length) == length ? &known_encodings[0] : &known_encodings[1];
    return (struct html_encoding){known->labels, known->converter, 0};
}

bool html_encoding_convert(const struct html_encoding *encoding, const char *bytes, size_t length,
                           struct text_buffer *out, struct failure *failure) {
    assert(encoding->converter);
    struct encoding *converter = encoding_open();
    bool good = (converter || fail_memory(failure)) &&
                encoding_set(converter, encoding->converter, failure);
    if (good) {
        good = encoding_append(converter, bytes, length, out);
        encoding_end(converter, out);
        good = (good && !out->failed) || fail_memory(failure);
    }
    encoding_close(converter);
    return good;
}
