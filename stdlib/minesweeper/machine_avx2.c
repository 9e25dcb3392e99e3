/* machine_avx2.c -- the SIMT engine for Minesweeper, by AVX2. */
#define LANES_AVX2
#include "dispatch.h"
#include "stdlib/minesweeper/machine_lanes.h"

#define NAME_(name, size) name##_##size
#define BYTE_ROWS 8
#define MACHINE(name) NAME_(name, small)
#include "stdlib/minesweeper/machine.inc"
#undef BYTE_ROWS
#undef MACHINE
#define BYTE_ROWS 32
#define MACHINE(name) NAME_(name, large)
#include "stdlib/minesweeper/machine.inc"

const MachineKind machine_avx2 = { make, run_small, run_large };
