/*
 * test_html_page.c - web pages: tables of pages with their main text, encodings and links, then
 * what must hold for any bytes, in linear time, and also if memory runs out.
 *
 * Linked with -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc, so that each allocation can be made
 * to fail in turn. The stack is small (small_limits.h), so that recursion on the input would crash.
 */
#include "failing_malloc.h"
#include "plain_text_checks.h"
#include "small_limits.h"
#include "test.h"
#include "web/html_page.h"
#include "web/page_blocks.h"
#include "web/web_address.h"

static struct html_reader *reader;
static struct html_page page;

/* Prose is more than 16 words, which is main text whatever stands beside it. */
#define WORDS \
    "the old mill by the river was built of red brick and has ground flour for the whole valley"
#define PROSE "Since 1840 " WORDS "."
#define P "<p>" PROSE "</p>"

struct page_case {
    const char *name, *html;
    const char *blocks; /* one per line: kind|section|text */
};

static const struct page_case cases[] = {
    {"a paragraph", "<html><body>" P "</body></html>", "prose||" PROSE "\n"},
    {"no markup", PROSE, "prose||" PROSE "\n"},
    {"nothing", "", ""},
    {"a short text is no main text", "<p>Hello, world.</p>", ""},
    {"a short one after a long one is", P "<p>It is still at work on two days a week.</p>",
     "prose||" PROSE "\nprose||It is still at work on two days a week.\n"},
    {"tags in a word and white space",
     "<p>Since <b>18</b>40\n\n <i>the</i>\told mill&nbsp;by the river was "
     "built of red brick and has ground flour for the whole <a>valley</a>.</p>",
     "prose||" PROSE "\n"},
    {"paragraphs without ends", "<p>" PROSE "<p>" PROSE "<div>" PROSE,
     "prose||" PROSE "\nprose||" PROSE "\nprose||" PROSE "\n"},
    {"line breaks", PROSE "<br>" PROSE "<br> <br/>" PROSE,
     "prose||" PROSE " " PROSE "\nprose||" PROSE "\n"},
    {"headings are sections",
     "<h1>The mill</h1>" P "<h2>Its <i>wheel</i></h2>" P "<h3>Of wood</h3>" P "<h2>Today</h2>" P,
     "prose||" PROSE "\nprose|Its wheel|" PROSE "\nprose|Its wheel > Of wood|" PROSE
     "\nprose|Today|" PROSE "\n"},
    {"headings of what is no main text",
     "<h2>Menu</h2><ul><li><a href=a>one</a><li><a href=b>two</a></ul>" P P
     "<h2>Read more</h2><p><a href=c>Another mill</a></p>",
     "prose||" PROSE "\nprose||" PROSE "\n"},
    {"the footer of an encyclopedia", P "<h2>References</h2><ol><li>" PROSE "</ol>",
     "prose||" PROSE "\nfooter|References|" PROSE "\n"},
    {"a list is one text",
     P "<ul><li>wheat<li>rye and oats<li>barley, which needs the small stones<li>spelt</ul>" P,
     "prose||" PROSE
     "\nlist||wheat\nlist||rye and oats\nlist||barley, which needs the small stones\n"
     "list||spelt\nprose||" PROSE "\n"},
    {"a list of links", P "<ul><li><a href=a>wheat</a><li><a href=b>rye</a></ul>" P P,
     "prose||" PROSE "\nprose||" PROSE "\nprose||" PROSE "\n"},
    {"a table of data",
     P "<table><caption>Grain</caption><tr><th>year<th>tons<tr><td>1840<td>12"
       "<tr><td>1841<td>14</table>" P,
     "prose||" PROSE
     "\ntable||Grain\ntable||year | tons\ntable||1840 | 12\ntable||1841 | 14\nprose||" PROSE "\n"},
    {"a table for the layout",
     "<table><tr><td><a href=a>one</a><br><a href=b>two</a><td>" PROSE " " PROSE " " PROSE
     "<br><br>" PROSE "</table>",
     "prose||" PROSE " " PROSE " " PROSE "\nprose||" PROSE "\n"},
    {"a table for the layout, of paragraphs",
     "<table><tr><td>" PROSE "<br><br>" PROSE "<p>" PROSE "</table>",
     "prose||" PROSE "\nprose||" PROSE "\nprose||" PROSE "\n"},
    {"long cells side by side", "<table><tr><td>" PROSE "<td>" PROSE "<td>" PROSE "</table>",
     "table||" PROSE "\ntable||" PROSE "\ntable||" PROSE "\n"},
    {"a table in a table",
     "<table><tr><td>" P "<table><tr><td>x1<td>x2<tr><td>y1<td>y2 and more</table>" P "</table>",
     "prose||" PROSE "\ntable||x1 | x2\ntable||y1 | y2 and more\nprose||" PROSE "\n"},
    {"navigation, footers and asides",
     "<nav>" P "</nav><aside>" P "</aside>" P "<footer>" P "</footer><div role=navigation>" P
     "</div>",
     "prose||" PROSE "\n"},
    {"what is not seen",
     "<script>" P "</script><style>" P "</style><noscript>" P "</noscript><div hidden>" P
     "</div><p style='color: red; DISPLAY : none'>" PROSE "</p><div aria-hidden=true>" P
     "</div><template>" P "</template><textarea>" P "</textarea><iframe>" P "</iframe><!-- " P
     " -->"
     "<svg><title>" PROSE "</title></svg><select><option>" PROSE "</select><span hidden>" PROSE
     "<span>" PROSE "</span>" PROSE "</span>" P,
     "prose||" PROSE "\n"},
    {"a script with a tag in it", "<script>if (a<b) write('<p>' + \"<\\/script>\")</script>" P,
     "prose||" PROSE "\n"},
    {"a script in a comment", "<!-- <script> -->" P, "prose||" PROSE "\n"},
    {"comments that end early", "<!-->" P "<!--->" P "<!-- a --!>" P "<!-- b -- > --->" P,
     "prose||" PROSE "\nprose||" PROSE "\nprose||" PROSE "\nprose||" PROSE "\n"},
    {"a comment without end", P "<!-- " P, "prose||" PROSE "\n"},
    {"no comments", P "<!DOCTYPE html><?php echo 1 > 2 ?><![CDATA[" PROSE "]]>",
     "prose||" PROSE "\nprose||2 ?>\n"},
    {"angles that are no tags", "<p>" WORDS " where 1 < 2 and 3 <4 and <> and a<b</p>",
     "prose||" WORDS " where 1 < 2 and 3 <4 and <> and a\n"},
    {"quotes in attributes", "<div title='>\"' data-x=\"'>\" class=a>b>" PROSE "</div>",
     "prose||b>" PROSE "\n"},
    {"an attribute without end", P "<p title=\"" P, "prose||" PROSE "\n"},
    {"references",
     "<p>" WORDS " &amp; caf&eacute; &#8211;&#x2014;&#150; &lt;b&gt; &quot;q&quot; &unknown; &amp "
     "&#0; &#55296;</p>",
     "prose||" WORDS " & café –—– <b> \"q\" &unknown; &amp � �\n"},
    {"marks of footnotes",
     "<p>" WORDS
     "<sup id=a><a href=#b>[1]</a></sup>, 10<sup>6</sup> t<sup>[<a href=#c>note 2</a>]</sup></p>",
     "prose||" WORDS ", 106 t\n"},
    {"marks of other kinds",
     "<p>" WORDS "<sup class='noprint Inline-Template'>[<i>citation needed</i>]</sup> a<sup "
     "class=reference>[2]</sup><sup class='reference nowrap'>: 512</sup> b<a href=#c "
     "role=doc-noteref>3</a> c</p>",
     "prose||" WORDS " a b c\n"},
    {"what MediaWiki adds",
     "<h2>Wheel<span class=mw-editsection>[<a href=e>edit</a>]</span></h2>" P
     "<table class='a navbox b'><tr><td>" PROSE "</table>",
     "prose|Wheel|" PROSE "\n"},
    {"anchors without an address are no links", "<a name=top>" P "<p>" WORDS " too",
     "prose||" PROSE "\nprose||" WORDS " too\n"},
    {"a demand beside the text",
     "<div id=a>" P P P P P P P P P P
     "</div><div>We use cookies to make this site better for you, and if "
     "you stay with us you agree to that.</div>",
     "prose||" PROSE "\nprose||" PROSE "\nprose||" PROSE "\nprose||" PROSE "\nprose||" PROSE "\n"
     "prose||" PROSE "\nprose||" PROSE "\nprose||" PROSE "\nprose||" PROSE "\nprose||" PROSE "\n"},
    {"zero bytes and controls", NULL, "prose||" PROSE "\n"}, /* see html_of() */
    {"words of Chinese",
     "<p>"
     "埃达·洛夫莱斯是一位英国数学家兼作家，她因研究查尔斯·巴贝奇的分析机而闻名于世，被视为第一位程"
     "序员。</p>",
     "prose||"
     "埃达·洛夫莱斯是一位英国数学家兼作家，她因研究查尔斯·巴贝奇的分析机而闻名于世，被视为第一位程"
     "序员。\n"},
    {"new elements end a paragraph",
     "<p>" PROSE "<section>" PROSE "<article>" PROSE "</article></section><my-text>" PROSE
     "</my-text>",
     "prose||" PROSE "\nprose||" PROSE "\nprose||" PROSE "\nprose||" PROSE "\n"},
};

