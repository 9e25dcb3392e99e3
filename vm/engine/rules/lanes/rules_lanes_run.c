/* rules_lanes_run.c -- lanes of rules by bytecode, for any machine. */
#include "engine/lanes/lanes.h"

#define LANES_RUN rules_lanes_run_plain
#include "rules_lanes_run.inc"

const char rules_lanes_kinds[LANES_KINDS] = { 0 };

void rules_lanes_table(FlatTable *table, const Rules *rules) {
    const void *labels[LANES_KINDS];
    for (size_t i = 0; i < LANES_KINDS; i++) labels[i] = &rules_lanes_kinds[i];
    rules_flat_table(table, rules, labels);
    table->pair = NULL;
}
