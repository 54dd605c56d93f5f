/* symbol_table.c - see symbol_table.h. */
#include "symbol_table.h"

#include "../../text/characters.h"

#include <string.h> /* memcmp, memset */

enum { slots_at_least = 256 };

/* Makes `count` empty slots. */
static bool make_slots(struct symbol_table *table, const struct allocator *allocator,
                       size_t count) {
    assert(count > 0 && (count & (count - 1)) == 0);
    if (!ARRAY_RESERVE(allocator, table->slots, table->slot_capacity, count))
        return false;
    table->slot_count = count;
    memset(table->slots, 0, count * sizeof *table->slots);
    return true;
}

/* Makes `count` slots and puts the items there. */
static bool fill_slots(struct symbol_table *table, const struct allocator *allocator,
                       size_t count) {
    if (!make_slots(table, allocator, count))
        return false;
    for (size_t i = 0; i < table->count; i++) {
        size_t slot = table->items[i].hash & (count - 1), tried = 1;
        for (; table->slots[slot]; tried++)
            slot = (slot + 1) & (count - 1);
        table->slots[slot] = (uint32_t)i + 1;
        if (interruption_after(table->interruption, tried))
            return false;
    }
    return true;
}

bool symbol_table_reset(struct symbol_table *table, const struct allocator *allocator,
                        const struct vocabulary *vocabulary) {
    table->count = table->letter_count = 0;
    bool made = make_slots(table, allocator, slots_at_least);
    table->vocabulary = made ? vocabulary : NULL;
    return made;
}

void symbol_table_free(struct symbol_table *table, const struct allocator *allocator) {
    RELEASE(allocator, table->items, table->letters, table->slots);
    *table = (struct symbol_table){0};
}

uint32_t *symbol_table_reserve(struct symbol_table *table, const struct allocator *allocator,
                               size_t letters) {
    size_t wanted = table->letter_count + letters;
    if (wanted > INT32_MAX ||
        !ARRAY_RESERVE(allocator, table->letters, table->letter_capacity, wanted))
        return NULL;
    return table->letters + table->letter_count;
}

/* Finds or adds the symbol of the letters just written. A symbol that is added keeps them. */
static bool find_or_add(struct symbol_table *table, const struct allocator *allocator,
                        size_t length, uint32_t hash, uint32_t *symbol) {
    assert(table->letter_count + length <= table->letter_capacity);
    const uint32_t *letters = table->letters + table->letter_count;
    if (!ARRAY_RESERVE(allocator, table->items, table->capacity, table->count + 1))
        return false;
    /* At most half of the slots are used. */
    if (table->count >= table->slot_count / 2 &&
        !fill_slots(table, allocator, table->slot_count * 2))
        return false;
    size_t slot = hash & (table->slot_count - 1);
    for (; table->slots[slot]; slot = (slot + 1) & (table->slot_count - 1)) {
        *symbol = table->slots[slot] - 1;
        const struct symbol *found = &table->items[*symbol];
        bool same = found->hash == hash && found->length == length &&
                    memcmp(table->letters + found->begin, letters, length * sizeof *letters) == 0;
        if (interruption_after(table->interruption, 1))
            return false;
        if (same)
            return true;
    }
    *symbol = (uint32_t)table->count++;
    table->slots[slot] = *symbol + 1;
    table->items[*symbol] =
        (struct symbol){.begin = (uint32_t)table->letter_count,
                        .length = (uint32_t)length,
                        .hash = hash,
                        .plain = *symbol,
                        .meaning = vocabulary_find(table->vocabulary, letters, length)};
    table->letter_count += length;
    return true;
}

bool symbol_table_find(struct symbol_table *table, const struct allocator *allocator, size_t length,
                       uint32_t hash, bool beyond_ascii, uint32_t *symbol) {
    size_t known = table->count;
    if (!find_or_add(table, allocator, length, hash, symbol))
        return false;
    if (!beyond_ascii || *symbol < known)
        return true;
    uint32_t *plain = symbol_table_reserve(table, allocator, length);
    if (!plain)
        return false;
    struct letter_slice letters = symbol_letters(table, *symbol);
    size_t count = 0;
    struct letter_hash hash_of_plain = {0};
    for (size_t i = 0; i < letters.count; i++) {
        uint32_t letter = letters.values[i];
        if (letter >= 0x80 && character_of(letter).class == character_mark)
            continue;
        plain[count] = character_plain(letter);
        letter_hash_take(&hash_of_plain, plain[count++]);
    }
    uint32_t found;
    if (!find_or_add(table, allocator, count, letter_hash_end(&hash_of_plain), &found))
        return false;
    table->items[*symbol].plain = found;
    return true;
}