static const char *html_of(size_t i, size_t *length) {
    static const char zeroes[] =
        "<p>Since\x01 1840\0 the\x1F old mi\0ll by the river was\x7F built of red "
        "brick and has ground flour for the whole valley.</p\0>";
    *length = cases[i].html ? strlen(cases[i].html) : sizeof zeroes - 1;
    return cases[i].html ? cases[i].html : zeroes;
}

static bool read_page(const char *html, size_t length, const char *charset, const char *address) {
    struct failure failure = {0};
    bool good = html_page_read(reader, html, length, charset, address, &page, &failure);
    CHECK(good, "%s", failure.message);
    return good;
}

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length;
        const char *html = html_of(i, &length);
        if (!read_page(html, length, NULL, NULL))
            continue;
        char *blocks = write_blocks(&page.plain);
        CHECK(strcmp(blocks, cases[i].blocks) == 0, "%s: found:\n%s", cases[i].name, blocks);
        free(blocks);
    }
}

/* ---- What a page says about itself ----------------------------------------------------------- */

static bool equals(const struct text_buffer *buffer, const char *text) {
    return buffer->length == strlen(text) &&
           (buffer->length == 0 || memcmp(buffer->bytes, text, buffer->length) == 0);
}

static void test_statements(void) {
    static const struct {
        const char *html, *title, *language;
    } pages[] = {
        {"<title> The\n mill &amp; co </title>", "The mill & co", ""},
        {"<title>A</title><svg><title>B</title></svg><title>C</title>", "A", ""},
        {"<title>a <b>c</title>", "a <b>c", ""},
        {"<title></title><meta property='og:title' content='The \"mill\"'>", "The \"mill\"", ""},
        {"<meta content=x property=OG:TITLE><title>t</title>", "t", ""},
        {"<html lang=en-GB><body lang=de>", "", "en-GB"},
        {"<html xml:lang='pt'><title>", "", "pt"},
        {"<html><div lang=de>", "", ""},
        {"<html lang=''><body lang=nl>", "", "nl"},
    };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        read_page(pages[i].html, strlen(pages[i].html), NULL, NULL);
        CHECK(equals(&page.title, pages[i].title), "%s: %.*s", pages[i].html,
              (int)page.title.length, page.title.bytes);
        CHECK(equals(&page.language, pages[i].language), "%s: %.*s", pages[i].html,
              (int)page.language.length, page.language.bytes);
    }
}

