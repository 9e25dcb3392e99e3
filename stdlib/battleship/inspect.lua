-- inspect.lua -- the verbs for linear programs of Battleship's instructions that name no
-- game: they play the classic board, with a random Target.
--
--     p:trace(3)  p:profile(50)  p:impact(1000)  p:simplify(200)

local lines   = require "ludus.inspect.lines"
local linear  = require "ludus.linear"
local games   = require "ludus.battleship.trace"
local players = require "ludus.battleship.players"
local show    = require "ludus.repl.show"

local verbs = {}

verbs.games = 200                     -- what profiles and checks play

local function battleship() return require "ludus.battleship" end

-- Is it a program of Battleship's own instructions, combined ones perhaps? Names are
-- not enough: a set of the same names may be another game's.
function verbs.knows(p)
  local meta = debug.getmetatable(p)
  return type(meta) == "table" and meta.__name == "ludus.linear.program"
    and linear.root(p:set()) == players.set
end

-- A game of the program, step by step; options: number (the game, 0), seed (1).
function verbs.trace(p, options)
  if type(options) == "number" then options = { number = options } end
  options = options or {}
  return games.classic(p, options.number or 0, options.seed or 1)
end

-- ---- profile and impact ----------------------------------------------------

-- How often each line runs in so many games.
function verbs.profile(p, count)
  count = count or 50
  local values, total = {}, 0
  for i, b in ipairs(lines.blocks(p)) do
    values[i] = {}
    for l in ipairs(b.lines) do values[i][l] = 0 end
  end
  for number = 0, count - 1 do
    local t = games.classic(p, number, 1)
    for n = 1, #t do
      local s = t.driver.states[n]
      local b = s.place // 1000
      values[b][s.line] = values[b][s.line] and values[b][s.line] + 1
      total = total + 1
    end
  end
  return lines.values { program = p, values = values, visits = values,
    format = "%6d",
    title = ("%d steps in %d games; visits of each line"):format(total, count),
    foot = "~: never runs" }
end

local function mean_shots(p, count)
  return battleship().solo { player = p, games = count }.mean
end

-- Each line left out in turn: shots more to finish a game, over so many games.
function verbs.impact(p, count)
  count = count or 1000
  local full, values = mean_shots(p, count), {}
  for i, b in ipairs(lines.blocks(p)) do
    values[i] = {}
    for l in ipairs(b.lines) do
      values[i][l] = mean_shots(lines.without(p, i, l), count) - full
    end
  end
  return lines.values { program = p, values = values, loss = values,
    full = full, format = "%+6.1f",
    title = ("shots more without a line, over %d games; %.1f in full")
      :format(count, full), foot = "~: costs nothing" }
end

-- ---- simplify --------------------------------------------------------------

-- The shots of games first..last and how often a loop had to be broken, as
-- text. (A program that never shoots is shot for; that must not count as the
-- same.)
local function shots_of(p, first, last)
  local core, bs = require "ludus.core.battleship", battleship()
  local fleet, player, out = bs.fleet {}, bs.player(p), {}
  for number = first, last do
    out[#out + 1] = table.concat(core.shots(fleet, player,
      core.draw(fleet, "random", 1, number), 1, number), " ")
    out[#out + 1] = select(4, bs.trace(p, { number = number, lines = 0 }))
  end
  return table.concat(out, "\n")
end

local Result = show.speaks { __name = "ludus.simplified" }

function Result:__show(view)
  local out = {
    ("%d lines instead of %d; checked, not proven:"):format(self.after, self.before),
    ("  the same shots in the same order, loops too, in %d games and %d fresh ones")
      :format(self.games, self.games),
    "  steps differ" }
  table.move(lines.side_by_side(self.program, function(_, _, text) return text end,
    view), 1, 100, #out + 1, out)
  return table.concat(out, "\n")
end

-- The program without the lines that change no shot, checked on games 0 and on,
-- and then on as many others.
function verbs.simplify(p, count)
  count = count or verbs.games
  local few, all, fresh = shots_of(p, 0, 9), shots_of(p, 0, count - 1),
    shots_of(p, 100000, 100000 + count - 1)
  local function same(q)
    return shots_of(q, 0, 9) == few and shots_of(q, 0, count - 1) == all
      and shots_of(q, 100000, 100000 + count - 1) == fresh
  end
  local q = lines.shorten(p, same)
  return setmetatable({ program = q, before = #p, after = #q, games = count,
    equal = same(q) }, Result)
end

return verbs
