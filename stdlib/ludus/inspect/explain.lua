-- explain.lua -- tree programs in words, branch by branch.
--
-- Games in C share a language (vm/program/core.def), whose names have phrases here;
-- what a test means the game says (its field `truth`). The primitives of a game of
-- one's own are called by their names, and their help stands below; those that the
-- engine runs itself (ludus.last, ludus.choose, ludus.branch) become sentences.
--
-- Of a game with rules that hold on every board (ludus.inspect.rewrite) what the rules
-- leave is told: values that are always the same are put in, what does nothing is left
-- out, and a branch says between which bounds its arguments lie. A phrase that would be
-- too long is a part with a sentence of its own below. tests/lua/test_explain.lua reads
-- the words back as a program and plays it.

local look    = require "ludus.inspect.look"
local native  = require "ludus.script.native"
local rewrite = require "ludus.inspect.rewrite"
local recipes = require "ludus.script.recipes"
local spec    = require "ludus.script.spec"
local trees   = require "ludus.inspect.tree"

local explain = {}

explain.phrase_max = 60               -- characters; a longer one is a part of its own

-- ---- the language of games in C --------------------------------------------------

local where = { [0] = "here", "below", "below right", "to the right",
  "above right", "above", "above left", "to the left", "below left" }

local truths = { one = "is 1", positive = "is more than 0", nonzero = "is not 0" }

-- Phrases of two arguments, whether they need brackets inside another, and what they
-- give for two numbers.
local binary = {
  ADD = { "%s plus %s", true, function(a, b) return a + b end },
  SUB = { "%s minus %s", true, function(a, b) return a - b end },
  EQ = { "(is %s equal to %s?)", false, function(a, b) return a == b and 1 or 0 end },
  GT = { "(is %s more than %s?)", false, function(a, b) return a > b and 1 or 0 end },
  LT = { "(is %s less than %s?)", false, function(a, b) return a < b and 1 or 0 end },
  AND = { "(%s and %s)", false }, OR = { "(%s or else %s)", false },
}

local C = {}                          -- phrases and sentences of a language
C.__index = C

-- The number that a node always gives, if it is made of numbers alone.
function C:known(n)
  local number = tonumber(n.name)
  if number then return number end
  local argument = n.name:match "^ARG(%d+)$"
  if argument then
    local range = self.bounds and self.bounds[argument + 1]
    return range and range[1] == range[2] and range[1] or nil
  end
  local row = binary[n.name]
  if not row or not row[3] or #n.children ~= 2 then return nil end
  local a, b = self:known(n.children[1]), self:known(n.children[2])
  return a and b and row[3](a, b) or nil
end

-- A phrase as a part of another one.
function C:part(n)
  local text = self:value(n)
  local row = binary[n.name]
  return row and row[2] and not self:known(n) and not self.named[n] and "(" .. text .. ")"
    or text
end

-- Any other number means here, too, but it may be what an act gives.
function C:direction(n)
  local number = math.tointeger(self:known(n))
  if where[number] then return where[number] end
  return "in direction " .. self:part(n)
end

function C:call(n)
  local args = {}
  for i, child in ipairs(n.children) do args[i] = self:value(child) end
  return ("%s(%s)"):format(n.name, table.concat(args, ", "))
end

function C:test(n) return self:part(n) .. " " .. self.truth end

local acts = { UNC = "uncover", MOV = "move", MRK = "mark", UNMRK = "unmark" }

