-- functions/init.lua -- the usual test functions for vectors, as games.
--
--     local functions = require "ludus.functions"
--     ga.run { game = functions.game "onemax",
--              program = ludus.vector { type = "bits", length = 100 } }
--
-- functions.rows lists them: name, type of vector and help.

local core = require "ludus.core.functions"

local functions = { game = core.new, rows = core.rows, minimal = core.minimal }

-- `ludus ops functions`
function functions.ops()
  for _, row in ipairs(functions.rows) do
    print(("  %-12s %-6s %s"):format(row.name, row.type, row.help))
  end
end

return functions
