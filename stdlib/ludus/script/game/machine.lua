-- machine.lua -- what machines of a game do and see.

local core = require "ludus.core.machine"
local spec = require "ludus.script.spec"

local machine = {}

-- Names of moves, or of both moves and observations; machine.c judges the names.
function machine.alphabet(value)
  local moves = value.moves or value
  local alphabet = { moves = moves, sees = value.sees or moves }
  for _, key in ipairs(spec.sorted_keys(value)) do
    if math.type(key) ~= "integer" and key ~= "moves" and key ~= "sees" then
      return nil, ("names of moves, or { moves = names, sees = names }, not '%s'")
        :format(tostring(key))
    end
  end
  local ok, why = pcall(core.species, 1, 1, 1, alphabet)
  if ok then return alphabet end
  return nil, "names of moves and observations: " .. tostring(why)
end

function machine.check(settings, mistake)
  if not settings.turn then
    mistake("program", "field 'turn' is missing: machines need its answers")
  end
  local alphabet = settings.alphabet
  if alphabet and not alphabet.moves then alphabet = machine.alphabet { "c", "d" } end
  if alphabet and #(settings.rivals or {}) > 0
    and table.concat(alphabet.moves, " ") ~= table.concat(alphabet.sees, " ") then
    mistake("alphabet", "field 'alphabet': with rivals a machine sees the other's moves: "
      .. "moves and sees must be the same")
  end
  return {}, { primitives = {}, constants = {}, alphabet = alphabet }
end

return machine
