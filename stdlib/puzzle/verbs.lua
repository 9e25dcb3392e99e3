-- verbs.lua -- what the puzzle adds to the verbs of programs (see ludus.inspect):
-- vectors are its plans.

return {
  open = { "ludus.core.puzzle" },
  ["ludus.vector"] = {
    profile = { "puzzle.inspect", "profile" }, impact = { "puzzle.inspect", "impact" },
    simplify = { "puzzle.inspect", "simplify" }, diff = { "puzzle.inspect", "diff" },
    explain = { "puzzle.inspect", "explain" },
  },
}
