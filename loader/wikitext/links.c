/* links.c - see links.h. */
#include "links.h"

#include "../base/ascii.h"
#include "../base/words.h"

#include <string.h> /* memcpy */

/* Languages that have a Wikipedia: [[de:Hund]] is the same article in German. */
static const char languages[] =
    "aa|ab|ace|ady|af|ak|als|alt|am|ami|an|ang|ar|arc|ary|arz|as|ast|atj|av|avk|awa|ay|az|azb|ba|"
    "ban|bar|bat-smg|bbc|bcl|be|be-tarask|be-x-old|bg|bh|bi|bjn|blk|bm|bn|bo|bpy|br|bs|btm|bug|"
    "bxr|ca|cbk-zam|cdo|ce|ceb|ch|cho|chr|chy|ckb|co|cr|crh|cs|csb|cu|cv|cy|da|dag|de|dga|din|diq|"
    "dsb|dty|dv|dz|ee|el|eml|en|eo|es|et|eu|ext|fa|fat|ff|fi|fiu-vro|fj|fo|fon|fr|frp|frr|fur|fy|"
    "ga|gag|gan|gcr|gd|gl|glk|gn|gom|gor|got|gpe|gsw|gu|guc|gur|guw|gv|ha|hak|haw|he|hi|hif|ho|hr|"
    "hsb|ht|hu|hy|hyw|hz|ia|id|ie|ig|ii|ik|ilo|inh|io|is|it|iu|ja|jam|jbo|jv|ka|kaa|kab|kbd|kbp|"
    "kcg|kg|ki|kj|kk|kl|km|kn|ko|koi|kr|krc|ks|ksh|ku|kus|kv|kw|ky|la|lad|lb|lbe|lez|lfn|lg|li|"
    "lij|lld|lmo|ln|lo|lrc|lt|ltg|lv|lzh|mad|mai|map-bms|mdf|mg|mh|mhr|mi|min|mk|ml|mn|mni|mnw|mr|"
    "mrj|ms|mt|mus|mwl|my|myv|mzn|na|nah|nan|nap|nds|nds-nl|ne|new|ng|nia|nl|nn|no|nov|nqo|nrm|"
    "nso|nv|ny|oc|olo|om|or|os|pa|pag|pam|pap|pcd|pcm|pdc|pfl|pi|pih|pl|pms|pnb|pnt|ps|pt|pwn|qu|"
    "rm|rmy|rn|ro|roa-rup|roa-tara|ru|rue|rw|sa|sah|sat|sc|scn|sco|sd|se|sg|sh|shi|shn|si|simple|"
    "sk|skr|sl|sm|smn|sn|so|sq|sr|srn|ss|st|stq|su|sv|sw|szl|szy|ta|tay|tcy|te|tet|tg|th|ti|tk|tl|"
    "tly|tn|to|tokipona|tpi|tr|trv|ts|tt|tum|tw|ty|tyv|udm|ug|uk|ur|uz|ve|vec|vep|vi|vls|vo|vro|"
    "wa|war|wo|wuu|xal|xh|xmf|yi|yo|yue|za|zea|zgh|zh|zh-classical|zh-cn|zh-min-nan|zh-tw|zh-yue|"
    "zu";

/* Other wikis: [[wikt:dog]] shows "dog". */
static const char projects[] =
    "b|c|commons|d|m|meta|metawikipedia|mw|n|oldwikisource|phab|q|s|species|v|voy|w|wikibooks|"
    "wikidata|wikinews|wikipedia|wikiquote|wikisource|wikispecies|wikiversity|wikivoyage|wikt|"
    "wiktionary";

static bool is_language(const char *text, size_t length) {
    return length > 0 && ascii_is_lower(*text) && words_find(languages, text, length) > 0;
}

/* Endings of pictures, for wikis whose word for "File" is not known. */
static const char picture_endings[] =
    ".jpg|.jpeg|.png|.svg|.gif|.tif|.tiff|.ogg|.ogv|.oga|.webm|.xcf|.djvu";

