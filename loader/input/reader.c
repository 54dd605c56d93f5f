/* reader.c - see reader.h. */
#include "reader.h"

#include <assert.h>
#include <stdint.h> /* SIZE_MAX */
#include <stdlib.h>

void *reader_open(const struct reader_kind *kind, size_t size, struct stream *stream,
                  struct failure *failure) {
    assert(size >= sizeof(struct reader));
    struct reader *reader = stream ? calloc(1, size) : NULL;
    if (reader) {
        *reader = (struct reader){.kind = kind, .stream = stream, .cursor = stream_cursor(stream)};
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

struct slice *reader_add_slice(const struct reader *reader, struct batch *batch, size_t begin,
                               size_t length) {
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

enum cut_state reader_end_cut(const struct reader *reader, struct batch *batch,
                              enum cut_state state, bool between, struct failure *failure) {
    state = stream_end_cut(reader->stream, batch, state, failure);
    if (state != cut_batch)
        return state;
    batch->resumable = between;
    stream_note_place(reader->stream, &batch->place);
    batch->place.closed = true;
    batch->place.records = reader->number;
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
