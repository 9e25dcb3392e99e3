/* main.c -- runs every suite of tests/test_*.c and counts. */
#include <stdio.h>
#include <string.h>

#include "greatest.h"

#define SUITE_OF(name) SUITE_EXTERN(name);
#include "suites.def"
#undef SUITE_OF

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
    GREATEST_MAIN_BEGIN();
#define SUITE_OF(name) RUN_SUITE(name);
#include "suites.def"
#undef SUITE_OF
    GREATEST_PRINT_REPORT();
    struct greatest_report_t report;
    greatest_get_report(&report);
    printf("%u passed, %u failed\n", report.passed, report.failed);
    return report.failed ? 1 : 0;
}
