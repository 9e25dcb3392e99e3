/* short_walk.c -- walks a program on all cases at once before it is compiled.
 *
 * Most random programs are over after a few steps, in all cases alike.
 * Compiling them takes longer than that, so a small program is walked first,
 * as the reference engine would, but on the group of all cases and for a few
 * steps only. A scout that reaches the end knows the score. One that has spent
 * its steps, or asks for a number in which the cases differ, gives up; what it
 * has counted is forgotten, and the program is compiled.
 *
 * Nothing is prepared: spans are found where something must be skipped. Large
 * programs are nearly always left unfinished, so they are not tried.
 */
#include "groups.h"
#include "walker.h"

typedef struct ShortWalk {
    Walk              walk;
    Groups           *groups;
    const Vocab      *vocab;
    const MinesRules *rules;
    const uint16_t   *neighbour;
    uint8_t          *board;
    uint32_t          at;
    uint8_t           closed;        /* flags of squares UNC leaves alone */
    bool              lost;          /* it gave up */
} ShortWalk;

static int32_t give_up(ShortWalk *g) {
    g->lost = true;
    walk_stop(&g->walk);
    return 0;
}

static int32_t uncover(ShortWalk *g, uint32_t q) {
    Group *now = &g->groups->now;
    groups_first(g->groups, q);
    if (!groups_survive(g->groups, q, g->walk.steps)) {
        walk_stop(&g->walk);
        return 0;
    }
    if (!groups_open(g->groups, q)) return give_up(g);
    if (now->open == g->groups->mines->safe) walk_stop(&g->walk);
    return g->rules->unc_new;
}

#define WALK_STATE     ShortWalk
#define WALK_CASES     "minesweeper/short_walk_cases.inc"
#define WALK_OPS       MinesOp
#define WALK_OP(ident) MINES_##ident
#define WALK_TRUE(g, x) mines_true((g)->rules, x)
#define WALK_SKIP      g->walk.pc += tree_span(g->vocab, g->walk.pc)
#include "engine/walk/walk.inc"

/* Walks the program on the cases of the block; false if it gave up. */
static bool short_walk_block(ShortWalk *g) {
    Groups *groups = g->groups;
    const Group *now = &groups->now;
    uint32_t budget = groups->mines->budget;
    uint32_t scout = groups->mines->options.scout;
    groups_start(groups);
    g->at = 0;
    walk_start(&g->walk, scout < budget ? scout : budget);
    walk(g, NULL);
    if (g->lost || g->walk.out_of_steps) return false;
    groups->now.at = g->at;
    bool over = set_empty(&now->set, groups->block->words) ||
                now->open == groups->mines->safe;
    if (!over && groups_again(groups, &groups->now)) return false;
    if (!set_empty(&now->set, groups->block->words))
        groups_end(groups, &now->set, 2 * now->open, g->walk.steps,
                   now->open == groups->mines->safe ? END_WON : END_FINISHED);
    return true;
}

bool short_walk_play(Groups *groups, const Tree *tree, MinesCase *each) {
    const Mines *m = groups->mines;
    ShortWalk g;
    if (walk_begin(&g.walk, tree) > m->options.scout) return false;
    g.groups = groups;
    g.vocab = tree->vocab;
    g.rules = &m->options.rules;
    g.neighbour = m->neighbour;
    g.board = groups->now.board;
    g.closed = m->options.rules.protect ? SQ_OPEN | SQ_MARK : SQ_OPEN;
    g.lost = false;
    groups->total = (MinesTotal){ 0 };
    groups->each = each;
    for (int i = 0; i < groups->sets->blocks; i++) {
        groups->block = &groups->sets->block[i];
        groups->block_number = i;
        if (!short_walk_block(&g)) return false;
    }
    return true;
}
