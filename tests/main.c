/* main.c -- runs every suite of tests/test_*.c and counts.
 *
 *     run -e SUITE ...    just that suite; greatest's own -s would take all
 *                         suites whose names contain the word
 */
#include <stdio.h>
#include <string.h>

#include "greatest.h"

#define SUITE_OF(name) SUITE_EXTERN(name);
#include "suites.def"
#undef SUITE_OF

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    const char *only = NULL;
    if (argc > 2 && strcmp(argv[1], "-e") == 0) {
        only = argv[2];
        argv += 2;
        argc -= 2;
    }
    GREATEST_MAIN_BEGIN();
#define SUITE_OF(name) \
    if (!only || strcmp(only, #name) == 0) RUN_SUITE(name);
#include "suites.def"
#undef SUITE_OF
    GREATEST_PRINT_REPORT();
    struct greatest_report_t report;
    greatest_get_report(&report);
    printf("%u passed, %u failed\n", report.passed, report.failed);
    return report.failed ? 1 : 0;
}
