/* player.c -- players: a thread's own Lua state with a game in it.
 *
 * A game of a script is loaded anew in a state of the player's own; one
 * declared elsewhere is played in a thread of the state it was made in,
 * which one player at a time may do. Programs are prepared here (costs by
 * symbol, spans, rivals).
 */
#include "player.h"

#include <stdio.h>
#include <string.h>

#include <lauxlib.h>

#include "lua/host.h"
#include "base/mem.h"

/* ---- programs ----------------------------------------------------------- */

static LuaSymbol symbol_of(const LuaGame *g, const Vocab *vocab, int i) {
    LuaSymbol s = { .arity = vocab->arity[i],
                    .row = (uint8_t)vocab->k[i],
                    .cost = g->node_cost };
    switch (vocab->op[i]) {
    case OP_CONST: s.how = SYMBOL_CONST; break;
    case OP_ARG:   s.how = SYMBOL_ARG; break;
    case OP_ADF:   s.how = SYMBOL_ADF; break;
    default:
        s.row = (uint8_t)(vocab->op[i] - OP_FIRST_PRIM);
        s.how = (uint8_t)g->how[s.row];
        s.cost = g->cost[s.row];
    }
    s.need = s.cost > 0 ? s.cost : 1;
    return s;
}

static void set_words(LuaWords *words, const LuaGame *g, const Vocab *vocab) {
    words->vocab = vocab;
    for (int i = 0; i < vocab->symbols; i++)
        words->symbol[i] = symbol_of(g, vocab, i);
}

static void prepare(const LuaPlayer *p, Walked *w, const Tree *tree,
                    const LuaWords *words) {
    w->code = tree->code;
    w->words = words;
    size_t at = 0;
    for (int b = 0; b < tree->vocab->branches; at += tree->len[b++]) {
        w->branch[b] = (uint32_t)at;
        if (p->game->any_skips)
            tree_spans(tree->vocab, tree->code + at, tree->len[b],
                       w->span + at);
    }
    w->size = at;
}

static bool make_room(Walked *w, Err *err) {
    if (!w->span)
        w->span = mem_new(VOCAB_BRANCHES * TREE_NODES_MAX, sizeof *w->span,
                          err);
    return w->span;
}

static Source rival_text(const LuaGame *g, size_t i) {
    return (Source){ "rival", g->rivals[i], strlen(g->rivals[i]) };
}

/* Rivals have ADFs of their own, whoever they meet. */
static bool read_rival(LuaPlayer *p, size_t i, Err *err) {
    Walked *w = &p->rivals[i];
    const Language *language = &p->game->language;
    Source text = rival_text(p->game, i);
    Shape shape;
    if (w->reading) return true;
    if (!make_room(w, err) ||
        !tree_parse_shape(&text, &language->normal, &shape, err))
        return false;
    LuaReading *r = mem_new(1, sizeof *r, err);
    if (!r) return false;
    mem_free(w->genome);
    bool ok = vocab_init(&r->vocab, language, &shape, err);
    w->genome = ok ? mem_new(tree_slot(&r->vocab, TREE_NODES_MAX), 1, err)
                   : NULL;
    if (!w->genome ||
        !tree_parse(&r->vocab, &text, TREE_NODES_MAX, w->genome, err)) {
        mem_free(r);
        return false;
    }
    w->reading = r;
    set_words(&r->words, p->game, &r->vocab);
    Tree tree = tree_at(&r->vocab, w->genome);
    prepare(p, w, &tree, &r->words);
    return true;
}

bool luaplayer_program(LuaPlayer *p, const Tree *tree, Err *err) {
    if (!make_room(&p->mine, err)) return false;
    for (size_t i = 0; i < p->game->rival_count; i++)
        if (!read_rival(p, i, err)) return false;
    if (p->words.vocab != tree->vocab)
        set_words(&p->words, p->game, tree->vocab);
    prepare(p, &p->mine, tree, &p->words);
    return true;
}

/* A rival's genome has been read, or is not one. */
static bool keep_rival(Walked *w, bool read) {
    if (read) return true;
    mem_free(w->genome);
    w->genome = NULL;
    return false;
}

