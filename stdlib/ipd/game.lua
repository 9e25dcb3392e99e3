-- game.lua -- a repeated game of two moves for machines to evolve in.
--
--     game = ipd.game { payoff = { R = 3, S = 0, T = 5, P = 1 }, turns = 100 }
--     game = ipd.game { payoff = function(mine, theirs) ... end,
--                       opponents = { "TFT", "c01 d01" } }
--
-- A machine's raw score is the sum of its payoffs against all opponents. The best
-- score is that of an all-knowing player, so a standardized score of 0 may be out
-- of reach of any one machine.

local core    = require "ludus.core.ipd"
local ipd     = require "ludus.ipd"
local machine = require "ludus.machine"
local recipes = require "ludus.script.recipes"
local spec    = require "ludus.script.spec"

local function machines(list)
  local out = {}
  for i, given in ipairs(list) do
    if type(given) == "userdata" then
      out[i] = given
    elseif type(given) == "string" then
      local ok, m = pcall(machine.parse, given, "opponent " .. i)
      out[i] = ok and m or ipd.machine(given)
    else
      out[i] = ipd.player(given).machine or error(("opponent %d is no machine")
        :format(i), 3)
    end
  end
  return out
end

local fields = ipd.fields_with {
  opponents = { "list", {}, help = "names, texts, machines; none: the twenty" },
  rounds = { "integer", 10, min = 1, max = core.limits.rounds,
    help = "matches per opponent, if there is noise" },
}

local function game(given)
  local s = spec.check("ipd.game", given or {}, fields)
  local full = {}
  for name, value in pairs(s) do full[name] = value end
  full.opponents = machines(#s.opponents > 0 and s.opponents or ipd.paper())
  return recipes.remember(core.game(full), game, s, fields)
end

return game
