/* test_siphash.c - the hash agrees with OpenSSL's, and every byte counts. */
#include "base/siphash.h"
#include "test.h"

/* The hashes of 0, 1, 2, ... of that many bytes under the key 0, 1, ..., 15. */
static const struct {
    size_t length;
    const char *hash;
} vectors[] = {
    {0, "A3817F04BA25A8E66DF67214C7550293"},  {1, "DA87C1D86B99AF44347659119B22FC45"},
    {8, "3B62A9BA6258F5610F83E264F31497B4"},  {15, "5493E99933B0A8117E08EC0F97CFC3D9"},
    {63, "5150D1772F50834A503E069A973FBD7C"},
};

/* As OpenSSL prints it: the low byte of the first word first. */
static void print_hash(struct siphash hash, char *text) {
    for (size_t i = 0; i < 16; i++)
        sprintf(text + 2 * i, "%02X", (unsigned)(hash.words[i / 8] >> i % 8 * 8 & 255));
}

int main(void) {
    unsigned char bytes[300];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)i;
    const uint64_t key[2] = {0x0706050403020100, 0x0F0E0D0C0B0A0908};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        struct siphash hash = siphash_128(key, bytes, vectors[i].length);
        char text[33];
        print_hash(hash, text);
        CHECK(strcmp(text, vectors[i].hash) == 0, "length %zu: %s", vectors[i].length, text);
    }
    /* Each byte, the length and the key count; the address does not. */
    for (size_t length = 0; length < 40; length++) {
        struct siphash hash = siphash_128(key, bytes, length), other;
        for (size_t i = 0; i < length; i++) {
            bytes[i] ^= 1;
            other = siphash_128(key, bytes, length);
            bytes[i] ^= 1;
            CHECK(other.words[0] != hash.words[0] && other.words[1] != hash.words[1],
                  "byte %zu of %zu", i, length);
        }
        other = siphash_128(key, bytes, length + 1);
        CHECK(other.words[0] != hash.words[0], "length %zu", length);
        other = siphash_128((const uint64_t[]){key[0], key[1] + 1}, bytes, length);
        CHECK(other.words[0] != hash.words[0], "length %zu, another key", length);
        memmove(bytes + 101, bytes, length);
        other = siphash_128(key, bytes + 101, length);
        CHECK(other.words[0] == hash.words[0], "length %zu, another address", length);
    }
    return test_end("core/test_siphash");
}
