-- ludus -- evolve game players.
--
--     local ludus = require "ludus"
--     local rng = ludus.rng(42)
--
-- This table gathers what scripts use; each part is a module of its own.

local rng    = require "ludus.core.rng"
local system = require "ludus.core.system"

local ludus = {
  version = system.version,
  rng     = rng.new,
}

return ludus
