/*
 * test_wikitext.c - the cleaner: a table of cases, then what must hold for any input.
 *
 * Linked with -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc, so that each allocation can be made
 * to fail in turn. The tests over real pages and over other people's wikitext read ../shared/data;
 * NEARDUP_SHARED names another place. The stack is small (small_limits.h), so that recursion on the
 * input would crash.
 */
#include "base/site.h"
#include "failing_malloc.h"
#include "shared_data.h"
#include "small_limits.h"
#include "test.h"
#include "text/text_buffer.h"
#include "wikitext/wikitext.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct cleaning_case {
    const char *name;
    const char *wikitext;
    const char *blocks; /* one per line: kind|section|text */
};

static const struct cleaning_case cases[] = {
    {"one paragraph",
     "One  two\tthree.\n"
     "Four.",
     "prose||One two three. Four.\n"},
    {"paragraphs",
     "One.\n"
     "\n"
     "Two.\n"
     "\n"
     "\n"
     "Three.",
     "prose||One.\n"
     "prose||Two.\n"
     "prose||Three.\n"},
    {"leading space is prose",
     " An indented line.\n"
     " Another.",
     "prose||An indented line. Another.\n"},
    {"rule",
     "Above\n"
     "----\n"
     "Below",
     "prose||Above\n"
     "prose||Below\n"},
    {"nothing", "", ""},
    {"only punctuation",
     "* •\n"
     "\n"
     "–\n"
     "\n"
     "...",
     ""},
    {"carriage returns",
     "One.\r\n"
     "\r\n"
     "Two.",
     "prose||One.\n"
     "prose||Two.\n"},
    {"invisible characters", "soft\302\255ware, a\302\240b, c\342\200\213d, e\343\200\200f",
     "prose||software, a b, cd, e f\n"},
    {"invalid bytes pass", "a\377\376b \351 c", "prose||a\377\376b \351 c\n"},
    {"sections",
     "Lead.\n"
     "== History ==\n"
     "Old.\n"
     "=== Early years ===\n"
     "Young.\n"
     "== Today ==\n"
     "New.",
     "prose||Lead.\n"
     "prose|History|Old.\n"
     "prose|History > Early years|Young.\n"
     "prose|Today|New.\n"},
    {"deep headings",
     "= A =\n"
     "===== B =====\n"
     "x\n"
     "====== C ======\n"
     "y\n"
     "======= D =======\n"
     "z",
     "prose|A > B|x\n"
     "prose|A > B > C|y\n"
     "prose|A > B > = D =|z\n"},
    {"heading with markup",
     "== The ''[[Dog|dog]]'' &amp; {{nowrap|the cat}} ==\n"
     "x",
     "prose|The dog & the cat|x\n"},
    {"heading with comment",
     "== Name == <!-- why -->\n"
     "x\n"
     "<!-- so --><!-- yes -->== Other ==\n"
     "y",
     "prose|Name|x\n"
     "prose|Other|y\n"},
    {"heading with a comment of several lines",
     "== Name ==<!-- why\n"
     "== not so ==\n"
     "-->\n"
     "x\n"
     "== Other == <!-- one --> <!--\n"
     "two -->\n"
     "y",
     "prose|Name|x\n"
     "prose|Other|y\n"},
    {"heading with a comment without end",
     "== Name ==<!-- why\n"
     "x",
     "prose|Name|x\n"},
    {"no heading",
     "== not closed\n"
     "x\n"
     "=\n"
     "==\n"
     "===\n",
     "prose||== not closed x = ==\n"},
    {"heading ends a list and a table",
     "* item\n"
     "== A ==\n"
     "{| \n"
     "| cell\n"
     "== B ==\n"
     "prose",
     "list||item\n"
     "table|A|cell\n"
     "prose|B|prose\n"},
    {"footer",
     "Text.\n"
     "== References ==\n"
     "* One.\n"
     "A line.\n"
     "=== Books ===\n"
     "{|\n"
     "|cell\n"
     "|}\n"
     "== Legacy ==\n"
     "Text.",
     "prose||Text.\n"
     "footer|References|One.\n"
     "footer|References|A line.\n"
     "footer|References > Books|cell\n"
     "prose|Legacy|Text.\n"},
    {"footer names",
     "== See also: ==\n"
     "a\n"
     "== Weblinks ==\n"
     "b\n"
     "== Примечания ==\n"
     "c\n"
     "== 脚注 ==\n"
     "d\n"
     "== 参考书目 ==\n"
     "d\n"
     "== Δες επίσης ==\n"
     "d\n"
     "== Notes on style ==\n"
     "e",
     "footer|See also:|a\n"
     "footer|Weblinks|b\n"
     "footer|Примечания|c\n"
     "footer|脚注|d\n"
     "footer|参考书目|d\n"
     "footer|Δες επίσης|d\n"
     "prose|Notes on style|e\n"},
    {"lists",
     "* one\n"
     "** two\n"
     "# three\n"
     "*: four\n"
     "prose",
     "list||one\n"
     "list||two\n"
     "list||three\n"
     "list||four\n"
     "prose||prose\n"},
    {"indented",
     "Before:\n"
     ": An indented paragraph.\n"
     "After.",
     "prose||Before:\n"
     "list||An indented paragraph.\n"
     "prose||After.\n"},
    {"definition",
     "; term : definition\n"
     "; [[a:b]] other\n"
     ": meaning\n"
     ";only http://example.org/x : what",
     "list||term\n"
     "list||definition\n"
     "list||a:b other\n"
     "list||meaning\n"
     "list||only\n"
     "list||what\n"},
    {"item with comment before", "<!-- note -->* item", "list||item\n"},
    {"list item ends with its line",
     "* one\n"
     "two",
     "list||one\n"
     "prose||two\n"},
    {"quotes", "''italic'' '''bold''' '''''both''''' '''''a'' b''' don't 'quoted'",
     "prose||italic bold both a b don't 'quoted'\n"},
    {"four and six apostrophes", "''''four'''' and ''''''six''''''", "prose||'four' and 'six'\n"},
    {"apostrophe before italics", "L'''amour'' est '''beau'''.", "prose||L'amour est beau.\n"},
    {"links", "[[Dog]]s and [[Cat|cats]], [[Bird (animal)|]], [[#Section|here]], [[a|b|c]]",
     "prose||Dogs and cats, Bird, here, b|c\n"},
    {"nested label", "[[Dog|the ''good'' {{nowrap|old dog}}]]", "prose||the good old dog\n"},
    {"file", "Before [[File:a.jpg|thumb|A [[dog]] and {{convert|3|m|ft}} ([http://x y])]] after.",
     "prose||Before after.\n"},
    {"file of another language",
     "[[Datei:a.jpg|mini|Hund]] [[Файл:a.jpg|x]] [[画像:a.jpg|x]] [[Wort:a.png|thumb|x]] Text",
     "prose||Text\n"},
    {"file with a small letter",
     "[[файл:a|мини|x]] [[αρχείο:b|y]] [[категория:В]] Text [[:категория:Б]] [[éa:c]]",
     "prose||Text Б éa:c\n"},
    {"file with lines",
     "Text\n"
     "[[Image:a.jpg|thumb|One\n"
     "\n"
     "two]]\n"
     "more",
     "prose||Text\n"
     "prose||more\n"},
    {"link to a file",
     "[[:File:a.jpg]] and [[:Category:Dogs]] and [[:de:Hund|German]] and [[:fr:Chien]]",
     "prose||a.jpg and Dogs and German and fr:Chien\n"},
    {"category and languages",
     "Text [[Category:Dogs|*]]\n"
     "[[de:Hund]]\n"
     "[[zh-min-nan:Káu]]\n"
     "[[category:Cats]]\n"
     "more",
     "prose||Text more\n"},
    {"other wikis",
     "[[wikt:dog|word]] [[wikt:cat]] [[:commons:Category:Dogs]] [[Mission: Impossible]]",
     "prose||word cat Dogs Mission: Impossible\n"},
    {"the same article on other wikis",
     "[[w:el:Dog]]\n"
     "[[Commons:Category:Dogs]]\n"
     "\n"
     "A [[w:el:Dog|dog]].",
     "prose||A dog.\n"},
    {"unclosed link",
     "See [[Dog and more.\n"
     "\n"
     "Next [[Cat]].",
     "prose||See Dog and more.\n"
     "prose||Next Cat.\n"},
    {"unclosed file",
     "[[File:a.jpg|thumb|A caption without end\n"
     "Text goes on.",
     "prose||Text goes on.\n"},
    {"stray brackets", "a ]] b ]] c [1] d [x", "prose||a b c [1] d [x\n"},
    {"too many brackets", "[[[Dog]]] [[[[Cat]]]]", "prose||[Dog] Cat\n"},
    {"external links",
     "See [http://example.org the site], [http://example.org] and [//example.org/a it].",
     "prose||See the site, and it.\n"},
    {"bare urls", "Go to http://example.org/a_(b)?c=d. Or https://x.org/, FTP://y.org",
     "prose||Go to. Or,\n"},
    {"url in brackets", "(see http://example.org/) and (http://example.org/a)",
     "prose||(see) and\n"},
    {"link as wiki link", "[[http://example.org label]] x", "prose||label x\n"},
    {"mail", "[mailto:a@example.org write] or [news:x read]", "prose||write or read\n"},
    {"template in url", "[http://example.org/{{x|y}}/z label]", "prose||label\n"},
    {"no url", "10:30, a: b, ratio 1://2", "prose||10:30, a: b, ratio 1://2\n"},
    {"references", "One.<ref>Note.</ref> Two<ref name=\"a\" />, three.<ref name=b>{{cite|x}}</ref>",
     "prose||One. Two, three.\n"},
    {"quoted angle",
     "A<ref name=\"a>b\">note</ref>, B<ref name='c>d' />, C<ref name=\"x<y\">n</ref>.",
     "prose||A, B, C.\n"},
    {"no space at all", "End.<ref>x</ref>Begin.<REF>y</REF >Next", "prose||End. Begin. Next\n"},
    {"unclosed reference",
     "One.<ref>Note without end. Lost.\n"
     "Kept.",
     "prose||One. Kept.\n"},
    {"forgotten slash", "One.<ref name=\"a\"> Two.<ref>n</ref> Three.",
     "prose||One. Two. Three.\n"},
    {"reference before reference", "A.<ref>x <ref>y</ref> B.", "prose||A. B.\n"},
    {"reference over a heading",
     "A.<ref name=q>x\n"
     "== H ==\n"
     "y</ref> z",
     "prose||A. x\n"
     "prose|H|y z\n"},
    {"references list",
     "<references>\n"
     "<ref name=a>x</ref>\n"
     "</references>\n"
     "Text",
     "prose||Text\n"},
    {"reference without angle", "Text <ref name=x and more", "prose||Text name=x and more\n"},
    {"braces in a reference", "A<ref>{{cite|x</ref> b {{nowrap|c}}.", "prose||A b c.\n"},
    {"comments", "a<!-- x -->b <!-- [[ {{ -->c <!----> d", "prose||ab c d\n"},
    {"comment on its own line",
     "One\n"
     "<!-- x -->\n"
     "two",
     "prose||One two\n"},
    {"unclosed comment",
     "One <!-- two\n"
     "three",
     "prose||One three\n"},
    {"nowiki", "<nowiki>''a'' [[b]] {{c}} &amp; <b></nowiki> d<nowiki/>e",
     "prose||''a'' [[b]] {{c}} & <b> de\n"},
    {"pre",
     "Before\n"
     "<pre>\n"
     "* a\n"
     " == b ==\n"
     "</pre>\n"
     "after",
     "prose||Before * a == b == after\n"},
    {"unclosed nowiki", "a <nowiki> [[b]]", "prose||a b\n"},
    {"inline tags",
     "H<sub>2</sub>O, <b>bold</b>, <span style=\"a>b\">c</span>, <font "
     "color=red>d</font><small>e</small>",
     "prose||H2O, bold, c, de\n"},
    {"line break", "one<br>two<br/>three<BR clear=all />four", "prose||one two three four\n"},
    {"block tags", "a<div class=x>b</div>c<blockquote>d</blockquote><p>e",
     "prose||a\n"
     "prose||b\n"
     "prose||c\n"
     "prose||d\n"
     "prose||e\n"},
    {"html list", "<ul><li>one</li><li>two</ul>three",
     "list||one\n"
     "list||two\n"
     "prose||three\n"},
    {"dropped tags",
     "a <math>x^2</math> b <gallery>\n"
     "File:a.jpg|x\n"
     "</gallery> c <syntaxhighlight lang=c>int x;</syntaxhighlight> d <score>e</score>",
     "prose||a b c d\n"},
    {"code keeps its text", "<code>x = [[y]]</code>", "prose||x = y\n"},
    {"inclusion",
     "<noinclude>a</noinclude><includeonly>b</includeonly><onlyinclude>c</onlyinclude>",
     "prose||a c\n"},
    {"no tags", "1 < 2, a <b, x<y> </y> z <stdio.h>", "prose||1 < 2, a <b, x<y> z <stdio.h>\n"},
    {"unclosed tag", "a <div class=\"x\" b",
     "prose||a\n"
     "prose||class=\"x\" b\n"},
    {"stray closer", "a</span> b</ref> c</foo> d", "prose||a b c d\n"},
    {"entities", "&amp;&lt;&gt;&quot;&eacute;&mdash;&#233;&#xe9;&alpha;", "prose||&<>\"é—ééα\n"},
    {"decoded once", "&amp;nbsp; &amp;lt;b> &lt;ref&gt;", "prose||&nbsp; &lt;b> <ref>\n"},
    {"entity spaces", "a&nbsp;b&thinsp;c&#160;d&#10;e&shy;f&#32;&#32;g", "prose||a b c d ef g\n"},
    {"entity garbage", "&nosuch; &amp &#; &#x; &#0; &#xD800; &#99999999999; &#150; AT&T",
     "prose||&nosuch; &amp &#; &#x; � � � – AT&T\n"},
    {"dropped templates",
     "a {{cite|x}}, b {{foo}} ; c{{fact}}. {{bar\n"
     "|x=y\n"
     "}}d",
     "prose||a, b; c. d\n"},
    {"convert",
     "{{convert|1300|mi|km}}, {{convert|5|by|10|ft}}, {{convert|3|-|5|km}}, {{convert|6|ft|2|in}}, "
     "{{cvt|2|to|3|C}}, {{convert|7.5|e9USgal}}, {{convert|9|km|mi|0|abbr=on}}, "
     "{{convert|4|PD/sqmi}}",
     "prose||1300 mi, 5 by 10 ft, 3–5 km, 6 ft 2 in, 2 to 3 °C, 7.5 billion US gal, 9 km, "
     "4 inhabitants per sq mi\n"},
    {"foreign words",
     "{{lang|el|λόγος}} {{lang-de|Hund}} {{transl|ru|pes}} {{nihongo|dog|犬|inu}} "
     "{{Lang-fr|chien|l=x}}",
     "prose||λόγος Hund pes dog (犬, inu) chien\n"},
    {"form",
     "{{nowrap|a b}} {{small|c}} {{abbr|d|e}} {{font color|red|f}} {{sort|01|g}} {{sortname|H|I}}",
     "prose||a b c d f g H I\n"},
    {"numbers",
     "{{formatnum:1234}} {{val|1.5|0.1|u=km}} {{frac|2}} {{frac|1|2}} {{frac|1|2|3}} {{nts|7}} "
     "{{#if:x|y}} {{PAGENAME}}",
     "prose||1234 1.5 ± 0.1 km 1/2 1/2 1 2/3 7\n"},
    {"dates",
     "{{birth date and age|1970|5|12}}, {{death date|df=yes|2000|1|2|1930|1|1}}, {{as of|2010|4}}, "
     "{{As of|2011|lc=on}}, {{circa|1200}}, {{start date|1999}}",
     "prose||May 12, 1970, 2 January 2000, As of April 2010, as of 2011, c. 1200, 1999\n"},
    {"a dash that is emphasis where it has an argument", "a{{em}}b {{em|c}}", "prose||a—b c\n"},
    {"signs", "a{{mdash}}b{{snd}}c{{·}}d {{!}} {{'}} {{=}} e{{nbsp}}f",
     "prose||a—b – c · d | ' = e f\n"},
    {"quotations",
     "He said:\n"
     "{{quote|To be.|Shakespeare}}\n"
     "and\n"
     "{{cquote|text=Or not.\n"
     "To be.}} left.",
     "prose||He said:\n"
     "prose||To be.\n"
     "prose||and\n"
     "prose||Or not. To be.\n"
     "prose||left.\n"},
    {"lists in columns",
     "== See also ==\n"
     "{{Columns-list|2|\n"
     "* [[Dog]]\n"
     "* [[Cat]]\n"
     "}}\n"
     "{{columns |width=40em\n"
     "|col1 =\n"
     "* [[Cow]]\n"
     "|col2 =\n"
     "* [[Ape]]\n"
     "}}\n"
     "Text",
     "footer|See also|Dog\n"
     "footer|See also|Cat\n"
     "footer|See also|Cow\n"
     "footer|See also|Ape\n"
     "footer|See also|Text\n"},
    {"other links",
     "{{ill|Dog|de|Hund}} {{flag|France}} {{flagicon|France}}{{flag|Spain}} {{tsl|en|Dog||the "
     "dog}}",
     "prose||Dog France Spain the dog\n"},
    {"nested arguments", "{{nowrap|a {{nowrap|b {{convert|1|km}} c}} [[d|e]] {{foo|{{bar}}}} f}}",
     "prose||a b 1 km c e f\n"},
    {"named positions", "{{lang|1=el|2=λ}} {{nowrap|1=a=b}} {{nowrap|x=y}}", "prose||λ a=b\n"},
    {"parameters", "a {{{1|b}}} {{{2}}} {{{3|{{nowrap|c}}}}} {{{{{x|nowrap}}}|d}}",
     "prose||a b c\n"},
    {"template with table",
     "{{foo|\n"
     "{|\n"
     "| a\n"
     "|}\n"
     "}}\n"
     "b\n"
     "{{Infobox\n"
     "| a = b\n"
     "|}}\n"
     "c",
     "prose||b\n"
     "prose||c\n"},
    {"template name written otherwise",
     "{{ Nowrap |a}} {{template:nowrap|b}} {{no_break|c}} {{\n"
     "small\n"
     "|d}} {{NOWRAP|e}}",
     "prose||a b c d e\n"},
    {"unclosed template in a line",
     "At {{convert|5|km from\n"
     "\n"
     "Next.",
     "prose||At convert|5|km from\n"
     "prose||Next.\n"},
    {"unclosed infobox",
     "{{Infobox\n"
     "| name = x\n"
     "| born = {{nowrap|y}}\n"
     "'''Text''' here.\n"
     "\n"
     "More.",
     "prose||Text here.\n"
     "prose||More.\n"},
    {"unclosed template ends at heading",
     "{{foo|a\n"
     "== H ==\n"
     "b }} c",
     "prose||foo|a\n"
     "prose|H|b c\n"},
    {"stray braces", "a }} b { c } d", "prose||a b { c } d\n"},
    {"gallery of language", "{{unité|5|km}} {{仮リンク|犬|en|Dog}} {{нп|Собака|пёс}}",
     "prose||5 km 犬 пёс\n"},
    {"empty brackets", "Dog ({{IPA|x}}) is ( {{IPA|y}} , {{foo}} ) a.", "prose||Dog is a.\n"},
    {"broken brackets",
     "Dog ({{IPA|x}}; born 1900), Cat (born 1900; {{foo}}), Cow ({{lang|x}}, big).",
     "prose||Dog (born 1900), Cat (born 1900), Cow (big).\n"},
    {"labels",
     "Dog (pronounced {{IPA|x}}) and Cat (Greek: {{foo}}; small) and Cow (IPA: {{IPA|x}}, b).",
     "prose||Dog and Cat (small) and Cow (b).\n"},
    {"colon after removal",
     "* {{IPA|x}}: as in\n"
     "* :as written\n"
     "a ({{foo}}: b) {{foo}}: c",
     "list||as in\n"
     "list||:as written\n"
     "prose||a (b): c\n"},
    {"brackets as written", "main() and f( x ) , g (, h)", "prose||main() and f( x ) , g (, h)\n"},
    {"spaces around removals", "a {{foo}} b, c {{foo}}, d {{foo}}. e ( {{foo}} f {{foo}} ) g",
     "prose||a b, c, d. e (f) g\n"},
    {"no merged words", "one{{foo}}two слово.<ref>x</ref>Слово 犬<ref>x</ref>犬 a<!-- x -->b",
     "prose||one two слово. Слово 犬犬 ab\n"},
    {"full-width brackets", "犬（{{lang-en|}}、いぬ）は（{{IPA|x}}）動物。",
     "prose||犬（いぬ）は動物。\n"},
    {"comma after removal", "{{foo}}, a, {{foo}}, b", "prose||a, b\n"},
    {"switches",
     "__TOC__ a __NOTOC__\n"
     "__INDEX__\n"
     "b __init__ x__y __ОГЛАВЛЕНИЕ__",
     "prose||a b __init__ x__y\n"},
    {"table",
     "Before\n"
     "{| class=\"wikitable\"\n"
     "|+ Caption\n"
     "|-\n"
     "! A !! B\n"
     "|-\n"
     "| c || style=\"x\" | d\n"
     "|-\n"
     "| e\n"
     "| f\n"
     "|}\n"
     "After",
     "prose||Before\n"
     "table||Caption\n"
     "table||A | B\n"
     "table||c | d\n"
     "table||e | f\n"
     "prose||After\n"},
    {"long cell",
     "{|\n"
     "| short || This cell is long enough, at sixty characters, to stand alone. || x\n"
     "|}",
     "table||This cell is long enough, at sixty characters, to stand alone.\n"
     "table||short | x\n"},
    {"cell with lines",
     "{|\n"
     "| a\n"
     "b\n"
     "* c\n"
     "\n"
     "d\n"
     "| e\n"
     "|}",
     "table||a b | c | d | e\n"},
    {"nested table",
     "{|\n"
     "| a\n"
     "{|\n"
     "| b || c\n"
     "|}\n"
     "| d\n"
     "|-\n"
     "| e\n"
     "|}\n"
     "Text",
     "table||a\n"
     "table||b | c\n"
     "table||d\n"
     "table||e\n"
     "prose||Text\n"},
    {"cell attributes",
     "{|\n"
     "| colspan=2 {{n/a}} || [[a|b]] | c\n"
     "| align=left | {{nowrap|x|y}}\n"
     "|}",
     "table||N.A. | b | c | x\n"},
    {"indented table",
     ":{|\n"
     "| a\n"
     "|}\n"
     " {|\n"
     " | b\n"
     " |}",
     "table||a\n"
     "table||b\n"},
    {"html table", "<table><caption>A</caption><tr><td>b</td><td>c</td></tr><tr><th>d</table>Text",
     "table||A\n"
     "table||b | c\n"
     "table||d\n"
     "prose||Text\n"},
    {"unclosed table",
     "{|\n"
     "| a\n"
     "| b\n"
     "== H ==\n"
     "Text",
     "table||a | b\n"
     "prose|H|Text\n"},
    {"lines of a lost table",
     "| a || b\n"
     "|-\n"
     "| c\n"
     "|}\n"
     "Text",
     "table||a | b\n"
     "table||c\n"
     "prose||Text\n"},
    {"table closed in a line",
     "{|\n"
     "| a |} b\n"
     "\n"
     "Text",
     "table||a\n"
     "prose||b\n"
     "prose||Text\n"},
    {"variants", "-{zh-hans:软件; zh-hant:軟體}- -{T|x}- -{y}- -{A|zh-cn:z}- a-{b",
     "prose||软件 y z a-{b\n"},
};

