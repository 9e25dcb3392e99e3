/* bind_linear.c -- ludus.core.linear: sets of instructions, linear programs.
 *
 *     local set = core.new { name = "toy", blocks = { { "Main", 10 } },
 *       registers = { "x" },
 *       rows = { { "Nop", "nop" }, { "Add", "act" }, ... } }
 *     local p = set:parse(text)     p == q     #p     tostring(p)
 *     set:run(p, state, functions, budget, nested, lines)
 *
 * ludus.linear checks what people write and gives this its plain form.
 * Functions of a script are called once per instruction, in the calling state.
 */
#include "bind_linear.h"

#include <string.h>

#include "bind_operator.h"
#include "sandbox.h"
#include "base/mem.h"
#include "engine/walk/linear_run.h"

static const char SET[] = "ludus.linear.set";
static const char PROGRAM[] = "ludus.linear.program";

/* A set with its rows and names in one block. */
typedef struct OwnSet {
    LinearSpecies  linear;
    LinearSet      set;
    LinearInstr    instr[LINEAR_INSTRS_MAX];
    LinearBlock    block[LINEAR_BLOCKS_MAX];
    LinearRegister reg[LINEAR_REGISTERS_MAX];
    char           name[LINEAR_NAME_MAX + 1];
    char           instr_name[LINEAR_INSTRS_MAX][LINEAR_NAME_MAX + 1];
    char           block_name[LINEAR_BLOCKS_MAX][LINEAR_NAME_MAX + 1];
    char           reg_name[LINEAR_REGISTERS_MAX][LINEAR_NAME_MAX + 1];
} OwnSet;

typedef struct Program {
    const LinearSet *set;            /* user value 1 keeps it alive */
    uint8_t          code[];
} Program;

/* ---- sharing ------------------------------------------------------------- */

const LinearSpecies *bind_linear_set(lua_State *L, int arg) {
    return bind_object(L, arg, SET);
}

void bind_push_linear_set(lua_State *L, const LinearSet *set) {
    Box *box = bind_box(L, SET, mem_free);
    Err err;
    LinearSpecies *linear = box->object = mem_new(1, sizeof *linear, &err);
    if (!linear) bind_raise(L, &err);
    linear_species_init(linear, set);
}

uint8_t *bind_linear_new(lua_State *L, int set) {
    set = lua_absindex(L, set);
    const LinearSet *s = bind_linear_set(L, set)->set;
    Program *p = lua_newuserdatauv(L, sizeof *p + linear_bytes(s), 1);
    p->set = s;
    memset(p->code, 0, linear_bytes(s));
    lua_pushvalue(L, set);
    lua_setiuservalue(L, -2, 1);
    luaL_setmetatable(L, PROGRAM);
    return p->code;
}

/* Parses into a new program, which it pushes. */
static void parse(lua_State *L, int set, const Source *src) {
    const LinearSet *s = bind_linear_set(L, set)->set;
    uint8_t *code = bind_linear_new(L, set);
    Err err;
    if (!linear_parse(s, src, code, &err)) bind_raise(L, &err);
}

void bind_linear_parse(lua_State *L, int set, int text, const char *name) {
    Source src = { .name = name };
    src.text = luaL_checklstring(L, text, &src.len);
    parse(L, set, &src);
}

const uint8_t *bind_linear(lua_State *L, int arg, const LinearSet **set) {
    const Program *p = luaL_checkudata(L, arg, PROGRAM);
    if (set) *set = p->set;
    return p->code;
}

/* ---- declaring a set ----------------------------------------------------- */

/* Copies field `i` of the table at the top, a string, into `name`. */
static const char *take_name(lua_State *L, lua_Integer i, char *name) {
    lua_geti(L, -1, i);
    const char *text = luaL_checkstring(L, -1);
    if (strlen(text) > LINEAR_NAME_MAX)
        luaL_error(L, "'%s' is longer than %d letters", text, LINEAR_NAME_MAX);
    strcpy(name, text);
    lua_pop(L, 1);
    return name;
}

/* Pushes the list in field `field`; its length, at most `max`. */
static size_t open_list(lua_State *L, const char *field, size_t max) {
    lua_getfield(L, 1, field);
    luaL_checktype(L, -1, LUA_TTABLE);
    size_t n = bind_length(L, -1);
    if (n > max)
        luaL_error(L, "%s: expected at most %d, got %d", field, (int)max,
                   (int)n);
    return n;
}

