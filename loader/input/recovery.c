/* recovery.c - see recovery.h. */
#include "recovery.h"

#include <string.h> /* memcmp */

enum { room = 4096, steps_max = 4 };

enum recovery_result recovery_try(const struct decompressor *decompressor, void *state,
                                  const char *bytes, size_t length) {
    char ignored[room];
    struct failure reason;
    struct decompressor_io io = {.next_in = bytes, .left_in = length};
    enum decompressor_result result = decompressor_more;
    if (length < decompressor->magic_length ||
        memcmp(bytes, decompressor->magic, decompressor->magic_length) != 0)
        return recovery_nothing;
    if (!decompressor->reset(state))
        return recovery_no_memory;
    for (int i = 0; i < steps_max && result == decompressor_more && (i == 0 || !io.left_out); i++) {
        io.next_out = ignored;
        io.left_out = sizeof ignored;
        result = decompressor->step(state, &io, &reason);
    }
    return result == decompressor_no_memory ? recovery_no_memory
           : result == decompressor_broken  ? recovery_nothing
                                            : recovery_stream;
}
