/* columns.c -- which kernels a machine has, and blocks that hold one value. */
#include "columns.h"

#include <string.h>

#include "engine/lanes/lanes.h"

const uint8_t column_operands[COLUMN_OPS] = {
#define COLUMN_OP(id, operands) [COLUMN_##id] = operands,
#include "columns.def"
#undef COLUMN_OP
};

ColumnKernels *columns_best(void) {
    return lanes_avx2() ? columns_avx2 : columns_portable;
}

BitsKernel *columns_walker(ColumnKernels *kernels) {
    return kernels == columns_avx2 ? bits_avx2 : bits_portable;
}

void columns_fill(uint8_t *block, double value) {
    for (size_t i = 0; i < COLUMN_ROWS; i++)
        memcpy(block + i * sizeof value, &value, sizeof value);
}

void columns_fill_bits(uint8_t *block, bool value) {
    memset(block, value ? 0xff : 0, COLUMN_BLOCK);
}
