/* luagame.c -- games declared in Lua, as evolution sees them.
 *
 * A game owns its texts and its home. Its programs are trees, machines, linear
 * programs or vectors, each kind a GameClass of its own; a scratch is a
 * player.
 */
#include "luagame.h"

#include <math.h>

#include "player.h"
#include "base/mem.h"

const char *const luagame_parts[LUA_PARTS] = {
    [LUA_START] = "start", [LUA_DONE] = "done", [LUA_SCORE] = "score",
    [LUA_WON] = "won",     [LUA_TURN] = "turn", [LUA_SHOW] = "show",
    [LUA_LOOK] = "look",   [LUA_PLAYER] = "player", [LUA_MOVE] = "move",
    [LUA_MOVES] = "moves",
};

/* ---- life ---------------------------------------------------------------- */

LuaGame *luagame_new(Err *err) {
    LuaGame *g = mem_new(1, sizeof *g, err);
    if (!g) return NULL;
    g->game.class = &luagame_class;
    g->language.prims = g->prims;
    g->language.constants = g->constants;
    g->language.constant_kind = g->constant_kind;
    return g;
}

void luagame_free(void *object) {
    LuaGame *g = object;
    if (!g) return;
    for (size_t i = 0; i < g->language.prim_count; i++) {
        mem_free((void *)(uintptr_t)g->prims[i].name);
        mem_free((void *)(uintptr_t)g->prims[i].help);
    }
    for (size_t i = 0; i < g->rival_count; i++) mem_free(g->rivals[i]);
    mem_free((void *)(uintptr_t)g->language.game);
    mem_free(g->changes);
    luahome_free(&g->home);
    mem_free(g);
}

/* ---- declaring ----------------------------------------------------------- */

Prim *luagame_add(LuaGame *g) { return &g->prims[g->language.prim_count++]; }

