/* compile_info.c -- the compiler's first pass: what every subtree gives and
 * costs.
 *
 * One backward pass over a branch, so a node's arguments are always known
 * before it. A value's range is exact or too large, never too small; a sum
 * that might leave 32 bits may be anything, because it wraps.
 */
#include "compile_inner.h"

#include "base/hot.h"

static Range sum(int64_t lo, int64_t hi) {
    if (lo < INT32_MIN || hi > INT32_MAX) return range_any();
    return (Range){ (int32_t)lo, (int32_t)hi };
}

static Range truth(bool sure, bool never) { return (Range){ sure, !never }; }

static inline Range range_of(CodeKind kind, Range x, Range y) {
    const Range zero = { 0, 0 };
    switch (kind) {
    case KIND_PROGN: return y;
    case KIND_ADD: return sum((int64_t)x.lo + y.lo, (int64_t)x.hi + y.hi);
    case KIND_SUB: return sum((int64_t)x.lo - y.hi, (int64_t)x.hi - y.lo);
    case KIND_EQ:
        return truth(range_one(x) && range_one(y) && x.lo == y.lo,
                     x.hi < y.lo || y.hi < x.lo);
    case KIND_GT: return truth(x.lo > y.hi, x.hi <= y.lo);
    case KIND_LT: return truth(x.hi < y.lo, x.lo >= y.hi);
    case KIND_AND:
        return !range_has(x, 0) ? y : range_one(x) ? x : range_join(y, zero);
    case KIND_OR:
        return !range_has(x, 0) ? x : range_one(x) ? y : range_join(x, y);
    case KIND_NOT: return truth(x.lo == 0 && x.hi == 0, !range_has(x, 0));
    case KIND_NONE:
    case KIND_CONST:
    case KIND_ARG:
    case KIND_ADF:
    case KIND_IF:
    case KIND_TEST:
    case KIND_SELECT: break;
    }
    return y;                        /* not reached: they are not pure */
}

Range compile_range(CodeKind kind, Range x, Range y) {
    return range_of(kind, x, y);
}

/* Both parts of a branch that is not decided. */
static void either(Info *f, unsigned cost, const Info *yes, const Info *no) {
    f->v = range_join(yes->v, no->v);
    f->flags |= yes->flags | no->flags;
    if (yes->cost != no->cost) f->flags |= INFO_VARIES;
    f->cost = (uint16_t)(cost + yes->cost);
}

static void only(Info *f, unsigned cost, const Info *part) {
    f->v = part->v;
    f->flags |= part->flags;
    f->cost = (uint16_t)(cost + part->cost);
}

static void info_if(const Compiler *c, Info *f, const Info *x) {
    const Info *y = x + x->size, *z = y + y->size;
    unsigned cost = 1u + x->cost;
    f->size = (uint16_t)(1 + x->size + y->size + z->size);
    f->flags = x->flags;
    if (!may_hold(c->truth, x->v)) only(f, cost, z);
    else if (!may_fail(c->truth, x->v)) only(f, cost, y);
    else either(f, cost, y, z);
}

static void info_test(Info *f, const Info *x) {
    const Info *y = x + x->size;
    f->size = (uint16_t)(1 + x->size + y->size);
    f->flags = 0;
    either(f, 1, x, y);
}

static void info_select(const CodeRow *row, Info *f, const Info *x) {
    f->size = (uint16_t)(1 + x->size);
    f->flags = x->flags;
    f->cost = (uint16_t)(1 + x->cost);
    f->v = (Range){ row->lo, row->hi };
    if (row->gives_operand) f->v = range_join(f->v, x->v);
    if (row_acts(row, x->v)) f->flags |= INFO_ACTS;
}

static void info_not(Info *f, const Info *x) {
    f->size = (uint16_t)(1 + x->size);
    f->flags = x->flags;
    f->cost = (uint16_t)(1 + x->cost);
    f->v = range_of(KIND_NOT, x->v, x->v);
}

/* Of all that evaluate two arguments; `kind` is constant where this is
 * inlined, so that a node costs one unforeseeable jump, not two. */
static inline void info_pair(CodeKind kind, Info *f, const Info *x) {
    const Info *y = x + x->size;
    f->size = (uint16_t)(1 + x->size + y->size);
    f->flags = x->flags | y->flags;
    f->cost = (uint16_t)(1 + x->cost + y->cost);
    f->v = range_of(kind, x->v, y->v);
}

static void info_call(const Compiler *c, uint8_t symbol, Info *f) {
    const Info *body = c->branch[c->adf[symbol]].info, *a = f + 1;
    unsigned cost = 1u + body->cost, flags = body->flags;
    for (int k = 0; k < c->arity[symbol]; a += a->size, k++) {
        flags |= a->flags;
        cost += a->cost;
    }
    f->v = body->v;
    f->size = (uint16_t)(a - f);
    f->flags = (uint8_t)flags;
    f->cost = (uint16_t)cost;
}

int compile_analyse(Compiler *c, const Branch *branch, const Range *arg,
                    Info *info) {
    int used = 0;
    for (int i = c->first_arg; i < c->end_arg; i++)
        c->leaf[i].v = arg[i - c->first_arg];
#define PAIR(kind) \
    case kind: info_pair(kind, f, f + 1); break
    for (int i = branch->len - 1; i >= 0; i--) {
        uint8_t symbol = branch->node[i];
        const CodeRow *row = &c->row[symbol];
        Info *f = &info[i];
        if (row->kind <= KIND_ARG) {
            if (row->kind == KIND_NONE) return -1;
            if (row->kind == KIND_ARG) used |= 1 << c->adf[symbol];
            *f = c->leaf[symbol];
            continue;
        }
        switch ((CodeKind)row->kind) {
        case KIND_NONE:
        case KIND_CONST:
        case KIND_ARG: break; /* above */
        case KIND_ADF: info_call(c, symbol, f); break;
        case KIND_IF: info_if(c, f, f + 1); break;
        case KIND_TEST: info_test(f, f + 1); break;
        case KIND_SELECT: info_select(row, f, f + 1); break;
        case KIND_NOT:
            info_not(f, f + 1);
            break;
            PAIR(KIND_PROGN);
            PAIR(KIND_ADD);
            PAIR(KIND_SUB);
            PAIR(KIND_EQ);
            PAIR(KIND_GT);
            PAIR(KIND_LT);
            PAIR(KIND_AND);
            PAIR(KIND_OR);
        }
        hot_assert(i + f->size <= branch->len);
        if (f->cost > COST_MAX) {
            f->cost = COST_MAX;
            f->flags |= INFO_VARIES;
        }
    }
#undef PAIR
    return used;
}
