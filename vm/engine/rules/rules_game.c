/* rules_game.c -- making games by rules, choosing their engine, and what
 * evolution sees of them; rules_play.c plays.
 */
#include "rules_game.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "engine/lanes/lanes.h"
#include "engine/rules/lanes/rules_lanes_run.h"
#include "rules_linear.h"
#include "rules_machine.h"
#include "rules_match.h"
#include "rules_vector.h"

const char *rules_engine_name(RulesEngine engine) {
    static const char *const names[] = {
        [RULES_AUTO] = "auto",         [RULES_LANES] = "lanes",
        [RULES_NATIVE] = "native",     [RULES_BYTECODE] = "bytecode",
        [RULES_PLAIN] = "plain",       [RULES_COLUMNS] = "columns",
    };
    return names[engine];
}

int rules_engine_find(const char *name) {
    for (int e = 0; e < RULES_ENGINES; e++)
        if (strcmp(rules_engine_name((RulesEngine)e), name) == 0) return e;
    return -1;
}

const char *rules_end_name(RulesEnd end) { return rules_words.ends[end]; }

/* ---- making -------------------------------------------------------------- */

static void fill_cases(RulesGame *game) {
    const Rules *r = game->rules;
    for (size_t i = 0; i < game->options.cases; i++) {
        memcpy(rules_game_vars(game, i), r->var, r->var_count * sizeof *r->var);
        if (game->reals)
            memcpy(rules_game_reals(game, i), r->real_var,
                   r->var_count * sizeof *r->real_var);
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
    if (game->rules->reals)
        game->reals = mem_new(cases * vars, sizeof *game->reals, err);
    if (!game->vars || !game->cells || (game->rules->reals && !game->reals))
        return false;
    fill_cases(game);
    return true;
}

void rules_game_free(void *game) {
    RulesGame *g = game;
    if (!g) return;
    if (g->outer) g->outer->free(g->functions);
    mem_free(g->linear);
    rules_vector_free(g->vector);
    mem_free(g->machine);
    mem_free(g->rivals);
    mem_free(g->cells);
    mem_free(g->reals);
    mem_free(g->vars);
    rules_native_free(g->native);
    rules_groups_free(g->groups);
    rules_columns_free(g->columns);
    rules_code_free(g->code);
    rules_free(g->rules);
    mem_free(g);
}

static bool make_columns(RulesGame *game, Err *err) {
    game->columns = rules_columns_new(game->rules, &game->no_columns, err);
    if (game->options.passes > 1 && game->columns) {
        rules_columns_free(game->columns);
        game->columns = NULL;
        game->no_columns = "programs run again";
    }
    return game->columns || game->no_columns;
}

/* The variable of that name, or 0. */
static int variable(const Rules *rules, const char *name) {
    int k = rules_find(rules, NAME_VAR, name);
    return k < 0 ? 0 : k;
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
    game->rules = rules_new(script, from, to, options->given, err);
    game->options.given = NULL;
    bool ok = game->rules != NULL;
    if (ok && !game->rules->reals) {
        game->code = rules_compile(game->rules, script, err);
        ok = game->code != NULL;
    }
    if (ok) ok = make_columns(game, err);
    if (ok)
        game->two = (RulesTwo){ variable(game->rules, "judged"),
                                variable(game->rules, "player"),
                                variable(game->rules, "other") };
    if (!ok || !make_cases(game, err)) {
        rules_game_free(game);
        return NULL;
    }
    rules_game_engine(game, game->code ? RULES_BYTECODE : RULES_PLAIN, err);
    return game;
}

int32_t *rules_game_vars(RulesGame *game, size_t case_number) {
    assert(case_number < game->options.cases);
    return game->vars + case_number * game->rules->var_count;
}

double *rules_game_reals(RulesGame *game, size_t case_number) {
    assert(case_number < game->options.cases && game->reals);
    return game->reals + case_number * game->rules->var_count;
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

/* Copies the first values of all cases into columns. */
static bool fill_columns(RulesGame *game, Err *err) {
    const Rules *r = game->rules;
    ColumnData *data = &game->columns->data;
    if (data->memory) return true;
    if (!rules_columns_cases(game->columns, r, game->options.cases, err))
        return false;
    for (size_t i = 0; i < game->options.cases; i++)
        for (size_t k = 1; k < r->var_count; k++)
            columns_set(data, k, i,
                        r->var_kind[k] == KIND_REAL
                            ? rules_game_reals(game, i)[k]
                            : rules_game_vars(game, i)[k]);
    return true;
}

/* ---- engines ------------------------------------------------------------- */

static void interpret(RulesGame *game, bool plain) {
    game->engine = plain ? RULES_PLAIN : RULES_BYTECODE;
    game->play = plain ? rules_plain_play : rules_run_play;
    game->call = plain ? rules_plain_call : rules_run_call;
}

/* The engine of columns, or else an interpreter. */
static bool choose_columns(RulesGame *game, Err *err) {
    bool ok = game->columns && fill_columns(game, err);
    interpret(game, ok || !game->code);
    if (!ok && game->columns) return false;
    if (!ok)
        return err_set(err, "these rules cannot be columns: %s",
                       game->no_columns);
    game->engine = RULES_COLUMNS;
    game->game.brood = RULES_BROOD;
    game->kernels = columns_best();
    return true;
}

size_t rules_game_block(const RulesGame *game) {
    size_t cases = game->options.cases;
    if (game->plan.why[0]) return GROUP_CASES;
    size_t most = (size_t)game->plan.lanes;
    if (game->plan.vary) most = most * LANES_CASES / LANES_MOST;
    size_t blocks = (cases + most - 1) / most;
    return (cases + blocks - 1) / blocks;
}

static LanesCases cases_of(const RulesGame *game) {
    return (LanesCases){ game->options.cases, game->vars, game->cells,
                         rules_game_vary(game), game->options.max };
}

LanesPlan rules_game_plan(const RulesGame *game) {
    LanesCases cases = cases_of(game);
    LanesPlan plan = { .why = "its programs are no trees" };
    LanesPlan rivals = { .why = "programs play against rivals" };
    if (game->rivals) return rivals;
    if (!game->linear && !game->vector && !game->machine)
        rules_lanes_plan(&plan, game->rules, &cases,
                         lanes_avx2() && !game->portable);
    return plan;
}

/* Cases that are played as one, and lanes of them. */
static void make_groups(RulesGame *game, Err *err) {
    bool plain = game->rules->reals || game->vector || game->machine ||
                 game->rivals;
    if (plain || !rules_game_vary(game)) return;
    game->groups = rules_groups_new(game->rules, game->options.cases,
                                    rules_game_block(game), game->cells, err);
    if (game->groups && !game->plan.why[0])
        rules_groups_narrow(game->groups, game->plan.bits, err);
}

static bool make_native(RulesGame *game, Err *err) {
    if (game->native) return true;
    LanesPlan plan = rules_game_plan(game);
    uint64_t vary = rules_game_vary(game);
    game->native = rules_native_new(game->rules, vary, &plan, err);
    if (!game->native && !plan.why[0]) {
        plan = (LanesPlan){ .why = "the C compiler refuses them" };
        game->native = rules_native_new(game->rules, vary, NULL, err);
    }
    if (!game->native) return false;
    game->plan = plan;
    game->begin = game->native->begin;
    game->finish = game->native->finish;
    game->lanes = game->native->lanes;
    game->lanes_flat = game->native->lanes_flat;
    make_groups(game, err);
    return true;
}

/* Lanes by bytecode, where there is no native code. */
static void make_code_lanes(RulesGame *game, Err *err) {
    if (game->lanes || game->linear || game->vector || game->machine ||
        game->rivals)
        return;
    LanesCases cases = cases_of(game);
    rules_lanes_plan_code(&game->plan, game->rules, &cases);
    if (game->plan.why[0]) return;
    game->plan.avx2 = lanes_avx2() && !game->portable;
    game->begin = rules_run_begin;
    game->finish = rules_run_finish;
    game->lanes = game->plan.avx2 ? rules_lanes_run_avx2
                                  : rules_lanes_run_plain;
    rules_lanes_table(&game->lanes_flat, game->rules);
    make_groups(game, err);
}

/* Lanes pay where there are cases enough to fill some. */
static bool choose_lanes(const RulesGame *game, RulesEngine engine) {
    if (!game->lanes || engine == RULES_NATIVE) return false;
    return engine == RULES_LANES ||
           (game->plan.avx2 && game->options.cases >= LANES_PAY);
}

/* The best that can be had of native code and lanes; what has been made for
 * lanes of bytecode stays. */
static bool choose_fast(RulesGame *game, RulesEngine engine, Err *err) {
    Err ignored;
    bool native = game->lanes && !game->native
                      ? err_set(err, "it could not be built before")
                      : make_native(game, err);
    if (!native) make_code_lanes(game, &ignored);
    bool lanes = choose_lanes(game, engine);
    game->engine = lanes ? RULES_LANES : native ? RULES_NATIVE : RULES_BYTECODE;
    game->play = native ? game->native->play : rules_run_play;
    game->call = native ? game->native->call : rules_run_call;
    if (engine != RULES_LANES || !native || lanes) return native;
    return err_set(err, "%s", game->plan.why);
}

/* Rules with reals have native code, and else the reference. */
static bool choose_real(RulesGame *game, RulesEngine engine, Err *err) {
    bool has = engine != RULES_LANES && engine != RULES_BYTECODE;
    interpret(game, true);
    if (engine == RULES_PLAIN) return true;
    if (!has)
        err_set(err, "rules with reals have no %s engine",
                rules_engine_name(engine));
    if (engine == RULES_BYTECODE || !make_native(game, err)) return false;
    game->engine = RULES_NATIVE;
    game->play = game->native->play;
    game->call = game->native->call;
    return has;
}

bool rules_game_engine(RulesGame *game, RulesEngine engine, Err *err) {
    if (game->rivals && game->columns) {
        rules_columns_free(game->columns);
        game->columns = NULL;
        game->no_columns = "programs play against rivals";
    }
    bool columns = engine == RULES_COLUMNS ||
                   (engine == RULES_AUTO && game->columns && !game->linear);
    game->game.brood = 0;
    if (columns) return choose_columns(game, err);
    if (!game->code) return choose_real(game, engine, err);
    if (engine <= RULES_NATIVE) return choose_fast(game, engine, err);
    interpret(game, engine == RULES_PLAIN);
    return true;
}

/* ---- for evolution ------------------------------------------------------- */

static bool reads(const Game *game, const void *shape) {
    return vocab_speaks(shape, &((const RulesGame *)game)->rules->language);
}

bool rules_class_alone(const Game *game, Err *why) {
    const RulesGame *g = (const RulesGame *)game;
    return g->outer && g->outer->alone(g->functions, why);
}

void *rules_class_scratch(const Game *game, Err *err) {
    return rules_scratch_new((const RulesGame *)game, err);
}

double rules_game_standardized(const RulesGame *game, double raw) {
    if (game->options.minimise) return raw;
    double most = 2147483648.0 * (double)game->game.cases;
    return (isnan(game->game.max) ? most : game->game.max) - raw;
}

Score rules_game_result(const RulesGame *game, const RulesTotal *total) {
    bool says = rules_game_says(game);
    return (Score){ .raw = total->raw,
                    .steps = total->steps,
                    .standardized = rules_game_standardized(game, total->raw),
                    .hits = says ? total->won : total->ends[RULES_DONE_END] };
}

static const char *const ends[] = { "finished", "done", "timed_out", NULL };
static const char *const fields[] = { "free", NULL };

const CaseWords rules_words = { ends, fields };

Tree rules_tree(const RulesGame *game, Entrant who, RulesScratch *scratch) {
    if (game->vector) return rules_vector_tree(game, scratch, who.genome);
    return tree_at(who.shape, (void *)(uintptr_t)who.genome);
}

RulesCase rules_program_play(const RulesGame *game, RulesScratch *scratch,
                             Entrant who, size_t case_number) {
    if (game->rivals) return rules_match_play(game, scratch, who, case_number);
    if (game->linear)
        return rules_linear_play(game, scratch, who.genome, case_number);
    if (game->machine)
        return rules_machine_play(game, scratch, who.genome, case_number);
    Tree tree = rules_tree(game, who, scratch);
    return rules_game_play(game, scratch, &tree, case_number);
}

RulesTotal rules_program_score(const RulesGame *game, RulesScratch *scratch,
                               Entrant who, RulesCase *each) {
    RulesTotal total = { 0 };
    if (!game->linear && !game->machine && !game->rivals) {
        Tree tree = rules_tree(game, who, scratch);
        return rules_game_score(game, scratch, &tree, each);
    }
    for (size_t i = 0; i < game->game.cases; i++) {
        RulesCase one = rules_program_play(game, scratch, who, i);
        if (each) each[i] = one;
        rules_total_add(&total, &one);
    }
    return total;
}

static bool score_all(const RulesGame *game, Entrant who, void *scratch,
                      RulesCase *each, Score *out, Err *err) {
    RulesTotal total = rules_program_score(game, scratch, who, each);
    *out = rules_game_result(game, &total);
    return rules_scratch_ok(scratch, err);
}

bool rules_class_each(const Game *game, Entrant who, void *scratch, Score *out,
                      double *each, Err *err) {
    const RulesGame *rules = (const RulesGame *)game;
    RulesCase *rows = rules_scratch_each(scratch, rules, err);
    if (!rows || !score_all(rules, who, scratch, rows, out, err)) return false;
    for (size_t i = 0; i < game->cases; i++) each[i] = rows[i].score;
    return true;
}

bool rules_class_results(const Game *game, Entrant who, void *scratch,
                         Score *out, CaseResult *results, Err *err) {
    const RulesGame *rules = (const RulesGame *)game;
    RulesCase *rows = rules_scratch_each(scratch, rules, err);
    if (!rows || !score_all(rules, who, scratch, rows, out, err)) return false;
    bool says = rules_game_says(rules);
    for (size_t i = 0; i < game->cases; i++)
        results[i] = (CaseResult){ .raw = rows[i].score,
                                   .steps = rows[i].steps,
                                   .field = { rows[i].free_steps },
                                   .end = (uint8_t)rows[i].end,
                                   .hit = says
                                              ? rows[i].won
                                              : rows[i].end == RULES_DONE_END };
    return true;
}

bool rules_class_score(const Game *game, const void *shape, void *scratch,
                       const void *genome, Score *out, Err *err) {
    return score_all((const RulesGame *)game, (Entrant){ shape, genome },
                     scratch, NULL, out, err);
}

/* Trees only: linear games are not on columns. */
static bool many(const Game *game, Entrants who, void *scratch, Score *scores,
                 Err *err) {
    const RulesGame *rules = (const RulesGame *)game;
    Tree tree[RULES_BROOD] = { { 0 } };
    RulesTotal total[RULES_BROOD];
    assert(who.count <= RULES_BROOD && !rules->linear);
    for (size_t i = 0; i < who.count; i++)
        tree[i] = tree_at(who.shape, (void *)(uintptr_t)who.genomes[i]);
    if (!rules_game_many(rules, scratch, tree, who.count, total, err))
        return false;
    for (size_t i = 0; i < who.count; i++)
        scores[i] = rules_game_result(rules, &total[i]);
    return true;
}

const GameClass rules_class = {
    RULES_CLASS,
    .kind = "tree",
    .reads = reads,
    .many = many,
};
