-- twins.lua -- bytes as a game, stated twice: in the rules' own language and in Lua.
--
--     local twins = dofile "tests/fuzz/twins.lua"
--     twins.run(bytes)
--
-- Random expressions become the bodies of primitives, in both languages at once; a random
-- program then plays both games. Scores and steps must be equal case by case, by every
-- interpreter of rules: so the two engines for games of one's own hold each other to their
-- word. Trees, with lazy arguments, and linear programs, with tests and jumps.

local ludus = require "ludus"

local twins = {}

-- ---- bytes as decisions -----------------------------------------------------------------

local input, at = "", 1

local function below(n)
  local b = input:byte(at) or 0
  at = at + 1
  return b % n
end

local function one_of(list) return list[below(#list) + 1] end

-- ---- what both languages mean -------------------------------------------------------------

-- Whole numbers of 32 bits that wrap.
local function wrap(n) return (n + (1 << 31)) % (1 << 32) - (1 << 31) end
local function bit(b) return b and 1 or 0 end
local function shift(a, n, left)
  if n < 0 or n > 31 then return 0 end
  a = a & 0xFFFFFFFF
  return wrap((left and a << n or a >> n) & 0xFFFFFFFF)
end

local means = {
  ["+"] = function(a, b) return wrap(a + b) end,
  ["-"] = function(a, b) return wrap(a - b) end,
  ["*"] = function(a, b) return wrap(a * b) end,
  ["/"] = function(a, b) return b == 0 and 0 or wrap(a // b) end,
  ["%"] = function(a, b) return b == 0 and 0 or wrap(a % b) end,
  ["&"] = function(a, b) return wrap(a & b) end,
  ["|"] = function(a, b) return wrap(a | b) end,
  ["~"] = function(a, b) return wrap(a ~ b) end,
  ["<<"] = function(a, b) return shift(a, b, true) end,
  [">>"] = function(a, b) return shift(a, b, false) end,
  ["=="] = function(a, b) return bit(a == b) end,
  ["!="] = function(a, b) return bit(a ~= b) end,
  ["<"] = function(a, b) return bit(a < b) end,
  ["<="] = function(a, b) return bit(a <= b) end,
  [">"] = function(a, b) return bit(a > b) end,
  [">="] = function(a, b) return bit(a >= b) end,
  ["and"] = function(a, b) return bit(a ~= 0 and b ~= 0) end,
  ["or"] = function(a, b) return bit(a ~= 0 or b ~= 0) end,
}
local operators = {}
for name in pairs(means) do operators[#operators + 1] = name end
table.sort(operators)

-- An expression over these names: its text for rules, and a function of their values.
local function expression(names, depth)
  local kind = depth == 0 and below(2) or below(8)
  if kind == 0 then
    local n = one_of { 0, 1, 2, 3, 7, 31, 32, 100, 65536, 2147483647 }
    return tostring(n), function() return n end
  elseif kind == 1 then
    local name = one_of(names)
    return name, function(v) return v[name] end
  elseif kind == 2 then
    local text, f = expression(names, depth - 1)
    local how = below(4)
    if how == 0 then return "(-" .. text .. ")", function(v) return wrap(-f(v)) end end
    if how == 1 then return "(~" .. text .. ")", function(v) return wrap(~f(v)) end end
    if how == 2 then return "(not " .. text .. ")", function(v) return bit(f(v) == 0) end end
    return "abs(" .. text .. ")", function(v) return wrap(math.abs(f(v))) end
  end
  local a, f = expression(names, depth - 1)
  local b, g = expression(names, depth - 1)
  if kind == 3 then
    local least = below(2) == 0
    return (least and "min(%s, %s)" or "max(%s, %s)"):format(a, b), function(v)
      local x, y = f(v), g(v)
      return least and math.min(x, y) or not least and math.max(x, y)
    end
  end
  local op = one_of(operators)
  return ("(%s %s %s)"):format(a, op, b), function(v) return means[op](f(v), g(v)) end
end

-- What a case is worth: something of each of the names, so that none is idle.
local function worth(names)
  local text, f = expression(names, 3)
  return ("score { %s ~ x ~ y }"):format(text), function(v)
    return wrap(wrap(f(v) ~ v.x) ~ v.y)
  end
end

-- ---- a game of trees ----------------------------------------------------------------------

local function with(s, more)
  return setmetatable(more, { __index = s })
end

-- A primitive of rules and one of Lua, by name, with its arity.
local makers = {
  function(name)                        -- gives what it makes of its arguments
    local text, f = expression({ "x", "y", "a", "b" }, 3)
    return ("%s(a, b) { %s }"):format(name, text),
      { 2, function(s, a, b) return f(with(s, { a = a, b = b })) end }
  end,
  function(name)                        -- changes the state
    local text, f = expression({ "x", "y", "a" }, 3)
    local which = one_of { "x", "y" }
    return ("%s(a) { %s = %s  %s }"):format(name, which, text, which),
      { 1, function(s, a)
        s[which] = f(with(s, { a = a }))
        return s[which]
      end }
  end,
  function(name)                        -- chooses
    local text, f = expression({ "x", "y", "t" }, 2)
    return ("%s(t, a?, b?) { if %s { a } else { b } }"):format(name, text),
      { 3, lazy = true, function(s, t, a, b)
        return (f(with(s, { t = t() })) ~= 0 and a or b)()
      end }
  end,
  function(name)                        -- does one thing twice, another once
    return ("%s(a?, b?) { let n = a  a + b + n }"):format(name),
      { 2, lazy = true, function(_, a, b)
        local n = a()
        return wrap(wrap(a() + b()) + n)
      end }
  end,
}

local function tree_game(cases)
  local rules = { "var x, y", "X { x }", "Y { y }" }
  local primitives = { X = { 0, function(s) return s.x end },
    Y = { 0, function(s) return s.y end } }
  local known = { { "X", 0 }, { "Y", 0 } }
  for i = 1, below(4) + 1 do
    local name = "P" .. i
    local rule, primitive = one_of(makers)(name)
    rules[#rules + 1], primitives[name] = rule, primitive
    known[#known + 1] = { name, primitive[1] }
  end
  local text, f = worth { "x", "y", "value" }
  rules[#rules + 1] = text
  local budget = one_of { 3, 10, 50, 200 }
  local lua = ludus.game { cases = cases, primitives = primitives, budget = budget,
    start = function(case) return { x = case.x, y = case.y } end,
    score = function(s, value) return f(with(s, { value = value or 0 })) end }
  return table.concat(rules, "\n"), lua, known, { budget = budget }
end

-- The text of a program.
local function tree(known, depth)
  local row = known[depth == 0 and below(2) + 1 or below(#known) + 1]
  local parts = { row[1] }
  for i = 1, row[2] do parts[i + 1] = tree(known, depth - 1) end
  return "(" .. table.concat(parts, " ") .. ")"
end

-- ---- a game of lines ----------------------------------------------------------------------

local blocks = { { "One", 6 }, { "Two", 4 } }

local function linear_game(cases)
  local rules, instructions, names = { "var x, y" }, {}, { "Jump", "Nop" }
  for i = 1, below(4) + 2 do
    local name, text, f = "I" .. i, expression({ "x", "y" }, 3)
    local which = one_of { "x", "y" }
    names[#names + 1] = name
    if below(3) == 0 then
      rules[#rules + 1] = ("test %s { %s }"):format(name, text)
      instructions[i] = { name, test = function(s) return f(s) ~= 0 end }
    else
      rules[#rules + 1] = ("%s { %s = %s }"):format(name, which, text)
      instructions[i] = { name, function(s) s[which] = f(s) end }
    end
  end
  instructions[#instructions + 1] = { "Jump", jump = true }
  local text, f = worth { "x", "y" }
  rules[#rules + 1] = text
  local more = { budget = one_of { 1, 7, 40 }, nested = below(2) == 0, blocks = blocks }
  local lua = ludus.game { program = "linear", cases = cases, blocks = blocks,
    registers = { "x", "y" }, instructions = instructions, budget = more.budget,
    nested = more.nested, score = f,
    start = function(case) return { x = case.x, y = case.y } end }
  return table.concat(rules, "\n"), lua, names, more
end

local function lines(names)
  local out = {}
  for _, block in ipairs(blocks) do
    out[#out + 1] = block[1]
    for _ = 1, below(block[2]) + 1 do out[#out + 1] = one_of(names) end
  end
  return table.concat(out, "\n")
end

-- ---- both ---------------------------------------------------------------------------------

local interpreters = { "plain", "bytecode" }

local function compare(rules, lua, program, more, cases)
  local want = lua:score(lua:read(program))
  for _, engine in ipairs(interpreters) do
    more.rules, more.engine, more.cases = rules, engine, cases
    local game = ludus.game(more)
    local got = game:score(game:read(program))
    for i, case in ipairs(want.cases) do
      local other = got.cases[i]
      if case.raw ~= other.raw or case.steps ~= other.steps then
        error(("case %d: %s gives %s in %s steps, Lua %s in %s\n%s\n%s"):format(i, engine,
          other.raw, other.steps, case.raw, case.steps, rules, program), 0)
      end
    end
  end
end

function twins.run(bytes)
  input, at = bytes, 1
  local cases = {}
  for i = 1, 3 do
    cases[i] = { x = one_of { 0, 1, -1, 5, 1000, 2147483647, -2147483648 },
      y = one_of { 0, 1, -7, 33 } }
  end
  local linear = below(2) == 0
  local rules, lua, known, more = (linear and linear_game or tree_game)(cases)
  for _ = 1, 3 do
    compare(rules, lua, linear and lines(known) or "RPB " .. tree(known, 4), more, cases)
  end
end

-- By itself: `ludus lua tests/fuzz/twins.lua SEED INPUTS`.
local arg = rawget(_G, "arg")
if arg and arg[0]:find "twins%.lua$" then
  local rng = ludus.rng(tonumber(arg[1]) or 1)
  for _ = 1, tonumber(arg[2]) or 1000 do
    local text = {}
    for k = 1, 300 do text[k] = string.char(rng:below(256)) end
    twins.run(table.concat(text))
  end
  print "equal"
end

return twins
