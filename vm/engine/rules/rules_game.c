/* rules_game.c -- playing tree programs by rules.
 *
 * Case i draws from a generator keyed by the game's seed and i, so a score
 * depends on the program alone, on whichever thread and engine.
 */
#include "rules_game.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"

struct RulesScratch {
    RulesState *state;
    const RulesOuter *outer;
    RulesNode   node[VOCAB_BRANCHES * TREE_NODES_MAX];
    uint16_t    span[VOCAB_BRANCHES * TREE_NODES_MAX];
    RulesFlat   flat;
    RulesSets  *sets;                /* NULL: cases are played one by one */
    RulesCase  *each;                /* a row per case, once asked for */
    RulesUndo   undo[FLAT_LIGHT];
    uint8_t     known[GROUP_CELLS_MAX];  /* a case alone: all are */
};

const char *rules_engine_name(RulesEngine engine) {
    static const char *const names[] = {
        [RULES_AUTO] = "auto",
        [RULES_NATIVE] = "native",
        [RULES_BYTECODE] = "bytecode",
        [RULES_PLAIN] = "plain",
    };
    return names[engine];
}

int rules_engine_find(const char *name) {
    for (int e = 0; e < RULES_ENGINES; e++)
        if (strcmp(rules_engine_name((RulesEngine)e), name) == 0) return e;
    return -1;
}

const char *rules_end_name(RulesEnd end) {
    static const char *const names[] = {
        [RULES_FINISHED] = "finished",
        [RULES_DONE_END] = "done",
        [RULES_TIMED_OUT] = "timed_out",
    };
    return names[end];
}

/* ---- making -------------------------------------------------------------- */

static void fill_cases(RulesGame *game) {
    const Rules *r = game->rules;
    for (size_t i = 0; i < game->options.cases; i++) {
        memcpy(rules_game_vars(game, i), r->var, r->var_count * sizeof *r->var);
        for (size_t g = 0; g < r->grid_count; g++) {
            int32_t *cell = rules_game_cells(game, i, (int)g);
            size_t n = (size_t)r->grid[g].width * r->grid[g].height;
            for (size_t k = 0; k < n; k++) cell[k] = r->grid[g].fill;
        }
    }
}

static bool make_cases(RulesGame *game, Err *err) {
    size_t cases = game->options.cases, vars = game->rules->var_count;
    size_t cells = game->rules->cell_count;
    if (cases < 1 || cases > RULES_CASES_MAX)
        return err_set(err, "field 'cases': expected 1 to %d, got %zu",
                       RULES_CASES_MAX, cases);
    if (cases * (vars + cells) > RULES_TABLE_MAX)
        return err_set(err,
                       "field 'cases': %zu cases of %zu variables and cells "
                       "are more than %d numbers; use fewer",
                       cases, vars + cells, RULES_TABLE_MAX);
    game->vars = mem_new(cases * vars, sizeof *game->vars, err);
    game->cells = mem_new(cases * cells, sizeof *game->cells, err);
    if (!game->vars || !game->cells) return false;
    fill_cases(game);
    return true;
}

void rules_game_free(void *game) {
    RulesGame *g = game;
    if (!g) return;
    if (g->outer) g->outer->free(g->functions);
    mem_free(g->linear);
    mem_free(g->cells);
    mem_free(g->vars);
    rules_native_free(g->native);
    rules_groups_free(g->groups);
    rules_code_free(g->code);
    rules_free(g->rules);
    mem_free(g);
}

RulesGame *rules_game_new(const Source *script, size_t from, size_t to,
                          const RulesOptions *options, Err *err) {
    RulesGame *game = mem_new(1, sizeof *game, err);
    if (!game) return NULL;
    game->options = *options;
    game->game = (Game){ .class = &rules_class,
                         .max = options->max,
                         .cases = options->cases,
                         .minimise = options->minimise };
    game->rules = rules_new(script, from, to, err);
    if (game->rules) game->code = rules_compile(game->rules, script, err);
    if (!game->code || !make_cases(game, err)) {
        rules_game_free(game);
        return NULL;
    }
    rules_game_engine(game, RULES_BYTECODE, err);
    return game;
}

int32_t *rules_game_vars(RulesGame *game, size_t case_number) {
    assert(case_number < game->options.cases);
    return game->vars + case_number * game->rules->var_count;
}

int32_t *rules_game_cells(RulesGame *game, size_t case_number, int grid) {
    assert(case_number < game->options.cases);
    assert(grid >= 0 && (size_t)grid < game->rules->grid_count);
    return game->cells + case_number * game->rules->cell_count +
           game->rules->grid[grid].start;
}

/* A dot or blank may stand outside the grid. */
bool rules_picture(const RulesGrid *g, const char *picture, int32_t *cell,
                   Err *err) {
    size_t x = 0, y = 0;
    for (const char *p = picture; *p; p++) {
        if (*p == '\r') continue;
        if (*p == '\n') {
            x = 0;
            y++;
            continue;
        }
        bool blank = *p == ' ' || *p == '.';
        bool inside = x < g->width && y < g->height;
        if (!blank && *p != '#' && (*p < '0' || *p > '9'))
            return err_set(err, "a picture has blanks, dots, '#' and digits");
        if (!blank && !inside)
            return err_set(err, "the picture is larger than the grid");
        if (inside)
            cell[y * g->width + x] = blank ? 0 : *p == '#' ? 1 : *p - '0';
        x++;
    }
    return true;
}