static void test_encodings(void) {
    static const struct {
        const char *bytes, *charset, *name, *title;
    } pages[] = {
        {"<title>caf\xC3\xA9</title>", NULL, "utf-8", "café"},
        {"<title>caf\xE9</title>", NULL, "windows-1252", "café"},
        {"<title>caf\xE9</title>", "ISO-8859-1", "windows-1252", "café"},
        {"<title>\x93\x80\x94</title>", "latin1", "windows-1252", "“€”"},
        {"<title>caf\xC3\xA9</title>", "us-ascii", "windows-1252", "cafÃ©"},
        {"\xEF\xBB\xBF<title>caf\xC3\xA9</title>", "latin1", "utf-8", "café"},
        {"<meta charset=koi8-r><title>\xED\xC9\xD2</title>", NULL, "koi8-r", "Мир"},
        {"<meta charset=koi8-r><title>\xCC\xE8\xF0</title>", "\"windows-1251", "koi8-r", "лХП"},
        {"<meta charset=koi8-r><title>\xCC\xE8\xF0</title>", "windows-1251", "windows-1251", "Мир"},
        {"<!-- <meta charset=koi8-r> --><META HTTP-EQUIV=\"Content-Type\" "
         "CONTENT=\"text/html; charset = 'Shift_JIS'\"><title>\x93\xFA\x96\x7B</title>",
         NULL, "shift_jis", "日本"},
        {"<meta content='text/html; charset=big5'><title>caf\xC3\xA9</title>", NULL, "utf-8",
         "café"},
        {"<meta charset=gb2312><title>\xD6\xD0\xB9\xFA</title>", NULL, "gb18030", "中国"},
        {"<meta charset=utf-16><title>caf\xC3\xA9</title>", NULL, "utf-8", "café"},
        {"<meta charset=utf-8><title>caf\xE9!</title>", NULL, "utf-8", "caf\xEF\xBF\xBD!"},
        {"<meta charset=nonsense><title>caf\xE9</title>", "x/y", "windows-1252", "café"},
        {"<meta charset=euc-kr><title>\xC7\xD1\xB1\xB9\x41\xFF</title>", NULL, "euc-kr",
         "한국A\xEF\xBF\xBD"},
    };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        read_page(pages[i].bytes, strlen(pages[i].bytes), pages[i].charset, NULL);
        CHECK(equals(&page.encoding, pages[i].name), "case %zu: %.*s", i, (int)page.encoding.length,
              page.encoding.bytes);
        CHECK(equals(&page.title, pages[i].title), "case %zu: %.*s", i, (int)page.title.length,
              page.title.bytes);
    }
    static const char wide[] = "\xFF\xFE<\0t\0i\0t\0l\0e\0>\0\xE9\0\xAC\x20<\0/\0t\0i\0t\0l\0e\0>";
    read_page(wide, sizeof wide, "utf-8", NULL);
    CHECK(equals(&page.encoding, "utf-16le") && equals(&page.title, "é€"), "%.*s",
          (int)page.title.length, page.title.bytes);
}