enum { case_count = sizeof cases / sizeof *cases };

static struct site *site;
static struct wikitext_cleaner *cleaner;
static struct plain_text plain;

/* The blocks of `plain` in the notation of the cases; the caller frees it. */
static char *write_blocks(void) {
    struct text_buffer lines = {0};
    for (size_t i = 0; i < plain.block_count; i++) {
        const struct plain_block *block = &plain.blocks[i];
        const struct plain_section *section = &plain.sections[block->section];
        const char *kind = block_kind_name(block->kind);
        text_buffer_append(&lines, kind, strlen(kind));
        text_buffer_append_byte(&lines, '|');
        text_buffer_append(&lines, plain.section_names.bytes + section->offset, section->length);
        text_buffer_append_byte(&lines, '|');
        text_buffer_append(&lines, plain.text.bytes + block->offset, block->length);
        text_buffer_append_byte(&lines, '\n');
    }
    text_buffer_append_byte(&lines, '\0');
    return lines.bytes;
}

static void test_cases(void) {
    for (size_t i = 0; i < case_count; i++) {
        bool cleaned =
            wikitext_clean(cleaner, cases[i].wikitext, strlen(cases[i].wikitext), &plain);
        char *blocks = write_blocks();
        CHECK(cleaned && strcmp(blocks, cases[i].blocks) == 0, "%s\nexpected:\n%sfound:\n%s",
              cases[i].name, cases[i].blocks, blocks);
        free(blocks);
    }
}

