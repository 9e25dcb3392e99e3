-- fingerprint.lua -- Ashlock's fingerprint of a machine.
--
--     local f = ipd.fingerprint("TFT", { points = 21, payoff = "axelrod" })
--     print(f)   f:svg "tft.svg"   f.rows[1][1]
--
-- rows[j][i] is the machine's expected payoff per turn against Tit For Tat that
-- cooperates with chance x = (i - 1)/(points - 1) and defects with chance
-- y = (j - 1)/(points - 1) instead; beyond x + y = 1 it is the reverse. Exact:
-- chances are followed, nothing is drawn.

local core = require "ludus.core.ipd"
local heat = require "ludus.ipd.heat"
local ipd  = require "ludus.ipd"
local spec = require "ludus.script.spec"

local Fingerprint = {}
Fingerprint.__index = Fingerprint

local fields = ipd.fields_with {
  points = { "integer", 21, min = 2, max = core.limits.points, help = "along each side" },
  turns = { "integer", 200, min = 1, max = 100000, help = "turns of a match" },
}

-- The rows from the top of the picture (y = 1) down.
local function upright(rows)
  local out = {}
  for i = 1, #rows do out[i] = rows[#rows + 1 - i] end
  return out
end

function Fingerprint:__tostring()
  return ("%s: payoff per turn, x (cooperates) to the right, y (defects) up\n%s")
    :format(self.name, heat.text(upright(self.rows)))
end

function Fingerprint:svg(file)
  return heat.svg(file, upright(self.rows), {
    title = "fingerprint of " .. self.name,
    xlabel = "x, chance to cooperate: 0 to 1; y, chance to defect: upwards" })
end

return function(player, given)
  local s = spec.check("ipd.fingerprint", given or {}, fields)
  local p = ipd.player(player)
  if not p.machine then error("only machines have fingerprints", 2) end
  return setmetatable({ name = p.name, rows = core.fingerprint(p.machine, s.points,
    s) }, Fingerprint)
end
