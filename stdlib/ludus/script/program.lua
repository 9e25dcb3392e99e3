-- program.lua -- reads programs of any kind from files and texts.
--
--     local p = ludus.read "scripts/programs/quartetti-best.gp"
--     local q = ludus.parse "RPB (UNC 0)"
--
-- Without a game, the languages of the built-in games are tried one after another;
-- a game that then scores the program translates it by the names of its symbols.

local system = require "ludus.core.system"

local program = {}

program.bytes_max = 1024 * 1024      -- of a program file

-- Modules of the built-in games, each with a function `reader()` that returns an
-- object with a method read(text, name).
program.languages = { "ludus.minesweeper", "ludus.othello", "ludus.ipd" }

-- Other kinds of programs are known by what their text looks like.
program.shapes = {
  { "^%s*start%s+%d", function(...) return require "ludus.machine".parse(...) end },
  { "^%s*[cdCD]%d%d", function(...) return require "ludus.machine".parse(...) end },
  { "%a state%s*%(%d+/%d+%)", function(...)
    return require "ludus.battleship".parse(...)
  end },
  { "^%s*%(%s*[-+]?%d", function(...)
    return require "ludus.puzzle".game {}:read(...)
  end },
}

-- The text of a program file, or an error that names it.
function program.text(path)
  local text, message = system.read(path, program.bytes_max)
  if not text then error(message, 0) end
  return text
end

-- The text of what is planted, and its name in messages: a file if it is a single
-- word, else a program or its text.
function program.planted(entry)
  if type(entry) == "string" and not entry:find("[%s(]") then
    return program.text(entry), entry
  end
  return tostring(entry), "(planted program)"
end

-- The program of a text, in the game's language if one is given; `name` stands in
-- messages.
function program.parse(text, game, name)
  if type(text) ~= "string" then
    error(("bad argument #1 to 'parse' (string expected, got %s)")
      :format(type(text)), 2)
  end
  if game then return game:read(text, name) end
  local plain, first = text:gsub("//[^\n]*", ""), nil
  for _, shape in ipairs(program.shapes) do
    if plain:find(shape[1]) then return shape[2](text, name) end
  end
  for _, module in ipairs(program.languages) do
    local ok, result = pcall(function()
      local reader = require(module).reader()
      return reader:read(text, name)
    end)
    if ok then return result end
    first = first or result
  end
  error(first, 0)
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
