-- classes.lua -- what the values are that verbs give, for help on a name of the session:
-- by the name of their class, who makes them and what their fields mean. Classes of a
-- game say so themselves, by __about.

return {
  ["ludus.strategy"] = "one decision tree over all cases, by p:strategy(g): tree is its "
    .. "root, { cases, acts, on, ways, ended }; s[3] is line 3 of the table",
  ["ludus.versus"] = "two strategies side by side, by s:compare(other): a list by case",
  ["ludus.trace"] = "a recorded case, by p:trace(g, case): #t steps, t:at(n) is the state "
    .. "when step n begins, t:at(#t + 1) the end, t:events() what happened",
  ["ludus.state"] = "a state of a trace, by t:at(n): step, name, value, changed, picture "
    .. "and what the game adds",
  ["ludus.events"] = "what happened in a trace, by t:events(): a list of { step, when, "
    .. "event, ... }",
  ["ludus.order"] = "the order in which acts met squares, by t:order()",
  ["ludus.why"] = "a step and what it depends on, by t:why(n): w[1], w[1][2] go on, because "
    .. "is the list, state the step, role why it is there",
  ["ludus.futures"] = "two futures, by t:what_if(n, { ... }): before and after are traces, "
    .. "differ is the first step that is not the same, act the first act, same is true if "
    .. "nothing differs",
  ["ludus.outcomes"] = "how each case ended, by p:outcomes(g): cases is a list of { number, "
    .. "ended, won, raw, fields }",
  ["ludus.losses"] = "a rule for lost cases, by p:losses(g): rule is its text, covered of "
    .. "total lost cases are told by it, and others that are not lost",
  ["ludus.blame"] = "where a program came from, by r:blame(): units are its parts with "
    .. "their ages, events what ancestors brought",
  ["ludus.blame.unit"] = "where one part came from, by b:of(n): brought, whole, mothers "
    .. "and born",
  ["ludus.profile"] = "how often each node runs, by p:profile(g): visits is a list by node",
  ["ludus.impact"] = "what each node is worth, by p:impact(g): loss is a list by node",
  ["ludus.linear.lines"] = "a value of each line, by p:profile(g) or p:impact(g): values by "
    .. "block and line",
  ["ludus.machine.states"] = "a value of each state, by m:profile(g) or m:impact(g): values "
    .. "by state, from 0",
  ["ludus.vector.profile"] = "the turns of a vector over all cases, by v:profile(g)",
  ["ludus.vector.genes"] = "what each gene is worth, by v:impact(g)",
  ["ludus.plan.moves"] = "the moves of a plan, by p:profile(g) or p:impact(g)",
  ["ludus.simplified"] = "a smaller program, by p:simplify(g): program, before and after "
    .. "(how large), equal",
  ["ludus.distilled"] = "the smallest program found that does the same, by p:distil(g): "
    .. "program, before, after, equal",
  ["ludus.same"] = "do two programs do the same? By p:same(q, g): equal, and where not",
  ["ludus.diff"] = "what differs between two programs, by p:diff(q): a list of changes",
  ["ludus.behaviours"] = "programs that do the same, by pop:behaviours(): a list of groups "
    .. "with slots, and their entropy",
  ["ludus.clusters"] = "programs that score alike, by pop:clusters()",
  ["ludus.schemata"] = "parts that many programs have, by pop:schemata(): a list with gain, "
    .. "the mean score with them less the one without",
  ["ludus.diversity"] = "how diverse a run was, by r:diversity()",
  ["ludus.history"] = "a stored run, by ludus.run(id): id, row (its settings), rows (a "
    .. "generation each)",
  ["ludus.population"] = "programs side by side, by r:population() or c:population(): "
    .. "pop[i], #pop, pop:score(i)",
  ["ludus.lineage"] = "the line of mothers, by r:lineage(): a list of { generation, slot, "
    .. "operator, text, ... }, the best program last",
  ["ludus.class"] = "an experiment to go through generation by generation, by ludus.class(e)",
  ["ludus.parents"] = "who became a parent, by c:parents()",
  ["ludus.cross"] = "one crossover with both cuts, by c:cross()",
}