/* ---- Links ----------------------------------------------------------------------------------- */

static void test_links(void) {
    static const struct {
        const char *html;
        bool names;
        const char *links; /* address[text], each followed by a space */
    } pages[] = {
        {"<p>No source.</p><a href='https://example.org/wikipedia'>x</a>", false, ""},
        {"<p>From wikipedia.</p>", true, ""},
        {"<p>From <b>Wiki</b>pedia.</p>", true, ""},
        {"<p>WIKIPEDIA</p>", true, ""},
        {"<p>Из Википедии</p>", true, ""},
        {"<p>ウィキペディアより</p>", true, ""},
        {"<p>Aus der Wiki Pedia</p><script>wikipedia</script><!-- wikipedia -->", false, ""},
        {"<p>wiki</p><p>pedia</p>", false, ""},
        {"<title>Mill - Wikipedia</title>", true, ""},
        {"<footer><a href=' https://en.wikipedia.org/wiki/Mill?a=1&amp;b#c '><b>The</b>\n "
         "mill</a></footer>",
         true, "https://en.wikipedia.org/wiki/Mill?a=1&b#c[The mill] "},
        {"<a href=//de.m.wikipedia.org/wiki/M%C3%BChle>M</a>", true,
         "http://de.m.wikipedia.org/wiki/M%C3%BChle[M] "},
        {"<a href=https://wikipedia.org.example/wiki/Mill>M</a><a "
         "href=https://notwikipedia.org/>M</a>",
         false, ""},
        {"<a href='http://creativecommons.org/licenses/by-sa/3.0/'><img alt='CC  BY-SA'></a>",
         false, "http://creativecommons.org/licenses/by-sa/3.0/[CC BY-SA] "},
        {"<a href=https://www.gnu.org/copyleft/fdl.html>GFDL</a><a "
         "href=https://www.gnu.org/licenses/gpl.html>GPL</a>",
         false, "https://www.gnu.org/copyleft/fdl.html[GFDL] "},
        {"<link rel=license href=https://creativecommons.org/licenses/by/4.0/>", false,
         "https://creativecommons.org/licenses/by/4.0/[] "},
        {"<a href=https://commons.wikimedia.org/>a<p>b</p>c</a>d", false,
         "https://commons.wikimedia.org/[a b c] "},
        {"<base href=https://en.wikipedia.org/wiki/><a href=Mill>m</a><a href=/w/x>w</a>", true,
         "https://en.wikipedia.org/wiki/Mill[m] https://en.wikipedia.org/w/x[w] "},
        {"<base href=about:blank><a href=//en.wikipedia.org/wiki/Mill>m</a>", false, ""},
    };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        char found[512] = "";
        read_page(pages[i].html, strlen(pages[i].html), NULL, "http://mirror.example/mill");
        for (size_t k = 0; k < page.link_count; k++)
            snprintf(found + strlen(found), sizeof found - strlen(found), "%.*s[%.*s] ",
                     (int)page.links[k].address_length,
                     page.link_bytes.bytes + page.links[k].address, (int)page.links[k].text_length,
                     page.link_bytes.bytes + page.links[k].text);
        CHECK(strcmp(found, pages[i].links) == 0, "%s: found %s", pages[i].html, found);
        CHECK(page.names_wikipedia == pages[i].names, "%s", pages[i].html);
    }
}