/* Which promise of wikitext.h a block breaks; NULL if none. */
static const char *block_fault(const struct plain_block *block) {
    if (block->length == 0 || block->offset + block->length > plain.text.length)
        return "outside the text";
    const char *text = plain.text.bytes + block->offset;
    if (text[0] == ' ' || text[block->length - 1] == ' ')
        return "not trimmed";
    for (size_t i = 0; i < block->length; i++) {
        if ((unsigned char)text[i] < ' ')
            return "has a control character";
        if (text[i] == ' ' && text[i + 1] == ' ')
            return "white space not folded";
    }
    return block->section < plain.section_count ? NULL : "no such section";
}

/* Cleans from memory of the exact size, so that a sanitizer sees a read beyond it. */
static bool is_sound(const char *wikitext, size_t length) {
    char *copy = malloc(length ? length : 1);
    if (!copy)
        return false;
    if (length > 0)
        memcpy(copy, wikitext, length);
    bool sound = wikitext_clean(cleaner, copy, length, &plain);
    free(copy);
    for (size_t i = 0; sound && i < plain.block_count; i++) {
        const char *fault = block_fault(&plain.blocks[i]);
        if (fault)
            printf("block %zu: %s\n", i, fault);
        sound = !fault && (i == 0 || plain.blocks[i].offset >=
                                         plain.blocks[i - 1].offset + plain.blocks[i - 1].length);
    }
    return sound;
}

