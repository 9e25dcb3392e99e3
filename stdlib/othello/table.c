/* table.c -- making, clearing and releasing transposition tables. */
#include "table.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

Table *oth_table_new(int bits, Err *err) {
    assert(bits >= 1 && bits <= TABLE_BITS_MAX);
    Table *table = mem_new(1, sizeof *table, err);
    if (!table) return NULL;
    size_t count = (size_t)1 << bits;
    table->mask = count - 1;
    table->stamp = 1;                /* entries come zeroed: all stale */
    table->entries = mem_new_aligned(count, sizeof *table->entries, err);
    if (table->entries) return table;
    oth_table_free(table);
    return NULL;
}

void oth_table_free(Table *table) {
    if (!table) return;
    mem_free(table->entries);
    mem_free(table);
}

void oth_table_clear(Table *table) {
    if (++table->stamp != 0) return;
    memset(table->entries, 0, (table->mask + 1) * sizeof *table->entries);
    table->stamp = 1;
}
