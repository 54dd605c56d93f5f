/* batch.c - see batch.h. */
#include "batch.h"

#include "../base/array.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void batch_clear(struct batch *batch) {
    TEXT_BUFFERS(text_buffer_clear, &batch->content, &batch->messages);
    batch->count = 0;
    batch->resumable = false;
    memset(batch->passed_over, 0, sizeof batch->passed_over);
}

void batch_free(struct batch *batch) {
    TEXT_BUFFERS(text_buffer_free, &batch->content, &batch->messages);
    free(batch->slices);
    *batch = (struct batch){0};
}

struct slice *batch_add(struct batch *batch) {
    if (!ARRAY_ROOM(batch->slices, batch->count, batch->capacity))
        return NULL;
    struct slice *slice = &batch->slices[batch->count++];
    *slice = (struct slice){0};
    return slice;
}

bool batch_damage(struct batch *batch, struct slice *slice, const char *message) {
    assert(!slice || !slice->damaged);
    if (!slice)
        return false;
    slice->damaged = true;
    slice->message = batch->messages.length;
    text_buffer_append(&batch->messages, message, strlen(message) + 1);
    return !batch->messages.failed;
}

bool batch_add_damage(struct batch *batch, int64_t byte_offset, const char *message) {
    struct slice *slice = batch_add(batch);
    if (slice)
        slice->byte_offset = byte_offset;
    return batch_damage(batch, slice, message);
}

bool batch_is_empty(const struct batch *batch) {
    bool empty = batch->count == 0;
    for (int i = 0; i < batch_uses_max; i++)
        empty = empty && batch->passed_over[i] == 0;
    return empty;
}

bool batch_is_full(const struct batch *batch) {
    enum { bytes_enough = 1 << 19, slices_enough = 1 << 12 };
    return batch->content.length >= bytes_enough || batch->count >= slices_enough;
}