static bool prefixes_are_sound(const char *wikitext, size_t length) {
    for (size_t i = 0; i <= length; i++) {
        if (!is_sound(wikitext, i))
            return false;
    }
    return true;
}

static void test_prefixes(void) {
    for (size_t i = 0; i < case_count; i++)
        CHECK(prefixes_are_sound(cases[i].wikitext, strlen(cases[i].wikitext)), "%s",
              cases[i].name);
}

/* Reads the rest of a JSON string; returns what follows its closing mark. */
static const char *read_json_string(const char *at, struct text_buffer *value) {
    text_buffer_clear(value);
    for (; *at != '"' && *at != '\0'; at++) {
        if (*at != '\\') {
            text_buffer_append_byte(value, *at);
            continue;
        }
        at++;
        static const char escapes[] = "nrtbf", characters[] = "\n\r\t\b\f";
        const char *escape = strchr(escapes, *at);
        if (*at == 'u') {
            char digits[5] = {0};
            strncpy(digits, at + 1, 4);
            text_buffer_append_code_point(value, strtoul(digits, NULL, 16));
            at += 4;
        } else
            text_buffer_append_byte(value, escape ? characters[escape - escapes] : *at);
    }
    return at;
}

/* Other people's wikitext, in fragment_text; each extends to the start of the next. */
enum { most_fragments = 2000 };
static struct text_buffer fragment_text;
static size_t fragment_starts[most_fragments + 1], fragment_count;

