-- machine.lua -- Moore machines: programs for games of moves.
--
--     local machine = require "ludus.machine"
--     local tft = machine.parse "c01 d01"       -- or the table of tostring(tft)
--     print(tft:draw())
--     tft:minimise()  tft:equivalent(q)  tft:svg "tft.svg"
--
-- A machine never changes; == compares states one by one, :equivalent() behaviour.
-- The moves are c and d, those of the prisoner's dilemma, or those that the text names:
--     machine.parse "moves rock paper scissors  0: rock rock->0 paper->0 scissors->0"
-- Called with a table the module gives the kind of program that evolution needs:
--     program = ludus.machine { states = 16, first = { 1, 8 } }

local core     = require "ludus.core.machine"
local graphviz = require "ludus.report.graphviz"
local words    = require "ludus.script.words"

local machine = {}

machine.states_max = core.limits.states

-- The machine of a text in either notation; `name` is what errors call it.
machine.parse = core.parse

-- The machine in a file.
machine.read = core.read

-- Machine number `number` of a seed, with exactly that many states; `alphabet`, a table
-- { moves = names, sees = names }, is that of the dilemma if it is left out.
function machine.random(seed, number, states, alphabet)
  return core.random(seed, number, states, alphabet)
end

-- ---- evolution -----------------------------------------------------------------

local function sizes(value)
  if #value == 2 and math.type(value[1]) == "integer"
    and math.type(value[2]) == "integer" and value[1] >= 1
    and value[1] <= value[2] and value[2] <= machine.states_max then
    return value
  end
  return nil, ("two numbers of 1 to %d, the lesser first"):format(machine.states_max)
end

machine.program = words.program("machine", {
  states = { "integer", 32, min = 1, max = machine.states_max, help = "most states" },
  first = { "list", { 1, 8 }, check = sizes,
    help = "fewest and most states of the first machines" },
}, function(game, s)
  local alphabet = game and game.alphabet and game:alphabet()
  return core.species(s.states, math.min(s.first[1], s.states),
    math.min(s.first[2], s.states), alphabet)
end, function() return machine.operators() end)

-- The operators of Laran, evenly, and crossover.
function machine.operators(crossover)
  local share = crossover or 0.2
  local rows = { { share, words.operator "crossover" } }
  for _, name in ipairs { "start", "add", "delete", "redirect" } do
    rows[#rows + 1] = { (1 - share) / 4, words.operator(name) }
  end
  return rows
end

-- ---- more methods --------------------------------------------------------------

local methods = core.methods

-- Writes a drawing by Graphviz; the format is the file's ending (svg, png, pdf).
-- Returns the file's name, or nil and why there is none.
function methods:svg(file, title) return graphviz.write(self:dot(title), file) end

setmetatable(machine, {
  __call = function(_, given) return machine.program(given) end,
})

return require "ludus.script.closed".module(machine, "ludus.machine")
