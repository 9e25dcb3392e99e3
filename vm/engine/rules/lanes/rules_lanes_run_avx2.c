/* rules_lanes_run_avx2.c -- lanes of rules by bytecode, with AVX2. */
#define LANES_AVX2
#include "engine/lanes/lanes.h"

#define LANES_RUN rules_lanes_run_avx2
#include "rules_lanes_run.inc"
