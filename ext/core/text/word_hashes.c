/* word_hashes.c - see word_hashes.h. */
#include "word_hashes.h"

#include "characters.h"
#include "letter_hash.h"

/* Characters between two questions whether to stop. */
enum { ascii_max = 1 << 16 };

/* What is left of a text. */
struct reader {
    const uint32_t *at, *end;
};

static inline bool is_ascii_letter(uint32_t point) {
    return (point | 0x20) - 'a' < 26;
}

static bool is_letter(enum character_class class) {
    return class == character_upper || class == character_lower || class == character_letter;
}

static inline bool is_digit_at(const uint32_t *at, const uint32_t *end) {
    return at < end && character_of(*at).class == character_digit;
}

/* Takes a character into the hash of a word's plain form, which has no marks beyond ASCII. */
static uint64_t take(uint64_t hash, uint32_t point, struct character character) {
    uint32_t folded = character.folded;
    if (folded < 0x80)
        return letter_hash_step(hash, folded);
    if (folded != point)
        character = character_of(folded);
    if (character.class == character_mark)
        return hash;
    return letter_hash_step(hash, character_plain(folded));
}

/*
 * Reads characters of ASCII that are no digits, which most are, up to `stop`, and writes the words
 * that end among them; returns where the next one goes. No branch depends on where words end, which
 * a CPU cannot predict: the hash becomes 0 at each character that is no letter, and what is written
 * stays if it was the end of a word. Says whether a word with this hash may go on.
 */
static uint32_t *read_ascii(struct reader *reader, const uint32_t *stop, uint32_t *values,
                            uint64_t *hash, bool *open) {
    const uint32_t *at = reader->at;
    uint64_t letters_hash = 0;
    size_t in_word = 0;
    for (; at < stop && *at < 0x80 && *at - '0' >= 10; at++) {
        size_t letter = is_ascii_letter(*at);
        *values = letter_hash_end(letters_hash);
        values += in_word & ~letter;
        letters_hash = letter_hash_step(letters_hash, *at | 0x20) & -(uint64_t)letter;
        in_word = letter;
    }
    reader->at = at;
    *hash = letters_hash;
    *open = in_word;
    return values;
}

/* Takes the letters, marks and digits that come next into the hash of a word. */
static uint64_t read_letters(struct reader *reader, uint64_t hash) {
    const uint32_t *at = reader->at, *end = reader->end;
    for (; at < end; at++) {
        struct character character = character_of(*at);
        if (!is_letter(character.class) && character.class != character_mark &&
            character.class != character_digit)
            break;
        hash = take(hash, *at, character);
    }
    reader->at = at;
    return hash;
}

/* Reads digits with single points or commas between them. Digits have no other form. */
static uint64_t read_number(struct reader *reader) {
    const uint32_t *at = reader->at, *end = reader->end;
    uint64_t hash = 0;
    while (is_digit_at(at, end)) {
        hash = letter_hash_step(hash, *at++);
        if (at < end && (*at == '.' || *at == ',') && is_digit_at(at + 1, end))
            hash = letter_hash_step(hash, *at++);
    }
    reader->at = at;
    return hash;
}

/* Reads a sign and its marks. A sign without marks is its own plain form. */
static uint64_t read_sign(struct reader *reader, struct character sign) {
    const uint32_t *begin = reader->at++;
    while (reader->at < reader->end && *reader->at >= 0x80 &&
           character_of(*reader->at).class == character_mark)
        reader->at++;
    return reader->at - begin > 1 ? take(0, *begin, sign) : letter_hash_step(0, sign.folded);
}

/* Reads the word that begins here, if one does; else takes one character. */
static bool read_word(struct reader *reader, uint64_t *hash) {
    struct character first = character_of(*reader->at);
    if (is_letter(first.class))
        *hash = read_letters(reader, 0);
    else if (first.class == character_digit)
        *hash = read_number(reader);
    else if (first.class == character_sign)
        *hash = read_sign(reader, first);
    else
        return reader->at++, false;
    return true;
}

bool word_hashes_read(struct word_hashes *words, const struct allocator *allocator,
                      const char *utf8, size_t length) {
    words->count = 0;
    if (!code_points_decode(&words->text, allocator, utf8, length))
        return false;
    /* A text has at most as many words as characters. */
    uint32_t *values = allocator_grow(allocator, words->values, &words->capacity, words->text.count,
                                      sizeof *values);
    if (!values)
        return false;
    words->values = values;
    struct reader reader = {words->text.values, words->text.values + words->text.count};
    while (reader.at < reader.end) {
        const uint32_t *begin = reader.at;
        size_t left = (size_t)(reader.end - begin);
        uint64_t hash;
        bool open;
        values = read_ascii(&reader, begin + (left < ascii_max ? left : ascii_max), values, &hash,
                            &open);
        if (open)
            *values++ = letter_hash_end(read_letters(&reader, hash));
        else if (reader.at < reader.end && read_word(&reader, &hash))
            *values++ = letter_hash_end(hash);
        if (interruption_after(words->interruption, (size_t)(reader.at - begin)))
            return false;
    }
    words->count = (size_t)(values - words->values);
    assert(words->count <= words->text.count);
    return true;
}

void word_hashes_free(struct word_hashes *words, const struct allocator *allocator) {
    code_points_free(&words->text, allocator);
    allocator->release(words->values);
    *words = (struct word_hashes){.interruption = words->interruption};
}
