/* trace.c -- the reference engine once more, writing everything down.
 *
 * walk.inc is included with traced() in place of a plain call: it notes that a
 * node begins, lets the walker do the work, and notes the value. What a node
 * changed is found by comparing with a shadow of the state, after those few
 * primitives only that change something.
 */
#include "trace.h"

#include <string.h>

#include "base/mem.h"
#include "walker.h"

typedef struct Tracer {
    MINES_WALKER
    MinesTrace       *trace;
    size_t            step_room, change_room;
    int32_t           parent;
    uint8_t          *old_board;     /* the shadow */
    uint32_t          old_at;
    int32_t           old_reg[MINES_REGISTERS_MAX];
    Err              *err;
    bool              failed;
    uint16_t          span[VOCAB_BRANCHES * TREE_NODES_MAX];
} Tracer;

/* ---- writing down ------------------------------------------------------- */

static void *grown(Tracer *g, void *block, size_t *room, size_t size) {
    size_t more = *room ? *room * 2 : 256;
    void *bigger = mem_resize(block, more, size, g->err);
    if (bigger) *room = more;
    else g->failed = true;
    return bigger;
}

static bool room_for_step(Tracer *g) {
    MinesTrace *t = g->trace;
    if (t->count < g->step_room) return true;
    if (t->count >= TRACE_STEPS_MAX) {
        g->failed = true;
        return err_set(g->err, "trace: more than %d steps; give the game a "
                       "smaller budget", TRACE_STEPS_MAX);
    }
    TraceStep *bigger = grown(g, t->steps, &g->step_room, sizeof *bigger);
    if (bigger) t->steps = bigger;
    return bigger != NULL;
}

static void note(Tracer *g, uint32_t step, TraceKind kind, int32_t place,
                 int32_t before, int32_t after) {
    MinesTrace *t = g->trace;
    if (t->change_count == g->change_room) {
        TraceChange *bigger = grown(g, t->changes, &g->change_room,
                                    sizeof *bigger);
        if (!bigger) return;
        t->changes = bigger;
    }
    t->changes[t->change_count++] = (TraceChange){
        (uint32_t)t->count, step, kind, place, before, after };
}

/* Compares the state with its shadow and notes what is new. */
static void note_changes(Tracer *g, uint32_t step) {
    for (int i = 0; i < g->mines->squares; i++) {
        if (g->board[i] == g->old_board[i]) continue;
        note(g, step, TRACE_SQUARE, i, g->old_board[i], g->board[i]);
        g->old_board[i] = g->board[i];
    }
    if (g->at != g->old_at)
        note(g, step, TRACE_POSITION, 0, (int32_t)g->old_at, (int32_t)g->at);
    g->old_at = g->at;
    for (int i = 0; i < g->rules->registers; i++) {
        if (g->reg[i] == g->old_reg[i]) continue;
        note(g, step, TRACE_REGISTER, i, g->old_reg[i], g->reg[i]);
        g->old_reg[i] = g->reg[i];
    }
}

static bool may_change(uint8_t op) {
    return op == MINES_MOV || op == MINES_UNC || op == MINES_MRK ||
           op == MINES_UNMRK || op == MINES_STORE;
}

/* ---- walking ------------------------------------------------------------ */

static int32_t traced(Tracer *g, const int32_t *arg);

#define MINES_OPENED(g, q) ((void)0)
#define WALK_STATE     Tracer
#include "board_rules.inc"
#define WALK_CASES     "minesweeper/walk_cases.inc"
#define WALK_OPS       MinesOp
#define WALK_OP(ident) MINES_##ident
#define WALK_TRUE(g, x) mines_true((g)->rules, x)
#define WALK_AGAIN     traced
#include "engine/walk/walk.inc"

static int32_t traced(Tracer *g, const int32_t *arg) {
    if (g->walk.steps >= g->walk.limit || !room_for_step(g)) {
        if (g->failed) walk_stop(&g->walk);
        return walk(g, arg);         /* which refuses */
    }
    uint32_t me = (uint32_t)g->trace->count++;
    uint32_t node = (uint32_t)(g->walk.pc - g->walk.code);
    uint8_t op = g->walk.op[g->walk.code[node]];
    g->trace->steps[me] = (TraceStep){ .node = node, .parent = g->parent };
    int32_t parent = g->parent;
    g->parent = (int32_t)me;
    int32_t value = walk(g, arg);
    g->parent = parent;
    if (may_change(op)) note_changes(g, me);
    g->trace->steps[me].value = value;
    g->trace->steps[me].until = (uint32_t)g->trace->count;
    return value;
}

/* ---- life --------------------------------------------------------------- */

static void tracer_free(Tracer *g) {
    if (!g) return;
    mem_free(g->old_board);
    get_up(g);
    mem_free(g);
}

static Tracer *tracer_new(const Mines *mines, size_t case_number, Err *err) {
    size_t squares = (size_t)mines->squares;
    Tracer *g = mem_new(1, sizeof *g, err);
    if (!g) return NULL;
    g->err = err;
    g->parent = TRACE_NO_STEP;
    g->old_board = mem_new(squares, 1, err);
    if (!sit_down(g, mines, err) || !g->old_board) {
        tracer_free(g);
        return NULL;
    }
    deal(g, case_number);
    memcpy(g->old_board, g->board, squares);
    return g;
}

MinesTrace *mines_trace_new(const Mines *mines, const Tree *tree,
                            size_t case_number, Err *err) {
    MinesTrace *t = mem_new(1, sizeof *t, err);
    Tracer *g = t ? tracer_new(mines, case_number, err) : NULL;
    if (!g) goto failed;
    t->mines = mines;
    t->case_number = case_number;
    g->trace = t;
    walk_program(&g->walk, tree, g->span);
    walk_start(&g->walk, mines->budget);
    traced(g, NULL);
    if (g->failed) goto failed;
    t->result = (MinesCase){ 2 * g->open - g->exploded, g->walk.steps,
                             end_of(g) };
    tracer_free(g);
    return t;
failed:
    tracer_free(g);
    mines_trace_free(t);
    return NULL;
}

void mines_trace_free(void *trace) {
    MinesTrace *t = trace;
    if (!t) return;
    mem_free(t->changes);
    mem_free(t->steps);
    mem_free(t);
}

/* ---- going anywhere in time --------------------------------------------- */

void mines_trace_state(const MinesTrace *t, size_t n, uint8_t *board,
                       uint32_t *at, int32_t *reg) {
    size_t squares = (size_t)t->mines->squares;
    memcpy(board, t->mines->boards + t->case_number * squares, squares);
    memset(reg, 0, MINES_REGISTERS_MAX * sizeof *reg);
    *at = 0;
    for (size_t i = 0; i < t->change_count; i++) {
        const TraceChange *c = &t->changes[i];
        if (c->when > n) break;
        switch (c->kind) {
        case TRACE_SQUARE: board[c->place] = (uint8_t)c->after; break;
        case TRACE_POSITION: *at = (uint32_t)c->after; break;
        case TRACE_REGISTER: reg[c->place] = c->after; break;
        }
    }
}
