/* contest.c -- scoring genomes by games against teachers. */
#include "contest.h"

#include <math.h>

#include "base/mem.h"

/* ---- points ------------------------------------------------------------- */

ContestRules oth_contest_rules(void) {
    return (ContestRules){
        .win = 1000,
        .draw = 500,
        .shift = 64,
        .openings = 1,
        .settings = oth_settings(),
    };
}

double oth_contest_points(const ContestRules *rules, int lead) {
    double bonus = lead > 0 ? rules->win : lead == 0 ? rules->draw : 0;
    return bonus + lead + rules->shift;
}

/* ---- genomes ------------------------------------------------------------ */

static double weight_of_bits(const VectorShape *shape, const void *genome,
                             size_t first) {
    int byte = 0;
    for (size_t i = 0; i < WEIGHT_BITS; i++)
        byte = 2 * byte + (vector_get(shape, genome, first + i) > 0);
    return byte + WEIGHT_MIN;
}

bool oth_weights(const VectorShape *shape, const void *genome,
                 double weights[FEATURES], Err *err) {
    bool bits = shape->type == VECTOR_BITS;
    size_t want = bits ? FEATURES * WEIGHT_BITS : FEATURES;
    if (shape->length != want)
        return err_set(err, "Othello needs %zu %s, the vector has %zu", want,
                       bits ? "bits" : "numbers", shape->length);
    for (size_t i = 0; i < FEATURES; i++)
        weights[i] = bits ? weight_of_bits(shape, genome, WEIGHT_BITS * i)
                          : vector_get(shape, genome, i);
    return true;
}

/* ---- scoring ------------------------------------------------------------ */

typedef struct Scratch {
    Thinker thinker;
    union {
        Evaluator base;
        Linear    linear;
        Program   program;
    } evaluator;
} Scratch;

static void scratch_free(void *scratch) {
    if (!scratch) return;
    oth_thinker_free(&((Scratch *)scratch)->thinker);
    mem_free(scratch);
}

static void *scratch_new(const Game *game, Err *err) {
    const Contest *contest = (const Contest *)game;
    Scratch *s = mem_new(1, sizeof *s, err);
    if (!s) return NULL;
    Player pupil = { .settings = contest->rules.settings };
    const Player *all[CONTEST_TEACHERS_MAX + 1] = { &pupil };
    for (size_t i = 0; i < contest->teachers; i++)
        all[i + 1] = contest->teacher[i];
    size_t n = contest->teachers + 1;
    if (oth_thinker_init(&s->thinker, all, n, err)) return s;
    scratch_free(s);
    return NULL;
}

/* Plays one game from an opening; the pupil's lead. */
static int play(const Contest *contest, Scratch *s, const Player *pupil,
                const Player *teacher, uint32_t opening, bool black) {
    Record record = oth_opening(contest->rules.seed, opening,
                                contest->rules.plies);
    int lead = oth_game(black ? pupil : teacher, black ? teacher : pupil,
                        &s->thinker, &record);
    return black ? lead : -lead;
}

/* Plays all games; `each`, if given, gets the points of each. */
static void score_player(const Contest *contest, Scratch *s, Score *score,
                         double *each) {
    Player pupil = { .settings = contest->rules.settings,
                     .evaluator = &s->evaluator.base };
    uint64_t before = s->thinker.nodes;
    *score = (Score){ 0 };
    for (size_t t = 0; t < contest->teachers; t++)
        for (int game = 0; game < 2 * contest->rules.openings; game++) {
            int lead = play(contest, s, &pupil, contest->teacher[t],
                            (uint32_t)(game / 2), game % 2 == 0);
            double points = oth_contest_points(&contest->rules, lead);
            if (each) *each++ = points;
            score->raw += points;
            score->hits += lead > 0;
        }
    score->standardized = contest->game.max - score->raw;
    score->steps = s->thinker.nodes - before;
}

static bool each_vector(const Game *game, Entrant who, void *scratch,
                        Score *score, double *each, Err *err) {
    const Contest *contest = (const Contest *)game;
    Scratch *s = scratch;
    double weights[FEATURES];
    if (!oth_weights(who.shape, who.genome, weights, err)) return false;
    oth_linear(&s->evaluator.linear, contest->tables, weights);
    score_player(contest, s, score, each);
    return true;
}

/* A program too large to run loses every game with all discs. */
static bool each_tree(const Game *game, Entrant who, void *scratch,
                      Score *score, double *each, Err *err) {
    const Contest *contest = (const Contest *)game;
    Scratch *s = scratch;
    (void)err;
    Tree tree = tree_at(who.shape, (void *)(uintptr_t)who.genome);
    if (oth_program(&s->evaluator.program, contest->tables, &tree, NULL)) {
        score_player(contest, s, score, each);
        return true;
    }
    *score = (Score){ .standardized = contest->game.max };
    for (size_t i = 0; each && i < game->cases; i++) each[i] = 0;
    return true;
}

/* Both score by the `each` of their class, without cases. */
static bool score(const Game *game, const void *shape, void *scratch,
                  const void *genome, Score *result, Err *err) {
    Entrant who = { shape, genome };
    return game->class->each(game, who, scratch, result, NULL, err);
}

static const GameClass vector_class = {
    .name = "othello",
    .kind = "vector",
    .scratch_new = scratch_new,
    .scratch_free = scratch_free,
    .score = score,
    .each = each_vector,
};

static bool reads_tree(const Game *game, const void *shape) {
    (void)game;
    return vocab_speaks(shape, &oth_language);
}

static const GameClass tree_class = {
    .name = "othello",
    .kind = "tree",
    .reads = reads_tree,
    .scratch_new = scratch_new,
    .scratch_free = scratch_free,
    .score = score,
    .each = each_tree,
};

bool oth_contest_init(Contest *contest, bool trees, const ContestRules *rules,
                      const Tables *tables, Teachers teachers, Err *err) {
    if (teachers.count < 1 || teachers.count > CONTEST_TEACHERS_MAX)
        return err_set(err, "there must be 1 to %d teachers, got %zu",
                       CONTEST_TEACHERS_MAX, teachers.count);
    for (size_t i = 0; i < teachers.count; i++)
        if (teachers.player[i]->alone)
            return err_set(err,
                           "teacher %zu is a Lua function, which cannot "
                           "play on all threads",
                           i + 1);
    size_t games = 2 * teachers.count * (size_t)rules->openings;
    *contest = (Contest){
        .game = { .class = trees ? &tree_class : &vector_class,
                  .cases = games,
                  .max = (double)games * oth_contest_points(rules, 64) },
        .rules = *rules,
        .tables = tables,
        .teachers = teachers.count,
        .teacher = teachers.player,
    };
    return true;
}
