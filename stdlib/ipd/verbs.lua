-- verbs.lua -- what this game adds to the verbs of programs (see ludus.inspect):
-- machines play against machines.

return {
  open = { "ludus.core.machine" },
  ["ludus.machine"] = {
    trace = { "ipd.inspect", "trace" }, profile = { "ipd.inspect", "profile" },
    impact = { "ipd.inspect", "impact" }, simplify = { "ipd.inspect", "simplify" },
    diff = { "ipd.inspect", "diff" }, explain = { "ipd.inspect", "explain" },
    tree = { "ipd.inspect", "tree" }, __show = { "ipd.inspect", "show" },
  },
}
