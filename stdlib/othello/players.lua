-- players.lua -- who plays Othello: teachers, weights, programs, functions.
--
--     players.new "hand"                                a built-in teacher
--     players.new { -10, 60, 0, -30, -10, -20, 100, 110 }    eight weights, or more
--     players.new "best.vec"                            a file: weights or a tree
--     players.new "run:12"                              the best of a stored run
--     players.new(function(c1, c2, ...) return c2 end)  a Lua function
--     players.new(what, { depth = 6, solve = 12 })
--
-- A player is a table with `name`, `kind` and `core`, the C object that plays. Lists of 23
-- or 46 numbers weigh all features, those of 18 or 36 the traits of a move: 23 and 18 for the
-- whole game, 46 and 36 first at its beginning, then at its end. Who rates moves, by weights or
-- by a program over traits, is a strategy: it does not search.
-- A Lua function is called with the eight features (scaled to +-100, of the
-- side to move) and the number of empty squares, and plays on one thread only.

local core   = require "ludus.core.othello"
local system = require "ludus.core.system"
local spec   = require "ludus.script.spec"

local players = {}

local FILE_MAX = 1 << 20             -- bytes of a player's file

-- ---- the built-in teachers --------------------------------------------------

-- Square values by kind: corner, C, A, B; X and the rest. Rows 1 to 4,
-- mirrored.
local quarter = {
  100, -25,  10,   5,
  -25, -50,  -2,  -2,
   10,  -2,   1,   1,
    5,  -2,   1,   0,
}

local function all_squares()
  local list = {}
  for row = 0, 7 do
    for col = 0, 7 do
      local y, x = math.min(row, 7 - row), math.min(col, 7 - col)
      list[8 * row + col + 1] = quarter[4 * y + x + 1]
    end
  end
  return list
end

players.teachers = {
  { name = "discs", help = "wants as many discs as possible (C1 alone)",
    weights = { 100, 0, 0, 0, 0, 0, 0, 0 } },
  { name = "squares", help = "adds a value per square: corners good, C and X bad",
    squares = all_squares() },
  { name = "mobility", help = "wants many moves and few for the opponent (C2)",
    weights = { 0, 100, 0, 0, 0, 0, 0, 0 } },
  { name = "hand", help = "all eight features, weighted by hand",
    weights = { -10, 60, 0, -30, -10, -20, 100, 110 } },
}

local function teacher_of(name)
  for _, t in ipairs(players.teachers) do
    if t.name == name then return t end
  end
end

