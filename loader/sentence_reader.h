/* sentence_reader.h - cleans a text and makes rows of its sentences, for a load or for one edit. */
#pragma once

#include "base/failure.h"
#include "sentences/sentences.h"
#include "store/rows.h"
#include "text/plain_text.h"
#include "wikitext/wikitext.h"

/* Begins as all zeroes, with the tools filled in; freed by sentence_reader_free(). */
struct sentence_reader {
    bool whole;                         /* a text is one sentence */
    struct wikitext_cleaner *cleaner;   /* owned; NULL: the text has no markup */
    struct sentence_splitter *splitter; /* owned by `splitters` */
    struct sentence_splitters splitters;
    struct plain_text plain;
    struct sentence_spans spans;
};

/* Adds the sentences of a text to the rows. False with `failure` filled in. */
bool sentence_reader_read(struct sentence_reader *reader, const char *bytes, size_t length,
                          struct rows *rows, struct failure *failure);

/* The same of a text that has been cleaned. */
bool sentence_reader_split(struct sentence_reader *reader, const struct plain_text *plain,
                           struct rows *rows, struct failure *failure);

void sentence_reader_free(struct sentence_reader *reader);
