/* ant.c -- the Santa Fe ant by hand.
 *
 * The program counter runs along the prefix code; an argument that is not taken
 * is passed over by its span. Once the ant has stopped nothing acts.
 */
#include "ant.h"

#include <string.h>

static const int dx[4] = { 0, 1, 0, -1 }, dy[4] = { -1, 0, 1, 0 };

bool ant_ops(const Vocab *vocab, uint8_t op[VOCAB_SYMBOLS_MAX], Err *err) {
    static const char *const names[ANT_OPS] = { "LEFT",    "RIGHT",  "MOVE",
                                                "IF_FOOD", "PROGN2", "PROGN3" };
    for (int s = 0; s < vocab->symbols; s++) {
        op[s] = ANT_OPS;
        for (int k = 0; k < ANT_OPS; k++)
            if (strcmp(names[k], vocab->symbol[s].name) == 0)
                op[s] = (uint8_t)k;
        if (op[s] == ANT_OPS)
            return err_set(err, "'%s' is not for ants", vocab->symbol[s].name);
    }
    return true;
}

static bool act(Ant *ant) {
    if (ant->left > 0) {
        ant->left--;
        return true;
    }
    ant->stop = true;
    return false;
}

static int ahead(const Ant *ant) {
    int x = (ant->x + dx[ant->dir]) & (ANT_SIDE - 1);
    int y = (ant->y + dy[ant->dir]) & (ANT_SIDE - 1);
    return y * ANT_SIDE + x;
}

static void move(Ant *ant) {
    int at = ahead(ant);
    ant->x = at % ANT_SIDE;
    ant->y = at / ANT_SIDE;
    if (!ant->food[at]) return;
    ant->food[at] = 0;
    if (++ant->eaten == ant->pellets) ant->stop = true;
}

static void skip(Ant *ant) { ant->pc += ant->span[ant->pc - ant->code]; }

static void walk(Ant *ant) {
    if (ant->stop) return;
    ant->nodes++;
    switch ((AntOp)ant->op[*ant->pc++]) {
    case ANT_LEFT:
        if (act(ant)) ant->dir = (ant->dir + 3) & 3;
        break;
    case ANT_RIGHT:
        if (act(ant)) ant->dir = (ant->dir + 1) & 3;
        break;
    case ANT_MOVE:
        if (act(ant)) move(ant);
        break;
    case ANT_IF_FOOD:
        if (ant->food[ahead(ant)]) {
            walk(ant);
            skip(ant);
        } else {
            skip(ant);
            walk(ant);
        }
        break;
    case ANT_PROGN2:
        walk(ant);
        walk(ant);
        break;
    case ANT_PROGN3:
        walk(ant);
        walk(ant);
        walk(ant);
        break;
    case ANT_OPS: break;
    }
}

void ant_play(Ant *ant, const uint8_t trail[ANT_CELLS], int pellets,
              int actions) {
    memcpy(ant->food, trail, ANT_CELLS);
    ant->x = ant->y = ant->eaten = 0;
    ant->dir = 1;
    ant->pellets = pellets;
    ant->left = actions;
    ant->nodes = 0;
    ant->stop = false;
    while (!ant->stop) {
        ant->pc = ant->code;
        walk(ant);
    }
}
