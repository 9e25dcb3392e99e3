-- Games in Lua whose programs rate moves: `rates = true`.

local check = dofile "tests/lua/check.lua"
local ludus = require "ludus"

-- Nim: who takes the last one wins. A move is { heap, left }: so many are left there.
local function nim(more)
  local given = {
    cases = { { 3, 4, 5 }, { 1, 2, 4 }, { 2, 2, 3 } },
    start = function(case) return { heaps = { table.unpack(case) }, player = 1 } end,
    primitives = {
      LEFT = { 0, function(s) return s.move.left end },
      SUM = { 0, function(s)
        local sum = 0
        for i, heap in ipairs(s.heaps) do sum = sum ~ (i == s.move.heap and s.move.left or heap) end
        return sum
      end },
      NEG = { 1, function(_, a) return -a end },
    },
    moves = function(s)
      local list = {}
      for i, heap in ipairs(s.heaps) do
        for left = 0, heap - 1 do
          list[#list + 1] = { ("%d from %d"):format(heap - left, i), { heap = i, left = left } }
        end
      end
      return list
    end,
    turn = function(s, move, player)
      s.heaps[move.heap], s.last = move.left, player
      s.seen = (s.seen or "") .. move.heap .. move.left .. " "
    end,
    done = function(s) return #s.heaps > 0 and math.max(table.unpack(s.heaps)) == 0 end,
    score = function(s, _, _, me) return s.last == me and 1 or 0 end,
    show = function(s) return s.seen end,
    rates = true, repeats = true, max = 1, rivals = { "RPB (NEG LEFT)", "RPB (LEFT)" },
  }
  for name, value in pairs(more or {}) do given[name] = value end
  return ludus.game(given)
end

local game = nim()
local function raw(text) return game:score(game:read(text)).raw end
check.equal("who keeps the sum at nothing wins wherever it begins", raw "RPB (NEG SUM)", 12.0)
check.ok("who does not, does not", raw "RPB (LEFT)" < 12)
local score = game:score(game:read "RPB (NEG SUM)")
check.equal("a case is a match with each seat", #score.cases, 12)
check.ok("each move that is rated costs a step", score.steps > 100)

local seen = game:play(game:read "RPB (NEG LEFT)", 1).picture
check.equal("of equals the first is taken", seen:sub(1, 3), "10 ")
local halves = nim { rivals = { "RPB (LEFT)" }, primitives = {
  LEFT = { 0, function(s) return s.move.left end },
  HALF = { 2, function(_, a, b) return a / b end } } }
check.equal("what is no number is below all that is",
  halves:play(halves:read "RPB (HALF LEFT LEFT)", 1).picture:sub(1, 3), "11 ")
check.equal("a trace says the same", game:trace(game:read "RPB (NEG SUM)", 1):at(1) ~= nil, true)

-- ---- what goes wrong ----------------------------------------------------------

local function refused(name, more, message)
  local ok, why = pcall(function()
    local g = nim(more)
    g:score(g:read "RPB (LEFT)")
  end)
  check.ok(name .. ": " .. tostring(why), not ok and tostring(why):find(message, 1, true))
end

refused("no list", { moves = function() return 7 end },
  "to rate moves, 'start' must give a table and 'moves' a list, got a table and a number")
refused("no number", { primitives = { LEFT = { 0, function() return "x" end },
  NEG = { 1, function(_, a) return a end } } }, "a rating must be a number, got a string")
refused("moves that fail", { moves = function() error("no moves today", 0) end },
  "no moves today")
check.error("without moves", function()
  ludus.game { primitives = { A = { 0, function() return 1 end } }, score = function() return 1 end,
    turn = function() end, rates = true, cases = 1 }
end, "tests/lua/test_rates.lua:77: ludus.game: field 'rates': needs field 'moves'")
check.error("for another kind", function()
  ludus.game { program = "vector", genes = { length = 2, max = 3 }, score = function() return 1 end,
    moves = function() end, turn = function() end, rates = true, cases = 1 }
end, "tests/lua/test_rates.lua:81: ludus.game: field 'rates' is for program = \"tree\", not "
  .. "\"vector\"")

-- ---- evolution ------------------------------------------------------------------

local found = ludus.experiment { game = nim { rivals = { "RPB (NEG LEFT)" } },
  program = ludus.tree { nodes = 10, depth = { 1, 3 } }, population = 50, generations = 5 }
check.ok("it is a game like any other", found)

return check.done()