static void test_third_parties(void) {
    static const struct {
        const char *html, *hosts;
    } pages[] = {
        {P "<a href=//a.example/>a</a><link href=//b.example/c.css>", "[]"},
        {"<script src=//A.Example/a.js></script><iframe src='https://b.example:8080?x'></iframe>"
         "<img alt=c src=\" http://c-1.d_2.example#x \"><frame SRC=HTTPS://e.example>"
         "<my-ad data-src=//f.example><img src=//a.example/b>",
         "[\"a.example\",\"b.example\",\"c-1.d_2.example\",\"e.example\",\"f.example\"]"},
        {"<script src=a.js></script><script src=/b.js></script><img src=data://a.example/>"
         "<img src=http:a.example><img srcset=//b.example/><img src=//><img src>",
         "[]"},
        {"<script src=//mirror.example/a></script><img src=http://WWW.Mirror.example/b>"
         "<img src=//img.mirror.example/c><img src=//notmirror.example/d>",
         "[\"notmirror.example\"]"},
        {"<img src=//a><img src=//.a.b><img src=//a.b.><img src=//a.b@c.d/><img src=//a.b%41/>"
         "<img src=//www.m\xC3\xBChle.example/><img src=//[::1]/>",
         "[]"},
        {"<img src=//u.v:p@a.example/><img src=//u.v:@b.example><img src=//a..b/><img src=//a./>"
         "<img src=//a.b../><img src=//www.mirror.example./>",
         "[]"},
        {"<img src=//A.example./><img src=//b.example:80/@><img src=//c.example?@>"
         "<script>['//d.example:80', '@', '//e.example.' + x]",
         "[\"a.example\",\"b.example\",\"c.example\",\"d.example\"]"},
        {"<script>s.src = '//a.example/' + x; // see c.example\n t = \"https://b.example\";\n"
         "u = {\"v\": \"https:\\/\\/c.example\\/w\"}; x = `//d.example/`; y = /\\//.test(z);\n"
         "'//ads.' + n + '.example/'; // 'e.example'</script >" P "<p>'//f.example'</p>",
         "[\"a.example\",\"b.example\",\"c.example\",\"d.example\"]"},
        {"<script type=application/LD+json>{\"@context\": \"https://a.example\"}</script>"
         "<script type=text/javascript>'//b.example'</script><style>'//c.example'</style>"
         "<noscript><img src=//d.example></noscript><!-- <img src=//e.example> -->"
         "<textarea><img src=//f.example></textarea></img src=//g.example>",
         "[\"b.example\"]"},
        {"<script type='application/JSON ; charset=utf-8'>'//a.example'</script>"
         "<script type=text/template>'//b.example'</script><script "
         "type=text/x-jquery-tmpl>'//c.example'"
         "</script><script type=text/html src=//d.example></script>",
         "[\"d.example\"]"},
        {"<script type>'//a.example'</script><script type=' TEXT/JavaScript ;version=1'>/* "
         "'//b.example' */</script><script type=module><!-- '//c.example' --></script>"
         "<script type=text/plain>'//d.example'</script>",
         "[\"a.example\",\"b.example\",\"c.example\",\"d.example\"]"},
        {"<script src=//a.example>'//b.example", "[\"a.example\",\"b.example\"]"},
        {"<script>'//a.b", "[\"a.b\"]"},
        {"<script>//a.b", "[]"},
        {"<img src=//a.b", "[\"a.b\"]"},
    };
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        read_page(pages[i].html, strlen(pages[i].html), NULL, "http://www.Mirror.example:80/mill");
        CHECK(equals(&page.third_parties.json, pages[i].hosts), "%s: found %.*s", pages[i].html,
              (int)page.third_parties.json.length, page.third_parties.json.bytes);
    }
    read_page("<img src=//www.Mirror.example>", 30, NULL, NULL);
    CHECK(equals(&page.third_parties.json, "[\"www.mirror.example\"]"), "without an address");
}

