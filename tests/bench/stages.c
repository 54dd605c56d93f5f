/*
 * stages.c - measures each stage of the loader on one core.
 *
 *     build/tests/bench/stages DUMP
 *
 * Prints the CPU seconds, the bytes of input and the rate of each stage.
 */
#include "dump/dump.h"
#include "dump/page_parser.h"
#include "input/bzip2_block.h"
#include "sentences/sentences.h"
#include "text/page.h"
#include "wikitext/wikitext.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum stage { stage_unpack, stage_cut, stage_parse, stage_clean, stage_split, stage_count };

static const char *const names[stage_count] = {"decompression", "cutting", "XML", "cleaning",
                                               "splitting"};

struct meter {
    double seconds[stage_count];
    double bytes[stage_count];
    struct timespec since;
};

static void begin(struct meter *meter) {
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &meter->since);
}

static void end(struct meter *meter, enum stage stage, size_t bytes) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    meter->seconds[stage] += (double)(now.tv_sec - meter->since.tv_sec) +
                             (double)(now.tv_nsec - meter->since.tv_nsec) / 1e9;
    meter->bytes[stage] += (double)bytes;
}

static _Noreturn void give_up(const char *message) {
    fprintf(stderr, "stages: %s\n", message);
    exit(1);
}

struct dump_reader {
    struct reader *dump;
    struct piece piece;
    struct bzip2_unpacker *unpacker;
    struct slice_parser *parser;
    struct batch batch;
    struct page page;
    struct failure failure;
};

struct text_stages {
    struct wikitext_cleaner *cleaner;
    struct sentence_splitter *splitter;
    struct plain_text plain;
    struct sentence_spans spans;
};

/* Cleans and splits one page as the loader does. */
static void measure_text(struct meter *meter, struct text_stages *stages,
                         const struct text_buffer *wikitext) {
    struct failure failure;
    struct plain_text *plain = &stages->plain;
    begin(meter);
    if (!wikitext_clean(stages->cleaner, wikitext->length ? wikitext->bytes : "", wikitext->length,
                        plain))
        give_up("out of memory");
    end(meter, stage_clean, wikitext->length);
    begin(meter);
    for (size_t i = 0; i < plain->block_count; i++) {
        const struct plain_block *block = &plain->blocks[i];
        if (!sentence_split(stages->splitter, plain->text.bytes + block->offset, block->length,
                            &stages->spans, &failure))
            give_up(failure.message);
    }
    end(meter, stage_split, plain->text.length);
}

static void measure_batch(struct meter *meter, struct dump_reader *reader,
                          struct text_stages *stages) {
    struct failure failure;
    struct page *page = &reader->page;
    for (size_t i = 0; i < reader->batch.count; i++) {
        const struct slice *slice = &reader->batch.slices[i];
        begin(meter);
        bool good = slice_parser_read(reader->parser, &reader->batch, slice, SIZE_MAX, page,
                                      &failure) == slice_good;
        end(meter, stage_parse, slice->length);
        if (good && page->namespace_number == namespace_article && !page->redirects)
            measure_text(meter, stages, &page->newest.text);
    }
}

/* Unpacks the next piece of the file and adds it to the stream. */
static void measure_piece(struct meter *meter, struct dump_reader *reader) {
    begin(meter);
    struct piece *piece = &reader->piece;
    enum input_state state = input_next(reader->dump->stream->input, piece, &reader->failure);
    if (state == input_failed || !bzip2_unpack(reader->unpacker, piece, SIZE_MAX))
        give_up("out of memory");
    end(meter, stage_unpack, piece->bytes.length);
    if (state == input_end)
        stream_add(reader->dump->stream, NULL);
    else
        stream_add(reader->dump->stream, piece);
}

static void measure_dump(struct meter *meter, const char *path) {
    struct dump_reader reader = {.unpacker = bzip2_unpacker_open(),
                                 .parser = page_parser_open(NULL, NULL)};
    reader.dump = dump_open(stream_open(path, encoding_by_declaration, NULL, &reader.failure),
                            &reader.failure);
    if (!reader.dump || !reader.unpacker || !reader.parser)
        give_up(reader.failure.message);
    struct text_stages stages = {.cleaner = wikitext_cleaner_open(dump_site(reader.dump)),
                                 .splitter = sentence_splitter_open("en", &reader.failure)};
    if (!stages.cleaner || !stages.splitter)
        give_up("out of memory");
    for (enum cut_state state = cut_batch; state != cut_end;) {
        begin(meter);
        state = reader.dump->kind->cut(reader.dump, &reader.batch, &reader.failure);
        end(meter, stage_cut, 0);
        if (state == cut_failed)
            give_up(reader.failure.message);
        if (state == cut_wants_piece) {
            measure_piece(meter, &reader);
        } else {
            meter->bytes[stage_cut] += (double)reader.batch.content.length;
            measure_batch(meter, &reader, &stages);
            batch_clear(&reader.batch);
        }
    }
    wikitext_cleaner_close(stages.cleaner);
    sentence_splitter_close(stages.splitter);
    plain_text_free(&stages.plain);
    sentence_spans_free(&stages.spans);
    reader_close(reader.dump);
    piece_free(&reader.piece);
    bzip2_unpacker_close(reader.unpacker);
    slice_parser_close(reader.parser);
    batch_free(&reader.batch);
    page_free(&reader.page);
}

int main(int count, char **words) {
    struct meter meter = {0};
    if (count != 2) {
        fputs("usage: stages DUMP\n", stderr);
        return 1;
    }
    measure_dump(&meter, words[1]);
    printf("  %-14s %8s %10s %10s\n", "", "seconds", "MB in", "MB/s");
    for (int i = 0; i < stage_count; i++)
        printf("  %-14s %8.2f %10.1f %10.1f\n", names[i], meter.seconds[i], meter.bytes[i] / 1e6,
               meter.bytes[i] / 1e6 / meter.seconds[i]);
    return 0;
}