static bool read_machine(LuaPlayer *p, size_t i, Err *err) {
    Walked *w = &p->rivals[i];
    Source text = rival_text(p->game, i);
    if (w->genome) return true;
    const Alphabet *a = &p->game->alphabet;
    Machine *m = w->genome = mem_new(1, machine_slot(a), err);
    w->machine = m;
    return keep_rival(w, m && machine_parse_for(a, m, &text, err));
}

bool luaplayer_machine(LuaPlayer *p, const Machine *machine, Err *err) {
    for (size_t i = 0; i < p->game->rival_count; i++)
        if (!read_machine(p, i, err)) return false;
    p->mine.machine = machine;
    return true;
}

static bool read_linear(LuaPlayer *p, size_t i, Err *err) {
    Walked *w = &p->rivals[i];
    Source text = rival_text(p->game, i);
    if (w->genome) return true;
    uint8_t *code = w->genome = mem_new(linear_bytes(p->game->set), 1, err);
    w->code = code;
    return keep_rival(w, code && linear_parse(p->game->set, &text, code, err));
}

bool luaplayer_linear(LuaPlayer *p, const uint8_t *code, Err *err) {
    for (size_t i = 0; i < p->game->rival_count; i++)
        if (!read_linear(p, i, err)) return false;
    p->mine.code = code;
    return true;
}

static bool read_vector(LuaPlayer *p, size_t i, Err *err) {
    Walked *w = &p->rivals[i];
    Source text = rival_text(p->game, i);
    if (w->genome) return true;
    w->genome = mem_new(vector_bytes(p->game->genes), 1, err);
    w->genes = w->genome;
    return keep_rival(
        w, w->genome && vector_parse(p->game->genes, &text, w->genome, err));
}

bool luaplayer_vector(LuaPlayer *p, const void *genes, Err *err) {
    for (size_t i = 0; i < p->game->rival_count; i++)
        if (!read_vector(p, i, err)) return false;
    p->mine.genes = genes;
    return true;
}

void luaplayer_sit(LuaPlayer *p, int mine, int guest, int seat) {
    p->mine.asks = mine;
    p->guest = (Walked){ .asks = guest, .span = p->guest.span };
    p->meets = false;
    p->seat = seat;
}

bool luaplayer_meet(LuaPlayer *p, Entrant guest, int seat, Err *err) {
    const LuaGame *g = p->game;
    Walked *w = &p->guest;
    p->seat = seat;
    p->meets = true;
    if (g->machines) w->machine = guest.genome;
    else if (g->set) w->code = guest.genome;
    else if (g->genes) w->genes = guest.genome;
    else {
        if (!make_room(w, err)) return false;
        Tree tree = tree_at(guest.shape, (void *)(uintptr_t)guest.genome);
        prepare(p, w, &tree, &p->words);
    }
    return true;
}

void luaplayer_tally(LuaPlayer *p, LuaTally *tally) { p->tally = tally; }

/* ---- chance ------------------------------------------------------------- */

/* fresh(): true at the first call in a case: math.random then starts anew. */
static int fresh(lua_State *L) {
    LuaPlayer *p = lua_touserdata(L, lua_upvalueindex(1));
    lua_pushboolean(L, p->reseed);
    p->reseed = false;
    return 1;
}

/* ---- memory ------------------------------------------------------------- */

/* Notes the line that asks for too much. It only reads, so it is safe inside
 * the allocator: the line is known wherever memory may be refused. */
static void note_place(LuaPlayer *p) {
    lua_Debug ar;
    for (int level = 0; lua_getstack(p->L, level, &ar); level++) {
        lua_getinfo(p->L, "Sl", &ar);
        if (ar.currentline <= 0) continue;
        snprintf(p->place, sizeof p->place, "%s:%d: ", ar.short_src,
                 ar.currentline);
        return;
    }
}

static void *limited_alloc(void *data, void *block, size_t old, size_t size) {
    LuaPlayer *p = data;
    size_t had = block ? old : 0;
    if (size > had && p->used - had + size > p->most) {
        note_place(p);
        return NULL;
    }
    void *new = p->alloc(p->alloc_data, block, old, size);
    if (new || size == 0) p->used = p->used - had + size;
    return new;
}

/* Limits the memory of the player's own state from now on. */
static void limit_memory(LuaPlayer *p) {
    p->alloc = lua_getallocf(p->L, &p->alloc_data);
    p->used = (size_t)lua_gc(p->L, LUA_GCCOUNT) * 1024;
    p->most = p->used + p->game->memory;
    lua_setallocf(p->L, limited_alloc, p);
}

