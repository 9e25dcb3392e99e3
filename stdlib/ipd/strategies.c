/* strategies.c -- the players known by name.
 *
 * A memory-one text is five chances to cooperate: at the start, then after cc,
 * cd, dc and dd (my move first). A lookup text is its depth, the opening moves
 * and a table of moves, indexed by both players' last moves with the latest
 * turn lowest and mine above theirs in each turn.
 */
#include "strategies.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/suggest.h"

#define PAPER "Piccolo and Squillero 2011"
#define MACHINE(name, known, text, help, source) \
    { STRATEGY_MACHINE, name, known, text, help, source }
#define MEMORY(name, known, text, help, source) \
    { STRATEGY_MEMORY, name, known, text, help, source }
#define LOOKUP(name, known, text, help, source) \
    { STRATEGY_LOOKUP, name, known, text, help, source }

const Strategy strategies[] = {
    MACHINE("AC", "Cooperator", "c00", "always cooperates", PAPER),
    MACHINE("AD", "Defector", "d00", "always defects", PAPER),
    MACHINE("BA", "Alternator", "c11 d00",
            "cooperates and defects in turn", PAPER),
    MACHINE("E-BA", "Evil Alternator", "d11 c00",
            "defects and cooperates in turn", PAPER),
    MACHINE("G", "Grudger", "c01 d11",
            "cooperates until the other defects, then never again",
            "Friedman 1971"),
    MACHINE("SG", "Soft Grudger", "c01 d22 d33 d44 d55 c66 c01",
            "answers a defection by dddd and a peace offer of cc",
            "Beaufils, Delahaye and Mathieu 1997"),
    MACHINE("TFT", "Tit For Tat", "c01 d01",
            "cooperates first, then repeats the other's last move",
            "Rapoport, in Axelrod 1980"),
    MACHINE("E-TFT", "Suspicious Tit For Tat", "d10 c10",
            "defects first, then repeats the other's last move",
            "Boyd and Lorberbaum 1987"),
    MACHINE("A-TFT", "Anti Tit For Tat", "c10 d10",
            "cooperates first, then reverses the other's last move",
            "Hilbe, Nowak and Sigmund 2013"),
    MACHINE("TF2T", "Slow Tit For Two Tats", "c01 c02 d32 d02",
            "defects after dd and cooperates after cc, else goes on as it was",
            PAPER),
    MACHINE("5TM", "Five Is Too Much", "c15 c25 c35 c45 c65 d10 d77 d00",
            "answers a defection once; defects twice after five c in a row",
            PAPER),
    MACHINE("GC", "General Cooperator", "c01 d00",
            "answers a defection once and forgives if both defected", PAPER),
    MACHINE("P", "Win-Stay Lose-Shift", "c01 d10",
            "Pavlov: repeats its move if the other cooperated, else changes",
            "Nowak and Sigmund 1993"),
    MACHINE("2TT", "Two To Forgive", "c01 d21 d01",
            "defects after a defection until it has seen cc", PAPER),
    MACHINE("E-2TT", "Evil Two To Forgive", "d10 d20 c20",
            "Two To Trust that begins by defecting", PAPER),
    MACHINE("2TB", "Tit For Two Tats", "c01 c02 d02",
            "defects only after two defections in a row", "Axelrod 1984"),
    MACHINE("E-2TB", "Evil Tit For Two Tats", "d10 c12 c10",
            "Two To Betray that begins by defecting", PAPER),
    MACHINE("TTP", "Three Then Punish", "c01 c12 c23 d44 d55 d00",
            "answers the third defection by three of its own", PAPER),
    MACHINE("T/D", "Trust/Distrust", "c01 c02 d13 d23",
            "trusts on a scale of four, up with c and down with d", PAPER),
    MACHINE("EGET", "Evil Good Evil Trust", "c14 d24 c34 c34 d04",
            "opens cdc; trusts who cooperated all along", PAPER),
    MACHINE("H-TFT", "Hard Tit For Tat", "c01 d21 d31 d01",
            "defects if the other did in one of the last three turns",
            "Stewart and Plotkin 2012"),
    MACHINE("F-TFT", "Fool Me Once", "c01 c12 d22",
            "forgives one defection and never a second",
            "Axelrod library"),
    MEMORY("RND", "Random", "0.5 0.5 0.5 0.5 0.5",
           "cooperates every other time by chance", "Axelrod 1980"),
    MEMORY("GTFT", "Generous Tit For Tat", "1 1 0.333333333333333 1 "
           "0.333333333333333",
           "Tit For Tat that forgives one defection in three",
           "Nowak and Sigmund 1992"),
    MEMORY("JOSS", "Joss", "1 0.9 0 0.9 0",
           "Tit For Tat that defects one time in ten after a c",
           "Joss, in Axelrod 1980"),
    MEMORY("ZD-X2", "ZD-Extort-2", "1 0.888888888888889 0.5 "
           "0.333333333333333 0",
           "extorts twice its own surplus", "Stewart and Plotkin 2012"),
    MEMORY("ZD-G2", "ZD-GTFT-2", "1 1 0.125 1 0.25",
           "generous zero-determinant player", "Stewart and Plotkin 2012"),
    MEMORY("FBF", "Firm But Fair", "1 1 0 1 0.666666666666667",
           "forgives mutual defection two times in three", "Frean 1994"),
    LOOKUP("L-TFTT", "Lookup Tit For Two Tats", "2 cc cccccdcdcccccdcd",
           "Tit For Two Tats as a table over two turns", "Axelrod 1984"),
    LOOKUP("L-WSLS", "Lookup Win-Stay Lose-Shift", "1 c cddc",
           "Win-Stay Lose-Shift as a table over one turn",
           "Nowak and Sigmund 1993"),
    { 0 },
};

static bool same_name(const char *a, const char *b) {
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        a++, b++;
    return *a == *b;
}

/* Players that are no rows here, but that a name may be meant for. */
static const char *const learners[] = { "Laran", "veteran", "explorer",
                                        "learner", "bookkeeper" };

const Strategy *strategy_find(const char *name, Err *err) {
    Suggest near = suggest_start(name);
    for (const Strategy *s = strategies; s->name; s++) {
        if (same_name(name, s->name) || same_name(name, s->known_as)) return s;
        suggest_offer(&near, s->name);
        suggest_offer(&near, s->known_as);
    }
    for (size_t i = 0; i < sizeof learners / sizeof *learners; i++)
        suggest_offer(&near, learners[i]);
    err_set(err, "no player '%s'%s%s%s", name,
            near.best ? "; did you mean '" : "", near.best ? near.best : "",
            near.best ? "'?" : "");
    return NULL;
}

Machine strategy_machine(const Strategy *s) {
    assert(s->kind == STRATEGY_MACHINE);
    Machine m;
    Source text = { s->name, s->text, strlen(s->text) };
    bool ok = machine_parse_for(&alphabet_dilemma, &m, &text, NULL);
    assert(ok);
    (void)ok;
    return m;
}
