/* redirect.c - see redirect.h. */
#include "redirect.h"

#include "../base/ascii.h"
#include "../base/words.h"

/*
 * Without the '#'. Case does not matter for ASCII letters; other words are listed in the forms that
 * are in use. Every wiki understands English.
 */
static const char words[] =
    "redirect|weiterleitung|redirection|redirección|redireccion|redirecionamento|rinvia|"
    "doorverwijzing|patrz|przekieruj|tam|omdirigering|viderekobling|omdiriger|ohjaus|"
    "uudelleenohjaus|přesměruj|PŘESMĚRUJ|presmeruj|átirányítás|ÁTIRÁNYÍTÁS|redirecteaza|"
    "yönlendirme|YÖNLENDİRME|yönlendir|đổi|ĐỔI|alidirektu|birzuzendu|preusmjeri|preusmeri|"
    "preusmeritev|suuna|peradresavimas|tilvísun|adkas|ail-cyfeirio|athsheoladh|alih|lencong|"
    "перенаправление|ПЕРЕНАПРАВЛЕНИЕ|перенапр|перенаправлення|ПЕРЕНАПРАВЛЕННЯ|виж|пренасочване|"
    "ПРЕНАСОЧВАНЕ|преусмери|пренасочување|перанакіраванне|ανακατευθυνση|ΑΝΑΚΑΤΕΥΘΥΝΣΗ|"
    "ανακατεύθυνση|転送|リダイレクト|重定向|重新導向|넘겨주기|تحويل|تغییر_مسیر|تغییرمسیر|"
    "رجوع_مکرر|הפניה|अनुप्रेषित|पुनर्निर्देशित|เปลี่ยนทาง|ವಹಿಸು|REDIRECCIÓN";

static size_t skip_space(const char *text, size_t length, size_t at) {
    while (at < length && ascii_is_space(text[at]))
        at++;
    return at;
}

size_t redirect_target(const char *wikitext, size_t length) {
    size_t at = skip_space(wikitext, length, 0);
    if (at == length || wikitext[at] != '#')
        return 0;
    at = skip_space(wikitext, length, at + 1);
    const char *rest = words, *word;
    for (size_t size; words_next(&rest, &word, &size);) {
        size_t same = 0;
        while (same < size && at + same < length &&
               ascii_lower(wikitext[at + same]) == ascii_lower(word[same]))
            same++;
        if (same < size)
            continue;
        /* The link comes after the word and perhaps a colon. */
        size_t link = skip_space(wikitext, length, at + size);
        if (link < length && wikitext[link] == ':')
            link = skip_space(wikitext, length, link + 1);
        if (words_begin("[[", wikitext + link, length - link))
            return link + 2;
    }
    return 0;
}