/* Only so many hosts are kept, of a bounded length. */
static void test_many_third_parties(void) {
    struct text_buffer html = {0};
    char host[third_party_host_max + 32];
    for (int i = 0; i < 2 * third_parties_max; i++) {
        snprintf(host, sizeof host, "<img src=//a%d.b><img src=//a0.b>", i);
        text_buffer_append(&html, host, strlen(host));
    }
    read_page(html.bytes, html.length, NULL, NULL);
    const struct text_buffer *json = &page.third_parties.json;
    CHECK(page.third_parties.count == third_parties_max && json->length > 8 &&
              memcmp(json->bytes + json->length - 8, "\"a99.b\"]", 8) == 0,
          "%zu: %.*s", page.third_parties.count, (int)json->length, json->bytes);
    text_buffer_clear(&html);
    for (int i = 0; i < 2 * third_parties_max; i++) {
        snprintf(host, sizeof host, "%s//a%d.b'", i ? ", '" : "<script>x = ['", i);
        text_buffer_append(&html, host, strlen(host));
    }
    snprintf(host, sizeof host, "]</script><script src=//ads.c></script><script>'//d.e'</script>");
    text_buffer_append(&html, host, strlen(host));
    read_page(html.bytes, html.length, NULL, NULL);
    CHECK(page.third_parties.count == third_parties_max / 2 + 1 && json->length > 16 &&
              memcmp(json->bytes + json->length - 16, "\"a49.b\",\"ads.c\"]", 16) == 0,
          "scripts: %zu: %.*s", page.third_parties.count, (int)json->length, json->bytes);
    for (size_t length = third_party_host_max; length <= third_party_host_max + 1; length++) {
        snprintf(host, sizeof host, "<img src=//%0*d.b>", (int)length - 2, 0);
        read_page(host, strlen(host), NULL, NULL);
        CHECK(page.third_parties.count == (length == third_party_host_max), "%zu bytes", length);
    }
    text_buffer_free(&html);
}

static void must_resolve(const char *address, const char *reference, const char *expected) {
    struct text_buffer out = {0};
    struct web_base base = web_base_of(address, strlen(address));
    web_address_resolve(&base, reference, strlen(reference), &out);
    CHECK(equals(&out, expected), "%.40s, %s: %.*s", address, reference, (int)out.length,
          out.bytes);
    text_buffer_free(&out);
}

/* An address on a host of `host` bytes, whose path has `path` and whose query `query` bytes. */
static const char *long_address(size_t host, size_t path, size_t query) {
    static char address[4096];
    char *at = address + snprintf(address, sizeof address, "http://");
    memset(at, 'h', host);
    memset(at += host, 'p', path);
    at[0] = at[path - 1] = '/';
    memset(at += path, 'q', query);
    at[0] = '?';
    at[query] = '\0';
    return address;
}

/* A long base counts without its query, or not at all. */
static void test_long_bases(void) {
    const size_t scheme = strlen("http://"), path = web_base_max - scheme - 1;
    struct web_base base = web_base_of(long_address(1, path, 9), web_base_max + 9);
    CHECK(base.folder == web_base_max && base.query == web_base_max, "%zu", base.query);
    base = web_base_of(long_address(1, path + 1, 9), web_base_max + 10);
    CHECK(base.host == 0 && base.folder == 0 && base.query == 0, "%zu", base.query);
    base = web_base_of(long_address(1, path - 9, 9), web_base_max);
    CHECK(base.folder == web_base_max - 9 && base.query == web_base_max, "%zu", base.query);
    base = web_base_of(long_address(web_host_max - scheme, 2, 2), web_host_max + 4);
    CHECK(base.host == web_host_max, "%zu", base.host);
    base = web_base_of(long_address(web_host_max - scheme + 1, 2, 2), web_host_max + 5);
    CHECK(base.host == 0 && base.folder == 0, "%zu", base.host);
}

/* Most are of RFC 3986, section 5.4. */
static void test_addresses(void) {
    static const char *const references[][2] = {
        {"g:h", "g:h"},
        {"g", "http://a/b/c/g"},
        {"./g", "http://a/b/c/g"},
        {"g/", "http://a/b/c/g/"},
        {"/g", "http://a/g"},
        {"//g", "http://g"},
        {"?y", "http://a/b/c/d;p?y"},
        {"g?y", "http://a/b/c/g?y"},
        {"#s", "http://a/b/c/d;p?q#s"},
        {"", "http://a/b/c/d;p?q"},
        {"../g", "http://a/b/g"},
        {"../../g", "http://a/g"},
        {"../../../g", "http://a/g"},
        {" g\n", "http://a/b/c/g"},
    };
    for (size_t i = 0; i < sizeof references / sizeof *references; i++)
        must_resolve("http://a/b/c/d;p?q", references[i][0], references[i][1]);
    must_resolve("http://a", "g", "http://a/g");
    must_resolve("", "/wiki/x", "/wiki/x");
    must_resolve("mailto:a@b", "/wiki/x", "/wiki/x");
    size_t length;
    static const char full[] = "https://user:word@Host.example:80/path";
    const char *host = web_address_host(full, sizeof full - 1, &length);
    CHECK(length == 12 && memcmp(host, "Host.example", 12) == 0, "%.*s", (int)length, host);
    web_address_host("mailto:a@b", 10, &length);
    CHECK(length == 0, "%zu", length);
    static const char *const sites[][2] = {
        {"http://WWW.a.example:80/", "a.example"},
        {"http://[2001:db8::1]/x", "[2001:db8::1]"},
        {"http://user:word@[2001:db8::1]:80", "[2001:db8::1]"},
        {"http://[2001:db8::1/x]", "[2001:db8::1"},
    };
    for (size_t i = 0; i < sizeof sites / sizeof *sites; i++) {
        const char *site = web_address_site(sites[i][0], strlen(sites[i][0]), &length);
        CHECK(length == strlen(sites[i][1]) && memcmp(site, sites[i][1], length) == 0, "%s: %.*s",
              sites[i][0], (int)length, site);
    }
}

