/* page_blocks.c - see page_blocks.h; the numbers are the numbered points there. */
#include "page_blocks.h"

#include "../../ext/core/text/characters.h"
#include "../base/array.h"
#include "../base/ascii.h"
#include "../text/utf8.h"
#include "../wikitext/wikitext_bytes.h"

#include <assert.h>
#include <stdlib.h> /* free */

/* Whether there is room for one more; without memory the blocks have failed. */
#define ROOM(blocks, name)                                                                         \
    ((blocks)->failed = (blocks)->failed || !ARRAY_ROOM((blocks)->name##s, (blocks)->name##_count, \
                                                        (blocks)->name##_capacity),                \
     !(blocks)->failed)

void page_blocks_clear(struct page_blocks *blocks) {
    text_buffer_clear(&blocks->text);
    blocks->open = (struct open_block){0};
    blocks->start = 0;
    blocks->block_count = blocks->table_count = blocks->region_count = blocks->unit_count = 0;
    blocks->cell = blocks->cell_words = 0;
    blocks->failed = blocks->full = false;
}

void page_blocks_free(struct page_blocks *blocks) {
    text_buffer_free(&blocks->text);
    free(blocks->blocks);
    free(blocks->tables);
    free(blocks->regions);
    free(blocks->units);
    free(blocks->sums);
    block_writer_free(&blocks->writer);
    *blocks = (struct page_blocks){0};
}

/* ---- Text ------------------------------------------------------------------------------------ */

/*
 * Words are counted in quarters: a sign of a script without spaces between words counts as half a
 * word, for most words of Chinese have two.
 */
enum { quarters_of_word = 4, quarters_of_sign = 2 };

static void count(struct open_block *open, size_t quarters, bool linked) {
    open->quarters += quarters;
    if (linked)
        open->linked_quarters += quarters;
}

void page_blocks_space(struct page_blocks *blocks) {
    blocks->open.space = blocks->open.end > blocks->start;
    blocks->open.in_word = false;
}

/* Appends a run of ASCII, or one character, which is no white space. */
static void append(struct page_blocks *blocks, const char *text, size_t length, bool linked) {
    struct open_block *open = &blocks->open;
    bool ascii = !(text[0] & 0x80);
    if (open->space) {
        text_buffer_append_byte(&blocks->text, ' ');
        open->characters++;
        open->space = false;
    }
    uint32_t point;
    if (!ascii && utf8_read(text, length, &point) > 0 &&
        character_of(point).class == character_sign) { /* a word of its own, as far as we count */
        count(open, quarters_of_sign, linked);
        open->in_word = false;
    } else if (!open->in_word) {
        count(open, quarters_of_word, linked);
        open->in_word = true;
    }
    text_buffer_append(&blocks->text, text, length);
    open->characters += ascii ? length : 1;
    open->end = blocks->text.length;
}

void page_blocks_text(struct page_blocks *blocks, const char *text, size_t length, bool linked) {
    for (size_t at = 0, step; at < length; at += step) {
        bool space = ascii_is_space(text[at]);
        for (step = 0; at + step < length && text[at + step] > ' ' && text[at + step] < 0x7F;)
            step++;
        if (step > 0) { /* a run of ASCII */
            append(blocks, text + at, step, linked);
            continue;
        }
        step = text[at] & 0x80 ? wikitext_wide_length(text + at, length - at, &space) : 1;
        if (step > 0) {
            if (space)
                page_blocks_space(blocks);
            continue;
        }
        for (step = 1; at + step < length && utf8_continues(text[at + step]);)
            step++;
        append(blocks, text + at, step, linked);
    }
}

void page_blocks_go_back(struct page_blocks *blocks, struct open_block before) {
    assert(before.end >= blocks->start && before.end <= blocks->open.end);
    blocks->open = before;
    blocks->text.length = before.end;
}

/* ---- Blocks ---------------------------------------------------------------------------------- */

void page_blocks_finish(struct page_blocks *blocks, struct block_place place) {
    assert(blocks->open.end >= blocks->start);
    struct open_block open = blocks->open;
    blocks->open = (struct open_block){.end = blocks->start};
    if (open.end == blocks->start)
        return;
    if (blocks->block_count == page_blocks_max) {
        blocks->full = true;
        blocks->text.length = blocks->start;
        return;
    }
    text_buffer_append_byte(&blocks->text, '\n');
    if (!ROOM(blocks, block) || blocks->text.failed)
        return;
    size_t words = (open.quarters + quarters_of_word - 1) / quarters_of_word;
    blocks->blocks[blocks->block_count++] = (struct page_block){
        .place = place,
        .offset = blocks->start,
        .length = open.end - blocks->start,
        .words = words,
        .linked_words = open.linked_quarters / quarters_of_word,
        .characters = open.characters,
    };
    blocks->cell_words = words + (place.cell == blocks->cell ? blocks->cell_words : 0);
    blocks->cell = place.cell;
    if (place.table > 0 && (place.level > 0 || blocks->cell_words >= long_cell_words))
        blocks->tables[place.table - 1] = true;
    blocks->start = blocks->open.end = blocks->text.length;
}

size_t page_blocks_add_table(struct page_blocks *blocks, size_t outer) {
    if (outer > 0)
        blocks->tables[outer - 1] = true;
    if (!ROOM(blocks, table))
        return 0;
    blocks->tables[blocks->table_count++] = false;
    return blocks->table_count;
}

void page_blocks_add_region(struct page_blocks *blocks, size_t first) {
    assert(first <= blocks->block_count);
    if (first == blocks->block_count)
        return;
    struct density_region *last =
        blocks->region_count > 0 ? &blocks->regions[blocks->region_count - 1] : NULL;
    if (last && last->first == first && last->end == blocks->block_count)
        return; /* an element around another has the same blocks */
    if (ROOM(blocks, region))
        blocks->regions[blocks->region_count++] =
            (struct density_region){first, blocks->block_count};
}

/* ---- Main text ------------------------------------------------------------------------------- */

static bool is_data(const struct page_blocks *blocks, const struct block_place *place) {
    return place->kind == block_table && place->table > 0 && !blocks->tables[place->table - 1];
}

/* Makes units of the blocks that are no headings. */
static void find_units(struct page_blocks *blocks) {
    for (size_t i = 0; i < blocks->block_count; i++) {
        struct page_block *block = &blocks->blocks[i];
        block->unit = blocks->unit_count;
        if (block->place.level > 0)
            continue;
        const struct block_place *place = &block->place, *last = i > 0 ? &block[-1].place : NULL;
        /* It may be judged as one with the block before (2). */
        if (last && last->aside == place->aside && last->kind == place->kind && last->level == 0 &&
            (place->kind == block_list
                 ? last->list == place->list
                 : is_data(blocks, last) && is_data(blocks, place) && last->table == place->table))
            block->unit = blocks->unit_count - 1;
        else {
            if (!ROOM(blocks, unit))
                return;
            blocks->units[blocks->unit_count++] =
                (struct density_block){.aside = block->place.aside};
        }
        blocks->units[block->unit].words += block->words;
        blocks->units[block->unit].linked_words += block->linked_words;
    }
}

/* Of the published tree: link densities in sixth and ninth parts, and numbers of words. */
enum {
    short_block = 16,
    long_block = 40,
    short_next = 15,
    short_next_of_links = 17,
    tiny_last = 4
};

/* Of a region: how many of the words, in percent, and how long a block outside must be. */
enum { region_share = 85, long_outside = 40 };

static bool links_exceed(const struct density_block *block, size_t part, size_t whole) {
    return block->linked_words * whole > block->words * part;
}

void page_blocks_classify(struct density_block *blocks, size_t count) {
    static const struct density_block none;
    for (size_t i = 0; i < count; i++) { /* Algorithm 2 */
        struct density_block *block = &blocks[i];
        const struct density_block *last = i > 0 ? block - 1 : &none;
        const struct density_block *next = i + 1 < count ? block + 1 : &none;
        block->content = !block->aside && !links_exceed(block, 1, 3) &&
                         (links_exceed(last, 5, 9)
                              ? block->words > long_block || next->words > short_next_of_links
                              : block->words > short_block || next->words > short_next ||
                                    last->words > tiny_last);
    }
}

/* Clears `content` of short blocks outside the region of the main text. Linear. */
static void keep_region(struct density_block *blocks, size_t count,
                        const struct density_region *regions, size_t region_count, size_t *sums) {
    sums[0] = 0;
    for (size_t i = 0; i < count; i++)
        sums[i + 1] = sums[i] + (blocks[i].content ? blocks[i].words : 0);
    size_t enough = sums[count] - sums[count] / 100 * (100 - region_share);
    struct density_region best = {0, count};
    for (size_t i = 0; i < region_count; i++) {
        assert(regions[i].first <= regions[i].end && regions[i].end <= count);
        if (sums[regions[i].end] - sums[regions[i].first] >= enough &&
            regions[i].end - regions[i].first < best.end - best.first)
            best = regions[i];
    }
    for (size_t i = 0; i < count; i++)
        if ((i < best.first || i >= best.end) && blocks[i].words < long_outside)
            blocks[i].content = false;
}

static bool judge(struct page_blocks *blocks) {
    find_units(blocks);
    while (!blocks->failed && blocks->sum_capacity < blocks->unit_count + 1)
        if (!ARRAY_ROOM(blocks->sums, blocks->sum_capacity, blocks->sum_capacity))
            blocks->failed = true;
    if (blocks->failed)
        return false;
    /* Regions of blocks become regions of units. */
    for (size_t i = 0; i < blocks->region_count; i++) {
        struct density_region *region = &blocks->regions[i];
        region->first = blocks->blocks[region->first].unit;
        region->end = region->end < blocks->block_count ? blocks->blocks[region->end].unit
                                                        : blocks->unit_count;
        if (region->end < region->first) /* inside one unit */
            region->end = region->first;
    }
    page_blocks_classify(blocks->units, blocks->unit_count);
    keep_region(blocks->units, blocks->unit_count, blocks->regions, blocks->region_count,
                blocks->sums);
    return true;
}

/* Writes the headings from blocks[first] to blocks[last - 1] (1). */
static void write_headings(struct page_blocks *blocks, size_t first, size_t last, bool *titled) {
    struct block_writer *writer = &blocks->writer;
    for (size_t i = first; i < last; i++) {
        const struct page_block *block = &blocks->blocks[i];
        bool title = block->place.level == 1 && !*titled;
        *titled = *titled || title;
        if (title || block->place.aside)
            continue;
        block_writer_finish_row(writer, block_prose);
        block_writer_text(writer, blocks->text.bytes + block->offset, block->length);
        block_writer_heading(writer, block->place.level);
    }
}

/* Writes blocks[i], which is main text. `row` is that of the block before. */
static void write_block(struct page_blocks *blocks, size_t i, size_t row) {
    const struct page_block *block = &blocks->blocks[i];
    bool data = is_data(blocks, &block->place);
    enum block_kind kind =
        data || block->place.kind == block_list ? block->place.kind : block_prose;
    if (!data || block->place.row != row)
        block_writer_finish_row(&blocks->writer, kind);
    else
        block_writer_finish(&blocks->writer, kind);
    block_writer_text(&blocks->writer, blocks->text.bytes + block->offset, block->length);
}

bool page_blocks_write(struct page_blocks *blocks, struct plain_text *plain, size_t *characters,
                       size_t *boilerplate) {
    blocks->failed = blocks->failed || blocks->text.failed;
    if (!judge(blocks) || !block_writer_begin(&blocks->writer, plain))
        return false;
    size_t headings = 0, row = 0; /* the first of the headings that wait for a block */
    bool titled = false;
    *boilerplate = 0;
    for (size_t i = 0; i < blocks->block_count; i++) {
        const struct page_block *block = &blocks->blocks[i];
        if (block->place.level > 0)
            continue;
        if (blocks->units[block->unit].content) {
            write_headings(blocks, headings, i, &titled);
            write_block(blocks, i, row);
            row = block->place.row;
        } else {
            for (size_t k = headings; k <= i; k++)
                *boilerplate += blocks->blocks[k].characters;
        }
        headings = i + 1;
    }
    for (; headings < blocks->block_count; headings++)
        *boilerplate += blocks->blocks[headings].characters;
    bool good = block_writer_end(&blocks->writer);
    *characters = 0;
    for (size_t i = 0; good && i < plain->block_count; i++)
        *characters +=
            utf8_count(plain->text.bytes + plain->blocks[i].offset, plain->blocks[i].length);
    return good;
}
