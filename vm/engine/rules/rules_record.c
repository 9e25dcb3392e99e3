/* rules_record.c -- watching the plain interpreter.
 *
 * After each node, and before each that an unfinished rule asks for, the state
 * is compared with what it was at the last look: so every change has a step.
 */
#include "rules_record.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "rules_linear.h"
#include "rules_machine.h"

typedef struct Watcher {
    RulesRecord    *record;
    const Rules    *rules;
    const RulesNode *first;          /* of the program */
    int32_t        *old;             /* variables, then cells */
    double          real[RULES_VARS_MAX];
    uint32_t        open;            /* the step that is being evaluated */
    Err            *err;
    RulesDoer       by;              /* whose doing changes are */
    bool            unpaid;          /* the node entered last is not seen */
    bool            failed;
} Watcher;

/* The array with room for one more, twice as large if need be, or NULL. */
static void *grown(Watcher *w, void *block, size_t count, size_t *room,
                   size_t size) {
    if (count < *room) return block;
    size_t more = *room ? 2 * *room : 256;
    void *larger = mem_resize(block, more, size, w->err);
    if (larger) *room = more;
    return larger;
}

static void fail(Watcher *w, RulesState *g) {
    w->failed = true;
    rules_end(g, true);
}

static void note(Watcher *w, RulesState *g, uint32_t place, double value) {
    RulesRecord *r = w->record;
    RulesChange *change = grown(w, r->change, r->changes, &r->change_room,
                                sizeof *change);
    if (!change) {
        fail(w, g);
        return;
    }
    r->change = change;
    change[r->changes++] = (RulesChange){ w->open, (uint32_t)r->marks, place,
                                          value, w->by };
}

static void compare(Watcher *w, RulesState *g, const int32_t *now, int32_t *old,
                    size_t count, size_t place) {
    if (memcmp(now, old, count * sizeof *now) == 0) return;
    for (size_t i = 0; i < count && !w->failed; i++) {
        if (now[i] == old[i]) continue;
        note(w, g, (uint32_t)(place + i), now[i]);
        old[i] = now[i];
    }
}

static void compare_reals(Watcher *w, RulesState *g) {
    for (size_t i = 0; i < w->rules->var_count && !w->failed; i++) {
        if (real_bits(g->real[i]) == real_bits(w->real[i])) continue;
        note(w, g, (uint32_t)i, g->real[i]);
        w->real[i] = g->real[i];
    }
}

static void look(Watcher *w, RulesState *g) {
    size_t vars = w->rules->var_count;
    if (w->rules->reals) compare_reals(w, g);
    compare(w, g, g->var, w->old, vars, 0);
    compare(w, g, g->cell, w->old + vars, w->rules->cell_count, RULES_VARS_MAX);
}

static void begin(Watcher *w, RulesState *g, uint32_t node) {
    RulesRecord *r = w->record;
    RulesMark *mark = NULL;
    if (r->marks >= r->limit) err_set(w->err, "more than %zu steps", r->limit);
    else mark = grown(w, r->mark, r->marks, &r->mark_room, sizeof *mark);
    if (!mark) {
        fail(w, g);
        return;
    }
    r->mark = mark;
    mark[r->marks++] = (RulesMark){ .node = node, .parent = w->open };
    w->open = (uint32_t)r->marks;
}

/* The node could not be paid for: it has not happened. */
static void forget(Watcher *w) {
    assert(w->record->marks > 0);
    w->open = w->record->mark[--w->record->marks].parent;
    w->unpaid = true;
}

static bool is_supposed(const RulesRecord *r, uint32_t step) {
    const RulesIf *s = &r->suppose;
    if (!s->step || step < s->step) return false;
    return step == s->step ||
           (s->always && r->mark[step - 1].node == r->mark[s->step - 1].node);
}

static double watch(RulesState *g, const RulesNode *n, RulesWatched what,
                    double value) {
    Watcher *w = g->watcher;
    if (w->failed) return value;
    if (what != RULES_PAID) look(w, g);
    if (what == RULES_ENTERS) {
        begin(w, g, (uint32_t)(n - w->first));
        return value;
    }
    if (what == RULES_LEAVES && w->unpaid) {
        w->unpaid = false;
        return value;
    }
    assert(w->open >= 1 && w->open <= w->record->marks);
    RulesMark *mark = &w->record->mark[w->open - 1];
    if (what == RULES_PAID) {
        mark->spent = g->budget - g->left;
        if (g->stop) forget(w);
        return value;
    }
    if (is_supposed(w->record, w->open)) value = w->record->suppose.value;
    mark->value = value;
    mark->last = (uint32_t)w->record->marks;
    w->open = mark->parent;
    return value;
}

/* A watcher that knows the state in which the case begins; its `old` is NULL if
 * there is no memory. */
static Watcher watcher_of(RulesRecord *record, const Rules *rules,
                          const RulesState *g, Err *err) {
    Watcher w = { .record = record, .rules = rules, .err = err };
    w.old = mem_new(rules->var_count + rules->cell_count, sizeof *w.old, err);
    if (!w.old) return w;
    memcpy(w.old, g->var, rules->var_count * sizeof *w.old);
    memcpy(w.real, g->real, sizeof w.real);
    memcpy(w.old + rules->var_count, g->cell,
           rules->cell_count * sizeof *w.old);
    return w;
}

