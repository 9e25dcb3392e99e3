-- functions/init.lua -- the usual test functions for vectors, as games.
--
--     local functions = require "ludus.functions"
--     ga.run { game = functions.game "onemax",
--              program = ludus.vector { type = "bits", length = 100 } }
--
-- functions.rows lists them: name, type of vector and help.

local core = require "ludus.core.functions"

return { game = core.new, rows = core.rows, minimal = core.minimal }
