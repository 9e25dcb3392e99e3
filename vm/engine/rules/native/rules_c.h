/* rules_c.h -- rules as a C file, and that file built and loaded.
 *
 * The file has the threaded engine with the rules inlined, and a walker for
 * what that leaves over. It is
 * built by the machine's C compiler (LUDUS_CC, else cc) into a shared object in
 * the user's cache folder ($XDG_CACHE_HOME/ludus, else ~/.cache/ludus), under a
 * name made of a hash of its text, so the same rules are built once. The object
 * is loaded only if it and its folder belong to this user and nobody else may
 * write them.
 */
#ifndef LUDUS_RULES_C_H
#define LUDUS_RULES_C_H

#include "engine/rules/rules.h"
#include "engine/rules/rules_flat.h"
#include "engine/rules/lanes/rules_lanes.h"

/* Appends the whole C file; `vary` has the grids that differ between cases that
 * are played as one (rules_group.h). With the engine of lanes if the plan is
 * not NULL and says that there can be one. */
void rules_c_print(const Rules *rules, uint64_t vary, const LanesPlan *plan,
                   Buf *out);

typedef struct RulesNative {
    void      *handle;
    RulesPlay *play;
    RulesPlay *resume;               /* a set of cases that has waited */
    RulesPlay *begin;                /* what a case begins with: for lanes, */
    RulesPlay *pass;                 /* one run of a program: for matches, */
    RulesPlay *finish;               /* and what it ends with */
    RulesCall *call;
    RulesWalk *const *walks;         /* by operation */
    FlatTable  flat;
    RulesLanesRun *lanes;            /* NULL: there is no engine of lanes */
    FlatTable  lanes_flat;
    bool       built;                /* just now; false: it was in the cache */
} RulesNative;

/* Builds if need be, and loads. NULL with the reason in one line if that cannot
 * be done here. */
RulesNative *rules_native_new(const Rules *rules, uint64_t vary,
                              const LanesPlan *plan, Err *err);
void         rules_native_free(void *native);

#endif
