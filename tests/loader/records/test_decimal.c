/*
 * test_decimal.c - numbers of word vectors are rounded to the nearest float: the same bits as
 * strtof() gives in the C locale, on random numbers, on the numbers exactly between two floats and
 * just beside them, and at the ends of the range.
 */
#include "records/decimal.h"
#include "test.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Compares a number with strtof(), which knows it as a number. */
static void compare(const char *text) {
    float value = 0, expected = strtof(text, NULL);
    uint32_t bits, expected_bits;
    bool good = decimal_read(text, strlen(text), &value);
    CHECK(good == (bool)isfinite(expected), "%s: %s", text, good ? "read" : "refused");
    memcpy(&bits, &value, sizeof bits);
    memcpy(&expected_bits, &expected, sizeof expected_bits);
    CHECK(!good || bits == expected_bits, "%s: found %a, expected %a", text, (double)value,
          (double)expected);
}

static uint64_t next_random(void) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static float random_float(void) {
    uint32_t bits = (uint32_t)next_random();
    float value;
    memcpy(&value, &bits, sizeof value);
    return isfinite(value) ? value : 0.1f;
}

/* Floats as programs write them, in a few ways, and random digits. */
static void test_random(void) {
    static const char *const ways[] = {"%.9g", "%.6f", "%.17g", "%.5g", "%e", "%.40f", "%.0f"};
    char text[512];
    for (int i = 0; i < 200000; i++) {
        float value = i % 2 ? random_float() : (float)((double)(next_random() >> 12) / 1e15 - 2);
        snprintf(text, sizeof text, ways[next_random() % (sizeof ways / sizeof *ways)],
                 (double)value);
        if (strlen(text) <= decimal_max)
            compare(text);
        snprintf(text, sizeof text, "%s%llu.%llue%d", i % 3 ? "" : "-",
                 (unsigned long long)next_random() >> next_random() % 64,
                 (unsigned long long)next_random() >> next_random() % 64,
                 (int)(next_random() % 120) - 70);
        compare(text);
    }
}

/* The next float away from zero; the greatest becomes infinite. */
static float next_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits++;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Exactly between two floats, and a digit in the last place more or less. */
static void test_ties(void) {
    char text[512];
    for (int i = 0; i < 20000; i++) {
        float value = i < 10000 ? random_float() : (float)(next_random() >> 40);
        double middle = ((double)value + (double)next_float(value)) / 2;
        static const char *const ways[] = {"%.60g", "%.17g", "%.18g", "%.16g"};
        for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
            snprintf(text, sizeof text, ways[k], middle);
            compare(text);
        }
    }
}

static void test_forms(void) {
    /* clang-format off */
    static const char *const numbers[] = {
        "0", "-0", "+1", ".5", "5.", "-.5e-3", "1e5", "1E+5", "1e-05", "00001", "0.000", "1e-400",
        "1e400", "-1e39", "3.4e38", "3.5e38", "1e-45", "7e-46", "7.1e-46", "1.4e-45", "16777217",
        "8388608.5", "340282346638528859811704183484516925440",
        "340282356779733661637539395458142568447", "340282356779733661637539395458142568448",
        "0.00000000000000000000000000000000000000000000070064923216240853546186479164495807",
        "99999999999999999999", "9007199254740993", "1e99999999999999999999", "0e99999999999999",
        "1e-99999999999999999999", "123456789012345678901234567890", "100000000000000000000000",
    };
    static const char *const others[] = {
        "", "-", ".", "e5", "1e", "1e+", "nan", "inf", "0x10", "1,5", "1.2.3", "1 2", "--1", "1f",
        "+-1", "1e5.", "infinity", "NaN", "-inf", "1e 5", " 1", "1 ", "\xEF\xBC\x91",
    };
    /* clang-format on */
    float value;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        compare(numbers[i]);
        CHECK(decimal_is(numbers[i], strlen(numbers[i])), "%s", numbers[i]);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        CHECK(!decimal_read(others[i], strlen(others[i]), &value), "'%s' is read", others[i]);
        CHECK(!decimal_is(others[i], strlen(others[i])), "'%s' is a number", others[i]);
    }
}

/* Up to decimal_max characters, and none beyond the length that was named. */
static void test_length(void) {
    char text[decimal_max + 2];
    float value = 0;
    memset(text, '0', sizeof text);
    text[1] = '.';
    text[decimal_max - 1] = '1';
    CHECK(decimal_read(text, decimal_max, &value) && value == 0, "%g", (double)value);
    CHECK(!decimal_read(text, decimal_max + 1, &value), "too long");
    CHECK(decimal_read("12345", 2, &value) && value == 12, "%g", (double)value);
}

int main(void) {
    test_random();
    test_ties();
    test_forms();
    test_length();
    return test_end("loader/test_decimal");
}
