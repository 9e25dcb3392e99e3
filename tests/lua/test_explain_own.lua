-- test_explain_own.lua -- what p:explain says of programs of games of one's own, of every
-- kind, is what they do: the words are read back by a reader that knows nothing but them
-- and the names of the game, and played beside the program. LUDUS_EXPLAIN=10000 reads that
-- many random programs instead of 1,500.

local check  = dofile "tests/lua/check.lua"
local evolve = require "ludus.core.evolve"
local ludus  = require "ludus"
local machine = require "ludus.machine"
local script = require "ludus.script"
require "ludus.inspect"

local count = math.tointeger(tonumber(os.getenv "LUDUS_EXPLAIN" or 1500))

-- ---- trees: a reader of the words -------------------------------------------------

local Reader = {}
Reader.__index = Reader

function Reader:match(pattern)
  local first, last, a = self.text:find("^" .. pattern, self.at)
  if not first then return nil end
  self.at = last + 1
  return a or self.text:sub(first, last)
end

function Reader:value()
  local x = self:match "(%-?[%d.]+e?[-+]?%d*)"
  if x then return x end
  x = self:match "argument (%d+)"
  if x then return ("(ARG%d)"):format(x - 1) end
  x = self:match "<part (%d+)>"
  if x then return self.parts(x) end
  local name = self:match "([%a_][%w_]*)"
  if not name then error("no value: " .. self.text:sub(self.at), 0) end
  if not self:match "%(" then return "(" .. name .. ")" end
  local args = {}
  while not self:match "%)" do
    args[#args + 1] = self:value()
    self:match ", "
  end
  return ("(%s %s)"):format(name, table.concat(args, " "))
end

local function reader(text, parts)
  return setmetatable({ text = text, at = 1, parts = parts }, Reader)
end

-- Lines from i on that are indented so deep: their program, and where they end.
local function block(lines, i, indent, parts)
  local list = {}
  while lines[i] and #lines[i]:match "^ *" == indent do
    local text = lines[i]:sub(indent + 1)
    local test, choice = text:match "^if (.*) is true:$", text:match "^if (.*) finds it so:$"
    i = i + 1
    if test or choice then
      local yes, no
      yes, i = block(lines, i, indent + 2, parts)
      assert(lines[i] == (" "):rep(indent) .. "otherwise:", lines[i])
      no, i = block(lines, i + 1, indent + 2, parts)
      list[#list + 1] = choice and ("(%s %s %s)"):format(choice, yes, no)
        or ("(IF %s %s %s)"):format(reader(test, parts):value(), yes, no)
    else
      text = text:gsub("^do ", ""):gsub("^give ", ""):gsub("^work out ", "")
      list[#list + 1] = reader(text, parts):value()
    end
  end
  local all = list[#list]
  for k = #list - 1, 1, -1 do all = ("(BOTH %s %s)"):format(list[k], all) end
  return all, i
end

local function read_back(words, branches, leaf)
  local sections, lines = {}, nil
  for line in words:gmatch "[^\n]+" do
    local part, adf = line:match "^Part (%d+):$", line:match "^(ADF%d+), given"
    local name = part or adf or line == "The program:" and "RPB"
      or line == "In it:" and "legend"
    if name then
      lines = {}
      sections[name] = lines
    elseif lines then lines[#lines + 1] = line end
  end
  local function parts(x) return (block(sections[x], 1, 2, parts)) end
  local out, arity = {}, {}
  for i, b in ipairs(branches) do
    if i > 1 then arity[i - 1] = b.arity end
    out[i] = ("%s %s"):format(b.name, sections[b.name]
      and block(sections[b.name], 1, 2, parts) or leaf)
  end
  if #arity > 0 then table.insert(out, 1, "ARITY " .. table.concat(arity, " ")) end
  return table.concat(out, "\n"), sections.legend or {}
end

-- ---- trees: both play alike --------------------------------------------------------

local function acts_of(trace)
  local list = {}
  for i, e in ipairs(trace:events()) do list[i] = trace.driver:told(e) end
  return list, trace:at(#trace + 1).ended
end

-- Order and number of acts; a case that the budget ends may stop at another of them.
local function alike(game, p, q)
  for case = 1, game:goal().cases do
    local a, how_a = acts_of(game:trace(p, case))
    local b, how_b = acts_of(game:trace(q, case))
    local cut = how_a:find "timed" or how_b:find "timed"
    if not cut and (#a ~= #b or how_a ~= how_b) then return false end
    for i = 1, math.min(#a, #b) do if a[i] ~= b[i] then return false end end
  end
  return true
end

-- A Lua game with all that the engine runs itself, ADFs, numbers and a lazy function.
local rover = ludus.game { name = "rover", budget = 80, constants = { -1, 0, 1, 2 },
  cases = { { x = 0, rock = 2 }, { x = 3, rock = 1 }, { x = 1, rock = 9 } },
  start = function(case) return { x = case.x, rock = case.rock, seen = 0 } end,
  primitives = {
    BOTH = { 2, ludus.last, cost = 0 }, ALL = { 3, ludus.last, cost = 0 },
    ROCK = { 2, ludus.choose(function(s) return s.x == s.rock end),
      help = "is a rock here?" },
    IF = { 3, ludus.branch, help = "if the first is true" },
    NEAR = { 1, function(s, a) return math.abs(s.x - s.rock) <= a end,
      help = "is the rock that near?" },
    X = { 0, function(s) return s.x end, help = "where it is" },
    GO = { 1, function(s, a)
      if type(a) == "number" then s.x = s.x + a end
      return s.x
    end, help = "goes so far" },
    LOOK = { 0, function(s) s.seen = s.seen + 1 return s.seen end },
    WHEN = { 2, lazy = true, function(_, c, a) local n = c()
      return type(n) == "number" and n > 0 and a() or 0 end,
      help = "the second if the first is more than 0" },
  },
  score = function(s) return s.x end }

local trail = script.load "tests/lua/own/trail.lua"
local nim = script.load "tests/lua/own/nim.lua"
local trees = {
  { game = rover, adfs = { 2, 1 }, leaf = "0" },
  { game = trail.game, adfs = { 1 }, leaf = "(MOVE)" },
  { game = nim.game, adfs = {}, leaf = "0" },
}

-- Every primitive that is named has its help below, and no other.
local function legend_is_right(game, words, legend)
  local help = {}
  for _, row in ipairs(game:prims()) do help[row.name] = row.help end
  for _, line in ipairs(legend) do
    local name, text = line:match "^  ([%w_]+): (.*)$"
    if not help[name] or text ~= (help[name] ~= "" and help[name]
      or "nothing is said of it") then return false end
    if not words:find(name, 1, true) then return false end
  end
  return true
end

local wrong, told = 0, 0
for i = 1, count // 2 do
  local kind = trees[i % #trees + 1]
  kind.species = kind.species or ludus.tree { adfs = kind.adfs, nodes = 40,
    depth = { 1, 5 } }:species(kind.game)
  local p = kind.game:read(evolve.random(kind.species, ludus.rng(i)))
  local played = pcall(kind.game.score, kind.game, p)
  local words = p:explain(kind.game)
  local ok, text, legend = pcall(read_back, words, p:branches(), kind.leaf)
  local read, q = pcall(kind.game.read, kind.game, text)
  local same
  if played then same = ok and read and alike(kind.game, p, q)
  else same = ok and read end
  told = told + (played and 1 or 0)
  if not same or not legend_is_right(kind.game, words, legend) then
    wrong = wrong + 1
    if wrong <= 3 then print(p, words, text, q) end
  end
end
check.equal(("trees: what is said is what is done, %d programs"):format(count // 2), wrong, 0)
check.ok("nearly all of them can be played", told > 0.7 * (count // 2))

-- The reader is no fool: other words are another program.
local ahead = rover:read "ARITY 2 1\nRPB (GO 1)\nADF0 0\nADF1 0"
check.equal("words", ahead:explain(rover), "The program:\n  work out GO(1)\nIn it:\n  GO: "
  .. "goes so far\n")
check.ok("another program", not alike(rover, ahead,
  rover:read "ARITY 2 1\nRPB (GO 2)\nADF0 0\nADF1 0"))

-- ---- lines --------------------------------------------------------------------------

-- What the words say: by block and line the name, where it leads, whether it is reached.
local function lines_of(words)
  local said, at = {}, nil
  for line in words:gmatch "[^\n]+" do
    local name = line:match "^(%S+), %d+ of %d+ lines"
    if name then
      at = {}
      said[name] = at
    elseif line == "      again from 1" then at.again = true
    else
      local number, instruction, rest = line:match "^ +(%d+)%. (%S+)%s*(.*)$"
      at[tonumber(number)] = { name = instruction, reached = not rest:find "%(never reached%)$",
        to = tonumber(rest:match "if not, on with (%d+)"),
        again = rest:find "if not, again from 1" ~= nil,
        jump = rest:match "to (%S+)$" }
    end
  end
  return said
end

-- Does the next step follow from what is said of this one?
local function follows(said, s, after)
  local block_said = said[s.block]
  local line = block_said[s.line]
  if not line then                     -- behind the last line
    return block_said.again and after.block == s.block and after.line == 1
  end
  if line.name ~= s.name or not line.reached then return false end
  local jumps = said[line.jump or ""] and line.jump
  if jumps and after.block ~= s.block then
    return after.block == line.jump and after.line == 1
  elseif s.value == false then
    return after.block == s.block and (line.again and after.line > #block_said
      or after.line == line.to)
  end
  return after.block == s.block and after.line == s.line + 1
end

local function told_right(game, p, cases, words)
  local said = lines_of(words or p:explain(game))
  for case = 1, cases do
    local t = p:trace(game, case)
    for n = 1, #t - 1 do
      local s, after = t:at(n), t:at(n + 1)
      if not follows(said, s, after) then return false end
    end
  end
  return true
end

local mower = script.load "tests/lua/own/mower.lua"
local robot = script.load "scripts/linear-robot.lua"
wrong = 0
for i = 1, count // 4 do
  local e = i % 2 == 0 and mower or robot
  local p = e.game:read(evolve.random(e.species, ludus.rng(i)))
  if not told_right(e.game, p, 1) then
    wrong = wrong + 1
    if wrong <= 3 then print(p, p:explain(e.game)) end
  end
end
check.equal(("lines: what is said is what is done, %d programs"):format(count // 4), wrong, 0)
local lawn = mower.game:read("Cut state (3/8)\n1. IfGrass\n2. Mow\n3. Left\n\n"
  .. "Turn state (1/8)\n1. Left\n")
check.ok("what is not so is noticed", not told_right(mower.game, lawn, 1,
  (lawn:explain(mower.game):gsub("on with 3", "on with 2"))))
check.equal("the words", lawn:explain(mower.game), [[
Cut, 3 of 8 lines; it begins here:
   1. IfGrass  next line only if grass lies ahead; if not, on with 3
   2. Mow      one square on, and cuts it; trees and the fence stop it
   3. Left     turns left
      again from 1
Turn, 1 of 8 lines:
   1. Left     turns left (never reached)
]])

-- ---- machines -------------------------------------------------------------------------

-- The machine that the words describe.
local function machine_of(words)
  local start = words:match "it begins in state (%d+)"
  local out = { "start " .. start }
  for state, move, rest in words:gmatch "State (%d+) plays (%S+): (.-)%.\n" do
    local ways = {}
    for seen, where in rest:gmatch "on (%S+) it ([^,]+)" do
      ways[#ways + 1] = ("%s->%s"):format(seen, where:match "goes to (%d+)" or state)
    end
    out[#out + 1] = ("%s: %s %s"):format(state, move, table.concat(ways, " "))
  end
  return machine.parse(table.concat(out, "\n"))
end

local pennies = script.load "tests/lua/own/pennies.lua"
wrong = 0
for i = 1, count // 8 do
  local m = pennies.game:read(evolve.random(pennies.species, ludus.rng(i)))
  local ok, q = pcall(machine_of, m:explain(pennies.game))
  if not ok or not m:equivalent(q)
    or pennies.game:score(m).raw ~= pennies.game:score(q).raw then
    wrong = wrong + 1
    if wrong <= 3 then print(m, m:explain(pennies.game), q) end
  end
end
check.equal(("machines: %d"):format(count // 8), wrong, 0)

-- ---- vectors --------------------------------------------------------------------------

local function genes_of(words, names)
  local list, place = {}, {}
  for i, name in ipairs(names) do place[name] = i end
  for name, x in words:gmatch "\n  ([^\n]-) is ([^\n]+)" do
    list[place[name] or tonumber(name:match "gene (%d+)")] = tonumber(x)
  end
  for first, last, x in words:gmatch "\n  turns (%d+) to (%d+): ([^\n]+)" do
    for i = first, last do list[math.tointeger(i)] = tonumber(x) end
  end
  for i, x in words:gmatch "\n  turn (%d+): ([^\n]+)" do list[tonumber(i)] = tonumber(x) end
  return list
end

local steps = ludus.game { name = "steps", program = "vector", plan = true,
  genes = { type = "integers", length = 9, min = -2, max = 2 },
  cases = { { at = 0 }, { at = 5 } }, budget = 30,
  start = function(case) return { at = case.at } end,
  turn = function(s, by) s.at = s.at + by end,
  score = function(s) return s.at end }
local vectors = { script.load "tests/lua/own/cannon.lua", script.load "tests/lua/own/courier.lua",
  { game = steps, species = ludus.vector {}:species(steps) } }
wrong = 0
for i = 1, count // 8 do
  local e = vectors[i % #vectors + 1]
  local v = evolve.random(e.species, ludus.rng(i))
  if type(v) == "string" then v = e.game:read(v) end
  local names = require "ludus.inspect.vectors".names(e.game)
  local list = genes_of(v:explain(e.game), names)
  for k = 1, #v do
    if not list[k] or math.abs(list[k] - v[k]) > 1e-9 * math.abs(v[k]) then
      wrong = wrong + 1
      if wrong <= 3 then print(v, v:explain(e.game)) end
      break
    end
  end
end
check.equal(("vectors: %d"):format(count // 8), wrong, 0)

return check.done()