static void read_fragments(void) {
    static const char key[] = "\"input\": \"";
    struct text_buffer file = {0}, value = {0};
    if (!read_file(shared_path("wikitext/inputs.jsonl"), &file)) {
        test_skip("no ../shared/data/wikitext: other people's fragments");
        return;
    }
    const char *at = file.bytes;
    while (fragment_count < most_fragments && (at = strstr(at, key)) != NULL) {
        at = read_json_string(at + strlen(key), &value);
        text_buffer_append(&fragment_text, value.bytes, value.length);
        fragment_starts[++fragment_count] = fragment_text.length;
    }
    CHECK(fragment_count == 526, "%zu fragments", fragment_count);
    text_buffer_free(&file);
    text_buffer_free(&value);
}

struct fragment {
    const char *bytes;
    size_t length;
};

static struct fragment fragment_at(size_t i) {
    return (struct fragment){fragment_text.bytes + fragment_starts[i],
                             fragment_starts[i + 1] - fragment_starts[i]};
}

/* The same random numbers in every run (Knuth's MMIX generator). */
static size_t draw(size_t below) {
    static unsigned long long state = 20260101;
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (size_t)(state >> 33) % below;
}

/* Up to eight pieces of cases and fragments, joined. */
static void splice(struct text_buffer *buffer) {
    text_buffer_clear(buffer);
    for (size_t pieces = 1 + draw(8); pieces > 0; pieces--) {
        size_t number = draw(case_count + fragment_count);
        struct fragment from =
            number < case_count
                ? (struct fragment){cases[number].wikitext, strlen(cases[number].wikitext)}
                : fragment_at(number - case_count);
        size_t start = draw(from.length + 1);
        text_buffer_append(buffer, from.bytes + start, draw(from.length - start + 1));
    }
}

