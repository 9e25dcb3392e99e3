/* simt_mines_avx2.c -- the SIMT engine for Minesweeper, by AVX2. */
#define LANES_AVX2
#include "engine/lanes/dispatch.h"
#include "simt_mines_lanes.h"

#define NAME_(name, size) name##_##size
#define BYTE_ROWS 8
#define MACHINE(name) NAME_(name, small)
#include "simt_mines.inc"
#undef BYTE_ROWS
#undef MACHINE
#define BYTE_ROWS 32
#define MACHINE(name) NAME_(name, large)
#include "simt_mines.inc"

const MachineKind simt_mines_avx2 = { make, run_small, run_large };