bool rules_record(RulesRecord *record, const RulesGame *game,
                  RulesScratch *scratch, const Tree *tree, size_t case_number,
                  Err *err) {
    RulesState *g = rules_game_begin(game, scratch, case_number);
    Watcher w = watcher_of(record, game->rules, g, err);
    if (!w.old) return false;
    w.first = rules_scratch_nodes(scratch);
    g->watch = watch;
    g->watcher = &w;
    record->result = rules_game_walk(game, scratch, tree, case_number);
    g->watch = NULL;
    if (!w.failed) look(&w, g);
    mem_free(w.old);
    return !w.failed && rules_scratch_ok(scratch, err);
}

/* ---- linear programs ----------------------------------------------------- */

static void before_line(void *watcher, LinearRun *run, RulesState *g) {
    Watcher *w = watcher;
    if (w->failed) return;
    look(w, g);                      /* what `start` did is nobody's step */
    begin(w, g, (uint32_t)(run->block << 16 | run->line));
    if (w->failed) return;
    w->record->mark[w->open - 1].spent = g->budget - g->left;
    bool supposed = is_supposed(w->record, w->open);
    run->forced = !supposed ? 0 : w->record->suppose.value != 0 ? 1 : -1;
}

static void after_line(void *watcher, const LinearRun *run, RulesState *g) {
    Watcher *w = watcher;
    if (w->failed) return;
    RulesMark *mark = &w->record->mark[w->open - 1];
    look(w, g);
    mark->value = run->line == (mark->node & 0xffff) + 1;
    mark->last = w->open;
    w->open = 0;
}

bool rules_record_linear(RulesRecord *record, const RulesGame *game,
                         RulesScratch *scratch, const uint8_t *code,
                         size_t case_number, Err *err) {
    RulesState *g = rules_game_begin(game, scratch, case_number);
    Watcher w = watcher_of(record, game->rules, g, err);
    if (!w.old) return false;
    RulesOnlooker who = { before_line, after_line, &w };
    record->result = rules_linear_watch(game, scratch, code, case_number, &who);
    if (!w.failed) look(&w, g);
    mem_free(w.old);
    return !w.failed && rules_scratch_ok(scratch, err);
}

/* ---- machines ------------------------------------------------------------ */

static void before_turn(void *watcher, int state, RulesState *g) {
    Watcher *w = watcher;
    if (w->failed) return;
    look(w, g);                      /* what `start` did is nobody's step */
    begin(w, g, (uint32_t)state);
    if (!w->failed) w->record->mark[w->open - 1].spent = g->budget - g->left;
}

static int after_turn(void *watcher, int seen, RulesState *g) {
    Watcher *w = watcher;
    if (w->failed) return seen;
    RulesMark *mark = &w->record->mark[w->open - 1];
    if (is_supposed(w->record, w->open)) seen = (int)w->record->suppose.value;
    w->old[0] = g->var[0];           /* the move is what the state says */
    look(w, g);
    mark->value = seen;
    mark->last = w->open;
    w->open = 0;
    return seen;
}

bool rules_record_machine(RulesRecord *record, const RulesGame *game,
                          RulesScratch *scratch, const Machine *machine,
                          size_t case_number, Err *err) {
    RulesState *g = rules_game_begin(game, scratch, case_number);
    Watcher w = watcher_of(record, game->rules, g, err);
    if (!w.old) return false;
    RulesSpectator who = { before_turn, after_turn, &w };
    record->result = rules_machine_watch(game, scratch, machine, case_number,
                                         &who);
    if (!w.failed) look(&w, g);
    mem_free(w.old);
    return !w.failed && rules_scratch_ok(scratch, err);
}

/* ---- matches ------------------------------------------------------------- */

static void somebody_did(void *watcher, RulesState *g, RulesDoer who) {
    Watcher *w = watcher;
    if (w->failed) return;
    w->by = who;
    look(w, g);
    w->by = DOER_MINE;
}

static void turn_begins(void *watcher, RulesState *g, bool mine) {
    (void)watcher;
    g->watch = mine ? watch : NULL;
}

bool rules_record_match(RulesRecord *record, const RulesGame *game,
                        RulesScratch *scratch, Entrant who, size_t number,
                        Err *err) {
    RulesLooker looker = { .did = somebody_did, .turn = turn_begins };
    RulesMatch match = { .game = game, .scratch = scratch, .looker = &looker };
    rules_match_seat(&match, rules_match_who(game, who), number);
    RulesState *g = match.g;
    Watcher w = watcher_of(record, game->rules, g, err);
    if (!w.old) return false;
    w.first = rules_scratch_room(scratch, 0)->node;
    looker.line = (RulesOnlooker){ before_line, after_line, &w };
    looker.round = (RulesSpectator){ before_turn, after_turn, &w };
    looker.data = g->watcher = &w;
    rules_match_begin(&match);
    while (rules_match_turn(&match)) continue;
    g->watch = NULL;
    record->result = rules_match_end(&match);
    mem_free(w.old);
    return !w.failed && rules_scratch_ok(scratch, err);
}

void rules_record_free(RulesRecord *record) {
    mem_free(record->mark);
    mem_free(record->change);
    *record = (RulesRecord){ 0 };
}
