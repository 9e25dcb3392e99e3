-- manual.lua -- methods that are written in C: how they are called, what they
-- give. Those written in Lua are explained by the comments above them.

return {
  size = { "p:size()", "nodes of the program; #p is the same" },
  depth = { "p:depth()", "levels of the deepest branch" },
  branches = { "p:branches()",
    "a list of { name, nodes, depth, first, arity }" },
  node = { "p:node(i)",
    "node i, counted over all branches: { name, branch, arity, span }" },
  subtree = { "p:subtree(i)", "the subtree at node i, for graft" },
  graft = { "p:graft(i, s)",
    "a new program with the subtree s in place of node i's" },
  pretty = { "p:pretty(width)",
    "the text of a tree program in indented lines" },
  score = { "g:score(p)",
    "plays all cases: raw, max, standardized, adjusted, steps, cases" },
  play = { "g:play(p, case)", "plays one case: raw, steps, end, pictures" },
  facts = { "g:facts()", "what the game works out from its options" },
  prims = { "g:prims()",
    "the primitives: a list of { name, arity, help, enabled }" },
  species = { "g:species(settings)", "what evolution breeds for this game" },
  minimise = { "m:minimise()", "the smallest machine that behaves the same" },
  equivalent = { "m:equivalent(q)", "do both machines behave the same?" },
  boards = { "g:boards(plan)", "the boards after each move of a plan" },
  below = { "rng:below(n)", "a whole number of 0 to n - 1" },
}
