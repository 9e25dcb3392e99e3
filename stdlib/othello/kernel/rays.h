/* rays.h -- from every square, the squares that lie beyond it on a line.
 *
 * Constants only. Directions come in the order of lines.inc: along a row, the
 * two diagonals, along a file. An upward ray goes to higher squares.
 */
#ifndef OTHELLO_RAYS_H
#define OTHELLO_RAYS_H

#include <stdint.h>

typedef struct Rays {
    uint64_t up[4], down[4];         /* steps of 1, 7, 8, 9 */
} Rays;

#define RAY_FILE UINT64_C(0x0101010101010101)
#define RAY_RIGHT(x) (RAY_FILE * (0xfeu << (x)&0xffu))
#define RAY_LEFT(x) (RAY_FILE * ((1u << (x)) - 1))

#define RAY_SQUARE(x, y)                                                \
    {                                                                         \
        { (UINT64_C(0xff) << 8 * (y)) & RAY_RIGHT(x),                         \
          (UINT64_C(0x0002040810204080) << (8 * (y) + (x))) & RAY_LEFT(x),    \
          UINT64_C(0x0101010101010100) << (8 * (y) + (x)),                    \
          (UINT64_C(0x8040201008040200) << (8 * (y) + (x))) & RAY_RIGHT(x) }, \
        {                                                                     \
            (UINT64_C(0xff) << 8 * (y)) & RAY_LEFT(x),                        \
                (UINT64_C(0x0102040810204000) >> (63 - 8 * (y) - (x))) &      \
                    RAY_RIGHT(x),                                             \
                UINT64_C(0x0080808080808080) >> (63 - 8 * (y) - (x)),         \
                (UINT64_C(0x0040201008040201) >> (63 - 8 * (y) - (x))) &      \
                    RAY_LEFT(x)                                               \
        }                                                                     \
    }

#define RAY_ROW(y)                                                      \
    RAY_SQUARE(0, y), RAY_SQUARE(1, y), RAY_SQUARE(2, y), RAY_SQUARE(3, y), \
        RAY_SQUARE(4, y), RAY_SQUARE(5, y), RAY_SQUARE(6, y), RAY_SQUARE(7, y)

static const Rays rays[64] = {
    RAY_ROW(0), RAY_ROW(1), RAY_ROW(2), RAY_ROW(3),
    RAY_ROW(4), RAY_ROW(5), RAY_ROW(6), RAY_ROW(7),
};

#endif