static void test_splices(void) {
    enum { splices = 40000 };
    struct text_buffer buffer = {0};
    size_t unsound = 0;
    for (int i = 0; i < splices; i++) {
        splice(&buffer);
        if (!is_sound(buffer.bytes, buffer.length)) {
            unsound++;
            printf("splice %d:\n%.*s\n", i, (int)buffer.length, buffer.bytes);
        }
    }
    CHECK(unsound == 0, "%zu of %d splices", unsound, (int)splices);
    text_buffer_free(&buffer);
}

static void test_fragments(void) {
    for (size_t i = 0; i < fragment_count; i++) {
        struct fragment fragment = fragment_at(i);
        CHECK(prefixes_are_sound(fragment.bytes, fragment.length), "%.*s", (int)fragment.length,
              fragment.bytes);
    }
}

/* `length` bytes that repeat the `size` bytes of `repeated`. */
static char *repeat(const char *repeated, size_t size, size_t length) {
    char *text = malloc(length);
    for (size_t i = 0; text && i < length; i++)
        text[i] = repeated[i % size];
    return text;
}

static double seconds_to_clean(const char *wikitext, size_t length) {
    struct timespec begin, end;
    timespec_get(&begin, TIME_UTC);
    if (!wikitext_clean(cleaner, wikitext, length, &plain))
        return 1e9;
    timespec_get(&end, TIME_UTC);
    return (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
}

/* Opening brackets without closing ones, and the like. */
/* clang-format off */
static const char *const bombs[] = {
    "{{", "[[", "{|", "{|\n", "<ref>", "'''", "''", "{{{", "[[File:x|", "<nowiki>", "<!--", "-{",
    "}}", "]]", "|}", "<ref name=x>", "<ref ", "<b \"", "<b '", "{{a|", "{{lang|x|",
    "{{nihongo|x|y|", "[http://x ", "http://", "[[a:", "[[a\n", "{{a\n|", "== a\n", "==a==\n",
    "======a======\n", "=\n", "*", "* a\n", ":", ";a:", "|", "||", "{|\n|", "|-\n", "!", "!!",
    "&", "&a", "&#", "__", "_", "__A", "(", "()", "( ,", "{{x1}}(", "{{x1}},", "{{x1}})",
    "<math>", "<math></math>", "<pre>\n", "</", "</ref>", "<", "<a", "<!", "-->", "<!-- -->",
    "{{convert|1|", "{{{a|", "-{a:b;", "a''b'''c", "\n", " ", "a ", "\t", "[", "]", "[[[",
    "{{nowrap|a''", "{{nowrap|\n''", "<table><tr><td>", "<gallery>", "<references>", "[[|",
    "{{{{{", "}}}", "{{a}}}}", "<ref>\n==", "<ref name=a>\n==a==\n", "{{(", "{{quote|",
    "{{quote|\n* a\n", "<br", "\xE2\x80", "\xC2", "\xE3\x80\x80", "pronounced {{x1}})",
    "(a: {{x1}};",
};
/* clang-format on */

/*
 * Twice the input may take twice the time. Three times is a failure, unless both times are too
 * short to measure. `length` must be large enough that quadratic time would be measurable.
 */
static void check_doubling(const char *repeated, size_t size, size_t length) {
    enum { attempts = 4 }; /* a busy machine may slow down either measurement */
    char *text = repeat(repeated, size, length);
    CHECK(text && is_sound(text, length), "%.*s", (int)size, repeated);
    double half = 0, whole = 1e9;
    for (int i = 0; text && i < attempts && whole >= 3 * half + 0.1; i++) {
        half = seconds_to_clean(text, length / 2);
        whole = seconds_to_clean(text, length);
    }
    CHECK(whole < 3 * half + 0.1, "\"%.*s\": %.3f s, and %.3f s for twice of it", (int)size,
          repeated, half, whole);
    free(text);
}

static void test_bombs(void) {
    for (size_t i = 0; i < sizeof bombs / sizeof *bombs; i++)
        check_doubling(bombs[i], strlen(bombs[i]), 1 << 19);
}

static void test_doubled_fragments(void) {
    for (size_t i = 0; i < fragment_count; i++) {
        struct fragment fragment = fragment_at(i);
        if (fragment.length > 0)
            check_doubling(fragment.bytes, fragment.length, 1 << 18);
    }
}

/* Balanced nesting: beyond the bound of the stack, brackets are text. */
static void test_nesting(void) {
    static const char *const pairs[][2] = {{"{{nowrap|", "}}"}, {"[[a|", "]]"}, {"{{{a|", "}}}"},
                                           {"-{", "}-"},        {"(", ")"},     {"{|\n|", "\n|}"}};
    enum { levels = 100000 };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct text_buffer buffer = {0};
        for (int level = 0; level < levels; level++)
            text_buffer_append(&buffer, pairs[i][0], strlen(pairs[i][0]));
        text_buffer_append(&buffer, "core", 4);
        for (int level = 0; level < levels; level++)
            text_buffer_append(&buffer, pairs[i][1], strlen(pairs[i][1]));
        CHECK(is_sound(buffer.bytes, buffer.length), "%s", pairs[i][0]);
        text_buffer_free(&buffer);
    }
}

