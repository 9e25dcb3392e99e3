/* test_fuzz.c -- the inputs that fuzzing starts from, and those it found, once
 * more: every harness of tests/fuzz survives its own corpus. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdlib.h>

#include "fuzz/fuzz.h"
#include "greatest.h"

/* Gives every file of the folder to the harness; how many there were. */
static int replay(const FuzzTarget *target) {
    Buf path = { 0 }, file = { 0 };
    struct dirent **names;
    Err err;
    buf_format(&path, "tests/fuzz/corpus/%s", target->name);
    int n = scandir(buf_get(&path), &names, NULL, alphasort), files = 0;
    for (int i = 0; i < n; i++) {
        size_t len = path.len;
        buf_format(&path, "/%s", names[i]->d_name);
        if (names[i]->d_name[0] != '.' &&
            buf_file(&file, buf_get(&path), 1 << 20, &err)) {
            target->one((const uint8_t *)file.text, file.len);
            files++;
        }
        path.text[path.len = len] = '\0';
        buf_free(&file);
        free(names[i]);
    }
    if (n >= 0) free(names);
    buf_free(&path);
    return files;
}

TEST every_harness_survives_its_corpus(void) {
    for (const FuzzTarget *t = fuzz_targets; t->name; t++) {
        t->one(NULL, 0);
        if (replay(t) > 0) continue;
        printf("\nno corpus for '%s'\n", t->name);
        FAIL();
    }
    PASS();
}

SUITE(test_fuzz) { RUN_TEST(every_harness_survives_its_corpus); }
