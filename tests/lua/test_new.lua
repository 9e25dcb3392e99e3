-- Scripts to begin with, and every mistake of a script at once: ludus new, ludus check.
local check = dofile "tests/lua/check.lua"
local json  = require "ludus.json"

local folder, write = check.folder()

-- A command of ludus in the folder.
local function ludus(words)
  return check.run(('cd "%s" && "$LUDUS" %s'):format(folder, words))
end

-- ---- ludus new ---------------------------------------------------------------------

local list = ludus "new"
local kinds = {}
for kind in list:gmatch "\n  ludus new (%S+)" do kinds[#kinds + 1] = kind end
check.equal("the kinds", table.concat(kinds, " "),
  "tree rules regression linear machine study")

for _, kind in ipairs(kinds) do
  local out, err, status = ludus("new " .. kind)
  check.equal(kind .. ": is written", out .. err,
    ("%s.lua is written; next: ludus run %s.lua\n"):format(kind, kind))
  check.equal(kind .. ": status", status, 0)
  out, err = ludus(("check %s.lua"):format(kind))
  check.equal(kind .. ": no mistake", out .. err, kind .. ".lua: no mistake found\n")
end

-- What each gives with its own settings: it runs at once, and learns.
local function best(kind)
  local out = ludus(("run %s.lua --json --quiet --store %s.db"):format(kind, kind))
  local last = out:match "([^\n]+)\n$"
  return last and json.decode(last).best.raw
end
check.equal("tree: reaches all goals", best "tree", 42)
check.equal("rules: takes all coins", best "rules", 12)
check.ok("regression: finds the formula", best "regression" < 1e-9)
check.ok("linear: sweeps nearly all", best "linear" >= 25)
check.ok("machine: outguesses them", best "machine" >= 85)

local _
local out, err, status = ludus "run study.lua --set seeds=1"
check.equal("study: a line for each size", select(2, out:gsub("population +%d+: [01] of 1 solved\n",
  "")), 3)
check.equal("study: status", status, 0)

out, err, status = ludus "new tree"
check.equal("a file that is there is not touched", err,
  "ludus: tree.lua: there is such a file already; give another name\n")
check.equal("its status", status, 2)
_, err = ludus "new trea"
check.equal("an unknown kind", err:match "[^\n]*\n",
  "ludus: unknown kind 'trea'; did you mean 'tree'?\n")
_, err = ludus "new tree a b"
check.equal("too many words", err, "ludus: 'ludus new' needs a kind and the name of a file\n")
_, err = ludus "new tree none/x.lua"
check.equal("a folder that is not there", err, "ludus: none/x.lua: No such file or directory\n")
ludus "new tree 'my 100% game.lua'"
out = ludus "check 'my 100% game.lua'"
check.equal("any name", out, "my 100% game.lua: no mistake found\n")

-- ---- ludus check -------------------------------------------------------------------

-- What it says of a script, and its status.
local function told(text, options)
  write("w.lua", text)
  local said, errors, code = ludus("check w.lua " .. (options or ""))
  return said .. errors, code
end

local several = [[
local ludus = require "ludus"
local mines = require "ludus.minesweeper"
local game = mines.game { rows = 1000, colls = 6 }
local p = ludus.tree { nodes = "many", adf = { 3 } }
return ludus.experiment {
  game = game, program = p,
  popsize = 100,
  generations = 0,
  select = ludus.tournament(7, { neer = 3 }),
}
]]
local said, code = told(several)
check.equal("mistakes of several calls", said, [[
w.lua:3:27: mines.game: field 'rows': expected 2 to 64, got 1000
w.lua:3:40: mines.game: unknown field 'colls'; did you mean 'cols'?
w.lua:4:24: ludus.tree: field 'nodes': expected a whole number, got 'many'
w.lua:4:40: ludus.tree: unknown field 'adf'; did you mean 'adfs'?
w.lua:7:3: ludus.experiment: unknown field 'popsize'; did you mean 'population'?
w.lua:8:3: ludus.experiment: field 'generations': expected 1 to 1000000000, got 0
w.lua:9:34: ludus.tournament: unknown field 'neer'; did you mean 'near'?
7 mistakes
]])
check.equal("status", code, 2)

said = told(several, "--json")
local first = json.decode(said:match "[^\n]+")
check.equal("json: a line each", select(2, said:gsub("\n", "")), 7)
check.equal("json: file", first.file, "w.lua")
check.equal("json: range", ("%d:%d-%d:%d"):format(first.line, first.column, first.end_line,
  first.end_column), "3:27-3:30")
check.equal("json: message", first.message,
  "mines.game: field 'rows': expected 2 to 64, got 1000")

check.equal("a slip of syntax", told "return {{\n", [[
w.lua:2:1: unexpected symbol near <eof>
1 mistake
]])
check.equal("syntax, the place", told "local x = = 3\nreturn x\n", [[
w.lua:1:9: unexpected symbol near '='
1 mistake
]])
check.equal("rules, the column", told [==[
local ludus = require "ludus"
local g = ludus.game { cases = { {} }, rules = [[ var x  INC { x += 1 }  score { x } ]] }
return ludus.experiment { game = g, program = ludus.tree {} }
]==], [[
w.lua:2:66: rules have no '+=': write it out: x = x + 1
1 mistake
]])
check.equal("nothing returned", told "local x = 1\n", [[
w.lua: the script returns nothing; it must return an experiment, as in 'return ludus.experiment { ... }'
1 mistake
]])
check.equal("something else returned", told "return 7\n", [[
w.lua: the script returns a number; it must return an experiment or a study
1 mistake
]])
check.equal("a needed field that is wrong ends it", told [[
local ludus = require "ludus"
return ludus.experiment { game = 3, popsize = 1 }
]], [[
w.lua:2:1: ludus.experiment: field 'program' is missing: what to evolve
w.lua:2:27: ludus.experiment: field 'game': expected a game, for instance mines.game {}, got 3
w.lua:2:37: ludus.experiment: unknown field 'popsize'; did you mean 'population'?
3 mistakes
]])
out, err, status = ludus "check tree.lua --set population=0"
check.equal("a setting", out .. err, [[
tree.lua:73:3: ludus.experiment: field 'population': expected 1 to 10000000, got 0
1 mistake
]])
out, err, status = ludus "check none.lua"
check.equal("no such file", out, "none.lua: No such file or directory\n1 mistake\n")
_, err, status = ludus "check"
check.equal("no script", err, "ludus: 'ludus check' needs one script\n")
check.equal("a script that is sound says so", status, 2)

return check.done()