static void take_blocks(lua_State *L, OwnSet *own) {
    own->set.block_count = open_list(L, "blocks", LINEAR_BLOCKS_MAX);
    for (size_t i = 0; i < own->set.block_count; i++) {
        lua_geti(L, -1, (lua_Integer)i + 1);
        luaL_checktype(L, -1, LUA_TTABLE);
        own->block[i].name = take_name(L, 1, own->block_name[i]);
        lua_geti(L, -1, 2);
        lua_Integer lines = luaL_checkinteger(L, -1);
        if (lines < 1 || lines > LINEAR_LINES_MAX)
            luaL_error(L, "block '%s': capacity must be 1 to %d, got %I",
                       own->block[i].name, LINEAR_LINES_MAX, lines);
        own->block[i].capacity = (uint16_t)lines;
        lua_pop(L, 2);
    }
    lua_pop(L, 1);
}

static void take_registers(lua_State *L, OwnSet *own) {
    own->set.register_count = open_list(L, "registers", LINEAR_REGISTERS_MAX);
    for (size_t i = 0; i < own->set.register_count; i++)
        own->reg[i].name = take_name(L, (lua_Integer)i + 1, own->reg_name[i]);
    lua_pop(L, 1);
}

static void take_parts(lua_State *L, LinearInstr *in) {
    lua_geti(L, -1, 3);
    luaL_checktype(L, -1, LUA_TTABLE);
    lua_Integer n = (lua_Integer)bind_length(L, -1);
    if (n > LINEAR_PARTS_MAX)
        luaL_error(L, "instruction '%s' combines %I others, expected 1 to %d",
                   in->name, n, LINEAR_PARTS_MAX);
    for (lua_Integer k = 1; k <= n; k++) {
        lua_geti(L, -1, k);
        in->parts[k - 1] = (uint8_t)(luaL_checkinteger(L, -1) - 1);
        lua_pop(L, 1);
    }
    in->part_count = (uint8_t)n;
    lua_pop(L, 1);
}