function players.names()
  local names = {}
  for i, t in ipairs(players.teachers) do names[i] = t.name end
  names[#names + 1] = "random"
  return names
end

-- ---- settings ---------------------------------------------------------------

-- "3>40 4>12 5": 3 plies above 40 empty squares, 4 above 12, else 5. A number
-- is the same depth always. Gives a list for 0 to 64 empty squares.
local function depth_list(value)
  if type(value) == "table" then
    return #value == 65 and value or nil, "65 depths"
  end
  if math.type(value) == "integer" then value = tostring(value) end
  if type(value) ~= "string" then return nil, "plies, like 4 or \"3>40 4>12 5\"" end
  local steps, last = {}, nil
  for word in value:gmatch("[^%s,]+") do
    local plies, above = word:match("^(%d+)>(%d+)$")
    if plies then steps[#steps + 1] = { tonumber(above), tonumber(plies) }
    elseif word:match("^%d+$") and not last then last = tonumber(word)
    else return nil, "plies, like 4 or \"3>40 4>12 5\"" end
  end
  if not last then
    return nil, "a depth for the remaining squares, like \"3>40 5\""
  end
  local list = {}
  for empties = 0, 64 do
    local plies = last
    for _, s in ipairs(steps) do
      if empties > s[1] then plies = s[2] break end
    end
    if plies < 1 or plies > core.limits.depth then
      return nil, ("1 to %d plies"):format(core.limits.depth)
    end
    list[empties + 1] = plies
  end
  return list
end

players.fields = {
  depth = { "any", "3>40 4>12 5", check = depth_list,
    help = "plies searched: a number, or by empty squares as \"3>40 4>12 5\"" },
  solve = { "integer", 0, min = 0, max = core.limits.solve,
    help = "play perfectly from so many empty squares on" },
  table = { "integer", 0, min = 0, max = core.limits.table,
    help = "2^n entries of a transposition table; 0 for none" },
  raw_finals = { "boolean", false,
    help = "a finished game counts its discs only (experiment 1)" },
}

-- Players that are Lua functions have one more.
local function_fields = { position = { "boolean", false,
  help = "it gets the position, two bitboards, instead of the features" } }
for name, row in pairs(players.fields) do function_fields[name] = row end

-- The list of depths of either form.
function players.depth(value) return depth_list(value) end

local function settings_of(given, fields)
  local s = spec.check("othello.player", given or {}, fields or players.fields)
  s.depth = players.depth(s.depth)
  return s
end

players.settings = settings_of

-- What so many weights are.
players.broad = { [18] = "strategy", [36] = "strategy", [23] = "all features",
  [46] = "all features" }

-- ---- making them ------------------------------------------------------------

-- The verbs that take players apart: trace, profile, impact, simplify, explain.
local Player = { __name = "ludus.othello.player",
  __about = "who plays Othello, by othello.player" }

function Player.__index(_, verb) return require "ludus.othello.inspect"[verb] end
function Player.methods() return require "ludus.othello.inspect" end   -- for help, Tab
function Player:__show(view) return require "ludus.othello.inspect".show(self, view) end

local function made(name, kind, object, more)
  local p = more or {}
  p.name, p.kind, p.core = name, kind, object
  return setmetatable(p, Player)
end

local function numbers_of(text)
  local body = text:gsub("//[^\n]*", " "):match("^%s*%(([^()]*)%)%s*$")
  if not body or body:find("[%a_]") and not body:find("^[%s%d.,eE+-]*$") then
    return nil
  end
  local words, list = {}, {}
  for word in body:gmatch("[^%s,]+") do words[#words + 1] = word end
  local run = table.concat(words)
  if #run == 64 and run:match("^[01]+$") then return players.weights(run) end
  for i, word in ipairs(words) do
    list[i] = tonumber(word)
    if not list[i] then return nil end
  end
  return list
end

-- The eight weights that 64 bits stand for: a byte b means b - 127.
function players.weights(bits)
  if #bits ~= 64 or bits:find("[^01]") then
    error("a chromosome has 64 bits, each 0 or 1", 2)
  end
  local list = {}
  for i = 0, 7 do
    list[i + 1] = tonumber(bits:sub(8 * i + 1, 8 * i + 8), 2) - 127
  end
  return list
end

-- The bits that stand for eight weights of -127 to 128.
function players.bits(weights)
  local out = {}
  for i, w in ipairs(weights) do
    w = math.tointeger(w)
    if not w or w < -127 or w > 128 then
      error(("weight %d must be a whole number of -127 to 128"):format(i), 2)
    end
    local byte = w + 127
    for bit = 7, 0, -1 do out[#out + 1] = tostring(byte >> bit & 1) end
  end
  return table.concat(out)
end

local function from_numbers(name, list, settings)
  if #list == 64 then
    return made(name, "squares", core.squares(list, settings))
  elseif #list == 8 then
    return made(name, "weights", core.linear(list, settings), { weights = list })
  elseif players.broad[#list] then
    return made(name, players.broad[#list], core.broad(list, settings), { numbers = list })
  end
  error(("a player has 8, 18, 23, 36 or 46 weights or 64 square values, got %d numbers")
    :format(#list), 0)
end

-- A player from text: a list of weights or bits, or a tree program, which is taken for a
-- strategy if it has a trait or that is known.
function players.parse(text, name, given, strategy)
  local settings = settings_of(given)
  local list = numbers_of(text)
  if list then return from_numbers(name, list, settings) end
  local object, strategy = core.program(text, name, settings, strategy)
  return made(name, strategy and "strategy" or "program", object, { text = text })
end

local function from_name(word, given)
  local t = teacher_of(word)
  if t then
    local p = from_numbers(word, t.weights or t.squares, settings_of(given))
    p.help = t.help
    return p
  end
  if word == "random" then
    return made(word, "strategy", core.random(settings_of(given)),
      { help = "any legal move, the same in the same position" })
  end
  local id = word:match("^run:(%d+)$")
  if id then
    local run = require "ludus.run.history".open(math.tointeger(id))
    return players.parse(run:best(), word, given)
  end
  if word:find("[(]") then return players.parse(word, "program", given) end
  if system.exists(word) then
    local text, why = system.read(word, FILE_MAX)
    if not text then error(why, 0) end
    return players.parse(text, word, given)
  end
  local near = system.near(word, players.names())
  error(("no player '%s'%s"):format(word, near
    and ("; did you mean '%s'?"):format(near) or "; give a file or one of "
    .. table.concat(players.names(), ", ")), 0)
end

-- A player of whatever is given; see above. Vectors and trees of the library,
-- such as the best of a stored run, are taken by their text.
function players.new(what, given, name)
  local kind = type(what)
  if kind == "table" and what.core then return what end
  if kind == "string" then return from_name(what, given) end
  if kind == "table" then
    return from_numbers(name or "weights", what, settings_of(given))
  elseif kind == "function" then
    return made(name or "function", "function",
      core.callback(what, settings_of(given, function_fields)))
  elseif kind == "userdata" then
    return players.parse(tostring(what), name or "program", given)
  end
  error(("a player is a name, a file, weights, a program or a function, not a %s")
    :format(kind), 2)
end

return players
