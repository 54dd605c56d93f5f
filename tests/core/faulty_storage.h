/* faulty_storage.h - a storage in memory for tests, which fails on request. */
#pragma once

#include "base/storage.h"

#include <pthread.h>
#include <string.h> /* memcpy */

static struct {
    pthread_mutex_t mutex;
    unsigned char bytes[1 << 22];
    uint64_t size;
    unsigned long calls, fail_at; /* of write() and read(), from 1 */
} stored_bytes = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static uint64_t reserve(void *context, uint64_t size) {
    (void)context;
    pthread_mutex_lock(&stored_bytes.mutex);
    uint64_t begin = stored_bytes.size;
    stored_bytes.size += size;
    pthread_mutex_unlock(&stored_bytes.mutex);
    return begin;
}

static bool transfer(void *to, const void *from, uint64_t end, size_t size) {
    pthread_mutex_lock(&stored_bytes.mutex);
    bool works = ++stored_bytes.calls != stored_bytes.fail_at && end <= sizeof stored_bytes.bytes;
    if (works && size > 0)
        memcpy(to, from, size);
    pthread_mutex_unlock(&stored_bytes.mutex);
    return works;
}

static bool write_bytes(void *context, uint64_t offset, const void *bytes, size_t size) {
    (void)context;
    return transfer(stored_bytes.bytes + offset, bytes, offset + size, size);
}

static bool read_bytes(void *context, uint64_t offset, void *bytes, size_t size) {
    (void)context;
    return transfer(bytes, stored_bytes.bytes + offset, offset + size, size);
}

static const struct storage faulty_storage = {
    .reserve = reserve, .write = write_bytes, .read = read_bytes};
