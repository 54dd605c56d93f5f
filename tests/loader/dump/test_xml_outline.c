/*
 * test_xml_outline.c - text between tags, checked and decoded by the outline, compared with
 * libxml2. What the outline accepts, libxml2 reads alike; and the outline accepts what dumps
 * contain.
 */
#include "dump/xml_outline.h"
#include "test.h"

#include "core/random_input.h"

#include <libxml/parser.h>

/* The text of the two elements in `xml` by libxml2, each after a '|'; false if it refuses. */
static bool read_whole(const struct text_buffer *xml, struct text_buffer *text) {
    xmlDocPtr document = xmlReadMemory(xml->bytes, (int)xml->length, NULL, "UTF-8",
                                       XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NONET);
    if (!document)
        return false;
    for (xmlNodePtr node = xmlDocGetRootElement(document)->children; node; node = node->next) {
        xmlChar *content = node->type == XML_ELEMENT_NODE ? xmlNodeGetContent(node) : NULL;
        if (content) {
            text_buffer_append_byte(text, '|');
            text_buffer_append(text, (const char *)content, strlen((const char *)content));
        }
        xmlFree(content);
    }
    xmlFreeDoc(document);
    return true;
}

/* The same by the outline, in which white space between tags is still XML. */
static bool read_by_outline(struct xml_outline *outline, const struct text_buffer *xml,
                            struct text_buffer *text) {
    struct text_buffer tags = {0};
    bool made =
        xml_outline_make(outline, xml->bytes, xml->length) && read_whole(&outline->xml, &tags);
    size_t run = 0;
    for (size_t i = 0; made && i < tags.length; i++)
        if (tags.bytes[i] != xml_outline_mark)
            text_buffer_append_byte(text, tags.bytes[i]);
        else
            xml_outline_decode(&outline->runs[run++], text);
    text_buffer_free(&tags);
    return made;
}

enum answer { no_outline, same, wrong };

static enum answer compare(const char *first, size_t first_length, const char *second) {
    struct xml_outline outline = {0};
    struct text_buffer xml = {0}, expected = {0}, found = {0};
    text_buffer_append(&xml, "<r><a>", 6);
    text_buffer_append(&xml, first, first_length);
    text_buffer_append(&xml, "</a>\n<b>", 8);
    text_buffer_append(&xml, second, strlen(second));
    text_buffer_append(&xml, "</b></r>", 8);
    enum answer answer = no_outline;
    if (read_by_outline(&outline, &xml, &found))
        answer = read_whole(&xml, &expected) && found.length == expected.length &&
                         memcmp(found.bytes, expected.bytes, found.length) == 0
                     ? same
                     : wrong;
    xml_outline_free(&outline);
    text_buffer_free(&xml);
    text_buffer_free(&expected);
    text_buffer_free(&found);
    return answer;
}

static void test_cases(void) {
    static const struct {
        const char *text;
        enum answer answer;
    } cases[] = {
        {"", same},
        {" \n\t ", same},
        {"a \xC3\xA9 \xE6\x97\xA5 \xF0\x9F\x98\x80 \x7F", same},
        {"&lt;ref name=&quot;a&quot;&gt; R&amp;D&apos;s ]] ]>", same},
        {"&#233;&#xE9;&#XE9;", no_outline}, /* the x is a small letter */
        {"&#233;&#xE9;&#x1F600;&#9;&#10;&#13;", same},
        {"&#xD7FF;&#xE000;&#xFFFD;&#x10000;&#x10FFFF;", same},
        {"&#0;", no_outline},
        {"&#8;", no_outline},
        {"&#xD800;", no_outline},
        {"&#xFFFE;", no_outline},
        {"&#x110000;", no_outline},
        {"&#99999999999999999999;", no_outline},
        {"&#;", no_outline},
        {"&#x;", no_outline},
        {"&#12", no_outline},
        {"&#1a;", no_outline},
        {"&#", no_outline},
        {"&", no_outline},
        {"&am", no_outline},
        {"&nbsp;", no_outline}, /* which XML does not know */
        {"]]>", no_outline},
        {"a\rb", no_outline}, /* libxml2 makes it a line feed */
        {"a\x01", no_outline},
        {"a\xC3", no_outline},
        {"\xED\xA0\x80", no_outline},
        {"\xEF\xBF\xBF", no_outline},
        {"<!-- -->", no_outline},
        {"<![CDATA[x]]>", no_outline},
        {"<?x?>", no_outline},
        {"<c d='&lt;'>x</c>", same},
        {"<c d='>'>x</c>", no_outline},
        {"<c", no_outline},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        enum answer answer = compare(cases[i].text, strlen(cases[i].text), "x");
        CHECK(answer == cases[i].answer, "%s: %d", cases[i].text, (int)answer);
    }
}

static void test_random(void) {
    static const char *const pieces[] = {
        "&#",   "x",    ";",      "1",        "F",         "0",        "&",        "lt;",
        "amp",  "D8",   "10",     "]",        ">",         "<",        "<c>",      "</c>",
        "/",    "\"",   "'",      " ",        "\n",        "\r",       "\xC3\xA9", "\xC3",
        "\xE6", "\x97", "\xA5",   "\xEF\xBF", "\xBE",      "\xF4\x8F", "\x7F",     "eight letters",
        "\x1",  "!",    "&#xE9;", "&gt;",     "&#128512;", "<c d=\"",  "</a>",     "\xED\x9F\xBF"};
    unsigned long counts[3] = {0};
    random_state = 7;
    for (int i = 0; i < 60000; i++) {
        char text[256], *out = text;
        for (size_t left = random_below(12); left > 0; left--)
            out += sprintf(out, "%s", pieces[random_below(sizeof pieces / sizeof *pieces)]);
        enum answer answer = compare(text, (size_t)(out - text), i % 2 ? "&amp;\n" : " ");
        counts[answer]++;
        if (answer == wrong)
            printf("wrong: %s\n", text);
    }
    CHECK(counts[wrong] == 0 && counts[same] > 3000, "%lu wrong, %lu the same, %lu refused",
          counts[wrong], counts[same], counts[no_outline]);
}

int main(void) {
    test_cases();
    test_random();
    xmlCleanupParser();
    return test_end("loader/test_xml_outline");
}
