-- test_games.lua -- the rows of stdlib/games.def: that they tell the truth, and that
-- whoever lists games reads them.
local check  = dofile "tests/lua/check.lua"
local closed = require "ludus.script.closed"
local evolve = require "ludus.core.evolve"
local games  = require "ludus.script.games"
local public = require "ludus.script.public"
local repl   = require "ludus.repl"
local system = require "ludus.core.system"

local function set_of(list)
  local set = {}
  for _, name in ipairs(list) do set[name] = true end
  return set
end

-- ---- every row ---------------------------------------------------------------------

local kinds, allowed = set_of { "tree", "linear", "machine", "vector" },
  set_of(public.modules())
-- The library, the page for browsers, the package for Python.
local known = { ludus = true, web = true, python = true }
check.ok("there are rows", #games.all > 0)
for _, row in ipairs(games.all) do
  known[row.name] = true
  check.equal(row.name .. " opens in C", type(require("ludus.core." .. row.name)), "table")
  check.ok(row.name .. " has a sentence", row.help:find "^%l.*[^.]$")
  check.ok(row.name .. " has kinds", #row.kinds > 0)
  for _, kind in ipairs(row.kinds) do
    check.ok(row.name .. " has kind " .. kind, kinds[kind])
  end
end
for _, file in ipairs(system.library()) do
  local folder = file.path:match "^[^/]+"
  check.ok(file.path .. " lies in the folder of a row", known[folder])
  if not file.path:find "^ludus/" then
    local open = false                -- not the page's
    for _, row in ipairs(games.all) do
      if row.name == folder then open = row.open end
    end
    check.equal(file.module .. " in the sandbox", allowed[file.module] or false, open)
  end
end

-- ---- what a module must have -------------------------------------------------------

local session = repl.new { write = function() end }
for _, row in ipairs(games.rows) do
  local module, name = games.module(row), row.name
  check.equal(name .. " reads", closed.find(module, "reader") ~= nil, row.reads)
  check.equal(name .. " plays", closed.find(module, "play") ~= nil, row.plays)
  check.equal(name .. " scores", closed.find(module, "fields") ~= nil, row.scores)
  check.ok(name .. " is at hand in a session", session.env[name] == module)
  if row.scores then
    check.equal(name .. " scores its first kind", evolve.kind(module.game {}),
      row.kinds[1])
  end
  if row.plays then check.equal(name .. " is a command", type(module.play.run), "function") end
end

-- ---- what the commands make of a row -----------------------------------------------

local function said(words)
  local out, err, status = check.run('"$LUDUS" ' .. words)
  return status .. " " .. out .. err
end

local ops = check.run '"$LUDUS" ops'
for _, row in ipairs(games.rows) do
  local own = check.run('"$LUDUS" ops ' .. row.name)
  check.ok("ops " .. row.name, own:find("^" .. row.name .. "\n%s+%S"))
  check.equal("ops lists " .. row.name, ops:find(own, 1, true) ~= nil, row.scores)
  if not row.scores then
    check.equal("score " .. row.name, said("score " .. row.name .. " x"),
      ("2 ludus: %s cannot be scored from the command line\n"):format(row.name))
  end
  if not row.plays then
    check.equal("play " .. row.name, said("play " .. row.name),
      ("2 ludus: %s cannot be played in the terminal\n"):format(row.name))
    check.equal("help play " .. row.name, said("help play " .. row.name),
      ("2 ludus: no help on '%s'\n"):format(row.name))
  end
end
check.equal("play needs a game", said "play", "2 ludus: 'ludus play' needs a game; there are: "
  .. table.concat(games.which "plays", ", ") .. "\n")
check.equal("no such game", said "ops go", "2 ludus: unknown game 'go'; there are: "
  .. table.concat(games.names, ", ") .. "\n")
check.equal("nearly a game", said "ops function",
  "2 ludus: unknown game 'function'; did you mean 'functions'?\n")

for command, names in pairs { score = games.which "scores", ops = games.names,
  play = games.which "plays" } do
  local told, listed = check.run('"$LUDUS" help ' .. command), {}
  for name in told:gmatch("\n  ludus " .. command .. " ([%w_]+) ") do
    listed[#listed + 1] = name
  end
  check.equal("help " .. command .. " lists games", table.concat(listed, " "),
    table.concat(names, " "))
end

-- ---- the rows of operators, selections and schemes ---------------------------------

local help, ludus = require "ludus.repl.help", require "ludus"
local words = require "ludus.script.words"

-- The help on a name, its lines joined.
local function about(name)
  return (help.about(session, name):gsub("%s+", " "))
end

for _, row in ipairs(evolve.operators()) do
  check.ok(row.name .. " is a word", words.is_operator(ludus[row.name])
    and ludus[row.name].name == row.name)
  check.ok("help on the " .. row.name .. " of " .. row.kind,
    about(row.name):find(row.help, 1, true))
  for _, param in ipairs(row.params) do
    check.ok("and on its " .. param.name, about(row.name):find(param.help, 1, true))
  end
end
for _, row in ipairs(evolve.selections()) do
  check.ok(row.name .. " is a word", words.is_maker(ludus[row.name])
    or words.selection_of(ludus[row.name]).method == row.name)
  check.ok("help on " .. row.name, about(row.name):find(row.help, 1, true))
end
for _, rows in ipairs { "schemes", "ends" } do
  for _, row in ipairs(evolve[rows]) do
    check.ok("help on " .. row.name .. " of " .. rows, about(row.name):find(row.help, 1, true))
  end
end

return check.done()
