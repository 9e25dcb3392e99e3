/* floods.c -- what a 0 opens, of many cases at once. */
#include "floods.h"

#include <assert.h>
#include <string.h>

#include "base/rng.h"

/* The squares of a row without a mine on or next to them. */
static uint16_t zeros(const Mines *m, const SetBlock *b, int c, int y) {
    const MinesSets *s = m->sets;
    const uint8_t *planes = b->planes + c * s->planes * s->rows;
    uint16_t any = 0;
    for (int p = 0; p < s->planes; p++) {
        const uint8_t *plane = planes + p * s->rows;
        int row = sets_row(s->rows, y, 0);
        any |= plane[row];
        if (s->rows == ROWS_LARGE) any |= (uint16_t)(plane[row + 1] << 8);
    }
    return (uint16_t)~any & (uint16_t)((1u << m->options.cols) - 1);
}

/* Opens what is next to the zeros of row y; true if that was anything. */
static bool spread(const Mines *m, const Flood *zero, const Flood *blocked,
                   int y, Flood *open) {
    unsigned z = open->row[y] & zero->row[y], wide = z | z << 1 | z >> 1;
    wide &= (1u << m->options.cols) - 1;
    uint16_t changed = 0;
    for (int i = y ? y - 1 : 0; i <= y + 1 && i < m->options.rows; i++) {
        uint16_t more = (uint16_t)(wide & ~blocked->row[i] & ~open->row[i]);
        open->row[i] |= more;
        changed |= more;
    }
    return changed != 0;
}

Flood flood_of(const Mines *m, const SetBlock *b, int c, uint32_t square,
               const Flood *blocked) {
    int rows = m->options.rows, y = (int)square / m->options.cols;
    uint16_t here = (uint16_t)(1u << square % (uint32_t)m->options.cols);
    Flood zero = { { 0 } }, open = { { 0 } };
    for (int i = 0; i < rows; i++) zero.row[i] = zeros(m, b, c, i);
    assert(zero.row[y] & here);
    open.row[y] = here;
    bool more = true;
    while (more) {
        more = false;
        for (int i = 0; i < rows; i++)
            more |= spread(m, &zero, blocked, i, &open);
        for (int i = rows - 1; i >= 0; i--)
            more |= spread(m, &zero, blocked, i, &open);
    }
    open.row[y] &= (uint16_t)~here;
    return open;
}

static unsigned hash(const Flood *f) {
    uint64_t h = 0, w;
    for (size_t i = 0; i < sizeof *f; i += 8) {
        memcpy(&w, (const char *)f + i, 8);
        h = rng_mix(h ^ w);
    }
    return (unsigned)(h % (2 * SETS_CASES));
}

/* The kind of those that open the same, a new one if there is none. */
static int kind_of(Floods *f, const Flood *flood) {
    unsigned h = hash(flood);
    for (int k = f->first[h]; k >= 0; k = f->next[k])
        if (memcmp(&f->flood[k], flood, sizeof *flood) == 0) return k;
    int k = f->kinds++;
    f->flood[k] = *flood;
    f->set[k] = (CaseSet){ { 0 } };
    f->next[k] = f->first[h];
    f->first[h] = (int16_t)k;
    return k;
}

void floods_sort(Floods *f, const Mines *m, const SetBlock *b,
                 const CaseSet *set, uint32_t square, const Flood *blocked) {
    f->kinds = 0;
    memset(f->first, 0xff, sizeof f->first);
    for (int w = 0; w < b->words; w++)
        for (uint64_t left = set->w[w]; left; left &= left - 1) {
            int c = w * 64 + __builtin_ctzll(left);
            Flood flood = flood_of(m, b, c, square, blocked);
            f->set[kind_of(f, &flood)].w[w] |= left & -left;
        }
}
