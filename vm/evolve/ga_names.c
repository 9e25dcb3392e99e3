/* ga_names.c -- schemes, selections and stops by name, with help. */
#include "ga.h"

const GaName ga_schemes[GA_SCHEMES] = {
    [GA_GENERATIONAL] = { "generational",
                          "children replace all but the elite" },
    [GA_PLUS]         = { "plus", "the best of parents and children stay" },
    [GA_COMMA]        = { "comma", "the best of the children stay" },
    [GA_STEADY]       = { "steady", "a child as good replaces the worst" },
    [GA_CROWDING]     = { "crowding", "a child replaces the most similar of a "
                                      "few members (De Jong)" },
};

const GaName ga_selects[GA_SELECTS] = {
    [GA_UNIFORM]    = { "uniform", "everyone is equally likely" },
    [GA_SHUFFLE]    = { "shuffle", "everyone equally often, in random order" },
    [GA_TOURNAMENT] = { "tournament", "the best of a few drawn by chance" },
    [GA_ROULETTE]   = { "roulette", "in proportion to fitness" },
    [GA_REMAINDER]  = { "remainder", "remainder stochastic sampling without "
                                     "replacement" },
    [GA_UNIVERSAL]  = { "universal", "stochastic universal sampling" },
    [GA_TRUNCATION] = { "truncation", "evenly among the best share" },
};

const GaName ga_stops[GA_STOPS] = {
    [GA_RUNNING]          = { "running", "not at an end" },
    [GA_STOP_GENERATIONS] = { "generations", "all generations are done" },
    [GA_STOP_EVALUATIONS] = { "evaluations", "the evaluations are used up" },
    [GA_STOP_SECONDS]     = { "seconds", "the time is used up" },
    [GA_STOP_SOLVED]      = { "solved", "the target is reached" },
    [GA_STOP_CONVERGED]   = { "converged", "all members score the same" },
    [GA_STOP_STALLED]     = { "stalled", "no better best for too long" },
};
