/* gunner.c -- the registers and instructions of Battleship programs.
 *
 * Both engines share the functions that do something to the game (shoot,
 * target, direction); the fast one keeps control flow and the small
 * instructions in one switch over a program whose blocks were measured and
 * whose skips were resolved beforehand. A step is exactly what linear_run.h
 * says.
 */
#include "gunner.h"

#include "base/hot.h"

#include <string.h>

static const LinearInstr instrs[] = {
#define GUN(id, name, kind, help) \
    { name, LINEAR_##kind, GUN_##id, help, { 0 }, 0 },
#include "gunner.def"
#undef GUN
};

static const LinearBlock blocks[GUN_BLOCKS] = {
    { "Targeting", 10 }, { "Locking", 20 }, { "Sinking", 20 },
};

static const LinearRegister registers[] = {
    { "TargetPos", "the square aimed at; starts at 0,0" },
    { "TempPos", "a square kept for later; starts at 0,0" },
    { "TargetDir", "North, South, West or East; starts as North" },
    { "TargetHit", "did the last shot hit?" },
    { "TempHit", "a flag of the program's own" },
};

const LinearSet gunner_set = {
    "battleship", instrs, GUN_COUNT, blocks, GUN_BLOCKS, registers, 5,
};

/* ---- the registers and what changes them --------------------------------- */

typedef struct Gunner {
    Waters                 *sea;
    const Targeter      *targeter;
    const GunnerOptions *options;
    Rng                 *rng;
    int                  at, temp_at;        /* places of the board's ring */
    int                  dir;
    bool                 hit, temp;
    bool                 restarted;  /* the option sent it to the first state */
    const uint8_t       *order;      /* squares before it were shot, or NULL */
    uint32_t             idle;       /* steps since the last new shot */
    uint8_t             *open;       /* RING_MAX places; 1: not shot yet */
} Gunner;

static inline void gunner_init(Gunner *g, const GunnerOptions *options,
                               Waters *sea, const Targeter *targeter, Rng *rng,
                               uint8_t open[RING_MAX]) {
    const Ring *ring = &sea->fleet->ring;
    *g = (Gunner){ .sea = sea,
                   .targeter = targeter,
                   .options = options,
                   .rng = rng,
                   .at = ring->at[0],
                   .temp_at = ring->at[0],
                   .open = open,
                   .order = targeter->order };
    memcpy(open, ring->board, sizeof ring->board);
    for (Cells shot = sea->shot; shot; shot &= shot - 1)
        open[ring->at[cells_first(shot)]] = 0;
}

static inline void target(Gunner *g) {
    const uint8_t *at = g->sea->fleet->ring.at;
    if (g->order) {
        while (!g->open[at[*g->order]]) g->order++;
        g->at = at[*g->order];
        return;
    }
    g->at = at[g->targeter->answer(g->targeter->self, g->sea)];
}

/* False if that was the last ship. */
static inline bool shoot(Gunner *g) {
    g->hit = false;
    if (!g->open[g->at]) return true;
    hot_assert(g->at >= 0 && g->at < RING_MAX);
    g->open[g->at] = 0;
    int cell = g->sea->fleet->ring.cell[g->at];
    ShotResult result = waters_fire(g->sea, cell);
    if (g->targeter->told)
        g->targeter->told(g->targeter->self, g->sea, cell, result);
    g->hit = result != SHOT_MISS;
    g->idle = 0;
    if (result == SHOT_SUNK && g->options->restart) {
        g->restarted = true;
        g->temp = false;
    }
    return g->sea->left > 0;
}

static inline void move_forward(Gunner *g) {
    g->at = g->sea->fleet->ring.step[g->dir][g->at];
}

/* A direction of first..last towards an open square, or any of them. */
static inline void turn(Gunner *g, int first, int last) {
    int open[4];
    uint32_t n = 0;
    for (int d = first; d <= last; d++) {
        open[n] = d;
        n += g->open[g->sea->fleet->ring.step[d][g->at]];
    }
    g->dir = n ? open[n > 1 ? rng_below(g->rng, n) : 0]
               : first + (int)rng_below(g->rng, (uint32_t)(last - first + 1));
}

/* The watchdog's shot; the number of the state to go on with. */
static inline int force(Gunner *g) {
    target(g);
    shoot(g);
    g->restarted = false;
    if (!g->hit) return 0;
    g->temp_at = g->at;
    return 1;
}

/* ---- as the host of the reference engine --------------------------------- */

static bool gunner_act(void *game, int op) {
    Gunner *g = game;
    switch ((GunOp)op) {
    case GUN_TARGET:   target(g); break;
    case GUN_SHOOT:    return shoot(g);
    case GUN_MOVEFWD:  move_forward(g); break;
    case GUN_RANDDIR:  turn(g, 0, 3); break;
    case GUN_VERTDIR:  turn(g, 0, 1); break;
    case GUN_HORZDIR:  turn(g, 2, 3); break;
    case GUN_SAVEPOS:  g->temp_at = g->at; break;
    case GUN_LOADPOS:  g->at = g->temp_at; break;
    case GUN_SETTRUE:  g->temp = true; break;
    case GUN_SETFALSE: g->temp = false; break;
    case GUN_OPPDIR:   g->dir ^= 1; break;
    case GUN_NOP:
    case GUN_JUMP:
    case GUN_IFHIT:
    case GUN_IFMISS:
    case GUN_IFTRUE:
    case GUN_IFFALSE: break; /* no acts */
    }
    return true;
}

static bool gunner_test(void *game, int op) {
    const Gunner *g = game;
    switch ((GunOp)op) {
    case GUN_IFHIT:   return g->hit;
    case GUN_IFMISS:  return !g->hit;
    case GUN_IFTRUE:  return g->temp;
    case GUN_IFFALSE: return !g->temp;
    case GUN_NOP:
    case GUN_JUMP:
    case GUN_TARGET:
    case GUN_SHOOT:
    case GUN_MOVEFWD:
    case GUN_RANDDIR:
    case GUN_VERTDIR:
    case GUN_HORZDIR:
    case GUN_SAVEPOS:
    case GUN_LOADPOS:
    case GUN_SETTRUE:
    case GUN_SETFALSE:
    case GUN_OPPDIR: break;                       /* no tests */
    }
    return false;
}

/* Column and row, from 0; just off the board -1, or as many as there are. */
static void show_place(const Gunner *g, int place, Buf *out) {
    int cols = g->sea->fleet->ring.cols;
    buf_format(out, "%d,%d", place % cols - 1, place / cols - 1);
}

static const char *const dirs[] = { "North", "South", "West", "East" };

static void gunner_show(void *game, size_t reg, Buf *out) {
    const Gunner *g = game;
    switch (reg) {
    case 0: show_place(g, g->at, out); break;
    case 1: show_place(g, g->temp_at, out); break;
    case 2: buf_text(out, dirs[g->dir]); break;
    case 3: buf_text(out, g->hit ? "true" : "false"); break;
    case 4: buf_text(out, g->temp ? "true" : "false"); break;
    }
}

static const LinearHost host = { gunner_act, gunner_test, gunner_show };

/* ---- written down -------------------------------------------------------- */

static bool is_turn(int op) {
    return op == GUN_RANDDIR || op == GUN_VERTDIR || op == GUN_HORZDIR;
}

/* Does it give something that may be supposed to be otherwise? */
static bool gives(const LinearInstr *in) {
    if (in->kind == LINEAR_TEST) return true;
    return in->kind == LINEAR_ACT &&
           (in->op == GUN_SHOOT || in->op == GUN_TARGET || is_turn(in->op));
}

/* Is another value supposed for the step that comes? With `always` for that
 * line whenever it comes again. */
static bool supposed_now(const GunnerNotes *notes, const LinearRun *run,
                         size_t place[2]) {
    const TraceIf *s = &notes->suppose;
    if (!s->given || run->steps < s->step) return false;
    if (run->steps == s->step) {
        place[0] = run->block;
        place[1] = run->line;
        return true;
    }
    return s->always && place[0] == run->block && place[1] == run->line;
}

/* The registers as if the act had given that; nothing else can be given. */
static void suppose(Gunner *g, int op, int value) {
    if (op == GUN_SHOOT) {
        g->hit = value != 0;
        g->restarted = false;
    } else if (op == GUN_TARGET) {
        if (value < 0 || value >= g->sea->fleet->cells) return;
        g->at = g->sea->fleet->ring.at[value];
    } else if (is_turn(op) && value >= 0 && value < 4) g->dir = value;
}

/* One step, with another value where that is supposed; `held` is what a test
 * gave. */
static void step_supposing(LinearRun *run, Gunner *g, const GunnerNotes *notes,
                           size_t place[2], bool *held) {
    const LinearInstr *in = linear_run_next(run);
    bool now = in && supposed_now(notes, run, place);
    int  value = now ? (int)notes->suppose.value : 0;
    bool test = in && in->kind == LINEAR_TEST;
    *held = test && (now ? value != 0 : gunner_test(g, in->op));
    run->forced = !now || !test ? 0 : *held ? 1 : -1;
    linear_run_step(run);
    if (now && in->kind == LINEAR_ACT) suppose(g, in->op, value);
}

static void show_step(const LinearRun *run, const Gunner *g, Buf *out) {
    buf_format(out, "%llu ", (unsigned long long)run->steps);
    linear_run_show(run, out);
    buf_format(out, " shots=%d", g->sea->shots);
}

static void show_given(const LinearInstr *in, const Gunner *g, bool held,
                       Buf *out) {
    if (in && gives(in)) {
        buf_text(out, " gave=");
        if (is_turn(in->op)) buf_text(out, dirs[g->dir]);
        else if (in->op == GUN_TARGET) show_place(g, g->at, out);
        else if (in->op == GUN_SHOOT) buf_text(out, g->hit ? "true" : "false");
        else buf_text(out, held ? "true" : "false");
    }
    buf_char(out, '\n');
}

/* A step as it is written down. */
static void step_noted(LinearRun *run, Gunner *g, const GunnerNotes *notes,
                       size_t place[2]) {
    const LinearInstr *in = linear_run_next(run);
    bool held, shown = run->steps < notes->lines;
    if (shown) show_step(run, g, notes->out);
    step_supposing(run, g, notes, place, &held);
    if (shown) show_given(in, g, held, notes->out);
}

GunnerReport gunner_trace(const GunnerProgram *program, Waters *sea,
                          const Targeter *targeter, Rng *rng,
                          const GunnerNotes *notes) {
    const GunnerOptions *options = program->options;
    Gunner g;
    uint8_t open[RING_MAX];
    gunner_init(&g, options, sea, targeter, rng, open);
    LinearRun run = { .set = program->set,
                      .code = program->code,
                      .host = &host,
                      .game = &g,
                      .nested = options->nested };
    GunnerReport report = { 0 };
    size_t place[2] = { SIZE_MAX, SIZE_MAX };
    while (sea->left > 0) {
        if (g.idle++ == options->patience) {
            report.loops++;
            if (report.loops == options->loops + 1 && options->loops) break;
            g.idle = 0;
            run.block = (size_t)force(&g) % program->set->block_count;
            run.line = 0;
            continue;
        }
        step_noted(&run, &g, notes, place);
        if (g.restarted) run.block = run.line = 0;
        g.restarted = false;
    }
    report.steps = run.steps;
    return report;
}

GunnerReport gunner_plain(const GunnerProgram *program, Waters *sea,
                          const Targeter *targeter, Rng *rng) {
    return gunner_trace(program, sea, targeter, rng, &(GunnerNotes){ 0 });
}

/* ---- the fast engine ----------------------------------------------------- */

/* A line ready to run: what to do, and where a failed test goes. */
typedef struct Line {
    uint8_t op, skip;
} Line;

typedef enum ReadyOp {
#define GUN(id, name, kind, help) READY_##id,
#include "gunner.def"
#undef GUN
    READY_AGAIN                      /* behind the last line: start again */
} ReadyOp;

typedef struct Ready {
    Line line[GUN_BLOCKS][GUN_LINES_MAX + 1];
} Ready;

static bool is_test(const LinearSet *set, uint8_t row) {
    return set->instrs[row].kind == LINEAR_TEST;
}

static void ready_block(Ready *ready, const LinearSet *set, const uint8_t *code,
                        size_t block, bool nested) {
    size_t len = linear_len(set, code, block);
    const uint8_t *lines = code + linear_start(set, block);
    for (size_t i = 0; i < len; i++) {
        size_t skip = i + 1;
        while (nested && skip < len && is_test(set, lines[skip])) skip++;
        skip = skip + 1 < len ? skip + 1 : len;
        ready->line[block][i] = (Line){ (uint8_t)set->instrs[lines[i]].op,
                                        (uint8_t)skip };
    }
    ready->line[block][len] = (Line){ READY_AGAIN, 0 };
}

static inline GunnerReport run_ready(const Ready *ready, Gunner *g) {
    GunnerReport report = { 0 };
    uint32_t patience = g->options->patience, loops = g->options->loops;
    int block = 0;
    const Line *base = ready->line[0], *next = base;
    for (;;) {
        if (g->idle++ == patience) {
            report.loops++;
            if (report.loops == loops + 1 && loops) return report;
            g->idle = 0;
            block = force(g);
            base = next = ready->line[block];
            if (g->sea->left == 0) return report;
            continue;
        }
        report.steps++;
        Line line = *next++;
        switch ((ReadyOp)line.op) {
        case READY_NOP:      break;
        case READY_TARGET:   target(g); break;
        case READY_SHOOT:
            if (!shoot(g)) return report;
            if (g->restarted) block = 0, base = next = ready->line[0];
            g->restarted = false;
            break;
        case READY_MOVEFWD:  move_forward(g); break;
        case READY_RANDDIR:  turn(g, 0, 3); break;
        case READY_VERTDIR:  turn(g, 0, 1); break;
        case READY_HORZDIR:  turn(g, 2, 3); break;
        case READY_SAVEPOS:  g->temp_at = g->at; break;
        case READY_LOADPOS:  g->at = g->temp_at; break;
        case READY_SETTRUE:  g->temp = true; break;
        case READY_SETFALSE: g->temp = false; break;
        case READY_IFHIT:    next = g->hit ? next : base + line.skip; break;
        case READY_IFMISS:   next = g->hit ? base + line.skip : next; break;
        case READY_IFTRUE:   next = g->temp ? next : base + line.skip; break;
        case READY_IFFALSE:  next = g->temp ? base + line.skip : next; break;
        case READY_JUMP:
            block = block == 2 ? 0 : block + 1;
            base = next = ready->line[block];
            break;
        case READY_OPPDIR:   g->dir ^= 1; break;
        case READY_AGAIN:    next = base; break;
        }
    }
}

/* Combined instructions and other blocks are left to the reference engine. */
static bool is_plain(const LinearSet *set) {
    if (set->block_count != GUN_BLOCKS) return false;
    for (size_t b = 0; b < GUN_BLOCKS; b++)
        if (set->blocks[b].capacity > GUN_LINES_MAX) return false;
    for (size_t i = 0; i < set->instr_count; i++)
        if (set->instrs[i].kind == LINEAR_COMBINE) return false;
    return true;
}

GunnerReport gunner_play(const GunnerProgram *program, Waters *sea,
                         const Targeter *targeter, Rng *rng) {
    if (program->set != &gunner_set && !is_plain(program->set))
        return gunner_plain(program, sea, targeter, rng);
    Ready ready;
    for (size_t b = 0; b < GUN_BLOCKS; b++)
        ready_block(&ready, program->set, program->code, b,
                    program->options->nested);
    Gunner g;
    uint8_t open[RING_MAX];
    gunner_init(&g, program->options, sea, targeter, rng, open);
    return run_ready(&ready, &g);
}