/* ---- making players ----------------------------------------------------- */

/* call_worker(player): ludus.game's worker(script, source, key, changes,
 * fresh) loads the script again and gives the table of the game's functions. */
static int call_worker(lua_State *L) {
    LuaPlayer *p = lua_touserdata(L, 1);
    const LuaGame *g = p->game;
    lua_getglobal(L, "require");
    lua_pushstring(L, "ludus.script.game");
    lua_call(L, 1, 1);
    lua_getfield(L, -1, "worker");
    lua_pushstring(L, g->home.script);
    lua_pushstring(L, g->home.source);
    lua_pushstring(L, g->home.key);
    lua_pushstring(L, g->changes);
    lua_pushlightuserdata(L, p);
    lua_pushcclosure(L, fresh, 1);
    lua_call(L, 5, 1);
    return 1;
}

static bool load_parts(LuaPlayer *p, Err *err) {
    lua_pushcfunction(p->L, call_worker);
    lua_pushlightuserdata(p->L, p);
    if (!host_call(p->L, 1, 1, err)) return false;
    limit_memory(p);
    return true;
}

/* Pushes the upvalues all closures share: from the parts at stack index 1,
 * and the handle and two tables at 3 to 5. */
static void push_upvalues(lua_State *L, LuaPlayer *p) {
    lua_pushnil(L);                  /* NODE */
    for (int i = 3; i <= 5; i++) lua_pushvalue(L, i);
    lua_getfield(L, 1, "cases");
    for (int i = 0; i < LUA_PARTS; i++)
        p->has[i] = lua_getfield(L, 1, luagame_parts[i]) != LUA_TNIL;
    lua_getfield(L, 1, "primitives");
    int rows = lua_gettop(L);
    for (size_t i = 1; i <= p->game->language.prim_count; i++)
        lua_geti(L, rows, (lua_Integer)i);
    lua_remove(L, rows);
}

static int make_closures(lua_State *L) {
    LuaPlayer *p = lua_touserdata(L, 2);
    p->limit = limit_get(L);
    luaL_checkstack(L, UP_MAX + 8, NULL);
    p->handle = lua_newuserdatauv(L, sizeof *p->handle, 0);
    *p->handle = p;
    lua_newtable(L);                 /* FRAMES */
    lua_newtable(L);                 /* THUNKS */
    for (int i = 0; i < AT_LAST; i++) {
        int base = lua_gettop(L);
        push_upvalues(L, p);
        lua_pushcclosure(L, luacase_bodies[i], lua_gettop(L) - base);
    }
    return AT_LAST;
}

static bool make_state(LuaPlayer *p, Err *err) {
    if (!luahome_enter(&p->game->home, &p->room, err)) return false;
    p->L = p->room.L;
    return p->room.home || load_parts(p, err);
}

LuaPlayer *luaplayer_new(const LuaGame *game, Err *err) {
    LuaPlayer *p = mem_new(1, sizeof *p, err);
    if (!p) return NULL;
    p->game = game;
    p->now = &p->mine;
    p->rivals = mem_new(LUAGAME_RIVALS_MAX, sizeof *p->rivals, err);
    if (!p->rivals) goto failed;
    if (!make_state(p, err)) goto failed;
    lua_State *L = p->L;
    lua_pushcfunction(L, make_closures);
    lua_insert(L, -2);
    lua_pushlightuserdata(L, p);
    if (!host_call(L, 2, AT_LAST, err)) goto failed;
    return p;
failed:
    luaplayer_free(p);
    return NULL;
}

void luaplayer_free(void *player) {
    LuaPlayer *p = player;
    if (!p) return;
    if (p->handle) *p->handle = NULL;
    if (p->alloc) lua_setallocf(p->L, p->alloc, p->alloc_data);
    luahome_leave(&p->room);
    for (int i = 0; p->rivals && i < LUAGAME_RIVALS_MAX; i++) {
        mem_free(p->rivals[i].genome);
        mem_free(p->rivals[i].reading);
        mem_free(p->rivals[i].span);
    }
    mem_free(p->rivals);
    mem_free(p->mine.span);
    mem_free(p->guest.span);
    mem_free(p);
}
