/* trace.c -- what a program changes on a board, beside the trace of its steps.
 *
 * What a node changed is found by comparing with a shadow of the state, after
 * those few primitives only that change something.
 */
#include "trace.h"

#include <string.h>

#include "base/mem.h"
#include "walker.h"

typedef struct Tracer {
    MINES_WALKER
    MinesTrace       *trace;
    size_t            change_room;
    uint8_t          *old_board;     /* the shadow */
    uint32_t          old_at;
    int32_t           old_reg[MINES_REGISTERS_MAX];
    uint16_t          span[VOCAB_BRANCHES * TREE_NODES_MAX];
} Tracer;

/* ---- writing down ------------------------------------------------------- */

static void note(Tracer *g, uint32_t step, TraceKind kind, int32_t place,
                 int32_t before, int32_t after) {
    MinesTrace *t = g->trace;
    if (t->change_count == g->change_room) {
        size_t more = g->change_room ? g->change_room * 2 : 256;
        TraceChange *bigger = mem_resize(t->changes, more, sizeof *bigger,
                                         t->trace.err);
        if (!bigger) {
            t->trace.failed = true;
            return;
        }
        t->changes = bigger;
        g->change_room = more;
    }
    t->changes[t->change_count++] = (TraceChange){
        (uint32_t)t->trace.count, step, kind, place, before, after
    };
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

/* A call begins, on another square it may be. */
static void note_call(Tracer *g) {
    if (g->at != g->old_at)
        note_changes(g, (uint32_t)g->trace->trace.count - 1);
}

static bool may_change(uint8_t op) {
    return op == MINES_MOV || op == MINES_UNC || op == MINES_MRK ||
           op == MINES_UNMRK || op == MINES_STORE || op == MINES_MRKOWN ||
           op == MINES_UNCOWN || op == MINES_MRKOWNDIR || op == MINES_UNCOWNDIR;
}

/* ---- walking ------------------------------------------------------------ */

#define MINES_OPENED(g, q) ((void)0)
#define MINES_CALLED(g)    note_call(g)
#define WALK_STATE     Tracer
#include "board_rules.inc"
#include "program_rules.inc"
#define WALK_CASES     "minesweeper/walk_cases.inc"
#define WALK_OPS       MinesOp
#define WALK_OP(ident) MINES_##ident
#define WALK_TRUE(g, x) mines_true((g)->rules, x)
#define WALK_TRACE(g)  (&(g)->trace->trace)
#define WALK_AFTER(g, op, step) \
    if (may_change(op)) note_changes(g, (uint32_t)(step))
#include "engine/walk/traced.inc"

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
    g->old_board = mem_new(squares, 1, err);
    if (!sit_down(g, mines, err) || !g->old_board) {
        tracer_free(g);
        return NULL;
    }
    memcpy(g->old_board, mines->boards + case_number * squares, squares);
    return g;
}

MinesTrace *mines_trace_new(const Mines *mines, const Tree *tree,
                            size_t case_number, const TraceIf *suppose,
                            Err *err) {
    MinesTrace *t = mem_new(1, sizeof *t, err);
    Tracer *g = t ? tracer_new(mines, case_number, err) : NULL;
    if (!g) goto failed;
    trace_init(&t->trace, err);
    if (suppose) t->trace.suppose = *suppose;
    t->mines = mines;
    t->case_number = case_number;
    g->trace = t;
    walk_program(&g->walk, tree, g->span);
    play_calls(g, case_number, traced);
    t->result = (MinesCase){ 2 * g->open - g->exploded, g->walk.steps,
                             end_of(g) };
    if (!trace_end(&t->trace, t->result.raw, mines_end_name(t->result.end)))
        goto failed;
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
    trace_free(&t->trace);
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