/* A zero byte is a byte like any other, even where a word of a table would end. */
static void test_zero_bytes(void) {
    static const char *const words[] = {"[[de%:x]]",        "[[wikt%:x]]",  "[[x.jpg%|y]]",
                                        "<ref% x>y</ref%>", "== notes% ==", "[http%://x y]"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        for (size_t zeros = 1; zeros <= 8; zeros++) {
            struct text_buffer text = {0};
            for (const char *at = words[i]; *at; at++)
                for (size_t n = 0; n < (*at == '%' ? zeros : 1); n++)
                    text_buffer_append_byte(&text, *at == '%' ? '\0' : *at);
            CHECK(is_sound(text.bytes, text.length), "%s with %zu zero bytes", words[i], zeros);
            text_buffer_free(&text);
        }
    }
}

/* Opens, cleans and closes with that many allocations; false if they were too few. */
static bool clean_with(size_t allocations, const char *wikitext, size_t length) {
    struct plain_text own = {0};
    allocations_left = allocations;
    struct site *own_site = site_open();
    struct wikitext_cleaner *own_cleaner = own_site ? wikitext_cleaner_open(own_site) : NULL;
    bool cleaned = own_cleaner && wikitext_clean(own_cleaner, wikitext, length, &own);
    allocations_left = (size_t)-1;
    wikitext_cleaner_close(own_cleaner);
    site_close(own_site);
    plain_text_free(&own);
    return cleaned;
}

static void test_memory(void) {
    if (!__real_realloc) {
        test_skip("not linked with --wrap: memory that runs out");
        return;
    }
    enum { plenty = 2000 };
    struct text_buffer all = {0};
    for (size_t i = 0; i < case_count; i++) {
        text_buffer_append(&all, cases[i].wikitext, strlen(cases[i].wikitext));
        text_buffer_append(&all, "\n\n", 2);
    }
    size_t needed = 0;
    while (needed < plenty && !clean_with(needed, all.bytes, all.length))
        needed++;
    CHECK(needed > 100 && needed < plenty, "%zu allocations", needed);
    text_buffer_free(&all);
}