/* ---- Density --------------------------------------------------------------------------------- */

/* Each leaf of the published tree. Words and linked words of the last, this and the next block. */
static void test_density(void) {
    static const struct {
        size_t words[3], linked[3];
        bool content;
    } leaves[] = {
        {{4, 16, 15}, {0, 0, 0}, false},   {{5, 16, 15}, {0, 0, 0}, true},
        {{4, 16, 16}, {0, 0, 0}, true},    {{4, 17, 15}, {0, 0, 0}, true},
        {{9, 40, 17}, {6, 0, 0}, false},   {{9, 40, 18}, {6, 0, 0}, true},
        {{9, 41, 17}, {6, 0, 0}, true},    {{9, 40, 17}, {5, 0, 0}, true},
        {{99, 99, 99}, {0, 34, 0}, false}, {{99, 99, 99}, {0, 33, 0}, true},
    };
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++) {
        struct density_block blocks[3];
        for (size_t k = 0; k < 3; k++)
            blocks[k] =
                (struct density_block){leaves[i].words[k], leaves[i].linked[k], false, false};
        page_blocks_classify(blocks, 3);
        CHECK(blocks[1].content == leaves[i].content, "leaf %zu", i);
    }
}

/* What is counted adds up. */
static void test_counts(void) {
    static const char html[] =
        "<nav>Été one</nav><h1>Title</h1>" P "<h2>Late</h2><p><a href=x>more</a></p>";
    read_page(html, sizeof html - 1, NULL, NULL);
    CHECK(page.characters == strlen(PROSE), "%zu", page.characters);
    CHECK(page.boilerplate == 7 + 4 + 4, "%zu", page.boilerplate);
}

/* ---- Hostile pages --------------------------------------------------------------------------- */

static bool read_mirror(const char *html, size_t length) {
    return read_page(html, length, NULL, "http://mirror.example/");
}

static void test_bombs(void) {
    /* clang-format off */
    static const char *const units[] = {
        "<", "<div>", "<table><tr><td>", "<ul><li>a", "</div>", "<b><i><div>", "<a href=x>w",
        "<a b='", "<!--", "<!-- --", "<![CDATA[", "<script>", "<title>", "<title>a</title>", "&",
        "&a", "&eacute;", "<h1>x<h6>y</h1>", "<sup>[1]</sup>", "<br>x<br><br>", "<p>word",
        "<div hidden>", "\xFF", "a\xCC\x81", "<a href=//en.wikipedia.org/>w", "<dl><dt>a<dd>b",
        "<body><html>", "<form><select><option>", "<svg>", "<td>x</table>", "</p>",
        "<div></span></td></i>", "<img src=//a.b>", "<script>'//a.b'</script>", "<script src=//a.b",
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        char *html = test_repeated(units[i], 1 << 18);
        CHECK(takes_linear_time(read_mirror, html, 1 << 18), "%s", units[i]);
        free(html);
    }
    char *html = test_repeated("<", 10 << 20);
    clock_t start = clock();
    CHECK(read_mirror(html, 10 << 20) && test_seconds(start) < 60, "10 MB of <");
    free(html);
}

/* A tag with 100,000 attributes, and 100,000 names of elements and of attributes. */
static void test_names(void) {
    struct text_buffer html = {0};
    char name[64];
    text_buffer_append(&html, "<div", 4);
    for (int i = 0; i < 100000; i++) {
        snprintf(name, sizeof name, " a%d=b", i);
        text_buffer_append(&html, name, strlen(name));
    }
    for (int i = 0; i < 100000; i++) {
        snprintf(name, sizeof name, "<a%d b%d><p c%d>", i, i, i);
        text_buffer_append(&html, name, strlen(name));
    }
    text_buffer_append(&html, ">" P, sizeof P);
    clock_t start = clock();
    read_page(html.bytes, html.length, NULL, NULL);
    double seconds = test_seconds(start);
    CHECK(page.plain.block_count == 1 && seconds < 30, "%zu blocks in %.1f s",
          page.plain.block_count, seconds);
    text_buffer_free(&html);
}

