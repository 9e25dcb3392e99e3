/* bind_linear_set.c -- ludus.core.linear: sets of instructions.
 *
 *     local set = core.new { name = "toy", blocks = { { "Main", 10 } },
 *       registers = { "x" },
 *       rows = { { "Nop", "nop" }, { "Add", "act" }, ... } }
 *     local p = set:parse(text)
 *     set:run(p, state, functions, budget, nested, lines)
 *
 * ludus.linear checks what people write and gives this its plain form.
 */
#include "bind_linear.h"

#include "lua/sandbox.h"
#include "base/mem.h"
#include "program/linear/linear_declare.h"

static const char SET[] = "ludus.linear.set";

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

/* ---- declaring a set ----------------------------------------------------- */

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

/* Field `i` of the table at the top, a string to be copied at once. */
static const char *text_at(lua_State *L, lua_Integer i) {
    lua_geti(L, -1, i);
    const char *text = luaL_checkstring(L, -1);
    lua_pop(L, 1);
    return text;
}

/* Pushes row `i` of the list at the top. */
static void open_row(lua_State *L, size_t i) {
    lua_geti(L, -1, (lua_Integer)i + 1);
    luaL_checktype(L, -1, LUA_TTABLE);
}

static void take_blocks(lua_State *L, LinearDeclared *set) {
    Err err;
    size_t n = open_list(L, "blocks", LINEAR_BLOCKS_MAX);
    for (size_t i = 0; i < n; i++) {
        open_row(L, i);
        lua_geti(L, -1, 2);
        lua_Integer lines = luaL_checkinteger(L, -1);
        lua_pop(L, 1);
        if (!linear_declare_block(set, text_at(L, 1), lines, &err))
            bind_raise(L, &err);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

static void take_registers(lua_State *L, LinearDeclared *set) {
    Err err;
    size_t n = open_list(L, "registers", LINEAR_REGISTERS_MAX);
    for (size_t i = 0; i < n; i++)
        if (!linear_declare_register(set, text_at(L, (lua_Integer)i + 1), &err))
            bind_raise(L, &err);
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
static void take_rows(lua_State *L, LinearDeclared *set) {
    Err err;
    size_t n = open_list(L, "rows", LINEAR_INSTRS_MAX);
    for (size_t i = 0; i < n; i++) {
        open_row(L, i);
        lua_geti(L, -1, 2);
        int kind = luaL_checkoption(L, -1, NULL, linear_kinds);
        lua_pop(L, 1);
        LinearInstr *in = linear_declare_row(set, text_at(L, 1),
                                             (LinearKind)kind, &err);
        if (!in) bind_raise(L, &err);
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
    LinearDeclared *set = box->object = mem_new(1, sizeof *set, &err);
    if (!set) return bind_raise(L, &err);
    lua_getfield(L, 1, "name");
    linear_declare(set, luaL_optstring(L, -1, "linear"));
    lua_pop(L, 1);
    take_blocks(L, set);
    take_registers(L, set);
    take_rows(L, set);
    return linear_declare_end(set, &err) ? 1 : bind_raise(L, &err);
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
    const LinearSet *set = bind_linear_set(L, 1)->set;
    lua_newtable(L);
    for (size_t i = 0; i < set->instr_count; i++) {
        push_named(L, set->instrs[i].name, set->instrs[i].help);
        bind_set_text(L, "kind", linear_kinds[set->instrs[i].kind]);
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

static const luaL_Reg set_methods[] = {
    { "parse", s_parse },   { "read", s_read },     { "random", s_random },
    { "name", s_name },     { "rows", s_rows },     { "blocks", s_blocks },
    { "registers", s_registers }, { "run", bind_linear_run }, { NULL, NULL },
};

static const luaL_Reg functions[] = { { "new", set_new }, { NULL, NULL } };

int open_linear(lua_State *L);

int open_linear(lua_State *L) {
    bind_linear_class(L);
    bind_class(L, SET, set_methods, bind_boxed);
    bind_mark(L, SET, "ludus_species");
    luaL_newlib(L, functions);
    return 1;
}
