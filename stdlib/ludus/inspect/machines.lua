-- machines.lua -- the verbs for machines, whatever game they play.
--
--     m:trace(g, 1)  m:profile(g)  m:impact(g)  m:simplify(g)  m:diff(n)  m:explain()
--
-- A machine is played at the game that is given, or at the one of the run it comes
-- from. Without either it goes home, to a game that says so (homes in its verbs.lua), whose
-- verbs take opponents.

local inspect = require "ludus.inspect"
local look = require "ludus.inspect.look"
local show = require "ludus.repl.show"
local spec = require "ludus.script.spec"

local machines = {}

-- Calls verb(game, ...) with the game that is given or known; else the verb of the game
-- that machines are at home in.
local function with_game(name, m, verb, ...)
  local function found(game, ...)
    if game then return verb(game, ...) end
    return inspect.at_home(name, m, ...)
  end
  return found(look.find(m, ...))
end

-- The states as lines, one of them marked.
function machines.drawn(m, mark, view)
  local lines = {}
  for line in tostring(m):gmatch "[^\n]+" do
    local state = math.tointeger(tonumber(line:match "^%s*(%d+):"))
    if state then
      local text = ("%2d: %s"):format(state, line:match ":%s*(.*)$":gsub(" ", "  ", 1))
      lines[#lines + 1] = state == mark and "=>" .. view.paint("mark", text)
        or "  " .. text
    end
  end
  return lines
end

-- ---- values of states --------------------------------------------------------

local States = show.speaks { __name = "ludus.machine.states" }

function States:__show(view)
  local lines = { view.paint("head", self.title) }
  self.room = 28
  for line in tostring(self.machine):gmatch "[^\n]+" do
    self.room = math.max(self.room, #line)
  end
  for line in tostring(self.machine):gmatch "[^\n]+" do
    local state = math.tointeger(tonumber(line:match "^%s*(%d+):"))
    if state then
      local value = self.values[state]
      lines[#lines + 1] = ("  %-" .. self.room .. "s %10s%s"):format(line, self.format:format(value),
        value == 0 and "  " .. self.zero or "")
    end
  end
  return table.concat(lines, "\n")
end

-- Something to show: { machine, title, values by state, format, zero }.
function machines.values(fields) return setmetatable(fields, States) end

-- ---- verbs ---------------------------------------------------------------------

-- A case of the game, turn by turn; or a match against an opponent.
function machines.trace(m, ...)
  return with_game("trace", m, function(game, ...)
    return look.need("trace", game, "trace"):trace(m, ...)
  end, ...)
end

-- How often each state is visited, over all cases of the game.
function machines.profile(m, ...)
  return with_game("profile", m, function(game)
    local counts, turns = look.visits(game, m)
    local values = {}
    for i = 0, #m - 1 do values[i] = counts[i] end
    return machines.values { machine = m, values = values, visits = values,
      steps = turns, format = "%d", zero = "never visited",
      title = ("%d turns in %d cases; visits of each state"):format(turns,
        look.cases(game, m)) }
  end, ...)
end

-- The move after the state's own in the alphabet, from the last on the first.
local function other_move(m, which)
  local own, moves = (m:state(which)), m:alphabet().moves
  for i, move in ipairs(moves) do
    if move == own then return moves[i % #moves + 1] end
  end
end

-- The machine with another move in a state, by its own text, in which the moves c and
-- d are capitals.
function machines.changed(m, which)
  local move = other_move(m, which)
  local text = tostring(m):gsub("[^\n]+", function(line)
    local state, was, rest = line:match "^%s*(%d+):%s*(%S+)(.*)$"
    if tonumber(state) ~= which then return line end
    return ("%d: %s%s"):format(which, was == (m:state(which)) and move
      or move:upper(), rest)
  end)
  return require "ludus.machine".parse(text)
end

-- Each state's move changed in turn: what the raw score loses.
function machines.impact(m, ...)
  return with_game("impact", m, function(game)
    local full, values = look.score(game, m).raw, {}
    for i = 0, #m - 1 do
      values[i] = full - look.score(game, machines.changed(m, i)).raw
    end
    return machines.values { machine = m, values = values, loss = values, full = full,
      format = "%.6g", zero = "costs nothing",
      title = ("what the raw score loses if a state plays another move; %.6g in full")
        :format(full) }
  end, ...)
end

local Result = show.speaks { __name = "ludus.simplified" }

local function states(n) return n == 1 and "1 state" or ("%d states"):format(n) end

function Result:__show(view)
  local lines = { ("%s instead of %d; proven equal against every opponent"):format(
    states(self.after), self.before),
    "(states that cannot be told apart were merged)" }
  if self.refused then
    lines = { ("still %s: the smaller machine that was made of it does not do the same")
      :format(states(self.after)) }
  end
  if self.cases then
    lines[#lines + 1] = show.wrap(("and played: %s in %s are the same"):format(self.what,
      self.fresh > 0 and ("%d cases and %d fresh ones"):format(self.cases, self.fresh)
      or ("%d cases (%s)"):format(self.cases, self.no_fresh)), view.width)
  end
  return table.concat(lines, "\n") .. "\n" .. self.program:draw()
end

-- The smallest machine that behaves the same: proven, and where a game is known played
-- at it, on fresh cases, too; a machine that does not is not given. Options as for trees.
function machines.simplify(m, ...)
  local simplify = require "ludus.inspect.simplify"
  local game, options = look.find(m, ...)
  local s = spec.check("p:simplify", options, simplify.fields)
  local small, games, why = m:minimise(), {}, nil
  if game then games, why = simplify.games(game, s) end
  local refused = not (m:equivalent(small) and look.behaves(small, look.expect(m, games)))
  if refused then small = m end
  local result = game and simplify.told(m, small, games, why)
    or { program = small, original = m, before = #m, after = #small, equal = true }
  result.refused = refused
  return setmetatable(result, Result)
end

-- ---- without a game --------------------------------------------------------------

local Diff = show.speaks { __name = "ludus.diff" }

function Diff:__show(view)
  if #self == 0 then return "the same machine" end
  local lines = { ("%d state%s; they behave %s"):format(#self,
    #self == 1 and " differs" or "s differ", self.equivalent and "the same" or "differently") }
  for _, row in ipairs(self) do
    if row.before then
      lines[#lines + 1] = view.paint("cut", "- " .. row.before)
    end
    if row.after then
      lines[#lines + 1] = view.paint("add", "+ " .. row.after)
    end
  end
  return table.concat(lines, "\n")
end

local function state_text(m, i)
  return tostring(m):match(("\n(%d:[^\n]*)"):format(i))
end

-- The states that differ, and whether the behaviour does.
function machines.diff(m, q)
  local list = { equivalent = m:equivalent(q) }
  for i = 0, math.max(#m, #q) - 1 do
    local before, after = state_text(m, i), state_text(q, i)
    if before ~= after then
      list[#list + 1] = { before = before, after = after }
    end
  end
  return setmetatable(list, Diff)
end

-- The states in plain words.
local function plain_words(m)
  local out = { ("%s; it begins in state %d."):format(states(#m), m:start()) }
  for line in tostring(m):gmatch "[^\n]+" do
    local state, move, rest = line:match "^%s*(%d+):%s*(%S+)%s*(.*)$"
    if state then
      local ways = {}
      for seen, to in rest:gmatch "(%S+)%->(%d+)" do
        ways[#ways + 1] = ("on %s %s"):format(seen, to == state and "it stays"
          or "it goes to " .. to)
      end
      out[#out + 1] = ("State %s plays %s: %s."):format(state, move:lower(),
        table.concat(ways, ", "))
    end
  end
  return table.concat(out, "\n") .. "\n"
end

-- The machine in words: plain ones, or those of the game it is at home in if no other
-- is known.
function machines.explain(m, ...)
  local home = not look.find(m, ...) and inspect.home(m)
  return home and home.explain(m) or plain_words(m)
end

-- The drawing.
function machines.tree(m) return m:draw() end

-- How a machine looks at the prompt.
function machines.show(m, view)
  return view.paint("dim", ("machine, %s, starts in %d"):format(states(#m), m:start()))
    .. "\n" .. table.concat(machines.drawn(m, m:start(), view), "\n")
end

return machines
