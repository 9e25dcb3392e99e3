/* bind_ipd_player.c -- players of the prisoner's dilemma for Lua.
 *
 *     local p = core.player { kind = "laran", population = 50, ... }
 *
 * Matches are played in bulk, or in seats: bind_ipd_seat.c.
 */
#include <string.h>

#include "bind_ipd.h"
#include "lua/program/bind_machine.h"
#include "bookkeeper.h"
#include "learner.h"
#include "veteran.h"
#include "base/mem.h"

static const char CLASS[] = "ludus.player";

const Player *bind_ipd_player(lua_State *L, int arg) {
    return bind_object(L, arg, CLASS);
}

/* ---- fields -------------------------------------------------------------- */

Payoff bind_ipd_payoff(lua_State *L, int arg, const char *field) {
    Payoff p;
    if (lua_getfield(L, arg, field) != LUA_TTABLE)
        luaL_error(L, "field '%s': expected a table", field);
    int t = lua_gettop(L);
    p.of[0][0] = bind_number(L, t, "cc");
    p.of[0][1] = bind_number(L, t, "cd");
    p.of[1][0] = bind_number(L, t, "dc");
    p.of[1][1] = bind_number(L, t, "dd");
    p.minimise = bind_boolean(L, t, "minimise");
    lua_pop(L, 1);
    return p;
}

Rules bind_ipd_rules(lua_State *L, int arg) {
    Rules rules;
    Err err;
    rules.turns = (uint32_t)bind_integer(L, arg, "turns", 1, RULES_TURNS_MAX);
    rules.end_known = bind_boolean(L, arg, "end_known");
    rules.noise = bind_number(L, arg, "noise");
    rules.payoff = bind_ipd_payoff(L, arg, "payoff");
    if (!player_rules_check(&rules, &err)) bind_raise(L, &err);
    return rules;
}

int bind_ipd_machines(lua_State *L, int arg, const char *field, Machine *to,
                      int max) {
    if (lua_getfield(L, arg, field) != LUA_TTABLE)
        luaL_error(L, "field '%s': expected a list of machines", field);
    lua_Integer n = (lua_Integer)bind_length(L, -1);
    if (n > max)
        luaL_error(L, "field '%s': at most %d machines, got %I", field, max, n);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, -1, i);
        const Machine *m = bind_test_machine(L, -1);
        if (!m)
            luaL_error(L, "field '%s': number %I is a %s, not a machine", field,
                       i, luaL_typename(L, -1));
        to[i - 1] = *m;
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return (int)n;
}

static int integer(lua_State *L, const char *field) {
    return (int)bind_integer(L, 1, field, -1000000000, 1000000000);
}

static Reading reading_of(lua_State *L) {
    static const char *const replays[] = { "all", "first", "latest", NULL };
    static const char *const grows[] = { "one", "shared", "split", NULL };
    static const char *const modifies[] = { "one", "both", "node", NULL };
    static const char *const ties[] = { "chance", "older", "newer", "smaller",
                                        NULL };
    return (Reading){
        .replay = (Replay)bind_choice(L, 1, "replay", replays),
        .grow = (Grow)bind_choice(L, 1, "grow", grows),
        .modify = (Modify)bind_choice(L, 1, "modify", modifies),
        .ties = (Ties)bind_choice(L, 1, "ties", ties),
        .one_child = !bind_boolean(L, 1, "both_children"),
        .no_twins = !bind_boolean(L, 1, "twins"),
        .no_contest = !bind_boolean(L, 1, "contest"),
        .weight = bind_number(L, 1, "weight"),
        .least_states = integer(L, "least_states"),
    };
}

ReplicatorOptions bind_ipd_replicator(lua_State *L, int arg) {
    static const char *const strengths[] = { "difference", "own", "wins",
                                             "none", "imposed", NULL };
    (void)arg;                       /* always the first */
    return (ReplicatorOptions){
        .population = integer(L, "population"),
        .offspring = integer(L, "offspring"),
        .hole = bind_number(L, 1, "hole"),
        .first_states = integer(L, "first_states"),
        .max_states = integer(L, "max_states"),
        .strength = (Strength)bind_choice(L, 1, "strength", strengths),
        .strength_turns = integer(L, "strength_turns"),
        .lazy = bind_boolean(L, 1, "lazy"),
        .cache = bind_boolean(L, 1, "cache"),
        .reading = reading_of(L),
    };
}

