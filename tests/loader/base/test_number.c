/* test_number.c - which bytes of a word vector are a number, and that it is all of them. */
#include "base/number.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    float value = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        float expected = strtof(numbers[i], NULL);
        bool good = decimal_read(numbers[i], strlen(numbers[i]), &value);
        CHECK(good == (bool)isfinite(expected) && (!good || value == expected), "%s: %g",
              numbers[i], (double)value);
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
    test_forms();
    test_length();
    return test_end("loader/test_number");
}
