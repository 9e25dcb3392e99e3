/* main.c -- the entry of libFuzzer: `fuzz --target=tree CORPUS...`; `fuzz
 * --list` prints the names of all harnesses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static const FuzzTarget *target;     /* libFuzzer passes no context */

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    static const char option[] = "--target=";
    for (int i = 1; i < *argc; i++) {
        const char *word = (*argv)[i];
        bool list = strcmp(word, "--list") == 0;
        bool given = strncmp(word, option, sizeof option - 1) == 0;
        for (const FuzzTarget *t = fuzz_targets; t->name; t++) {
            if (list) printf("%s\n", t->name);
            if (given && strcmp(word + sizeof option - 1, t->name) == 0)
                target = t;
        }
        if (list) exit(0);
    }
    if (target) return 0;
    fprintf(stderr, "fuzz: give --target=NAME; --list names them\n");
    exit(2);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n) {
    target->one(bytes, n);
    return 0;
}