uint64_t rules_game_vary(const RulesGame *game) {
    return rules_group_grids(game->rules, game->options.cases, game->vars,
                             game->cells);
}

bool rules_game_engine(RulesGame *game, RulesEngine engine, Err *err) {
    bool wants = engine == RULES_AUTO || engine == RULES_NATIVE, ok = true;
    if (wants && !game->native) {
        uint64_t vary = rules_game_vary(game);
        game->native = rules_native_new(game->rules, vary, err);
        ok = game->native != NULL;
        if (ok && vary)
            game->groups = rules_groups_new(game->rules, game->options.cases,
                                            game->cells, err);
    }
    if (wants && ok) {
        game->engine = RULES_NATIVE;
        game->play = game->native->play;
        game->call = game->native->call;
        return true;
    }
    bool plain = engine == RULES_PLAIN;
    game->engine = plain ? RULES_PLAIN : RULES_BYTECODE;
    game->play = plain ? rules_plain_play : rules_run_play;
    game->call = plain ? rules_plain_call : rules_run_call;
    return ok;
}

/* ---- playing ------------------------------------------------------------- */

RulesScratch *rules_scratch_new(const RulesGame *game, Err *err) {
    RulesScratch *s = mem_new(1, sizeof *s, err);
    if (!s) return NULL;
    s->state = rules_state_new(game->rules, err);
    if (!s->state) {
        mem_free(s);
        return NULL;
    }
    s->state->code = game->code;
    s->state->program = &s->flat;
    s->state->slot = s->flat.slot;
    s->state->later = rules_flat_later;
    s->state->part = rules_sets_part;
    s->state->undo = s->undo;
    memset(s->known, 1, sizeof s->known);
    s->state->settle = rules_flat_settle;
    memcpy(s->state->var + RULES_FIRST_FIX, game->code->fixed,
           game->code->fixed_count * sizeof *game->code->fixed);
    if (!game->outer) return s;
    s->outer = game->outer;
    s->state->outer = game->outer->call;
    s->state->seat = game->outer->seat_new(game, err);
    if (s->state->seat) return s;
    rules_scratch_free(s);
    return NULL;
}

void rules_scratch_free(void *scratch) {
    RulesScratch *s = scratch;
    if (!s) return;
    if (s->outer && s->state->seat) s->outer->seat_free(s->state->seat);
    rules_state_free(s->state);
    rules_sets_free(s->sets);
    mem_free(s->each);
    mem_free(s);
}

bool rules_scratch_ok(const RulesScratch *scratch, Err *err) {
    const RulesState *g = scratch->state;
    const Err *failure = g->seat ? scratch->outer->failure(g->seat) : NULL;
    return !failure || err_set(err, "%s", failure->text);
}

RulesCase *rules_scratch_each(RulesScratch *s, const RulesGame *game,
                              Err *err) {
    if (!s->each) s->each = mem_new(game->game.cases, sizeof *s->each, err);
    return s->each;
}

const RulesState *rules_scratch_state(const RulesScratch *scratch) {
    return scratch->state;
}

static RulesEnd end_of(const RulesState *g) {
    return g->out ? RULES_TIMED_OUT : g->done ? RULES_DONE_END : RULES_FINISHED;
}

static RulesCase result_of(const RulesState *g) {
    return (RulesCase){ g->score, g->steps, g->free_steps, end_of(g) };
}

RulesState *rules_game_begin(const RulesGame *game, RulesScratch *scratch,
                             size_t i) {
    const RulesOptions *o = &game->options;
    assert(i < o->cases);
    rules_begin(scratch->state, game->vars + i * game->rules->var_count,
                game->cells + i * game->rules->cell_count, o->budget, o->passes,
                game->rules->draws ? rng_key(o->seed, 0, i, RNG_PLAY)
                                   : (Rng){ { 0 } });
    scratch->state->number = (uint32_t)i;
    scratch->state->known = scratch->known;
    return scratch->state;
}

static RulesCase play(const RulesGame *game, RulesScratch *scratch, size_t i) {
    RulesState *g = rules_game_begin(game, scratch, i);
    game->play(g);
    return result_of(g);
}

static void load(const RulesGame *game, RulesScratch *scratch,
                 const Tree *tree) {
    RulesState *g = scratch->state;
    bool native = game->engine == RULES_NATIVE;
    g->flat = native ? rules_flat_load(&scratch->flat, &game->native->flat,
                                       tree, scratch->node)
                     : NULL;
    if (!g->flat || game->native->flat.walks)
        rules_load(g, tree, native ? game->native->walks : NULL, scratch->node,
                   scratch->span);
}