/* What is nested too deep is read all the same, also what follows it. */
static void test_nesting(void) {
    static const size_t depths[] = {200, 253, 254, 255, 256, 257, 300, 511, 512, 513, 100000};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        struct text_buffer html = {0};
        for (size_t k = 0; k < depths[i]; k++)
            text_buffer_append(&html, "<div class=\"a>b\">", 17);
        text_buffer_append(&html, PROSE, sizeof PROSE - 1);
        for (size_t k = 0; k < depths[i]; k++)
            text_buffer_append(&html, "</div>", 6);
        text_buffer_append(&html, P, sizeof P - 1);
        read_page(html.bytes, html.length, NULL, NULL);
        char *blocks = write_blocks(&page.plain);
        CHECK(strcmp(blocks, "prose||" PROSE "\nprose||" PROSE "\n") == 0, "%zu deep:\n%s",
              depths[i], blocks);
        free(blocks);
        text_buffer_free(&html);
    }
}

/* Each beginning of each page, and each page with one byte changed, is read. */
static void test_parts(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length;
        const char *html = html_of(i, &length);
        size_t step = length > 600 ? 7 : 1;
        for (size_t part = 0; part <= length; part += step) {
            char *copy = malloc(length > 0 ? length : 1);
            if (!copy)
                return;
            memcpy(copy, html, part);
            read_page(copy, part, NULL, NULL);
            memcpy(copy, html, length);
            if (part < length) {
                copy[part] = "<>\"&/!-\0\xC3="[part % 10];
                read_page(copy, length, NULL, NULL);
            }
            free(copy);
        }
    }
}

/* ---- Memory ---------------------------------------------------------------------------------- */

/* Reads a page with everything anew. False if that failed. */
static bool read_anew(const char *html, size_t length, const char *charset) {
    struct failure failure = {0};
    struct html_reader *kept = reader;
    html_page_free(&page);
    reader = html_reader_open(&failure);
    bool good = reader && html_page_read(reader, html, length, charset, "http://a.example/b", &page,
                                         &failure);
    CHECK(good || strcmp(failure.message, "out of memory") == 0, "%s", failure.message);
    html_reader_close(reader);
    reader = kept;
    return good;
}

/* Each allocation fails once, or from then on. The result is a failure, or the same as ever. */
static void test_no_memory(void) {
    static const char html[] =
        "<html lang=en><title>The mill</title><meta property=og:title content=x>"
        "<base href=https://en.wikipedia.org/wiki/><h1>Title</h1>" P
        "<h2>Section</h2><ul><li>one of some<li>two</ul><table><caption>t"
        "<tr><td>a<td>b</table>" P "<a href=Mill>Mill \xE9</a>&eacute;"
        "<svg/><article>" P "</article><script src=//c.example></script><img src=//d.example>";
    if (!__real_realloc) {
        test_skip("test_html_page: memory that runs out (not linked for it)");
        return;
    }
    for (int which = 0; which < 4; which++) {
        const char *charset = which % 2 ? "koi8-r" : NULL;
        read_anew(html, sizeof html - 1, charset);
        char *expected = write_blocks(&page.plain);
        bool unfailed = false;
        size_t count = 0;
        for (; !unfailed && count < 20000; count++) {
            allocation_failed = false;
            allocations_fail_once = which >= 2;
            allocations_left = count;
            bool good = read_anew(html, sizeof html - 1, charset);
            allocations_left = (size_t)-1;
            unfailed = !allocation_failed;
            if (!good)
                continue;
            char *blocks = write_blocks(&page.plain);
            CHECK(strcmp(blocks, expected) == 0 && page.link_count == 1 &&
                      equals(&page.title, "The mill") &&
                      equals(&page.third_parties.json, "[\"c.example\",\"d.example\"]"),
                  "allocation %zu: found:\n%s", count, blocks);
            free(blocks);
        }
        CHECK(unfailed && count > 20, "%zu allocations", count);
        free(expected);
    }
    allocations_fail_once = false;
}

int main(void) {
    struct failure failure = {0};
    CHECK(set_small_limits(), "the stack is as large as ever");
    reader = html_reader_open(&failure);
    CHECK(reader, "%s", failure.message);
    if (!reader)
        return test_end("loader/test_html_page");
    RUN_TESTS(test_cases, test_statements, test_encodings, test_links, test_third_parties,
              test_many_third_parties, test_addresses, test_long_bases, test_density, test_counts,
              test_bombs, test_names, test_nesting, test_parts, test_no_memory);
    html_page_free(&page);
    html_reader_close(reader);
    return test_end("loader/test_html_page");
}
