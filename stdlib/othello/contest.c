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

static bool is_weights(const VectorShape *s, Err *err) {
    bool bits = s->type == VECTOR_BITS;
    if (bits ? s->length == FEATURES * WEIGHT_BITS : oth_is_weights(s->length))
        return true;
    return err_set(err, "Othello needs %s, the vector has %zu",
                   bits ? "64 bits" : "8, 18, 23, 36 or 46 numbers", s->length);
}

/* A weight that is no more than this, so that no sum of them is infinite. */
static bool is_weight(double weight, Err *err) {
    if (fabs(weight) <= WEIGHT_MOST) return true;
    return err_set(err, "Othello: a weight must be within +-%d, got %g",
                   WEIGHT_MOST, weight);
}

static bool suits_weights(const Game *game, const void *shape, Err *err) {
    (void)game;
    const VectorShape *s = shape;
    bool ok = is_weights(s, err);
    for (size_t i = 0; ok && i < s->length; i++)
        ok = is_weight(s->ranges[i].lo, err) && is_weight(s->ranges[i].hi, err);
    return ok;
}

size_t oth_weights(const VectorShape *shape, const void *genome,
                   double weights[WEIGHTS_MAX], Err *err) {
    bool bits = shape->type == VECTOR_BITS;
    size_t n = bits ? FEATURES : shape->length;
    if (!is_weights(shape, err)) return 0;
    for (size_t i = 0; i < n; i++) {
        weights[i] = bits ? weight_of_bits(shape, genome, WEIGHT_BITS * i)
                          : vector_get(shape, genome, i);
        if (!is_weight(weights[i], err)) return 0;
    }
    return n;
}

/* ---- scoring ------------------------------------------------------------ */

