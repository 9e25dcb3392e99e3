/* bind_laran.c -- Laran with operators and a strength that are Lua functions.
 *
 *     core.player { kind = "laran", ..., functions = { operators = { f, ... },
 *         strength = f } }
 *
 * The functions lie in the user value of the player. Whoever lets it sit, move
 * or see lends it the state to call them in; so such a player plays on the
 * thread that owns it, by seats. A function that fails is not called again, and
 * its message is raised when the player has done.
 */
#include "bind_ipd.h"

#include <math.h>
#include <string.h>

#include "laran.h"
#include "base/mem.h"
#include "lua/bind_rng.h"
#include "lua/host.h"
#include "lua/program/bind_machine.h"

typedef struct Hooked {
    Laran           laran;           /* first: it is the player */
    ReplicatorHooks hooks;
    lua_State      *L;               /* lent, or NULL */
    int             at;              /* of the functions, on its stack */
    bool            failed;
    Err             err;
} Hooked;

/* ---- calling ------------------------------------------------------------- */

/* Pushes the function of that name, the operator `op` from 0 if there is one;
 * false once one has failed. */
static bool push_function(Hooked *h, const char *name, int op) {
    if (!h->L && !h->failed) {
        h->failed = true;
        err_set(&h->err, "Lua functions play on one thread");
    }
    if (h->failed) return false;
    luaL_checkstack(h->L, 8, NULL);
    lua_getfield(h->L, h->at, name);
    if (op < 0) return true;
    lua_geti(h->L, -1, op + 1);
    lua_remove(h->L, -2);
    return true;
}

static bool call(Hooked *h, int args) {
    if (lua_pcall(h->L, args, 1, 0) == LUA_OK) return true;
    h->failed = true;
    err_set(&h->err, "%s", host_text(h->L));
    lua_settop(h->L, h->at);
    return false;
}

static void refuse(Hooked *h, const char *what, const char *wanted) {
    h->failed = true;
    err_set(&h->err, "%s must give %s, gave a %s", what, wanted,
            luaL_typename(h->L, -1));
}

/* The function gets a generator and the machine and gives another, or nil for a
 * copy; one with too many states is a copy, too. */
static void vary(void *context, int op, Rng *rng, Machine *child) {
    Hooked *h = context;
    Rng own = rng_key(rng_next(rng), 0, 0, RNG_BREED);
    if (!push_function(h, "operators", op)) return;
    bind_rng_push(h->L, &own);
    bind_push_machine(h->L, child);
    if (!call(h, 2)) return;
    const Machine *m = bind_test_machine(h->L, -1);
    if (m && m->states <= h->laran.options.replicator.max_states)
        memcpy(child, m, machine_bytes(&alphabet_dilemma, m));
    else if (!m && !lua_isnil(h->L, -1))
        refuse(h, "an operator", "a machine of the moves c and d, or nil");
    lua_settop(h->L, h->at);
}

static double strength(void *context, const Machine *m) {
    Hooked *h = context;
    if (!push_function(h, "strength", -1)) return 0;
    bind_push_machine(h->L, m);
    if (!call(h, 1)) return 0;
    double x = lua_tonumber(h->L, -1);
    if (lua_type(h->L, -1) != LUA_TNUMBER || isnan(x))
        refuse(h, "'strength'", "a number");
    lua_settop(h->L, h->at);
    return isnan(x) ? 0 : x;
}

/* ---- for seats ----------------------------------------------------------- */

static Hooked *hooked_of(const Player *player) {
    if (strcmp(player->class->name, "laran") != 0) return NULL;
    Hooked *h = (Hooked *)(uintptr_t)player;
    return h->hooks.context ? h : NULL;
}

void bind_laran_lend(lua_State *L, int arg) {
    Hooked *h = hooked_of(bind_ipd_player(L, arg));
    lua_getiuservalue(L, arg, 1);
    if (!h) return;
    h->L = L;
    h->at = lua_gettop(L);
}

void bind_laran_back(lua_State *L, int arg) {
    Hooked *h = hooked_of(bind_ipd_player(L, arg));
    if (!h) return;
    h->L = NULL;
    if (!h->failed) return;
    h->failed = false;
    bind_raise(L, &h->err);
}

/* ---- making -------------------------------------------------------------- */

/* Takes the functions, if the settings at 1 have any, into the user value of
 * the box at `box`. */
static void take_functions(lua_State *L, Hooked *h, int box) {
    if (lua_getfield(L, 1, "functions") == LUA_TTABLE) {
        h->hooks = (ReplicatorHooks){ .vary = vary, .context = h };
        if (lua_getfield(L, -1, "operators") == LUA_TTABLE)
            h->hooks.operators = (int)bind_length(L, -1);
        lua_pop(L, 1);
        if (lua_getfield(L, -1, "strength") == LUA_TFUNCTION)
            h->hooks.strength = strength;
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, box, 1);
    }
    lua_pop(L, 1);
}

bool bind_laran_make(lua_State *L, int place, Box *box, Err *err) {
    static const char *const aims[] = { "own", "difference", "imposed", NULL };
    static const char *const evens[] = { "c", "d", "chance", NULL };
    LaranOptions options = {
        .replicator = bind_ipd_replicator(L, 1),
        .generations = (int)bind_integer(L, 1, "generations", 0, 1000000000),
        .opening = (int)bind_integer(L, 1, "opening", 0, 1000000000),
        .depth = (int)bind_integer(L, 1, "depth", 0, 1000000000),
        .aim = (Aim)bind_choice(L, 1, "aim", aims),
        .even = (Even)bind_choice(L, 1, "even_moves", evens),
    };
    Hooked *h = box->object = mem_new(1, sizeof *h, err);
    if (!h) return false;
    int n = bind_ipd_machines(L, 1, "standards", h->laran.standard,
                              REPLICATOR_STANDARDS_MAX);
    take_functions(L, h, place);
    if (h->hooks.context) options.replicator.hooks = &h->hooks;
    return laran_init(&h->laran, &options, h->laran.standard, n, err);
}
