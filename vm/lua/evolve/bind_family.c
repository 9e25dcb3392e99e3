/* bind_family.c -- all ancestors of a program, for Lua: family:slots(g) is the
 * list of those of a generation, family:member(g, slot) one of them.
 *
 * Their genomes are kept as bytes, one after another by generation and slot; a
 * text is made when it is asked for.
 */
#include "bind_lineage.h"

#include <string.h>

#include "lua/program/bind_genome.h"
#include "base/mem.h"

static const char FAMILY[] = "ludus.family";

enum { FAMILY_BYTES_MAX = 1 << 30 }; /* of genomes */

typedef struct Member {
    Ancestor is;
    size_t   at;                     /* where its genome begins */
} Member;

typedef struct Family {
    const Species     *species;
    const Plan *const *plans;
    size_t             count;        /* of the population */
    size_t             last;
    Buf                members;      /* Member after Member */
    Buf                genomes;
    size_t            *first;        /* of a generation; one more ends it */
    void              *genome;       /* a slot to print from */
} Family;

static void family_free(void *object) {
    Family *f = object;
    buf_free(&f->members);
    buf_free(&f->genomes);
    mem_free(f->first);
    mem_free(f->genome);
    mem_free(f);
}

static size_t family_count(const Family *f) {
    return f->members.len / sizeof(Member);
}

static Member family_at(const Family *f, size_t i) {
    Member m;
    memcpy(&m, f->members.text + i * sizeof m, sizeof m);
    return m;
}

static bool keep_member(void *context, size_t generation, const Ancestor *a,
                        const void *genome, Err *err) {
    Family *f = context;
    Member m = { *a, f->genomes.len };
    f->first[generation + 1] = family_count(f) + 1;
    buf_bytes(&f->members, &m, sizeof m);
    buf_bytes(&f->genomes, genome,
              f->species->class->bytes(f->species, genome));
    if (f->genomes.len > FAMILY_BYTES_MAX)
        return err_set(err,
                       "the ancestors up to generation %zu take more than "
                       "%d MB; ask for the best of an earlier one",
                       generation, FAMILY_BYTES_MAX >> 20);
    return buf_ok(&f->members, err) && buf_ok(&f->genomes, err);
}

int bind_family(lua_State *L) {
    size_t slot;
    Pedigree p = bind_lineage_pedigree(L, &slot);
    int top = lua_gettop(L);
    Box *box = bind_box(L, FAMILY, family_free);
    Err err;
    Family *f = mem_new(1, sizeof *f, &err);
    if (!f) return bind_raise(L, &err);
    *f = (Family){
        .species = p.species, .plans = p.plans, .count = p.count, .last = p.last
    };
    box->object = f;
    f->first = mem_new(p.last + 2, sizeof *f->first, &err);
    f->genome = mem_new_aligned(1, p.species->slot, &err);
    if (!f->first || !f->genome) return bind_raise(L, &err);
    Midwife midwife = { keep_member, f };
    bind_lineage_replay(L, &p, slot, &midwife);
    lua_createtable(L, top, 0);      /* keeps species and plans alive */
    for (int i = 1; i <= top; i++) {
        lua_pushvalue(L, i);
        lua_seti(L, -2, i);
    }
    lua_setiuservalue(L, top + 1, 1);
    lua_settop(L, top + 1);
    return 1;
}

static const Family *to_family(lua_State *L) {
    return bind_object(L, 1, FAMILY);
}

static size_t check_generation(lua_State *L, const Family *f) {
    lua_Integer g = luaL_checkinteger(L, 2);
    luaL_argcheck(L, g >= 0 && (size_t)g <= f->last, 2, "no such generation");
    return (size_t)g;
}

/* slots(generation): those of the ancestors, in order. */
static int m_slots(lua_State *L) {
    const Family *f = to_family(L);
    size_t g = check_generation(L, f);
    size_t first = f->first[g], end = f->first[g + 1];
    lua_createtable(L, (int)(end - first), 0);
    for (size_t i = first; i < end; i++) {
        lua_pushinteger(L, family_at(f, i).is.slot + 1);
        lua_seti(L, -2, (lua_Integer)(i - first) + 1);
    }
    return 1;
}

/* The place of the member in that slot of a generation, or the end of them. */
static size_t find_member(const Family *f, size_t g, lua_Integer slot) {
    size_t low = f->first[g], high = f->first[g + 1];
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (family_at(f, mid).is.slot + 1 < slot) low = mid + 1;
        else high = mid;
    }
    bool there = low < f->first[g + 1] && family_at(f, low).is.slot + 1 == slot;
    return there ? low : family_count(f);
}

/* member(generation, slot): as in replay(), or nil if it is no ancestor. */
static int m_member(lua_State *L) {
    const Family *f = to_family(L);
    size_t g = check_generation(L, f);
    size_t i = find_member(f, g, luaL_checkinteger(L, 3));
    if (i == family_count(f)) return 0;
    Member m = family_at(f, i);
    size_t end = i + 1 < family_count(f) ? family_at(f, i + 1).at
                                         : f->genomes.len;
    memset(f->genome, 0, f->species->slot);
    memcpy(f->genome, f->genomes.text + m.at, end - m.at);
    bind_lineage_push(L, bind_lineage_plan(f->plans, f->count, g, &m.is), g,
                      &m.is);
    bind_genome_text(L, f->species, f->genome);
    lua_setfield(L, -2, "text");
    return 1;
}

static const luaL_Reg methods[] = {
    { "slots", m_slots },
    { "member", m_member },
    { NULL, NULL },
};

void bind_family_class(lua_State *L) {
    bind_class(L, FAMILY, methods, bind_boxed);
}
