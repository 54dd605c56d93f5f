/*
 * storage.h - where the core stores data that does not fit in memory.
 *
 * The host supplies the functions: the core does not know files. Several threads may call them at
 * the same time. write() and read() return false if that fails; the host keeps the reason.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What became of records that may have gone to a storage. */
enum record_result {
    record_ok,
    record_no_memory, /* or interrupted */
    record_not_stored /* the storage failed */
};

struct storage {
    void *context;
    /* Reserves `size` bytes, which are then written once, and returns where they begin. */
    uint64_t (*reserve)(void *context, uint64_t size);
    bool (*write)(void *context, uint64_t offset, const void *bytes, size_t size);
    /* Reads bytes that were written. */
    bool (*read)(void *context, uint64_t offset, void *bytes, size_t size);
};
