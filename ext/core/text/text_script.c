/* text_script.c - see text_script.h. */
#include "text_script.h"

/* The script that stands for Han and kana while they count together. */
static unsigned counted_as(unsigned script) {
    return script == frozen_hiragana || script == frozen_katakana ? frozen_han : script;
}

static unsigned script_of(uint32_t point) {
    if (point < 0x80)
        return (point | 0x20) - 'a' < 26 ? frozen_latin : frozen_no_script;
    return frozen_character_of(point).script;
}

static const char *name_of_east_asian(const uint32_t *letters) {
    uint32_t kana = letters[frozen_hiragana] + letters[frozen_katakana];
    uint32_t all = letters[frozen_han] + kana;
    if (letters[frozen_hiragana] == all)
        return frozen_script_name(frozen_hiragana);
    if (letters[frozen_katakana] == all)
        return frozen_script_name(frozen_katakana);
    return kana * 10 >= all ? "Japanese" : frozen_script_name(frozen_han);
}

const char *text_script_name(const uint32_t *points, size_t count) {
    uint32_t letters[frozen_scripts_max] = {0}, together[frozen_scripts_max] = {0};
    size_t end = count < text_script_points ? count : text_script_points;
    uint32_t most = 0;
    for (size_t i = 0; i < end; i++) {
        unsigned script = script_of(points[i]);
        letters[script]++;
        uint32_t now = ++together[counted_as(script)];
        if (script != frozen_no_script && now > most)
            most = now;
    }
    for (size_t i = 0; i < end && most > 0; i++) {
        unsigned script = counted_as(script_of(points[i]));
        if (script != frozen_no_script && together[script] == most)
            return script == frozen_han ? name_of_east_asian(letters) : frozen_script_name(script);
    }
    return NULL;
}
