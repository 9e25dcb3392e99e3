-- test_values.lua -- whatever a verb gives, of any kind of program and any game, fits
-- screens of 40, 80 and 200 columns, has no escapes without colours, is printed as the
-- prompt shows it, and has help and Tab.

local check  = dofile "tests/lua/check.lua"
local evolve = require "ludus.core.evolve"
local ludus  = require "ludus"
local repl   = require "ludus.repl"
local script = require "ludus.script"
local show   = require "ludus.repl.show"
require "ludus.inspect"

-- ---- games and programs ----------------------------------------------------------

local subjects = {}

local function add(name, game, p, options)
  subjects[#subjects + 1] = { name = name, game = game, program = p,
    lost = options and options.lost }
end

local function own(name, path)
  local e = script.load(path)
  local v = evolve.random(e.species, ludus.rng(11))
  add(name, e.game, type(v) == "string" and e.game:read(v) or v)
end

own("tree Lua", "tests/lua/own/nim.lua")
own("tree rules", "tests/lua/own/trail.lua")
own("linear rules", "tests/lua/own/mower.lua")
own("linear Lua", "scripts/linear-robot.lua")
own("machine Lua", "tests/lua/own/pennies.lua")
own("vector rules", "tests/lua/own/cannon.lua")
own("vector Lua", "tests/lua/own/courier.lua")
local mines = require "ludus.minesweeper".game {}
add("minesweeper", mines, ludus.read("scripts/programs/quartetti-best.gp", mines))
local battle = require "ludus.battleship"
add("battleship", battle.game { cases = 4 },
  battle.read "scripts/programs/battleship-figure8-repaired.lgp", { lost = 60 })
add("ipd", require "ludus.ipd".game { turns = 20 },
  require "ludus.machine".parse "c01 c02 d13 d23")
local puzzle = require "ludus.puzzle".game {}
add("puzzle", puzzle, puzzle:read "(16, 9, 2, 1)")
local othello = require "ludus.othello".game { program = "vector", depth = "1",
  teacher_depth = "1" }
add("othello", othello, othello:read "(-10, 60, 0, -30, -10, -20, 100, 110)")

-- ---- what verbs give ---------------------------------------------------------------

local function values_of(s)
  local g, p = s.game, s.program
  local t = p:trace(g, 1)
  local n = #t // 2 + 1
  local strategy = p:strategy(g)
  local list = { program = p, explain = p:explain(g), strategy = strategy,
    unfolded = strategy:unfold(), compared = strategy:compare(strategy),
    outcomes = p:outcomes(g), losses = p:losses(g, { lost = s.lost }), trace = t,
    state = t:at(n), ["the end"] = t:at(#t + 1), events = t:events(), why = t:why(),
    ["what if"] = t:what_if(1, { program = p }), tree = p:tree(),
    profile = s.name ~= "othello" and p:profile(g) or nil, diff = p:diff(p) }
  if s.name ~= "minesweeper" then
    list.simplify = p:simplify(g, { fresh = 5 })
    list.impact = p:impact(g)
  end
  return list
end

local function plain(text) return (text:gsub("\27%[[%d;]*m", "")) end

local function fits(text, width)
  for line in text:gmatch "[^\n]+" do
    if show.columns(line) > width then return false, line end
  end
  return true
end

-- Long numbers and names without a blank cannot be broken.
local function breakable(line, width)
  for word in line:gmatch "%S+" do
    if show.columns(word) > width - 8 then return false end
  end
  return true
end

local session_text = {}
local session = repl.new { width = 80, lines = 100000, write = function(...)
  for _, x in ipairs { ... } do session_text[#session_text + 1] = x end
end }

local function typed(line)
  session_text = {}
  session:feed(line)
  return table.concat(session_text)
end

typed "subject = 0"
local helped = {}

for _, s in ipairs(subjects) do
  local ok, list = pcall(values_of, s)
  check.ok(s.name .. ": all verbs " .. (ok and "" or tostring(list)), ok)
  for what, value in pairs(ok and list or {}) do
    local name = ("%s, %s"):format(s.name, what)
    for _, width in ipairs { 40, 80, 200 } do
      local text = show.text(value, show.view { width = width, lines = 100000 })
      local fit, line = fits(text, width)
      check.ok(("%s fits %d columns%s"):format(name, width, fit and "" or ": " .. line),
        fit or not breakable(line, width))
      check.ok(name .. " has no escapes", not text:find "\27")
      local painted = show.text(value, show.view { width = width, lines = 100000,
        colour = true })
      check.ok(name .. " fits with colours", (fits(plain(painted), width + 2))
        or not breakable(select(2, fits(plain(painted), width + 2)), width))
    end
    if type(value) ~= "string" and what ~= "program" then
      local prompt = show.text(value, show.view { width = 80, lines = 40 })
        :gsub("\n%.%.%. %d+ more lines?$", "")
      check.equal(name .. ": print says what the prompt shows, and the rest",
        tostring(value):sub(1, #prompt), prompt)
    end
    local class = type(value) == "table" and getmetatable(value).__name
    if class and not helped[class] then
      helped[class] = true
      rawset(session.env, "subject", value)
      check.ok(name .. ": help", typed "subject?":find("subject: " .. class, 1, true))
      check.ok(name .. ": help tells what it is", typed "subject?":find "\n  %a")
    end
  end
end

-- Verbs and methods have help by their names alone.
for _, line in ipairs { "strategy?", "losses?", "outcomes?", "distil?", "blame?", "why?",
  "what_if?", "order?", "explain?" } do
  check.ok(line, typed(line):find "verb of programs:\n  p:" or typed(line)
    :find "method of traces:\n  t:")
end
check.equal("a method without self", typed "what_if?":match "\n  (.-)  ",
  "t:what_if(n, changes)")
check.ok("functions of games have their comments", typed "battleship.game?"
  :find("Sinking programs scored on fixed games", 1, true))

return check.done()
