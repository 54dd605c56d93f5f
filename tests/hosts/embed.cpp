// embed.cpp - a program in C++ that contains the extension: it prints the version of the header and
// an answer of the library, which must fit together.
#include <cstdio>

#include "neardup.h"

static int print(void *, int count, char **values, char **) {
    for (int i = 0; i < count; i++)
        std::printf("%s\n", values[i]);
    return 0;
}

int main() {
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(sqlite3_neardup_init));
    sqlite3 *db = nullptr;
    int code = sqlite3_open(":memory:", &db);
    if (code == SQLITE_OK)
        code = sqlite3_exec(db, "SELECT neardup_version(), edit_distance('kitten', 'sitting')",
                            print, nullptr, nullptr);
    sqlite3_close(db);
    std::printf("%s\n", NEARDUP_VERSION);
    return code;
}
