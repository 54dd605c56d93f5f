/*
 * stages.c - how fast each stage of the loader is, on one core: stages DUMP.
 *
 * Prints for each stage the seconds of processor time that it took, the bytes that it was given and
 * the rate. XML is what is left of reading pages when decompression is taken off.
 */
#include "dump.h"
#include "input.h"
#include "sentences.h"
#include "wikitext.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum stage { stage_decompress, stage_read, stage_clean, stage_split, stage_count };

struct meter {
    double seconds[stage_count];
    double bytes[stage_count];
    struct timespec since;
};

static void begin(struct meter *meter) {
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &meter->since);
}

static void end(struct meter *meter, enum stage stage) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    meter->seconds[stage] += (double)(now.tv_sec - meter->since.tv_sec) +
                             (double)(now.tv_nsec - meter->since.tv_nsec) / 1e9;
}

static _Noreturn void give_up(const struct failure *failure) {
    fprintf(stderr, "stages: %s\n", failure->message);
    exit(1);
}

static void measure_decompression(struct meter *meter, const char *path) {
    static char bytes[1 << 16];
    struct failure failure;
    struct input *input = input_open(path, &failure);
    if (!input)
        give_up(&failure);
    begin(meter);
    for (enum input_state state = input_more; state == input_more;) {
        size_t length;
        state = input_read(input, bytes, sizeof bytes, &length, &failure);
        meter->bytes[stage_decompress] += (double)length;
    }
    end(meter, stage_decompress);
    input_close(input);
}

struct text_stages {
    struct wikitext_cleaner *cleaner;
    struct sentence_splitter *splitter;
    struct plain_text plain;
    struct sentence_spans spans;
};

/* Cleans and splits one page as the loader does. */
static void measure_page(struct meter *meter, struct text_stages *stages, const struct page *page) {
    struct failure failure;
    const char *text = page->text.length ? page->text.bytes : "";
    begin(meter);
    if (!wikitext_clean(stages->cleaner, text, page->text.length, &stages->plain)) {
        fail_memory(&failure);
        give_up(&failure);
    }
    end(meter, stage_clean);
    meter->bytes[stage_clean] += (double)page->text.length;
    begin(meter);
    for (size_t i = 0; i < stages->plain.block_count; i++) {
        const struct plain_block *block = &stages->plain.blocks[i];
        if (!sentence_split(stages->splitter, stages->plain.text.bytes + block->offset,
                            block->length, &stages->spans, &failure))
            give_up(&failure);
        meter->bytes[stage_split] += (double)block->length;
    }
    end(meter, stage_split);
}

static void measure_pages(struct meter *meter, const char *path) {
    struct failure failure;
    struct damage damage;
    struct page page = {0};
    struct text_stages stages = {0};
    struct dump *dump = dump_open(path, &failure);
    stages.splitter = dump ? sentence_splitter_open("en", &failure) : NULL;
    stages.cleaner = stages.splitter ? wikitext_cleaner_open(dump_site(dump)) : NULL;
    if (!stages.cleaner)
        give_up(&failure);
    for (enum dump_event event = dump_page; event != dump_end;) {
        begin(meter);
        event = dump_next(dump, &page, &damage, &failure);
        end(meter, stage_read);
        if (event == dump_failed)
            give_up(&failure);
        if (event == dump_page && page.namespace_number == namespace_article && !page.redirects)
            measure_page(meter, &stages, &page);
    }
    meter->bytes[stage_read] = (double)dump_bytes(dump);
    wikitext_cleaner_close(stages.cleaner);
    sentence_splitter_close(stages.splitter);
    plain_text_free(&stages.plain);
    sentence_spans_free(&stages.spans);
    page_free(&page);
    dump_close(dump);
}

static void print(const char *name, double seconds, double bytes) {
    printf("  %-14s %8.2f %10.1f %10.1f\n", name, seconds, bytes / 1e6, bytes / 1e6 / seconds);
}

int main(int count, char **words) {
    struct meter meter = {0};
    if (count != 2) {
        fputs("usage: stages DUMP\n", stderr);
        return 1;
    }
    measure_decompression(&meter, words[1]);
    measure_pages(&meter, words[1]);
    printf("  %-14s %8s %10s %10s\n", "", "seconds", "MB in", "MB/s");
    print("decompression", meter.seconds[stage_decompress], meter.bytes[stage_decompress]);
    print("XML", meter.seconds[stage_read] - meter.seconds[stage_decompress],
          meter.bytes[stage_read]);
    print("cleaning", meter.seconds[stage_clean], meter.bytes[stage_clean]);
    print("splitting", meter.seconds[stage_split], meter.bytes[stage_split]);
    return 0;
}
