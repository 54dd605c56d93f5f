/* test_mix.c - the mixer and the stream, against published values of SplitMix64. */
#include "base/mix.h"
#include "random_input.h"
#include "test.h"

/* Vigna's splitmix64.c gives these; Rosetta Code lists those of the second seed. */
static const struct {
    uint64_t seed, numbers[3];
} streams[] = {
    {0, {0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F}},
    {1234567,
     {UINT64_C(6457827717110365317), UINT64_C(3203168211198807973), UINT64_C(9817491932198370423)}},
};

static void test_streams(void) {
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        uint64_t state = streams[i].seed;
        for (int n = 0; n < 3; n++)
            CHECK(splitmix64_next(&state) == streams[i].numbers[n], "number %d of stream %zu", n,
                  i);
    }
}

/* Every bit of the input flips every bit of the output in about half of all cases. */
static void test_every_bit_moves_every_bit(void) {
    enum { trials = 4000 };
    int wrong = 0;
    static int moved[64][64];
    for (int trial = 0; trial < trials; trial++) {
        uint64_t word = random_word(), mixed = mix64(word);
        for (int in = 0; in < 64; in++) {
            uint64_t change = mixed ^ mix64(word ^ UINT64_C(1) << in);
            for (int out = 0; out < 64; out++)
                moved[in][out] += (int)(change >> out & 1);
        }
    }
    for (int in = 0; in < 64; in++)
        for (int out = 0; out < 64; out++)
            wrong += moved[in][out] < trials / 2 - 200 || moved[in][out] > trials / 2 + 200;
    CHECK(wrong == 0, "%d of 4096 pairs of bits are not half and half", wrong);
    CHECK(mix64(0) == 0, "0 is the fixed point of the mixer");
}

static void test_numbers_below(void) {
    static const uint64_t limits[] = {1, 2, 3, 7, 10, 64};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        enum { each = 2000 };
        uint64_t state = 42;
        unsigned long counts[64] = {0}, wrong = 0;
        for (uint64_t n = 0; n < each * limits[i]; n++) {
            uint64_t number = splitmix64_below(&state, limits[i]);
            if (number < limits[i])
                counts[number]++;
        }
        for (uint64_t number = 0; number < limits[i]; number++)
            wrong += counts[number] < each - 200 || counts[number] > each + 200;
        CHECK(wrong == 0, "%lu numbers below %d are too rare or too frequent", wrong,
              (int)limits[i]);
    }
}

/* With a limit of 3/4 * 2^64, plain modulo would return the first third twice as often. */
static void test_the_uneven_remainder_is_rejected(void) {
    uint64_t state = 7, limit = UINT64_C(3) << 62;
    unsigned long wrong = 0, low = 0;
    for (int n = 0; n < 6000; n++) {
        uint64_t number = splitmix64_below(&state, limit);
        wrong += number >= limit;
        low += number < limit / 3;
    }
    CHECK(wrong == 0 && low > 1850 && low < 2150, "%lu of 6000 in the lowest third", low);
}

int main(void) {
    test_streams();
    test_every_bit_moves_every_bit();
    test_numbers_below();
    test_the_uneven_remainder_is_rejected();
    return test_end("core/test_mix");
}
