/* player.c -- the simple kinds of player, and matches between any two.
 *
 * Two machines take the fast way: in closed form, or turn by turn with noise.
 * All others are asked for a move each turn and told what was played.
 */
#include "player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match.h"
#include "base/mem.h"

bool player_rules_check(const Rules *rules, Err *err) {
    if (rules->turns < 1 || rules->turns > RULES_TURNS_MAX)
        return err_set(err, "turns must be 1 to %d, got %u", RULES_TURNS_MAX,
                       rules->turns);
    if (!(rules->noise >= 0 && rules->noise <= 1))
        return err_set(err, "noise must be 0 to 1, got %g", rules->noise);
    return true;
}

/* ---- machines ------------------------------------------------------------ */

typedef struct MachineSeat {
    const Machine *m;
    int            state;
} MachineSeat;

static void *machine_sit(const Player *p, const Rules *rules, Rng rng,
                         Err *err) {
    (void)rules;
    (void)rng;
    MachineSeat *seat = mem_new(1, sizeof *seat, err);
    if (!seat) return NULL;
    seat->m = &((const MachinePlayer *)p)->machine;
    seat->state = seat->m->start;
    return seat;
}

static Move machine_move(void *seat) {
    MachineSeat *s = seat;
    return (Move)s->m->at[s->state].out;
}

static void machine_see(void *seat, Move mine, Move theirs) {
    (void)mine;
    MachineSeat *s = seat;
    s->state = s->m->at[s->state].next[theirs];
}

static void machine_model(const void *seat, Machine *m, int *state) {
    const MachineSeat *s = seat;
    *m = *s->m;
    *state = s->state;
}

static const PlayerClass machine_class = {
    "machine", machine_sit, machine_move, machine_see, mem_free, machine_model,
};

void player_machine(MachinePlayer *p, const Machine *m) {
    p->player.class = &machine_class;
    p->machine = *m;
}

/* ---- chances after the last turn ----------------------------------------- */

typedef struct MemorySeat {
    const MemoryPlayer *player;
    double              chance;      /* to cooperate now */
    Rng                 rng;
} MemorySeat;

static void *memory_sit(const Player *p, const Rules *rules, Rng rng,
                        Err *err) {
    (void)rules;
    MemorySeat *seat = mem_new(1, sizeof *seat, err);
    if (!seat) return NULL;
    seat->player = (const MemoryPlayer *)p;
    seat->chance = seat->player->first;
    seat->rng = rng;
    return seat;
}

static Move memory_move(void *seat) {
    MemorySeat *s = seat;
    return rng_real(&s->rng) < s->chance ? MOVE_C : MOVE_D;
}

static void memory_see(void *seat, Move mine, Move theirs) {
    MemorySeat *s = seat;
    s->chance = s->player->after[mine][theirs];
}

static const PlayerClass memory_class = {
    "memory", memory_sit, memory_move, memory_see, mem_free, NULL,
};

bool player_memory(MemoryPlayer *p, const char *text, Err *err) {
    double x[5];
    for (int i = 0; i < 5; i++) {
        char *end;
        x[i] = strtod(text, &end);
        if (end == text || !(x[i] >= 0 && x[i] <= 1))
            return err_set(err, "a memory-one player is five chances, 0 to 1: "
                                "first, then after cc, cd, dc, dd");
        text = end;
    }
    if (text[strspn(text, " ")])
        return err_set(err, "a memory-one player has five chances, got more");
    p->player.class = &memory_class;
    p->first = x[0];
    memcpy(p->after, x + 1, sizeof p->after);
    return true;
}

/* ---- tables -------------------------------------------------------------- */

typedef struct LookupSeat {
    const LookupPlayer *player;
    int                 turn;
    unsigned            place;
} LookupSeat;

static void *lookup_sit(const Player *p, const Rules *rules, Rng rng,
                        Err *err) {
    (void)rules;
    (void)rng;
    LookupSeat *seat = mem_new(1, sizeof *seat, err);
    if (seat) seat->player = (const LookupPlayer *)p;
    return seat;
}

static Move lookup_move(void *seat) {
    LookupSeat *s = seat;
    const LookupPlayer *p = s->player;
    if (s->turn < p->depth) return (Move)p->opening[s->turn];
    return (Move)p->table[s->place];
}

static void lookup_see(void *seat, Move mine, Move theirs) {
    LookupSeat *s = seat;
    unsigned mask = (1u << (2 * s->player->depth)) - 1;
    s->place = (s->place << 2 | (unsigned)mine << 1 | (unsigned)theirs) & mask;
    if (s->turn < s->player->depth) s->turn++;
}

