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

/* Where the target begins in the link after the word and perhaps a colon; 0 without a link. */
static size_t target_after(const char *text, size_t length, size_t at) {
    at = skip_space(text, length, at);
    if (at < length && text[at] == ':')
        at = skip_space(text, length, at + 1);
    return length - at >= 2 && text[at] == '[' && text[at + 1] == '[' ? at + 2 : 0;
}

size_t redirect_target(const char *wikitext, size_t length) {
    size_t at = skip_space(wikitext, length, 0), target = 0;
    if (at == length || wikitext[at] != '#')
        return 0;
    at = skip_space(wikitext, length, at + 1);
    const char *rest = words, *word;
    for (size_t size; target == 0 && words_next(&rest, &word, &size);) {
        size_t same = 0;
        while (same < size && at + same < length &&
               ascii_lower(wikitext[at + same]) == ascii_lower(word[same]))
            same++;
        if (same == size)
            target = target_after(wikitext, length, at + size);
    }
    return target;
}
