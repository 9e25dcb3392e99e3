-- program.lua -- reads programs of any kind from files and texts.
--
--     local p = ludus.read "scripts/programs/quartetti-best.gp"
--     local q = ludus.parse "RPB (UNC 0)"
--
-- Without a game, a text is known by its shape, or the languages of the games are
-- tried one after another; a game that then scores the program translates it by the
-- names of its symbols.

local closed = require "ludus.script.closed"
local files  = require "ludus.script.files"
local games  = require "ludus.script.games"
local system = require "ludus.core.system"

local program = {}

program.bytes_max = 1024 * 1024      -- of a program file

-- What texts of machines look like, in either notation.
local machines = { "^%s*start%s+%d", "^%s*[cdCD]%d%d" }

-- The modules of the games that read texts of unknown origin: those that know them by
-- a shape, and those that do not, in the order of the rows.
local function languages()
  local shaped, others = {}, {}
  for _, row in ipairs(games.rows) do
    local module = row.reads and games.module(row)
    local list = module and closed.find(module, "shape") and shaped or others
    if module then list[#list + 1] = module end
  end
  return shaped, others
end

-- How far a reader came before the mistake it tells: its line and column as one number.
local function reached(message)
  local line, column = tostring(message):match ":(%d+):(%d+): "
  return line and tonumber(line) * 1e6 + tonumber(column) or 0
end

-- The program of a text that nobody has said anything about. If no language reads it,
-- the one that understood most of it tells why.
local function guess(text, name)
  local plain, told = text:gsub("//[^\n]*", ""), nil
  for _, shape in ipairs(machines) do
    if plain:find(shape) then return require "ludus.machine".parse(text, name) end
  end
  local shaped, others = languages()
  for _, module in ipairs(shaped) do
    if plain:find(module.shape) then return module.reader():read(text, name) end
  end
  for _, module in ipairs(others) do
    local ok, result = pcall(function() return module.reader():read(text, name) end)
    if ok then return result end
    if not told or reached(result) > reached(told) then told = result end
  end
  error(told, 0)
end

-- The text of a program file, or an error that names it.
function program.text(path)
  files.note("data", path)
  local text, message = system.read(path, program.bytes_max)
  if not text then error(message, 0) end
  return text
end

-- The file that is planted, if it is one: a single word.
function program.planted_file(entry)
  return type(entry) == "string" and not entry:find("[%s(]") and entry or nil
end

-- The text of what is planted, and its name in messages: that of a file, else a program
-- or its text.
function program.planted(entry)
  local path = program.planted_file(entry)
  if path then return program.text(path), path end
  return tostring(entry), "(planted program)"
end

-- The program of a text, in the game's language if one is given; `name` stands in
-- messages.
function program.parse(text, game, name)
  if type(text) ~= "string" then
    error(("bad argument #1 to 'parse' (string expected, got %s)")
      :format(type(text)), 2)
  end
  if not game then return guess(text, name) end
  local kind = type(game)
  if kind ~= "userdata" and kind ~= "table" or not game.read then
    error(("bad argument #2 to '%s' (a game expected, got %s)")
      :format(name and "read" or "parse", kind), 3)
  end
  return game:read(text, name)
end

-- The program in a file: a tree, a linear program, a machine or a plan.
function program.read(path, game)
  if type(path) ~= "string" then
    error(("bad argument #1 to 'read' (string expected, got %s)")
      :format(type(path)), 2)
  end
  return program.parse(program.text(path), game, path)
end

return program
