/* reader.c - see reader.h. */
#include "reader.h"

#include <assert.h>
#include <stdlib.h>

void *reader_open(const struct reader_kind *kind, size_t size, struct stream *stream,
                  struct failure *failure) {
    assert(size >= sizeof(struct reader));
    struct reader *reader = stream ? calloc(1, size) : NULL;
    if (reader) {
        *reader = (struct reader){.kind = kind,
                                  .stream = stream,
                                  .cursor = &stream->cursor,
                                  .name = stream->name,
                                  .short_name = stream->file_name,
                                  .size = stream->input->size,
                                  .resumable = true};
        return reader;
    }
    if (stream)
        fail_memory(failure);
    stream_close(stream);
    return NULL;
}

void reader_close(struct reader *reader) {
    if (!reader)
        return;
    if (reader->kind->close)
        reader->kind->close(reader);
    stream_close(reader->stream);
    free(reader);
}

/* ---- Slices ---------------------------------------------------------------------------------- */

struct slice *reader_add_slice(const struct reader *reader, struct batch *batch, size_t begin,
                               size_t length) {
    assert(begin + length <= reader->cursor->length);
    struct slice *slice = batch_add(batch);
    if (!slice)
        return NULL;
    slice->byte_offset = stream_offset(reader->stream, begin);
    slice->offset = batch->content.length;
    slice->length = length;
    slice->number = reader->number;
    text_buffer_append(&batch->content, reader->cursor->bytes + begin, length);
    return batch->content.failed ? NULL : slice;
}

bool reader_give_up(struct reader *reader, struct batch *batch, size_t begin, const char *why) {
    size_t length = reader->cursor->length - begin;
    reader->number++;
    return batch_damage(batch,
                        reader_add_slice(reader, batch, begin,
                                         length < batch_damaged_max ? length : batch_damaged_max),
                        why);
}

bool reader_report(const struct reader *reader, struct batch *batch, size_t position,
                   const char *why) {
    return batch_add_damage(batch, stream_offset(reader->stream, position), why);
}

/* ---- Cutting --------------------------------------------------------------------------------- */

/* Reads more text, as the window is not enough for the next step. */
static enum cut_state read_on(struct reader *reader, struct batch *batch) {
    const struct reader_kind *kind = reader->kind;
    switch (stream_read(reader->stream, reader->longest)) {
    case stream_more:
    case stream_last:
        return cut_goes_on;
    case stream_gap:
        return kind->meet_gap(reader, batch) ? cut_goes_on : cut_failed;
    case stream_too_long:
        return kind->meet_long(reader, batch) ? cut_goes_on : cut_failed;
    case stream_wants_piece:
        return cut_wants_piece;
    case stream_end:
        return kind->meet_end(reader, batch) ? cut_end : cut_failed;
    default:
        return cut_failed;
    }
}

enum cut_state reader_cut_elements(struct reader *reader, struct batch *batch,
                                   struct failure *failure) {
    assert(reader->stream && reader->kind->step);
    enum cut_state state = cut_goes_on;
    while (state == cut_goes_on) {
        state = batch_is_full(batch) ? cut_batch : reader->kind->step(reader, batch);
        if (state == cut_wants_text)
            state = read_on(reader, batch);
    }
    batch->file_end = reader->stream->file_end;
    batch->text_end = stream_offset(reader->stream, reader->cursor->next);
    if (state == cut_failed)
        fail_memory(failure);
    if (state == cut_end && !batch_is_empty(batch))
        state = cut_batch;
    if (state == cut_batch && reader->kind->is_between) {
        batch->resumable = reader->kind->is_between(reader);
        stream_note_place(reader->stream, &batch->place);
        batch->place.closed = true;
        batch->place.records = reader->number;
    }
    return state;
}

enum cut_state reader_next_batch(struct reader *reader, struct batch *batch,
                                 struct failure *failure) {
    enum cut_state state;
    batch_clear(batch);
    while ((state = reader->kind->cut(reader, batch, failure)) == cut_wants_piece)
        if (!stream_read_piece(reader->stream, failure))
            return cut_failed;
    return state;
}

enum stream_event reader_read_on(const struct reader *reader, struct failure *failure) {
    for (;;) {
        enum stream_event event = stream_read(reader->stream, SIZE_MAX);
        if (event == stream_failed)
            fail_memory(failure);
        if (event != stream_wants_piece)
            return event;
        if (!stream_read_piece(reader->stream, failure))
            return stream_failed;
    }
}
