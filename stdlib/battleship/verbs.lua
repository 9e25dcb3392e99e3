-- verbs.lua -- what Battleship adds to the verbs of programs (see ludus.inspect):
-- linear programs of its instructions play it if no game is named.

return { homes = { "ludus.battleship.inspect" } }