size_t link_scheme_length(const char *text, size_t length) {
    return words_begin_any_case("http://|https://|//|ftp://|ftps://|mailto:|irc://|ircs://|news:|"
                                "sftp://|ssh://|svn://|telnet://|gopher://|git://|xmpp:|magnet:|"
                                "urn:|nntp://|worldwind://",
                                text, length);
}

int link_namespace(const struct site *site, const char *text, size_t length) {
    /* Letters of two bytes in UTF-8 whose capitals take two bytes as well. */
    static const struct {
        unsigned first, last, to_capital;
    } ranges[] = {
        {0xE0, 0xFE, 0x20},   {0x3AC, 0x3AC, 0x26}, {0x3AD, 0x3AF, 0x25}, {0x3B1, 0x3C9, 0x20},
        {0x430, 0x44F, 0x20}, {0x450, 0x45F, 0x50}, {0x561, 0x586, 0x30},
    };
    char capital[64];
    int number = site_namespace(site, text, length);
    unsigned first = length > 0 ? (unsigned char)text[0] : 0;
    if (number != namespace_none || first < 0xC3 || first > 0xD6 || length < 2 ||
        length > sizeof capital)
        return number;
    unsigned letter = (first & 0x1F) << 6 | ((unsigned char)text[1] & 0x3F);
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        if (letter >= ranges[i].first && letter <= ranges[i].last) {
            letter -= ranges[i].to_capital;
            break;
        }
    }
    memcpy(capital, text, length);
    capital[0] = (char)(0xC0 | letter >> 6);
    capital[1] = (char)(0x80 | (letter & 0x3F));
    return site_namespace(site, capital, length);
}

/* Sets *length to how much of text[start, end) precedes its first ':'; false: all of it. */
static bool find_prefix(const char *text, size_t start, size_t end, size_t *length) {
    *length = ascii_index(text, start, end, ':') - start;
    return *length < end - start;
}

/*
 * Where the name begins in the target, after the names of other wikis, of files and of categories.
 * It is empty for the same article elsewhere: [[wikipedia:el:Dog]] and [[commons:Category:Dogs]].
 */
static size_t skip_prefixes(const struct site *site, const char *text, size_t start, size_t end) {
    size_t length;
    bool visible = start < end && text[start] == ':', elsewhere = false;
    while (find_prefix(text, start, end, &length)) {
        int number = link_namespace(site, text + start, length);
        bool here = number == namespace_file || number == namespace_category;
        bool project = !here && words_find_any_case(projects, text + start, length) > 0;
        if (elsewhere && !visible &&
            (number == namespace_category || is_language(text + start, length)))
            return end;
        if (length > 0 && !here && !project)
            break;
        elsewhere = elsewhere || project;
        start += length + 1;
    }
    return start;
}

struct link_target link_read_target(const struct site *site, const char *text, size_t start,
                                    size_t end) {
    ascii_trim(text, &start, &end);
    struct link_target target = {link_text, start};
    size_t length = 0;
    int number = namespace_none;
    bool prefixed = find_prefix(text, start, end, &length);
    if (prefixed) {
        target.shown = skip_prefixes(site, text, start, end);
        while (length > 0 && ascii_is_space(text[start + length - 1]))
            length--;
        number = link_namespace(site, text + start, length);
    }
    if (target.shown < end && text[target.shown] == '#')
        target.shown++;
    bool slashed = start < end && text[start] == '/'; /* the one scheme without a ":" */
    bool is_category = number == namespace_category;
    if ((prefixed ? !is_category : slashed) && link_scheme_length(text + start, end - start) > 0)
        target.kind = link_external;
    if (!prefixed)
        return target;
    bool picture = number == namespace_none && length > 0 && target.kind == link_text &&
                   words_end_any_case(picture_endings, text + start, end - start) > 0;
    if (number == namespace_file || number == namespace_media || picture)
        target.kind = link_picture;
    else if (is_category)
        target.kind = link_category;
    else if (is_language(text + start, length))
        target.kind = link_language;
    return target;
}
