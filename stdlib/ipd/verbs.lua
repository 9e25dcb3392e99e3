-- verbs.lua -- what this game adds to the verbs of programs (see ludus.inspect):
-- machines play against each other if no game is named.

return { homes = { "ludus.ipd.inspect" } }
