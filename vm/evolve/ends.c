/* ends.c -- why evolution ends. */
#include "ends.h"

#include "base/clock.h"

const PlanRow ends_rows[ENDS] = {
    [END_NONE]        = { "running", "not at an end" },
    [END_GENERATIONS] = { "generations", "all generations are done" },
    [END_EVALUATIONS] = { "evaluations", "the evaluations are used up" },
    [END_SECONDS]     = { "seconds", "the time is used up" },
    [END_SOLVED]      = { "solved", "the target is reached" },
    [END_CONVERGED]   = { "converged", "all members score the same" },
    [END_STALLED]     = { "stalled", "no better best for too long" },
};

End ends_reached(const Ends *ends, const Evolution *e) {
    Score best;
    uint64_t generation = evolve_generation(e);
    evolve_best(e, &best);
    if (best.standardized <= ends->target) return END_SOLVED;
    if (ends->generations && generation >= ends->generations)
        return END_GENERATIONS;
    if (ends->evaluations && evolve_totals(e)->evaluations >= ends->evaluations)
        return END_EVALUATIONS;
    if ((ends->converged && evolve_is_even(e)) || evolve_is_spent(e))
        return END_CONVERGED;
    if (ends->stalled && generation - evolve_improved(e) >= ends->stalled)
        return END_STALLED;
    if (ends->seconds > 0 && clock_wall() - ends->started >= ends->seconds)
        return END_SECONDS;
    return END_NONE;
}

bool ends_follow(const Ends *ends, Evolution *e, const Plan *plan,
                 uint64_t times, End *end, Err *err) {
    *end = END_NONE;
    for (uint64_t i = 0; i < times; i++) {
        if (!evolve_score(e, plan, err) || !evolve_settle(e, plan, err))
            return false;
        *end = ends_reached(ends, e);
        if (*end != END_NONE) return true;
        if (!evolve_breed(e, plan, err)) return false;
    }
    return true;
}