typedef struct Scratch {
    Thinker thinker;
    union {
        Evaluator base;
        Linear    linear;
        Broad     broad;
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

/* Is the pupil black in that case? Openings come in pairs, of one teacher after
 * another. */
static bool is_black(size_t number) { return number % 2 == 0; }

/* The teacher and the opening of a case, from 0. */
typedef struct Meeting {
    size_t   teacher;
    uint32_t opening;
} Meeting;

static Meeting meeting(const Contest *contest, size_t number) {
    size_t games = 2 * (size_t)contest->rules.openings;
    return (Meeting){ number / games, (uint32_t)(number % games / 2) };
}

/* Plays a case: its record, and the pupil's lead. */
static int play(const Contest *contest, Scratch *s, size_t number,
                Record *record) {
    Player player = { .settings = contest->rules.settings,
                      .evaluator = &s->evaluator.base };
    const Player *pupil = &player;
    Meeting m = meeting(contest, number);
    const Player *teacher = contest->teacher[m.teacher];
    *record = oth_opening(contest->rules.seed, m.opening, contest->rules.plies);
    bool black = is_black(number);
    int lead = oth_game(black ? pupil : teacher, black ? teacher : pupil,
                        &s->thinker, record);
    return black ? lead : -lead;
}

enum { GAME_WON, GAME_DRAWN, GAME_LOST };

static const CaseWords words = {
    .ends = (const char *const[]){ "won", "drawn", "lost", NULL },
    .fields = (const char *const[]){ "discs", "theirs", "lead", "moves", NULL },
};

/* The last board from the pupil's side. */
static Board last_board(const Record *record, bool black) {
    Position end = oth_record_at(record, record->count);
    Board b = end.board;
    return end.white == black ? (Board){ b.you, b.me } : b;
}

static CaseResult result_of(const Contest *contest, Scratch *s, size_t i) {
    Record record;
    uint64_t before = s->thinker.nodes;
    int lead = play(contest, s, i, &record);
    Board b = last_board(&record, is_black(i));
    return (CaseResult){
        .raw = oth_contest_points(&contest->rules, lead),
        .steps = s->thinker.nodes - before,
        .field = { oth_count(b.me), oth_count(b.you), lead, record.count },
        .end = lead > 0   ? GAME_WON
               : lead < 0 ? GAME_LOST
                          : GAME_DRAWN,
        .hit = lead > 0,
    };
}

/* Where the points of each game go, and all of what it gave; NULL: nowhere. */
typedef struct Ledger {
    double     *each;
    CaseResult *rows;
} Ledger;

/* Teachers that call functions: gets them ready; has one failed? */
static void ready(const Contest *contest) {
    for (size_t i = 0; i < contest->teachers; i++) {
        const Player *t = contest->teacher[i];
        if (t->calls) t->calls->ready(t->evaluator);
    }
}

static bool sound(const Contest *contest, Err *err) {
    for (size_t i = 0; i < contest->teachers; i++) {
        const Player *t = contest->teacher[i];
        Err why;
        if (t->calls && t->calls->failed(t->evaluator, &why))
            return err_set(err, "%s\n  in teacher %zu", why.text, i + 1);
    }
    return true;
}

static bool score_player(const Contest *contest, Scratch *s, Score *score,
                         Ledger ledger, Err *err) {
    *score = (Score){ 0 };
    ready(contest);
    for (size_t i = 0; i < contest->game.cases; i++) {
        CaseResult one = result_of(contest, s, i);
        if (!sound(contest, err)) return false;
        if (ledger.each) ledger.each[i] = one.raw;
        if (ledger.rows) ledger.rows[i] = one;
        score->raw += one.raw;
        score->hits += one.hit;
        score->steps += one.steps;
    }
    score->standardized = contest->game.max - score->raw;
    return true;
}

/* Makes the player of a genome. */
static bool enrol_vector(const Contest *contest, Entrant who, Scratch *s,
                         Err *err) {
    double weights[WEIGHTS_MAX];
    size_t n = oth_weights(who.shape, who.genome, weights, err);
    if (n == FEATURES)
        oth_linear(&s->evaluator.linear, contest->tables, weights);
    else if (n) oth_broad(&s->evaluator.broad, contest->tables, weights, n);
    return n > 0;
}

/* False if the program is too large to run. */
static bool enrol_tree(const Contest *contest, Entrant who, Scratch *s) {
    Tree tree = tree_at(who.shape, (void *)(uintptr_t)who.genome);
    return oth_program(&s->evaluator.program, contest->tables, &tree, NULL);
}

static bool score_vector(const Game *game, Entrant who, void *scratch,
                         Score *score, Ledger ledger, Err *err) {
    const Contest *contest = (const Contest *)game;
    return enrol_vector(contest, who, scratch, err) &&
           score_player(contest, scratch, score, ledger, err);
}

/* A program too large to run loses every game with all discs. */
static bool score_tree(const Game *game, Entrant who, void *scratch,
                       Score *score, Ledger ledger, Err *err) {
    const Contest *contest = (const Contest *)game;
    if (enrol_tree(contest, who, scratch))
        return score_player(contest, scratch, score, ledger, err);
    *score = (Score){ .standardized = game->max };
    for (size_t i = 0; i < game->cases; i++) {
        if (ledger.each) ledger.each[i] = 0;
        if (ledger.rows)
            ledger.rows[i] = (CaseResult){ .field = { 0, 64, -64, 0 },
                                           .end = GAME_LOST };
    }
    return true;
}

static bool each_vector(const Game *game, Entrant who, void *scratch,
                        Score *score, double *each, Err *err) {
    return score_vector(game, who, scratch, score, (Ledger){ each, NULL }, err);
}

static bool results_vector(const Game *game, Entrant who, void *scratch,
                           Score *score, CaseResult *rows, Err *err) {
    return score_vector(game, who, scratch, score, (Ledger){ NULL, rows }, err);
}

static bool each_tree(const Game *game, Entrant who, void *scratch,
                      Score *score, double *each, Err *err) {
    return score_tree(game, who, scratch, score, (Ledger){ each, NULL }, err);
}

static bool results_tree(const Game *game, Entrant who, void *scratch,
                         Score *score, CaseResult *rows, Err *err) {
    return score_tree(game, who, scratch, score, (Ledger){ NULL, rows }, err);
}

/* Both score by the `each` of their class, without cases. */
static bool score(const Game *game, const void *shape, void *scratch,
                  const void *genome, Score *result, Err *err) {
    Entrant who = { shape, genome };
    return game->class->each(game, who, scratch, result, NULL, err);
}

/* A square is 1 with a disc of the pupil, 2 with one of the teacher, else 0;
 * from a1 along the rows. */
static void write_board(Board b, int32_t *squares) {
    for (int i = 0; i < OTH_SQUARES; i++)
        squares[i] = b.me & OTH_BIT(i) ? 1 : b.you & OTH_BIT(i) ? 2 : 0;
}

static bool position(const Game *game, void *scratch, size_t number,
                     int32_t *squares, Err *err) {
    const Contest *contest = (const Contest *)game;
    Record record;
    ready(contest);
    play(contest, scratch, number, &record);
    write_board(last_board(&record, is_black(number)), squares);
    return sound(contest, err);
}

static bool position_vector(const Game *game, Entrant who, void *scratch,
                            size_t number, int32_t *squares, Err *err) {
    return enrol_vector((const Contest *)game, who, scratch, err) &&
           position(game, scratch, number, squares, err);
}

static bool position_tree(const Game *game, Entrant who, void *scratch,
                          size_t number, int32_t *squares, Err *err) {
    if (enrol_tree((const Contest *)game, who, scratch))
        return position(game, scratch, number, squares, err);
    write_board((Board){ 0, UINT64_MAX }, squares);
    return true;
}

/* Functions of a script are called by one thread. */
static bool alone(const Game *game, Err *why) {
    const Contest *contest = (const Contest *)game;
    for (size_t i = 0; i < contest->teachers; i++) {
        if (!contest->teacher[i]->calls) continue;
        err_set(why,
                "teacher %zu is a Lua function, so one thread alone can play "
                "this game: use --threads 1",
                i + 1);
        return true;
    }
    return false;
}

static const GameClass vector_class = {
    .name = "othello",
    .kind = "vector",
    .suits = suits_weights,
    .alone = alone,
    .scratch_new = scratch_new,
    .scratch_free = scratch_free,
    .score = score,
    .each = each_vector,
    .results = results_vector,
    .words = &words,
    .position = position_vector,
    .elsewhere = 1u << ABILITY_TRACE,
};

/* Programs of another of Othello's languages will do if they have no row that
 * this one lacks. */
static bool reads_tree(const Game *game, const void *shape) {
    const Language *own = ((const Contest *)game)->language;
    const Vocab *vocab = shape;
    return vocab_speaks(vocab, own) &&
           !(vocab->language->enabled & ~own->enabled);
}

static const GameClass tree_class = {
    .name = "othello",
    .kind = "tree",
    .reads = reads_tree,
    .alone = alone,
    .scratch_new = scratch_new,
    .scratch_free = scratch_free,
    .score = score,
    .each = each_tree,
    .results = results_tree,
    .words = &words,
    .position = position_tree,
    .elsewhere = 1u << ABILITY_TRACE,
};

static const Language *const languages[] = {
    [CONTEST_VECTOR] = &oth_language,
    [CONTEST_TREE] = &oth_language,
    [CONTEST_WIDE] = &oth_wide_language,
    [CONTEST_STRATEGY] = &oth_strategy_language,
};

bool oth_contest_init(Contest *contest, ContestKind kind,
                      const ContestRules *rules, const Tables *tables,
                      Teachers teachers, Err *err) {
    if (teachers.count < 1 || teachers.count > CONTEST_TEACHERS_MAX)
        return err_set(err, "there must be 1 to %d teachers, got %zu",
                       CONTEST_TEACHERS_MAX, teachers.count);
    size_t games = 2 * teachers.count * (size_t)rules->openings;
    *contest = (Contest){
        .game = { .class = kind == CONTEST_VECTOR ? &vector_class : &tree_class,
                  .cases = games,
                  .squares = OTH_SQUARES,
                  .max = (double)games * oth_contest_points(rules, 64) },
        .language = languages[kind],
        .rules = *rules,
        .tables = tables,
        .teachers = teachers.count,
        .teacher = teachers.player,
    };
    return true;
}