/* ---- making -------------------------------------------------------------- */

static bool make_machine(lua_State *L, Box *box, Err *err) {
    MachinePlayer *p = box->object = mem_new(1, sizeof *p, err);
    if (!p) return false;
    lua_getfield(L, 1, "machine");
    player_machine(p, bind_machine(L, lua_gettop(L)));
    return true;
}

static bool make_memory(lua_State *L, Box *box, Err *err) {
    MemoryPlayer *p = box->object = mem_new(1, sizeof *p, err);
    return p && player_memory(p, bind_string(L, 1, "text"), err);
}

static bool make_lookup(lua_State *L, Box *box, Err *err) {
    LookupPlayer *p = box->object = mem_new(1, sizeof *p, err);
    return p && player_lookup(p, bind_string(L, 1, "text"), err);
}

static bool make_explorer(lua_State *L, Box *box, Err *err) {
    LearnerOptions options = {
        .growth = bind_number(L, 1, "growth"),
        .even = bind_number(L, 1, "even"),
        .mirror = bind_number(L, 1, "mirror"),
        .oppose = bind_number(L, 1, "oppose"),
        .optimism = bind_number(L, 1, "optimism"),
        .beam = integer(L, "beam"),
        .samples = integer(L, "samples"),
        .work = integer(L, "work"),
        .horizon = integer(L, "horizon"),
    };
    Learner *p = box->object = mem_new(1, sizeof *p, err);
    return p && learner_init(p, &options, err);
}

static bool make_bookkeeper(lua_State *L, Box *box, Err *err) {
    BookkeeperOptions options = {
        .depth = integer(L, "depth"),
        .blend = bind_number(L, 1, "blend"),
        .mirror = bind_number(L, 1, "mirror"),
        .memory = bind_number(L, 1, "memory"),
        .curiosity = bind_number(L, 1, "curiosity"),
        .horizon = integer(L, "horizon"),
    };
    Bookkeeper *p = box->object = mem_new(1, sizeof *p, err);
    return p && bookkeeper_init(p, &options, err);
}

static void free_veteran(void *object) {
    if (object) veteran_free(object);
    mem_free(object);
}

static bool make_veteran(lua_State *L, Box *box, Err *err) {
    VeteranOptions options = {
        .unknown = bind_number(L, 1, "unknown"),
        .doubt = bind_number(L, 1, "doubt"),
        .memory = bind_number(L, 1, "memory"),
        .optimism = bind_number(L, 1, "optimism"),
        .depth = integer(L, "depth"),
        .horizon = integer(L, "horizon"),
        .patience = integer(L, "patience"),
    };
    Machine *known = lua_newuserdatauv(L, VETERAN_KNOWN_MAX * sizeof *known, 0);
    int n = bind_ipd_machines(L, 1, "known", known, VETERAN_KNOWN_MAX);
    Veteran *v = box->object = mem_new(1, sizeof *v, err);
    box->free = free_veteran;
    return v && veteran_init(v, &options, known, n, err);
}

static const struct {
    const char *name;
    bool (*make)(lua_State *L, Box *box, Err *err);
} kinds[] = {
    { "machine", make_machine }, { "memory", make_memory },
    { "lookup", make_lookup },   { "explorer", make_explorer },
    { "veteran", make_veteran }, { "bookkeeper", make_bookkeeper },
};

int bind_ipd_player_new(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    const char *kind = bind_string(L, 1, "kind");
    Box *box = bind_box(L, CLASS, mem_free);
    int place = lua_gettop(L);
    Err err;
    if (strcmp(kind, "laran") == 0) {
        if (!bind_laran_make(L, place, box, &err)) return bind_raise(L, &err);
        lua_pushvalue(L, place);
        return 1;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(kinds[i].name, kind) != 0) continue;
        if (!kinds[i].make(L, box, &err)) return bind_raise(L, &err);
        lua_pushvalue(L, place);
        return 1;
    }
    return luaL_error(L, "unknown kind of player '%s'", kind);
}

static int m_kind(lua_State *L) {
    lua_pushstring(L, bind_ipd_player(L, 1)->class->name);
    return 1;
}

static const luaL_Reg methods[] = {
    { "sit", bind_ipd_sit }, { "kind", m_kind }, { NULL, NULL },
};
void bind_ipd_player_class(lua_State *L) {
    bind_class(L, CLASS, methods, bind_boxed);
    bind_ipd_seat_class(L);
}