void luagame_added(LuaGame *g, LuaHow how, int32_t cost) {
    size_t n = g->language.prim_count;
    g->cost[n - 1] = cost;
    g->how[n - 1] = how;
    g->any_lazy = g->any_lazy || how == LUA_LAZY;
    g->any_skips = g->any_skips || (how != LUA_STRICT && how != LUA_LAST);
    g->language.enabled = n == 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

void luagame_constant(LuaGame *g, double value, bool whole, uint8_t kind) {
    size_t i = g->language.constant_count++;
    g->constants[i] = value;
    g->whole[i] = whole && fabs(value) <= 0x1p53;
    g->constant_kind[i] = kind;
}

void luagame_scores(LuaGame *g, size_t cases, bool minimise, double max) {
    g->game.cases = g->rival_count ? cases * 2 * g->rival_count : cases;
    g->minimise = g->game.minimise = minimise;
    g->case_max = max;
    g->game.max = minimise ? NAN : max * (double)g->game.cases;
}

/* ---- for evolution ------------------------------------------------------ */

static bool reads(const Game *game, const void *shape) {
    return vocab_speaks(shape, &((const LuaGame *)game)->language);
}

static bool reads_linear(const Game *game, const void *shape) {
    return linear_set_same(shape, ((const LuaGame *)game)->set);
}

static bool alone(const Game *game, Err *why) {
    return luahome_alone(&((const LuaGame *)game)->home, why);
}

static void *scratch_new(const Game *game, Err *err) {
    return luaplayer_new((const LuaGame *)game, err);
}

double luagame_standardize(const Game *game, double raw) {
    if (game->minimise) return raw;
    if (!isnan(game->max)) return game->max - raw;
    return raw >= 0 ? 1 / (1 + raw) : 1 - raw;
}

Score luagame_total(const LuaGame *g, const LuaCase *each) {
    Score s = { 0 };
    for (size_t i = 0; i < g->game.cases; i++) {
        s.raw += each[i].raw;
        s.steps += (uint64_t)each[i].steps;
        s.hits += each[i].won;
    }
    s.standardized = luagame_standardize(&g->game, s.raw);
    return s;
}

bool luagame_ready(const Game *game, Entrant who, LuaPlayer *player, Err *err) {
    const LuaGame *g = (const LuaGame *)game;
    if (g->machines) return luaplayer_machine(player, who.genome, err);
    if (g->set) return luaplayer_linear(player, who.genome, err);
    if (g->genes) return luaplayer_vector(player, who.genome, err);
    Tree tree = tree_at(who.shape, (void *)(uintptr_t)who.genome);
    return luaplayer_program(player, &tree, err);
}

CaseResult luagame_result(const LuaCase *one) {
    return (CaseResult){ .raw = one->raw,
                         .steps = (uint64_t)one->steps,
                         .end = (uint8_t)one->end,
                         .hit = one->won };
}

/* Where what the cases gave goes; NULL: nowhere. */
typedef struct Rows {
    double     *raw;
    CaseResult *full;
} Rows;

/* Plays all cases of the program that is ready. */
static bool play_all(const Game *game, LuaPlayer *player, Score *out, Rows rows,
                     Err *err) {
    Score total = { 0 };
    for (size_t i = 0; i < game->cases; i++) {
        LuaCase one;
        if (!luacase_play(player, i, &one, err)) return false;
        if (rows.raw) rows.raw[i] = one.raw;
        if (rows.full) rows.full[i] = luagame_result(&one);
        total.raw += one.raw;
        total.steps += (uint64_t)one.steps;
        total.hits += one.won;
    }
    total.standardized = luagame_standardize(game, total.raw);
    *out = total;
    return true;
}

static bool each(const Game *game, Entrant who, void *scratch, Score *out,
                 double *raw, Err *err) {
    return luagame_ready(game, who, scratch, err) &&
           play_all(game, scratch, out, (Rows){ raw, NULL }, err);
}

static bool results(const Game *game, Entrant who, void *scratch, Score *out,
                    CaseResult *rows, Err *err) {
    return luagame_ready(game, who, scratch, err) &&
           play_all(game, scratch, out, (Rows){ NULL, rows }, err);
}

static bool score(const Game *game, const void *shape, void *scratch,
                  const void *genome, Score *out, Err *err) {
    return each(game, (Entrant){ shape, genome }, scratch, out, NULL, err);
}

static bool meet(const Game *game, Entrants two, int seat, void *scratch,
                 Score *out, Err *err) {
    LuaPlayer *p = scratch;
    Score total = { 0 };
    bool ok = luagame_ready(game, (Entrant){ two.shape, two.genomes[0] }, p,
                            err);
    for (int s = 1; ok && s <= 2; s++) {
        if (seat && seat != s) continue;
        Entrant guest = { two.shape, two.genomes[1] };
        Score one;
        ok = luaplayer_meet(p, guest, s, err) &&
             play_all(game, p, &one, (Rows){ NULL, NULL }, err);
        luaplayer_sit(p, 0, 0, 0);
        if (!ok) break;
        total.raw += seat ? one.raw : one.raw / 2;
        total.steps += one.steps;
        total.hits += one.hits;
    }
    total.standardized = luagame_standardize(game, total.raw);
    *out = total;
    return ok;
}

static const CaseWords words = {
    .ends = (const char *const[]){ "finished", "done", "timed_out", NULL },
    .fields = (const char *const[]){ NULL },
};

/* What the class is the same in for every kind of program. */
#define LUAGAME_CLASS                                                         \
    .name = "game", .alone = alone, .scratch_new = scratch_new,               \
    .scratch_free = luaplayer_free, .score = score, .each = each,             \
    .meet = meet, .results = results, .words = &words,                        \
    .elsewhere = 1u << ABILITY_TRACE | 1u << ABILITY_PLAY |                   \
                 1u << ABILITY_DESCRIBE

const GameClass luagame_linear_class = {
    LUAGAME_CLASS,
    .kind = "linear",
    .reads = reads_linear,
};

static bool reads_machine(const Game *game, const void *shape) {
    return alphabet_same(&((const LuaGame *)game)->alphabet, shape);
}

const GameClass luagame_machine_class = {
    LUAGAME_CLASS,
    .kind = "machine",
    .reads = reads_machine,
};

static bool reads_vector(const Game *game, const void *shape) {
    return vector_same(((const LuaGame *)game)->genes, shape);
}

const GameClass luagame_vector_class = {
    LUAGAME_CLASS,
    .kind = "vector",
    .reads = reads_vector,
};

const GameClass luagame_class = {
    LUAGAME_CLASS,
    .kind = "tree",
    .reads = reads,
};

bool luagame_is(const Game *game) {
    return game->class == &luagame_class ||
           game->class == &luagame_machine_class ||
           game->class == &luagame_linear_class ||
           game->class == &luagame_vector_class;
}
