-- laran.lua -- Laran by its own name: ludus.ipd.laran has explain(history) and friends.

local ipd = require "ludus.ipd"

return { player = ipd.laran, explain = ipd.explain, fields = ipd.laran_fields }
