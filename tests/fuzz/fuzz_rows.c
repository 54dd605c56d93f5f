/*
 * fuzz_rows.c - any bytes as a file of any format, or of the one that is recognised, all the way to
 * its rows. Every row refers to what is there, and a second reading gives the same rows.
 *
 * The first byte chooses the format, the second the history, the namespaces, the language and
 * whether texts stay whole.
 */
#include "read_slices.h"

#include <page_reader.h>

static const char *const formats[] = {"mediawiki", "text", "csv", "tsv", "jsonl", NULL};

enum { format_count = sizeof formats / sizeof *formats };

static void check_text(const struct rows *rows, struct row_text text) {
    MUST(text.length == 0 ||
         (text.offset <= rows->text.length && text.length <= rows->text.length - text.offset));
}

static void check_range(size_t first, size_t count, size_t all) {
    MUST(first <= all && count <= all - first);
}

static void check_sentence(const struct rows *rows, const struct sentence_row *sentence) {
    check_text(rows, sentence->section);
    check_text(rows, sentence->text);
    MUST(sentence->text.length > 0 && sentence->block < block_kinds);
}

static void check_revision(const struct rows *rows, const struct revision_row *revision) {
    check_text(rows, revision->time);
    check_text(rows, revision->contributor);
    check_text(rows, revision->comment);
    MUST(!(revision->lacks_text || revision->is_empty) || revision->sentence_count == 0);
    MUST(!(revision->lacks_text && revision->is_empty));
    check_range(revision->first_sentence, revision->sentence_count, rows->sentence_count);
}

static void check_page(const struct rows *rows, const struct page_row *page) {
    check_text(rows, page->title);
    check_text(rows, page->revision_time);
    check_text(rows, page->target);
    check_text(rows, page->target_section);
    MUST(page->target.length == 0 || (page->redirects && page->wanted && page->title.length > 0));
    MUST(page->target_section.length == 0 || page->target.length > 0);
    check_text(rows, page->message);
    check_range(page->first_sentence, page->sentence_count, rows->sentence_count);
    check_range(page->first_revision, page->revision_count, rows->revision_count);
    MUST(page->damaged == (page->message.length > 0));
    MUST(!page->damaged || (page->sentence_count == 0 && page->revision_count == 0));
}

static void check_rows(const struct rows *rows) {
    for (size_t i = 0; i < rows->page_count; i++)
        check_page(rows, &rows->pages[i]);
    for (size_t i = 0; i < rows->sentence_count; i++)
        check_sentence(rows, &rows->sentences[i]);
    for (size_t i = 0; i < rows->revision_count; i++)
        check_revision(rows, &rows->revisions[i]);
}

static void check_batch(struct page_reader *reader, const struct batch *batch) {
    static struct rows rows, again;
    struct failure failure;
    struct batch_progress progress = {0}, same = {0};
    MUST(page_reader_read(reader, batch, &progress, &rows, &failure));
    check_rows(&rows);
    MUST(page_reader_read(reader, batch, &same, &again, &failure));
    MUST(same.next == progress.next && same.alone == progress.alone);
    MUST(again.text.length == rows.text.length && again.page_count == rows.page_count &&
         again.sentence_count == rows.sentence_count &&
         again.revision_count == rows.revision_count);
    MUST(rows.text.length == 0 || memcmp(again.text.bytes, rows.text.bytes, rows.text.length) == 0);
}

static void read_file_rows(struct source_file *file) {
    static struct batch batch;
    struct page_reader *reader = NULL;
    struct failure failure;
    enum cut_state state = cut_batch;
    while (state == cut_batch) {
        batch_clear(&batch);
        while ((state = source_file_cut(file, &batch, &failure)) == cut_wants_piece)
            add_piece(file->reader->stream);
        if (!reader) /* at the first batch, as in a load */
            reader = page_reader_open(file, &failure);
        MUST(reader);
        check_batch(reader, &batch);
    }
    MUST(state == cut_end);
    page_reader_close(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    struct fuzz_input input = fuzz_input(bytes, size);
    unsigned format = fuzz_byte(&input) % format_count, how = fuzz_byte(&input);
    bool whole = how >> 3 & 1;
    struct options options = {.format = formats[format] ? format_find(formats[format]) : NULL,
                              .needs = whole ? format_option_whole : 0,
                              .whole = whole,
                              .namespace_count = 1, /* the namespace of articles, 0 */
                              .history = format == 0 && how & 1,
                              .all_namespaces = how >> 1 & 1,
                              .language = how >> 2 & 1 ? "de" : NULL};
    struct failure failure;
    columns_default(&options.columns);
    struct source_file *file =
        source_file_open(file_with(input.at, input.left), &options, &failure);
    if (!file)
        return 0;
    read_file_rows(file);
    source_file_close(file);
    return 0;
}
