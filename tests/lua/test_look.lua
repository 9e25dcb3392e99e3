-- test_look.lua -- traces, profiles, knock-outs, simplification of tree
-- programs.

local check    = dofile "tests/lua/check.lua"
local evolve   = require "ludus.core.evolve"
local ludus    = require "ludus"
local mines    = require "ludus.minesweeper"
local look     = require "ludus.minesweeper.trace"
local rules    = require "ludus.inspect.rewrite"
local show     = require "ludus.repl.show"
local simplify = require "ludus.inspect.simplify"
local step     = require "ludus.repl.step"
local trees    = require "ludus.inspect.tree"

local best = ludus.read "scripts/programs/quartetti-best.gp"
local game = mines.game {}
local view = show.view { width = 80, lines = 24 }

-- ---- traces ----------------------------------------------------------------

local all, steps = game:trace(best), 0
for i, t in ipairs(all) do
  steps = steps + #t
  local case = game:score(best).cases[i]
  local r = t.driver.record
  local raw, count, ended = r.raw, r.spent, r.ended
  check.ok("case " .. i .. " ends as scored", raw == case.raw
    and count == case.steps
    and ended == case["end"] and #t == case.steps)
  local open, exploded = 0, 0
  for _, e in ipairs(t:events()) do
    if e.event == "uncover" then open = open + 1 end
    if e.event == "explode" then exploded = exploded + 1 end
  end
  check.equal("case " .. i .. " opens what it scores", 2 * open - exploded, raw)
end
check.equal("all steps of the paper's best", steps, 91648)

local t = all[15]
local s = t:at(1200)
check.equal("node", s.node, 294)
check.equal("name", s.name, "UNC")
check.equal("branch", s.branch, "ADF1")
check.equal("value", s.value, -9)
check.equal("frame", s.stack[#s.stack].name, "ADF1")
check.equal("arguments", table.concat(s.stack[#s.stack].args, " "), "9 -9")
check.equal("place", s.row .. "," .. s.col, "6,1")
check.equal("the first board", t:at(1).picture:gsub("[^c]", ""), ("c"):rep(36))
local played = game:play(best, 15)
local last = t:at(#t + 1)
check.ok("one past the last step is the end", last.over)
check.equal("the last board is the one that was played", last.picture, played.picture)
check.equal("with its score", last.raw .. " " .. last.ended, "70 won")
check.ok("and what the last step did", #last.happened > 0)
check.equal("too far", select(2, pcall(t.at, t, 4099)):gsub("^.-: ", "", 1),
  "step must be 1 to 4098, the last being the end, got 4099")
check.equal("no step", select(2, pcall(t.at, t, 0)):gsub("^.-: ", "", 1),
  "step must be 1 to 4098, the last being the end, got 0")
check.error("no case", function() game:trace(best, 37) end,
  "g:trace: case must be 1 to 36, got 37")
local found = t:find(function(x) return x.event == "uncover"
  and x.number > 0 end)
check.equal("find", found.step, 132)
check.equal("find nothing", t:find(function() return false end), nil)
check.equal("events of a kind", #t:events "uncover", 35)
for n = 1, #t, 97 do
  local state = t:at(n)
  check.ok("steps lie inside their parents", not state.parent
    or t:at(state.parent).last >= state.last)
end
local text = show.text(s, view)
check.ok("marked", text:find("{UNC} (ARG1)", 1, true))
check.ok("the stack", text:find("in RPB > ADF0(11, 10, 5) > ADF1(9, -9)", 1,
  true))
check.ok("the square", text:find("[0]0 0 0 0 0", 1, true))
for line in text:gmatch("[^\n]+") do
  check.ok("states fit 80 columns", show.columns(line) <= 80)
end
check.ok("states fit 24 lines", select(2, text:gsub("\n", "")) < 24)

-- Values are what the nodes below make of them.
for n = 1, 400 do
  local x = t:at(n)
  local below = t.driver:children(n)
  local function v(i) return select(2, t.driver.record:step(below[i])) end
  if x.name == "ADD" then check.equal("ADD at " .. n, x.value, v(1) + v(2)) end
  if x.name == "LT" then
    check.equal("LT at " .. n, x.value, v(1) < v(2) and 1 or 0)
  end
  if x.name == "PROGN" then check.equal("PROGN at " .. n, x.value, v(2)) end
end

-- ---- keys ------------------------------------------------------------------

check.error("a score of no program", function() game:score("RPB") end,
  "bad argument #1 to 'score' (ludus.tree expected, got string)")
check.error("a trace of no program", function() game:trace() end,
  "bad argument #1 to 'trace' (ludus.tree expected, got no value)")
check.equal("right", step.press(t, 5, "right"), 6)
check.equal("left", step.press(t, 5, "left"), 4)
check.equal("left at the start", step.press(t, 1, "left"), 1)
check.equal("right at the last step", step.press(t, #t, "right"), #t + 1)
check.equal("right at the end", step.press(t, #t + 1, "right"), #t + 1)
check.equal("end", step.press(t, 1, "end"), 4098)
check.equal("visits", t:at(step.press(t, 1200, "v")).node, 294)
check.equal("visits back", t:at(step.press(t, 1200, "V")).node, 294)
check.equal("origin of an argument", t:at(step.press(t, 1201, "o")).value, -9)
check.equal("up", step.press(t, 1201, "u"), 1200)
check.equal("over", step.press(t, 1200, "s"), 1202)
check.equal("out", step.press(t, 1, "q"), nil)
check.equal("a line is cut by its columns, colours kept",
  show.cut("a\27[1mbé\27[0mcd", 3), "a\27[1mbé\27[0m")
local screen = {}
local pressed = { "f", "q" }
step.walk({ options = { key = function() return table.remove(pressed, 1) end },
  env = {}, view = function() return show.view { width = 40, lines = 20 } end,
  write = function(...)
    for _, s in ipairs { ... } do screen[#screen + 1] = s end
  end }, t)
for line in table.concat(screen):gmatch("[^\n]+") do
  line = line:gsub("\27%[[HJ2]*", "")
  check.ok("a step fits 40 columns: " .. line, show.columns(line) <= 40)
end
check.equal("no such key", select(2, step.press(t, 1, "%")),
  "no such key: %; h lists them")

-- ---- profile and impact ----------------------------------------------------

local profile = best:profile(game)
check.equal("steps", profile.steps, 91648)
check.equal("dead nodes", profile.dead, 49)
check.equal("the root runs once a case", profile.visits[1], 36)
text = show.text(profile, show.view { width = 80, lines = 1000 })
check.ok("dead code is marked", text:find("(~ADF2 ~8)", 1, true))
local impact = best:impact(game)
check.equal("without a root", impact.loss[1], 2449)
check.equal("what is dead costs nothing", impact.loss[16], 0)
local free = 0
for i, visits in ipairs(profile.visits) do
  if visits == 0 and impact.loss[i] ~= 0 then free = free + 1 end
end
check.equal("no dead node costs anything", free, 0)

-- What heat means is told by a scale, in colours and without; it is broken between its
-- parts only, and no two heats have one colour.
local warm = game:read "RPB (IFCOV (UNC 0) (MOV (NUM 3)))"
local function lines_of(value, width, colour)
  return (show.text(value, show.view { width = width, lines = 1000, colour = colour })
    :gsub("\27%[([%d;]*)m", "<%1>"))
end
local function scale_of(...) return lines_of(...):match "\n([^\n]*visits?:.-)\nRPB"
  or lines_of(...):match "\n([^\n]*what a node costs.-)\nRPB" end
local visits = "visits: ~ never  to 9  '2 to 18  '3 to 27  '4 to 36"
local costs = "what a node costs: '1 to 17.25  '2 to 34.5  '3 to 51.75  '4 to 69"
profile, impact = warm:profile(game), warm:impact(game)
for _, width in ipairs { 80, 200 } do
  check.equal("visits, " .. width, scale_of(profile, width), visits)
  check.equal("costs, " .. width, scale_of(impact, width), costs)
  check.equal("visits in colours, " .. width, scale_of(profile, width, true), "<1>visits:<0> "
    .. "<90>never<0>  <34>to 9<0>  <36>to 18<0>  <33>to 27<0>  <31;1>to 36<0>")
  check.equal("costs in colours, " .. width, scale_of(impact, width, true), "<1>what a node "
    .. "costs:<0> <90>nothing<0>  <34>to 17.25<0>  <36>to 34.5<0>  <33>to 51.75<0>  "
    .. "<31;1>to 69<0>")
end
check.equal("visits, 40", scale_of(profile, 40), visits:gsub("  ('3)", "\n  %1"))
check.equal("costs, 40", scale_of(impact, 40), costs:gsub("  ('2)", "\n  %1"))
check.equal("costs in colours, 40", scale_of(impact, 40, true), "<1>what a node costs:<0> "
  .. "<90>nothing<0>  <34>to 17.25<0>\n  <36>to 34.5<0>  <33>to 51.75<0>  <31;1>to 69<0>")
check.equal("marks of visits", lines_of(profile, 80):match "[^\n]*$",
  "RPB (IFCOV'4 (UNC'4 0'4) (~MOV (~NUM ~3)))")
check.equal("colours of visits", lines_of(profile, 80, true):match "[^\n]*$",
  "RPB (<31;1>IFCOV<0> (<31;1>UNC<0> <31;1>0<0>) (<90>MOV<0> (<90>NUM<0> <90>3<0>)))")
check.equal("marks of costs", lines_of(impact, 80):match "[^\n]*$",
  "RPB (IFCOV'4 (UNC'4 0) (MOV (NUM 3)))")

-- ---- simplification --------------------------------------------------------

local result = best:simplify(game)
check.ok("a fifth is removed by proof alone", result.proven >= 307 / 5)
check.ok("and more by trial", result.after < result.before - result.proven)
check.ok("equal", result.equal)
check.ok("the rules alone are equal", look.behaves(game, result.by_rule,
  look.behaviour(game, best)))
check.ok("steps are fewer", result.steps_after < result.steps_before)
local ours, theirs = game:score(result.program), game:score(best)
for i, case in ipairs(theirs.cases) do
  check.ok("equal score in case " .. i, ours.cases[i].raw == case.raw
    and ours.cases[i]["end"] == case["end"])
end
text = show.text(result, view)
check.ok("it says that steps differ", text:find("steps differ: 91,648 before",
  1, true))

-- Rules on random programs: they must behave the same on boards of every kind.
local kind = ludus.tree { adfs = { 2, 1 }, nodes = 60, depth = { 2, 6 } }
local games = { mines.game { rows = 4, cols = 5, mines = 2 },
  mines.game { rows = 4, cols = 4, mines = 1, truth = "nonzero" },
  mines.game { rows = 3, cols = 4, mines = 2, truth = "positive",
    protect = true },
  mines.game { rows = 4, cols = 4, mines = 3, flood = true, unc_old = 3,
    wrap = false } }
local smaller, tried, wrong = 0, 0, 0
for _, g in ipairs(games) do
  local species = kind:species(g)
  for i = 1, 150 do
    local p = g:read(evolve.random(species, ludus.rng(i)))
    if g:score(p).timed_out == 0 then
      local q = simplify.by_rules(p, g)
      tried = tried + 1
      if #q < #p then smaller = smaller + 1 end
      if not look.behaves(g, q, look.behaviour(g, p)) then
        wrong = wrong + 1
        print("differs:", tostring(p), tostring(q))
      end
    end
  end
end
check.equal("rules never change behaviour", wrong, 0)
check.ok("and make most programs smaller", smaller > tried / 2 and tried > 300)

-- ---- diff, drawings, words -------------------------------------------------

local child = game:read(tostring(best)):graft(12,
  game:read(tostring(best)):subtree(4))
local d = game:read(tostring(best)):diff(child)
check.equal("one graft is one change", #d, 1)
check.equal("where", d[1].node, 12)
check.equal("the same", show.text(best:diff(best), view), "the same program")
local small = ludus.parse "RPB (PROGN (IF (NUM 3) (UNC 0) (MOV 1)) (UNC 2))"
check.equal("words", small:explain(), [[
The program:
  if the number to the right is 1:
    uncover here
  otherwise:
    move below
  uncover below right
]])
check.ok("a drawing", small:tree():find("├ IF\n│ ├ (NUM 3)\n", 1, true))
local two = ludus.parse "RPB (ADF0 1 2 3)\nADF0 (NOT (ARG0))"
check.ok("upright, branches are drawn in their order",
  two:dot():find('cluster_RPB.*cluster_ADF0'))
check.ok("sideways from the last on, which is then lowest",
  two:dot { sideways = true }:find('cluster_ADF0.*cluster_RPB'))
if os.execute "command -v dot >/dev/null 2>&1" then
  local drawn, reason = two:svg "/no/such/p.svg"
  check.equal("a drawing nowhere", drawn, nil)
  check.equal("says so", reason, "/no/such/p.svg: No such file or directory")
  check.equal("no such format", select(2, two:svg "p.foo"),
    "p.foo: expected an ending of svg, png, pdf, ps, gif or jpg")
end
local svg = check.tmpname() .. ".svg"
local file, why = small:svg(svg)
if file then
  local f = assert(io.open(svg))
  check.ok("svg", f:read "a":find("<svg", 1, true))
  f:close()
  os.remove(svg)
else
  check.ok("no Graphviz", why:find("Graphviz", 1, true))
end
check.ok("a program at the prompt", show.text(best, view):find(
  "tree program, 307 nodes (RPB 162, ADF0 81, ADF1 52, ADF2 12), depth 15", 1,
    true))
check.equal("a score at the prompt", show.text(game:score(best), view),
  "raw 2,449 of 2,449, 35 won, 1 exploded, 91,648 steps")
for _, width in ipairs { 40, 80, 200 } do
  for _, line in ipairs(trees.render(trees.lines(trees.model(best), width))) do
    check.ok("lines fit", #line <= width)
  end
end
check.equal("rules leave nothing of nothing", #simplify.by_rules(
  game:read "RPB (ADD 1 (NUM 3))", game), 1)

return check.done()