RulesCase rules_game_play(const RulesGame *game, RulesScratch *scratch,
                          const Tree *tree, size_t case_number) {
    load(game, scratch, tree);
    return play(game, scratch, case_number);
}

RulesCase rules_game_walk(const RulesGame *game, RulesScratch *scratch,
                          const Tree *tree, size_t case_number) {
    rules_load(scratch->state, tree, NULL, scratch->node, scratch->span);
    RulesState *g = rules_game_begin(game, scratch, case_number);
    rules_plain_play(g);
    return result_of(g);
}

const RulesNode *rules_scratch_nodes(const RulesScratch *scratch) {
    return scratch->node;
}

void rules_total_add(RulesTotal *total, const RulesCase *one) {
    total->raw += one->score;
    total->steps += one->steps;
    total->free_steps += one->free_steps;
    total->ends[one->end]++;
}

/* Plays all cases of a block in sets; the results of each set are the same. */
static void play_block(const RulesGame *game, RulesScratch *scratch,
                       size_t block, RulesTotal *total, RulesCase *each) {
    size_t first = block * GROUP_CASES;
    RulesState *g = rules_game_begin(game, scratch, first);
    rules_sets_begin(scratch->sets, g, block);
    game->native->play(g);
    do {
        RulesCase one = result_of(g);
        for (uint64_t left = g->cases; left; left &= left - 1) {
            if (each) each[first + (size_t)__builtin_ctzll(left)] = one;
            rules_total_add(total, &one);
        }
        if (!rules_sets_next(scratch->sets, g)) break;
        game->native->resume(g);
    } while (true);
}

/* Are cases played in sets? Without the memory for that, one by one. */
static bool in_sets(const RulesGame *game, RulesScratch *scratch) {
    if (game->engine != RULES_NATIVE || !game->groups || !scratch->state->flat)
        return false;
    if (!scratch->sets) scratch->sets = rules_sets_new(game->groups, NULL);
    if (!scratch->sets) return false;
    scratch->sets->slots = scratch->flat.slots - FLAT_ARGS;
    return true;
}

RulesTotal rules_game_score(const RulesGame *game, RulesScratch *scratch,
                            const Tree *tree, RulesCase *each) {
    RulesTotal total = { 0 };
    load(game, scratch, tree);
    size_t cases = game->options.cases;
    if (in_sets(game, scratch)) {
        for (size_t b = 0; b * GROUP_CASES < cases; b++)
            play_block(game, scratch, b, &total, each);
        return total;
    }
    for (size_t i = 0; i < cases; i++) {
        RulesCase one = play(game, scratch, i);
        if (each) each[i] = one;
        rules_total_add(&total, &one);
    }
    return total;
}

/* ---- for evolution ------------------------------------------------------- */

static bool reads(const Game *game, const void *shape) {
    return vocab_speaks(shape, &((const RulesGame *)game)->rules->language);
}

static void *scratch_new(const Game *game, Err *err) {
    return rules_scratch_new((const RulesGame *)game, err);
}

double rules_game_standardized(const RulesGame *game, double raw) {
    if (game->options.minimise) return raw;
    double most = 2147483648.0 * (double)game->game.cases;
    return (isnan(game->game.max) ? most : game->game.max) - raw;
}

Score rules_game_result(const RulesGame *game, const RulesTotal *total) {
    double raw = (double)total->raw;
    return (Score){ .raw = raw,
                    .steps = total->steps,
                    .standardized = rules_game_standardized(game, raw),
                    .hits = total->ends[RULES_DONE_END] };
}

void rules_game_each(const RulesGame *game, const RulesCase *rows,
                     double *each) {
    for (size_t i = 0; i < game->game.cases; i++)
        each[i] = (double)rows[i].score;
}

static bool score_each(const Game *game, Entrant who, void *scratch, Score *out,
                       double *each, Err *err) {
    Tree tree = tree_at(who.shape, (void *)(uintptr_t)who.genome);
    const RulesGame *rules = (const RulesGame *)game;
    RulesCase *rows = rules_scratch_each(scratch, rules, err);
    if (!rows) return false;
    RulesTotal total = rules_game_score(rules, scratch, &tree, rows);
    rules_game_each(rules, rows, each);
    *out = rules_game_result(rules, &total);
    return rules_scratch_ok(scratch, err);
}

static bool score(const Game *game, const void *shape, void *scratch,
                  const void *genome, Score *out, Err *err) {
    Tree tree = tree_at(shape, (void *)(uintptr_t)genome);
    const RulesGame *rules = (const RulesGame *)game;
    RulesTotal total = rules_game_score(rules, scratch, &tree, NULL);
    *out = rules_game_result(rules, &total);
    return rules_scratch_ok(scratch, err);
}

const GameClass rules_class = {
    .name = "rules",
    .kind = "tree",
    .reads = reads,
    .scratch_new = scratch_new,
    .scratch_free = rules_scratch_free,
    .score = score,
    .each = score_each,
    .elsewhere = 1u << ABILITY_TRACE | 1u << ABILITY_PLAY,
};