-- What a node gives, as a phrase; a long one is told below, in sentences of its own.
function C:value(n)
  if self.named[n] then return self.named[n] end
  local text = self:phrase(n)
  if #text <= explain.phrase_max then return text end
  self.parts[#self.parts + 1] = n
  self.named[n] = ("<part %d>"):format(#self.parts)
  return self.named[n]
end

function C:phrase(n)
  local c, known = n.children, self:known(n)
  if known then return ("%.14g"):format(known) end
  local argument = n.name:match("^ARG(%d+)$")
  if argument then return "argument " .. argument + 1 end
  if binary[n.name] and #c == 2 then
    return binary[n.name][1]:format(self:part(c[1]), self:part(c[2]))
  end
  if n.name == "NOT" then return ("(is %s zero?)"):format(self:part(c[1])) end
  if n.name == "NUM" then return "the number " .. self:direction(c[1]) end
  if acts[n.name] then
    return ("[%s %s]"):format(acts[n.name], self:direction(c[1]))
  end
  if n.name == "PROGN" then
    return ("[first %s, then %s]"):format(self:value(c[1]), self:value(c[2]))
  end
  if n.name == "IF" then
    return ("[if %s then %s else %s]"):format(self:test(c[1]), self:value(c[2]),
      self:value(c[3]))
  end
  if n.name == "IFCOV" then
    return ("[if covered here then %s else %s]"):format(self:value(c[1]),
      self:value(c[2]))
  end
  return self:call(n)
end

-- The two ways of a choice, indented.
function C:choice(test, yes, no, indent, out)
  local lead = ("  "):rep(indent)
  out[#out + 1] = lead .. "if " .. test .. ":"
  self:sentence(yes, indent + 1, out)
  out[#out + 1] = lead .. "otherwise:"
  self:sentence(no, indent + 1, out)
end

-- What stands for a node that only gives a value.
function C:plain(n, indent, out)
  local lead = ("  "):rep(indent)
  if n.name:find("^ADF%d") then
    out[#out + 1] = lead .. "do " .. self:call(n)
  elseif n.arity == 0 then
    out[#out + 1] = lead .. "give " .. self:phrase(n)
  else
    out[#out + 1] = lead .. "work out " .. self:phrase(n)
  end
end

function C:sentence(n, indent, out)
  local c = n.children
  if n.name == "PROGN" then
    self:sentence(c[1], indent, out)
    self:sentence(c[2], indent, out)
  elseif n.name == "IF" then
    self:choice(self:test(c[1]), c[2], c[3], indent, out)
  elseif n.name == "IFCOV" then
    self:choice("this square is covered", c[1], c[2], indent, out)
  elseif acts[n.name] then
    out[#out + 1] = ("  "):rep(indent) .. acts[n.name] .. " " .. self:direction(c[1])
  else
    self:plain(n, indent, out)
  end
end

-- ---- languages of one's own --------------------------------------------------------

local Own = setmetatable({}, { __index = C })
Own.__index = Own

function Own.known(_, n) return tonumber(n.name) end

function Own:phrase(n)
  if tonumber(n.name) then return n.name end
  local argument = n.name:match("^ARG(%d+)$")
  if argument then return "argument " .. argument + 1 end
  if not n.name:find "^ADF%d" then self.used[n.name] = true end
  return n.arity == 0 and n.name or self:call(n)
end

-- How the engine runs a primitive itself: "last", "choose", "branch"; or nil.
function Own:how(n)
  local row = self.primitives[n.name]
  local known = row and native.find(row[2])
  return known and known.how
end

function Own:sentence(n, indent, out)
  local how, c = self:how(n), n.children
  if how == "last" then
    for _, child in ipairs(c) do self:sentence(child, indent, out) end
  elseif how == "choose" then
    self.used[n.name] = true
    self:choice(n.name .. " finds it so", c[1], c[2], indent, out)
  elseif how == "branch" then
    self:choice(self:value(c[1]) .. " is true", c[2], c[3], indent, out)
  elseif n.arity == 0 and not tonumber(n.name) and not n.name:find "^ARG%d" then
    out[#out + 1] = ("  "):rep(indent) .. self:value(n)
  else
    self:plain(n, indent, out)
  end
end

-- The help of the primitives that were named.
function Own:legend(out)
  local rows = {}
  for _, row in ipairs(self.prims) do
    if self.used[row.name] then rows[#rows + 1] = row end
  end
  if #rows == 0 then return end
  out[#out + 1] = "In it:"
  for _, row in ipairs(rows) do
    out[#out + 1] = ("  %s: %s"):format(row.name, row.help ~= "" and row.help
      or "nothing is said of it")
  end
end

-- ---- the whole -----------------------------------------------------------------------

-- The language of a program: that of its game, or of the one that read it.
local function language(p, game)
  game = game or look.reader(p)
  local recipe = game and recipes.recipe(game)
  local settings = recipe and recipe.settings or {}
  local words = { parts = {}, named = {} }
  if look.is_own(game) then
    words.used, words.primitives = {}, settings.primitives or {}
    words.prims = game:prims()
    return setmetatable(words, Own)
  end
  words.truth = truths[settings.truth or "nonzero"]
  return setmetatable(words, C)
end

-- The branches as nested nodes, what the rules of the game leave of them, and what the
-- arguments of each branch can be; without such rules as they are.
local function branches_of(p, game, whole)
  local model, branches = trees.model(p), {}
  for i, branch in ipairs(model.branches) do
    branches[i] = { name = branch.name, arity = branch.arity, root = model[branch.first] }
  end
  local module = game and look.tracer(game)
  if whole or not (module and module.rules) then return branches, #p end
  rewrite.apply(branches, game)
  local left = 0
  for i, args in ipairs(rewrite.arguments(branches, game)) do
    branches[i].bounds = args
    left = left + rewrite.size(branches[i].root)
  end
  return branches, left
end

-- "argument 1 is 0 to 9, argument 2 always 3": what is known of them.
local function bounds_text(branch)
  local words = {}
  for i = 1, branch.arity do
    local range = branch.bounds and branch.bounds[i]
    if range and range[1] == range[2] then
      words[#words + 1] = ("argument %d is always %d"):format(i, range[1])
    elseif range and range[2] - range[1] < 1000 then
      words[#words + 1] = ("argument %d is %d to %d"):format(i, range[1], range[2])
    end
  end
  return #words > 0 and " (" .. table.concat(words, ", ") .. ")" or ""
end

local function heading(branch)
  if branch.name == "RPB" then return "The program:" end
  return ("%s, given %d argument%s%s:"):format(branch.name, branch.arity,
    branch.arity == 1 and "" or "s", bounds_text(branch))
end

-- Adds the lines of a section, and below them the parts that it names, numbered as they
-- come. What a sentence did not need of those is left out.
local function tell(words, n, title, numbers, out)
  local lines, asked = {}, {}
  words:sentence(n, 1, lines)
  out[#out + 1] = title
  for _, line in ipairs(lines) do
    out[#out + 1] = line:gsub("<part (%d+)>", function(i)
      if not numbers[i] then
        numbers.count = numbers.count + 1
        numbers[i] = numbers.count
        asked[#asked + 1] = i
      end
      return ("<part %d>"):format(numbers[i])
    end)
  end
  for _, i in ipairs(asked) do
    tell(words, words.parts[tonumber(i)], ("Part %d:"):format(numbers[i]), numbers, out)
  end
end

-- A tree program in words, for the game if one is known. Options: whole = true tells
-- nodes that do nothing, too.
function explain.tree(p, game, options)
  local s = spec.check("p:explain", options, {
    whole = { "boolean", false, help = "also what does nothing on any board" } })
  local words, out, numbers = language(p, game), {}, { count = 0 }
  local branches, left = branches_of(p, game, s.whole)
  if left < #p then
    out[1] = ("%d of %d nodes make no difference on any board and are left out "
      .. "(whole = true tells them)."):format(#p - left, #p)
  end
  for _, branch in ipairs(branches) do
    if branch.name == "RPB" or table.concat(out):find(branch.name .. "(", 1, true) then
      words.bounds = branch.bounds
      tell(words, branch.root, heading(branch), numbers, out)
    end
  end
  if words.legend then words:legend(out) end
  return table.concat(out, "\n") .. "\n"
end

return explain
