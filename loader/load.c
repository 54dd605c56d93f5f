/* load.c - see load.h. */
#include "load.h"

#include "progress.h"
#include "sentences.h"
#include "wikitext.h"

#include <limits.h> /* PATH_MAX */
#include <stdio.h>
#include <stdlib.h> /* realpath */
#include <string.h>

struct load {
    struct store *store;
    const struct options *options;
    struct dump *dump;
    struct wikitext_cleaner *cleaner;
    struct sentence_splitter *splitter; /* made when the first page shows the language */
    struct page page;
    struct plain_text plain;
    struct sentence_spans spans;
    struct store_counts counts;
    struct progress progress;
};

static void load_free(struct load *load) {
    dump_close(load->dump);
    wikitext_cleaner_close(load->cleaner);
    sentence_splitter_close(load->splitter);
    page_free(&load->page);
    plain_text_free(&load->plain);
    sentence_spans_free(&load->spans);
}

static bool store_block(struct load *load, const struct plain_block *block,
                        struct failure *failure) {
    const char *text = load->plain.text.bytes + block->offset;
    const struct plain_section *section = &load->plain.sections[block->section];
    const char *name = section->length ? load->plain.section_names.bytes + section->offset : "";
    if (!sentence_split(load->splitter, text, block->length, &load->spans, failure))
        return false;
    for (size_t i = 0; i < load->spans.count; i++) {
        const struct sentence_span *span = &load->spans.spans[i];
        if (!store_sentence(load->store, name, section->length, block->kind, text + span->offset,
                            span->length, failure))
            return false;
    }
    load->counts.sentences += (int64_t)load->spans.count;
    return true;
}

static bool store_page(struct load *load, struct failure *failure) {
    const struct text_buffer *text = &load->page.text;
    if (!load->splitter)
        load->splitter = sentence_splitter_open(site_language(dump_site(load->dump)), failure);
    if (!load->splitter || !store_article(load->store, &load->page, failure))
        return false;
    load->counts.articles++;
    if (!wikitext_clean(load->cleaner, text->length ? text->bytes : "", text->length, &load->plain))
        return fail_memory(failure);
    for (size_t i = 0; i < load->plain.block_count; i++)
        if (!store_block(load, &load->plain.blocks[i], failure))
            return false;
    return true;
}

static bool take_page(struct load *load, struct failure *failure) {
    load->counts.pages++;
    if (!options_wants(load->options, load->page.namespace_number))
        return true;
    if (!load->page.redirects)
        return store_page(load, failure);
    load->counts.redirects++;
    return true;
}

static void show_progress(struct load *load) {
    struct progress_state state = {.position = dump_position(load->dump),
                                   .size = dump_size(load->dump),
                                   .xml_bytes = dump_bytes(load->dump),
                                   .pages = load->counts.pages,
                                   .sentences = load->counts.sentences};
    progress_show(&load->progress, &state);
}

static bool read_pages(struct load *load, struct failure *failure) {
    struct damage damage;
    for (;;) {
        switch (dump_next(load->dump, &load->page, &damage, failure)) {
        case dump_page:
            if (!take_page(load, failure))
                return false;
            break;
        case dump_damage:
            load->counts.damaged++;
            if (!store_damage(load->store, &damage, failure))
                return false;
            break;
        case dump_end:
            return true;
        case dump_failed:
            return false;
        }
        show_progress(load);
    }
}

static void print_summary(const struct store_counts *counts, const char *name, double seconds) {
    fprintf(stderr, "%s: %lld pages, %lld articles, %lld redirects, %lld sentences, %.1f s\n", name,
            (long long)counts->pages, (long long)counts->articles, (long long)counts->redirects,
            (long long)counts->sentences, seconds);
    if (counts->damaged > 0)
        fprintf(stderr,
                "%s: damaged places: %lld; all else was kept. SELECT * FROM damage tells "
                "where and what\n",
                name, (long long)counts->damaged);
}

/* Whether the file is in the database already; what has no size cannot be told again. */
static bool known_before(struct load *load, const char *absolute, const char *options, bool *known,
                         struct failure *failure) {
    int64_t size = dump_size(load->dump);
    *known = false;
    if (!absolute || size < 0)
        return true;
    return store_knows(load->store, absolute, size, options, known, failure);
}

static bool load_pages(struct load *load, const char *absolute, const char *options,
                       struct failure *failure) {
    const char *slash = absolute ? strrchr(absolute, '/') : NULL;
    load->cleaner = wikitext_cleaner_open(dump_site(load->dump));
    if (!load->cleaner)
        return fail_memory(failure);
    return store_begin(load->store, slash ? slash + 1 : "standard input", absolute,
                       dump_size(load->dump), options, failure) &&
           read_pages(load, failure) &&
           store_end(load->store, dump_base(load->dump), site_language(dump_site(load->dump)),
                     &load->counts, failure);
}

bool load_dump(struct store *store, const struct options *options, const char *path,
               struct dump *dump, int64_t *damaged, struct failure *failure) {
    struct load load = {.store = store, .options = options, .dump = dump};
    char absolute_path[PATH_MAX], described[1024];
    bool standard = strcmp(path, "-") == 0, known = false;
    const char *absolute = standard ? NULL : realpath(path, absolute_path);
    const char *name = standard ? "standard input" : path;
    options_describe(options, described, sizeof described);
    bool good = known_before(&load, absolute, described, &known, failure);
    if (good && known && !options->quiet)
        fprintf(stderr, "%s: is in the database already\n", name);
    if (good && !known) {
        progress_begin(&load.progress, name, options->quiet);
        good = load_pages(&load, absolute, described, failure);
        double seconds = progress_end(&load.progress);
        if (good && !options->quiet)
            print_summary(&load.counts, name, seconds);
    }
    *damaged = load.counts.damaged;
    load_free(&load);
    return good;
}
