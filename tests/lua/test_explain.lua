-- test_explain.lua -- what p:explain says is what a program does: the words are read back
-- as a program, by a reader that knows nothing but them, and both must play alike, on
-- random programs. LUDUS_EXPLAIN=10000 reads that many instead of 1,500.

local check  = dofile "tests/lua/check.lua"
local evolve = require "ludus.core.evolve"
local ludus  = require "ludus"
local mines  = require "ludus.minesweeper"
require "ludus.inspect"

-- ---- a reader of the words ------------------------------------------------------

local where = { here = 0, below = 1, ["below right"] = 2, ["to the right"] = 3,
  ["above right"] = 4, above = 5, ["above left"] = 6, ["to the left"] = 7,
  ["below left"] = 8 }
local acts = { uncover = "UNC", move = "MOV", mark = "MRK", unmark = "UNMRK" }
local truths = { "is 1", "is not 0", "is more than 0" }

local Reader = {}
Reader.__index = Reader

function Reader:take(word)
  if self.text:sub(self.at, self.at + #word - 1) ~= word then return false end
  self.at = self.at + #word
  return true
end

function Reader:need(word)
  if not self:take(word) then
    error(("expected '%s' at '%s'"):format(word, self.text:sub(self.at)), 0)
  end
end

function Reader:match(pattern)
  local first, last, a = self.text:find("^" .. pattern, self.at)
  if not first then return nil end
  self.at = last + 1
  return a or self.text:sub(first, last)
end

-- A number as the language can say it: constants are 0 to 8.
local function number(x)
  if x < 0 then return ("(SUB 0 %s)"):format(number(-x)) end
  if x <= 8 then return tostring(x) end
  return ("(ADD 8 %s)"):format(number(x - 8))
end

function Reader:direction()
  if self:take "in direction " then return self:operand() end
  local best
  for name in pairs(where) do
    if self.text:sub(self.at, self.at + #name - 1) == name
      and (not best or #name > #best) then best = name end
  end
  self:need(best or "a direction")
  return tostring(where[best])
end

local questions = { { " equal to ", "EQ" }, { " more than ", "GT" },
  { " less than ", "LT" } }

function Reader:question()
  local a = self:operand()
  if self:take " zero?)" then return ("(NOT %s)"):format(a) end
  for _, row in ipairs(questions) do
    if self:take(row[1]) then
      local b = self:operand()
      self:need "?)"
      return ("(%s %s %s)"):format(row[2], a, b)
    end
  end
  error("no question: " .. self.text:sub(self.at), 0)
end

function Reader:bracket()
  if self:take "if covered here then " then
    local a = self:value()
    self:need " else "
    local b = self:value()
    return ("(IFCOV %s %s)"):format(a, b)
  elseif self:take "if " then
    local test = self:test(" then ")
    local a = self:value()
    self:need " else "
    return ("(IF %s %s %s)"):format(test, a, self:value())
  elseif self:take "first " then
    local a = self:value()
    self:need ", then "
    return ("(PROGN %s %s)"):format(a, self:value())
  end
  local act = acts[self:match "(%a+) "]
  return ("(%s %s)"):format(act, self:direction())
end

-- What stands between two words: a value that needs no brackets, or has them.
function Reader:operand()
  local x = self:match "%-?%d+"
  if x then return number(tonumber(x)) end
  x = self:match "argument (%d+)"
  if x then return ("(ARG%d)"):format(x - 1) end
  x = self:match "<part (%d+)>"
  if x then return self.parts(x) end
  if self:take "the number " then return ("(NUM %s)"):format(self:direction()) end
  if self:take "(is " then return self:question() end
  if self:take "[" then
    local inside = self:bracket()
    self:need "]"
    return inside
  end
  if self:take "(" then
    local a = self:value()
    for words, name in pairs { [" and "] = "AND", [" or else "] = "OR" } do
      if self:take(words) then a = ("(%s %s %s)"):format(name, a, self:value()) end
    end
    self:need ")"
    return a
  end
  local name, args = self:match "([%u%d]+)%(", {}
  if not name then error("no value: " .. self.text:sub(self.at), 0) end
  while not self:take ")" do
    args[#args + 1] = self:value()
    self:take ", "
  end
  return ("(%s %s)"):format(name, table.concat(args, " "))
end

function Reader:value()
  local a = self:operand()
  if self:take " plus " then return ("(ADD %s %s)"):format(a, self:operand()) end
  if self:take " minus " then return ("(SUB %s %s)"):format(a, self:operand()) end
  return a
end

-- A test, up to the words after it.
function Reader:test(after)
  local a = self:operand()
  for _, truth in ipairs(truths) do
    if self:take(" " .. truth .. after) then return a end
  end
  error("no test: " .. self.text:sub(self.at), 0)
end

local function reader(text, parts)
  return setmetatable({ text = text, at = 1, parts = parts }, Reader)
end

-- Lines from i on that are indented so deep: their program, and where they end.
local function block(lines, i, indent, parts)
  local list = {}
  while lines[i] and #lines[i]:match "^ *" == indent do
    local text = lines[i]:sub(indent + 1)
    local r = reader(text, parts)
    i = i + 1
    if r:take "if " then
      local test = text ~= "if this square is covered:" and r:test ":" or nil
      local yes, no
      yes, i = block(lines, i, indent + 2, parts)
      assert(lines[i] == (" "):rep(indent) .. "otherwise:", lines[i])
      no, i = block(lines, i + 1, indent + 2, parts)
      list[#list + 1] = test and ("(IF %s %s %s)"):format(test, yes, no)
        or ("(IFCOV %s %s)"):format(yes, no)
    elseif r:take "do " or r:take "give " or r:take "work out " then
      list[#list + 1] = r:value()
    else
      list[#list + 1] = ("(%s %s)"):format(acts[r:match "(%a+) "], r:direction())
    end
  end
  local all = list[#list]
  for k = #list - 1, 1, -1 do all = ("(PROGN %s %s)"):format(list[k], all) end
  return all, i
end

-- The program that the words describe; `branches` are those it must have.
local function read_back(words, branches)
  local sections, lines = {}, nil
  for line in words:gmatch "[^\n]+" do
    local part, adf = line:match "^Part (%d+):$", line:match "^(ADF%d+), given"
    local name = part or adf or line == "The program:" and "RPB"
    if name then
      lines = {}
      sections[name] = lines
    elseif lines then lines[#lines + 1] = line end
  end
  local function parts(x) return (block(sections[x], 1, 2, parts)) end
  local out = {}
  for i, b in ipairs(branches) do
    out[i] = ("%s %s"):format(b.name, sections[b.name]
      and block(sections[b.name], 1, 2, parts) or "0")
  end
  return table.concat(out, "\n")
end

-- ---- both play alike ---------------------------------------------------------------

-- What is done to squares, in order; marks that protect nothing change nothing.
local function acts_of(trace, marks)
  local list = {}
  for _, e in ipairs(trace:events()) do
    if marks or e.event ~= "mark" and e.event ~= "unmark" then
      list[#list + 1] = ("%s %d %d"):format(e.event, e.row, e.col)
    end
  end
  return list, trace:at(#trace + 1).ended
end

-- Steps differ: if one runs out of them its acts are the other's first ones.
local function alike(game, p, q, marks)
  local a, how_a = acts_of(game:trace(p, 1), marks)
  local b, how_b = acts_of(game:trace(q, 1), marks)
  if how_a ~= "timed_out" and how_b ~= "timed_out" and #a ~= #b then return false end
  for i = 1, math.min(#a, #b) do if a[i] ~= b[i] then return false end end
  return true
end

local kinds = {
  { game = mines.game { mines = 3, cases = 1, budget = 150 } },
  { game = mines.game { mines = 2, cases = 1, budget = 150, truth = "nonzero" } },
  { game = mines.game { mines = 2, cases = 1, budget = 150, truth = "positive",
    protect = true }, marks = true },
  { game = mines.game { mines = 3, cases = 1, budget = 150 }, whole = true,
    marks = true },
}
local count = math.tointeger(tonumber(os.getenv "LUDUS_EXPLAIN" or 1500))
local wrong = 0
for i = 1, count do
  local kind = kinds[i % #kinds + 1]
  kind.species = kind.species
    or ludus.tree { adfs = { 3, 2, 1 }, nodes = 80, depth = { 1, 6 } }:species(kind.game)
  local p = kind.game:read(evolve.random(kind.species, ludus.rng(i)))
  local words = p:explain(kind.game, { whole = kind.whole })
  local ok, text = pcall(read_back, words, p:branches())
  local read, q = pcall(kind.game.read, kind.game, text)
  if not ok or not read or not alike(kind.game, p, q, kind.marks) then
    wrong = wrong + 1
    if wrong <= 3 then print(p, words, text, q) end
  end
end
check.equal(("what is said is what is done, %d programs"):format(count), wrong, 0)

-- The reader is no fool: other words are another program.
local p = kinds[1].game:read "RPB (UNC (NUM 3))"
check.equal("words", p:explain(kinds[1].game),
  "The program:\n  uncover in direction the number to the right\n")
check.equal("read back", read_back(p:explain(kinds[1].game), p:branches()),
  "RPB (UNC (NUM 3))")
check.ok("another program", not alike(kinds[1].game, p,
  kinds[1].game:read "RPB (MOV (NUM 3))"))

-- Bounds of arguments, and what is always the same.
p = kinds[1].game:read [[
RPB (PROGN (ADF0 (NUM 3) (MOV 2) 0) (UNC 0))
ADF0 (UNC (SUB (ARG1) (ARG0)))]]
check.equal("bounds", p:explain(kinds[1].game), [[
The program:
  do ADF0(the number to the right, [move below right], 0)
  uncover here
ADF0, given 3 arguments (argument 1 is 0 to 8, argument 2 is always 9, argument 3 is always 0):
  uncover in direction (9 minus argument 1)
]])
check.error("options", function() p:explain(kinds[1].game, { hole = true }) end,
  "p:explain: unknown field 'hole'; did you mean 'whole'?")

return check.done()