/* The wikitext of a page in XML: its <text>, with the five entities of XML decoded. */
static void read_page(const char *xml, struct text_buffer *wikitext) {
    static const char *const entities[] = {"&lt;", "&gt;", "&quot;", "&apos;", "&amp;"};
    text_buffer_clear(wikitext);
    const char *at = strstr(xml, "<text");
    const char *end = at ? strstr(at, "</text>") : NULL;
    if (!end)
        return;
    at = strchr(at, '>') + 1;
    while (at < end) {
        size_t length = 1;
        char byte = *at;
        for (size_t i = 0; byte == '&' && i < sizeof entities / sizeof *entities; i++) {
            if (strncmp(at, entities[i], strlen(entities[i])) == 0) {
                byte = "<>\"'&"[i];
                length = strlen(entities[i]);
                break;
            }
        }
        text_buffer_append_byte(wikitext, byte);
        at += length;
    }
}

/* Markup that is left in `plain`; NULL if there is none. */
static const char *leftover(void) {
    static const char *const markup[] = {"{{",     "}}",    "[[",        "]]",   "{|",    "|}",
                                         "<ref",   "</",    "<br",       "<div", "<span", "''",
                                         "thumb|", "File:", "Category:", "http"};
    text_buffer_append_byte(&plain.text, '\0');
    for (size_t i = 0; i < sizeof markup / sizeof *markup; i++) {
        if (strstr(plain.text.bytes, markup[i]))
            return markup[i];
    }
    return NULL;
}

static bool has_ending(const char *name, const char *ending) {
    size_t length = strlen(name), size = strlen(ending);
    return length > size && strcmp(name + length - size, ending) == 0;
}

static void test_page(const char *path) {
    struct text_buffer xml = {0}, wikitext = {0};
    bool found = read_file(path, &xml);
    if (found)
        read_page(xml.bytes, &wikitext);
    CHECK(wikitext.length > 0 && is_sound(wikitext.bytes, wikitext.length), "%s", path);
    CHECK(plain.block_count >= 5, "%s: %zu blocks", path, plain.block_count);
    const char *markup = leftover();
    CHECK(!markup, "%s: %s is left", path, markup);
    text_buffer_free(&xml);
    text_buffer_free(&wikitext);
}

static void test_pages(void) {
    DIR *folder = opendir(shared_path("dumps/pages"));
    if (!folder) {
        test_skip("no ../shared/data/dumps/pages: real pages");
        return;
    }
    size_t pages = 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (!has_ending(entry->d_name, ".xml"))
            continue;
        char name[512];
        snprintf(name, sizeof name, "dumps/pages/%s", entry->d_name);
        test_page(shared_path(name));
        pages++;
    }
    closedir(folder);
    CHECK(pages > 20, "%zu pages", pages);
}

/* Templates that differ between the languages of wikis. */
static void test_languages(void) {
    static const char *const wikis[][3] = {
        {"fr", "au {{s|XX|e}}, {{2e}} éd.", "prose||au XXe siècle, 2e éd.\n"},
        {"eo", "la {{daton|2|majo|1900}}", "prose||la 2-an de majo 1900\n"},
        {"gl", "é {{Dic|can}}", "prose||é can\n"},
        {"en", "a {{2e}} b {{dic|c}}", "prose||a b\n"},
    };
    for (size_t i = 0; i < sizeof wikis / sizeof *wikis; i++) {
        struct site *own_site = site_open();
        if (own_site)
            site_set_language(own_site, wikis[i][0], strlen(wikis[i][0]));
        struct wikitext_cleaner *own = own_site ? wikitext_cleaner_open(own_site) : NULL;
        bool cleaned = own && wikitext_clean(own, wikis[i][1], strlen(wikis[i][1]), &plain);
        char *blocks = write_blocks();
        CHECK(cleaned && strcmp(blocks, wikis[i][2]) == 0, "%s: found:\n%s", wikis[i][0], blocks);
        free(blocks);
        wikitext_cleaner_close(own);
        site_close(own_site);
    }
}

/* A German wiki says what its pictures are called; an English one has no variants. */
static void test_sites(void) {
    struct site *german = site_open();
    CHECK(german, "out of memory");
    if (!german)
        return;
    site_set_language(german, "de", 2);
    struct wikitext_cleaner *own = wikitext_cleaner_open(german);
    static const char wikitext[] = "[[Foto:a|b]]{{enS|dog}} -{a}-";
    bool cleaned = own && site_add_namespace(german, namespace_file, "Foto", 4) &&
                   wikitext_clean(own, wikitext, strlen(wikitext), &plain);
    char *blocks = write_blocks();
    CHECK(cleaned && strcmp(blocks, "prose||dog -{a}-\n") == 0, "found:\n%s", blocks);
    free(blocks);
    wikitext_cleaner_close(own);
    site_close(german);
}

int main(void) {
    CHECK(set_small_limits(), "the stack is as large as ever");
    site = site_open();
    cleaner = site ? wikitext_cleaner_open(site) : NULL;
    CHECK(cleaner, "out of memory");
    if (!cleaner)
        return test_end("loader/test_wikitext");
    read_fragments();
    test_cases();
    test_prefixes();
    test_splices();
    test_bombs();
    test_nesting();
    test_zero_bytes();
    test_memory();
    test_languages();
    test_sites();
    test_fragments();
    test_doubled_fragments();
    test_pages();
    text_buffer_free(&fragment_text);
    plain_text_free(&plain);
    wikitext_cleaner_close(cleaner);
    site_close(site);
    return test_end("loader/test_wikitext");
}