static const PlayerClass lookup_class = {
    "lookup", lookup_sit, lookup_move, lookup_see, mem_free, NULL,
};

/* Reads `n` moves and the blanks behind them; NULL if there are not as many. */
static const char *read_moves(const char *text, int n, uint8_t *moves) {
    for (int i = 0; i < n; i++) {
        if (text[i] != 'c' && text[i] != 'd') return NULL;
        moves[i] = text[i] == 'd';
    }
    return text + n + strspn(text + n, " ");
}

bool player_lookup(LookupPlayer *p, const char *text, Err *err) {
    char *end;
    long depth = strtol(text, &end, 10);
    if (depth < 1 || depth > LOOKUP_DEPTH_MAX)
        return err_set(err, "a lookup player begins with its depth, 1 to %d",
                       LOOKUP_DEPTH_MAX);
    p->depth = (int)depth;
    int size = 1 << (2 * depth);
    const char *rest = end + strspn(end, " ");
    rest = read_moves(rest, p->depth, p->opening);
    if (rest) rest = read_moves(rest, size, p->table);
    if (!rest || *rest)
        return err_set(err,
                       "a lookup player of depth %d has %d opening moves "
                       "and a table of %d, all c or d",
                       p->depth, p->depth, size);
    p->player.class = &lookup_class;
    return true;
}

/* ---- matches ------------------------------------------------------------- */

Rng player_rng(uint64_t seed, uint64_t match, int part) {
    return rng_key(seed, match, (uint64_t)part, RNG_PLAY);
}

static Rng noise_of(const Meeting *m) {
    return player_rng(m->seed, m->number, 0);
}

static void machine_match(const Meeting *m, Tally *tally) {
    const Machine *x = &((const MachinePlayer *)m->a)->machine;
    const Machine *y = &((const MachinePlayer *)m->b)->machine;
    const Rules *rules = m->rules;
    Rng noise = noise_of(m);
    if (rules->noise == 0) *tally = match_cycle(x, y, rules->turns);
    else *tally = match_noisy(x, y, rules->turns, rules->noise, &noise);
}

/* Plays all turns of those who sit in x and y. */
static void play_turns(const Meeting *m, void *x, void *y, Tally *tally,
                       uint8_t *moves) {
    const Player *a = m->a, *b = m->b;
    const Rules *rules = m->rules;
    Rng noise = noise_of(m);
    *tally = (Tally){ 0 };
    for (uint32_t i = 0; i < rules->turns; i++) {
        Move mine = a->class->move(x), theirs = b->class->move(y);
        if (rules->noise > 0) {
            mine ^= rng_real(&noise) < rules->noise;
            theirs ^= rng_real(&noise) < rules->noise;
        }
        tally->n[mine][theirs]++;
        if (moves) moves[i] = (uint8_t)(mine * 2 + theirs);
        a->class->see(x, (Move)mine, (Move)theirs);
        b->class->see(y, (Move)theirs, (Move)mine);
    }
}

static void compare_models(const Player *a, const Player *b, const void *x,
                           const void *y, Record *record) {
    record->learnt = record->foreseen = false;
    record->model = (Machine){ .states = 1 };
    if (!a->class->model) return;
    int now, true_now;
    a->class->model(x, &record->model, &now);
    if (!b->class->model) return;
    Machine truth;
    b->class->model(y, &truth, &true_now);
    record->learnt = machine_equivalent(&alphabet_dilemma, &record->model,
                                        &truth);
    record->foreseen = machine_equivalent_from(&record->model, now, &truth,
                                               true_now);
}

bool player_match(const Meeting *m, Tally *tally, Record *record, Err *err) {
    const Player *a = m->a, *b = m->b;
    if (!record && a->class == &machine_class && b->class == &machine_class) {
        machine_match(m, tally);
        return true;
    }
    bool ok = false;
    Rng first = player_rng(m->seed, m->number, 1);
    Rng second = player_rng(m->seed, m->number, 2);
    void *x = a->class->sit(a, m->rules, first, err), *y = NULL;
    if (!x) goto done;
    y = b->class->sit(b, m->rules, second, err);
    if (!y) goto done;
    play_turns(m, x, y, tally, record ? record->moves : NULL);
    if (record) compare_models(a, b, x, y, record);
    ok = true;
done:
    if (y) b->class->leave(y);
    if (x) a->class->leave(x);
    return ok;
}