/* Rows { name, kind, parts, op }; op defaults to the row's number. */
static void take_rows(lua_State *L, OwnSet *own) {
    static const char *const kinds[] = { "nop",  "act",     "test",
                                         "jump", "combine", NULL };
    own->set.instr_count = open_list(L, "rows", LINEAR_INSTRS_MAX);
    for (size_t i = 0; i < own->set.instr_count; i++) {
        LinearInstr *in = &own->instr[i];
        lua_geti(L, -1, (lua_Integer)i + 1);
        luaL_checktype(L, -1, LUA_TTABLE);
        in->name = take_name(L, 1, own->instr_name[i]);
        lua_geti(L, -1, 2);
        in->kind = (LinearKind)luaL_checkoption(L, -1, NULL, kinds);
        lua_pop(L, 1);
        lua_geti(L, -1, 4);
        in->op = (int)luaL_optinteger(L, -1, (lua_Integer)i);
        lua_pop(L, 1);
        if (in->kind == LINEAR_COMBINE) take_parts(L, in);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static int set_new(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    Box *box = bind_box(L, SET, mem_free);
    Err err;
    OwnSet *own = box->object = mem_new(1, sizeof *own, &err);
    if (!own) return bind_raise(L, &err);
    lua_pushvalue(L, 1);
    lua_getfield(L, -1, "name");
    const char *name = luaL_optstring(L, -1, "linear");
    strncpy(own->name, name, LINEAR_NAME_MAX);
    lua_pop(L, 2);
    own->set = (LinearSet){ .name = own->name, .instrs = own->instr,
                            .blocks = own->block, .registers = own->reg };
    take_blocks(L, own);
    take_registers(L, own);
    take_rows(L, own);
    if (!linear_set_check(&own->set, &err)) return bind_raise(L, &err);
    linear_species_init(&own->linear, &own->set);
    return 1;
}

/* ---- methods of a set ---------------------------------------------------- */

static int s_parse(lua_State *L) {
    bind_linear_parse(L, 1, 2, luaL_optstring(L, 3, "(text)"));
    return 1;
}

static int s_read(lua_State *L) {
    bind_linear_set(L, 1);
    const char *path = luaL_checkstring(L, 2);
    sandbox_deny(L, "reading files");
    Buf *buf = bind_buf(L);
    Err err;
    if (!buf_file(buf, path, LINEAR_FILE_MAX, &err)) return bind_raise(L, &err);
    parse(L, 1, &(Source){ path, buf_get(buf), buf->len });
    return 1;
}

static int s_random(lua_State *L) {
    const LinearSpecies *s = bind_linear_set(L, 1);
    Rng *rng = luaL_checkudata(L, 2, "ludus.rng");
    linear_random(s->set, rng, bind_linear_new(L, 1));
    return 1;
}

static int s_name(lua_State *L) {
    lua_pushstring(L, bind_linear_set(L, 1)->set->name);
    return 1;
}

static void push_named(lua_State *L, const char *name, const char *help) {
    lua_createtable(L, 0, 3);
    bind_set_text(L, "name", name);
    bind_set_text(L, "help", help);
}

static void push_parts(lua_State *L, const LinearSet *set,
                       const LinearInstr *in) {
    lua_createtable(L, in->part_count, 0);
    for (size_t i = 0; i < in->part_count; i++) {
        lua_pushstring(L, set->instrs[in->parts[i]].name);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
}

/* rows(), blocks(), registers(): what the set declares, for the manual. */
static int s_rows(lua_State *L) {
    static const char *const kinds[] = { "nop", "act", "test", "jump",
                                         "combine" };
    const LinearSet *set = bind_linear_set(L, 1)->set;
    lua_newtable(L);
    for (size_t i = 0; i < set->instr_count; i++) {
        push_named(L, set->instrs[i].name, set->instrs[i].help);
        bind_set_text(L, "kind", kinds[set->instrs[i].kind]);
        bind_set_integer(L, "op", set->instrs[i].op);
        if (set->instrs[i].kind == LINEAR_COMBINE) {
            push_parts(L, set, &set->instrs[i]);
            lua_setfield(L, -2, "parts");
        }
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int s_blocks(lua_State *L) {
    const LinearSet *set = bind_linear_set(L, 1)->set;
    lua_newtable(L);
    for (size_t i = 0; i < set->block_count; i++) {
        push_named(L, set->blocks[i].name, NULL);
        bind_set_integer(L, "capacity", set->blocks[i].capacity);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

static int s_registers(lua_State *L) {
    const LinearSet *set = bind_linear_set(L, 1)->set;
    lua_newtable(L);
    for (size_t i = 0; i < set->register_count; i++) {
        push_named(L, set->registers[i].name, set->registers[i].help);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* ---- running a script's own instructions --------------------------------- */

typedef struct LuaHost {
    lua_State       *L;
    const LinearSet *set;
    int              state, functions;    /* stack indices */
} LuaHost;

static bool call(LuaHost *h, int op) {
    if (lua_geti(h->L, h->functions, op + 1) != LUA_TFUNCTION)
        luaL_error(h->L, "instruction '%s' has no function",
                   h->set->instrs[op].name);
    lua_pushvalue(h->L, h->state);
    lua_call(h->L, 1, 1);
    bool result = lua_toboolean(h->L, -1);
    lua_pop(h->L, 1);
    return result;
}

static bool lua_act(void *game, int op) { return !call(game, op); }

static bool lua_test(void *game, int op) { return call(game, op); }

static void lua_show(void *game, size_t reg, Buf *out) {
    LuaHost *h = game;
    lua_getfield(h->L, h->state, h->set->registers[reg].name);
    buf_text(out, luaL_tolstring(h->L, -1, NULL));
    lua_pop(h->L, 2);
}

/* run(program, state, functions, budget, nested, lines): did the game end, the
 * steps spent, the trace of the first steps. */
static int s_run(lua_State *L) {
    static const LinearHost host = { lua_act, lua_test, lua_show };
    const LinearSet *set;
    const uint8_t *code = bind_linear(L, 2, &set);
    luaL_argcheck(L, set == bind_linear_set(L, 1)->set, 2, "is of another set");
    luaL_checktype(L, 3, LUA_TTABLE);
    luaL_checktype(L, 4, LUA_TTABLE);
    lua_Integer budget = luaL_checkinteger(L, 5);
    luaL_argcheck(L, budget >= 0, 5, "must not be negative");
    LuaHost h = { L, set, 3, 4 };
    LinearRun run = { .set = set, .code = code, .host = &host, .game = &h,
                      .nested = lua_toboolean(L, 6) };
    lua_Integer lines = luaL_optinteger(L, 7, 0);
    Buf *out = bind_buf(L);
    bool ended = false;
    for (lua_Integer i = 0; i < budget && !ended; i++) {
        if (i < lines) {
            linear_run_show(&run, out);
            buf_char(out, '\n');
        }
        ended = !linear_run_step(&run);
    }
    lua_pushboolean(L, ended);
    lua_pushinteger(L, (lua_Integer)run.steps);
    bind_text(L, out);
    return 3;
}

/* ---- programs ------------------------------------------------------------ */

static int p_tostring(lua_State *L) {
    const LinearSet *set;
    const uint8_t *code = bind_linear(L, 1, &set);
    Buf *buf = bind_buf(L);
    Err err;
    if (!linear_print(set, code, buf, &err)) return bind_raise(L, &err);
    return bind_text(L, buf);
}

static int p_eq(lua_State *L) {
    const Program *a = luaL_testudata(L, 1, PROGRAM);
    const Program *b = luaL_testudata(L, 2, PROGRAM);
    lua_pushboolean(L, a && b && linear_bytes(a->set) == linear_bytes(b->set) &&
                    strcmp(a->set->name, b->set->name) == 0 &&
                    memcmp(a->code, b->code, linear_bytes(a->set)) == 0);
    return 1;
}

static int p_len(lua_State *L) {
    const LinearSet *set;
    const uint8_t *code = bind_linear(L, 1, &set);
    lua_pushinteger(L, (lua_Integer)linear_size(set, code));
    return 1;
}

static int p_set(lua_State *L) {
    bind_linear(L, 1, NULL);
    lua_getiuservalue(L, 1, 1);
    return 1;
}

/* block(i): the names of its instructions. */
static int p_block(lua_State *L) {
    const LinearSet *set;
    const uint8_t *code = bind_linear(L, 1, &set);
    lua_Integer b = luaL_checkinteger(L, 2);
    luaL_argcheck(L, b >= 1 && (size_t)b <= set->block_count, 2,
                  "no such block");
    size_t n = linear_len(set, code, (size_t)b - 1);
    size_t at = linear_start(set, (size_t)b - 1);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_pushstring(L, set->instrs[code[at + i]].name);
        lua_seti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* vary(rng, operator, mate, params): a child; mate only where it takes two. */
static int p_vary(lua_State *L) {
    const LinearSet *set, *other;
    const void *parents[2] = { bind_linear(L, 1, &set), NULL };
    Rng *rng = luaL_checkudata(L, 2, "ludus.rng");
    lua_settop(L, 5);
    lua_getiuservalue(L, 1, 1);
    int owner = 6;
    const Species *species = &bind_linear_set(L, owner)->species;
    Err err;
    const Operator *op =
        species_operator(species, luaL_checkstring(L, 3), &err);
    if (!op) return bind_raise(L, &err);
    if (op->parents == 2) {
        parents[1] = bind_linear(L, 4, &other);
        luaL_argcheck(L, other == set, 4, "is of another set");
    }
    double param[OPERATOR_PARAMS] = { 0 };
    bind_params(L, 5, op, param);
    Origin origin;
    op->apply(species, param, rng, parents, bind_linear_new(L, owner), &origin);
    return 1;
}

static const luaL_Reg program_methods[] = {
    { "set", p_set }, { "block", p_block }, { "vary", p_vary }, { NULL, NULL },
};

static const luaL_Reg program_meta[] = {
    { "__tostring", p_tostring }, { "__eq", p_eq }, { "__len", p_len },
    { NULL, NULL },
};

static const luaL_Reg set_methods[] = {
    { "parse", s_parse },   { "read", s_read },     { "random", s_random },
    { "name", s_name },     { "rows", s_rows },     { "blocks", s_blocks },
    { "registers", s_registers }, { "run", s_run }, { NULL, NULL },
};

static const luaL_Reg functions[] = { { "new", set_new }, { NULL, NULL } };

int open_linear(lua_State *L);

int open_linear(lua_State *L) {
    bind_class(L, PROGRAM, program_methods, program_meta);
    bind_class(L, SET, set_methods, bind_boxed);
    bind_mark(L, SET, "ludus_species");
    luaL_newlib(L, functions);
    return 1;
}
