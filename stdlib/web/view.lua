-- web/view.lua -- what a page shows of a run: the population, programs, a case played
-- step by step, a node knocked out, one crossover. Answers are plain tables for JSON.
--
-- Every function of view.ops gets the run in the foreground, { run= }, and the question.
-- Looking changes nothing: the run goes on as if nobody had looked.

local classroom = require "ludus.inspect.classroom"
local json      = require "ludus.json"
local look      = require "ludus.inspect.look"
local parse     = require "ludus.script.program".parse
local recipes   = require "ludus.script.recipes"
local trees     = require "ludus.inspect.tree"
local verbs     = require "ludus.inspect.verbs"

local view = { ops = {} }

local STEPS_MAX = 2000                -- states that are sent at once

-- ---- programs ----------------------------------------------------------------------

local function is_tree(p)
  local meta = debug.getmetatable(p)
  return type(meta) == "table" and meta.__name == "ludus.tree"
end

-- The nodes of a tree: name, parent's place and branch.
local function nodes(p)
  local list = {}
  for i, node in ipairs(trees.model(p)) do
    list[i] = { name = node.name, parent = node.parent and node.parent.index or 0,
      branch = node.branch }
  end
  return json.list(list)
end

-- The text as people read it, of at most so many columns.
local function pretty(p, text, width)
  if is_tree(p) then return p:pretty(width or 60) end
  return text
end

local function described(p, text, width)
  local tree = is_tree(p)
  return { text = text, pretty = pretty(p, text, width), tree = tree,
    nodes = tree and nodes(p) or nil }
end

local function program_of(current, text)
  local game = current.run:played()
  return parse(text, game), game
end

-- A program by its text, its slot, or the best one.
function view.ops.program(current, q)
  local engine = current.run:engine()
  local slot = q.slot or current.run.stats.slot
  local text = q.text or engine:text(slot)
  local p, game = program_of(current, text)
  local answer = described(p, text, q.width)
  answer.slot = not q.text and slot or nil
  answer.score = look.score(game, p)
  answer.raw = answer.score.raw
  answer.score = verbs.score_line { raw = answer.raw, max = answer.score.max,
    steps = answer.score.steps or 0 }
  answer.birth = not q.text and classroom.of(current.run):population():birth(slot) or nil
  answer.cases = look.cases(game, p)
  answer.traces = game:can "trace"
  return answer
end

-- ---- the population ----------------------------------------------------------------

-- Raw score and a number for the behaviour (equal raw scores, hits and steps) per slot.
function view.ops.tiles(current)
  local engine, run = current.run:engine(), current.run
  local raw, kind, kinds, count = {}, {}, {}, 0
  for slot = 1, run.experiment.population do
    local s = engine:score(slot)
    local key = ("%.17g %d %d"):format(s.raw, s.hits, s.steps)
    if not kinds[key] then
      count = count + 1
      kinds[key] = count
    end
    raw[slot], kind[slot] = s.raw, kinds[key]
  end
  return { raw = json.list(raw), kind = json.list(kind), kinds = count,
    minimise = run:judged():goal().minimise }
end

-- One crossover, drawn: mother, father, child and where they were cut.
function view.ops.cross(current)
  local class = classroom.of(current.run)
  current.draws = (current.draws or 0) + 1
  class.draws = current.draws - 1
  local c = class:cross()
  local function part(p, at, span, raw)
    local answer = described(p, tostring(p))
    answer.at, answer.span, answer.raw = at, span, raw
    return answer
  end
  return { mother = part(c.mother, c.at, c.removed, c.mother_raw),
    father = part(c.father, c.from, c.added, c.father_raw),
    child = part(c.child, c.at, c.added, c.raw) }
end

-- ---- playing -----------------------------------------------------------------------

local plain = { width = 72, lines = 40, colour = false,
  paint = function(_, text) return text end }

-- Every so-manyth step of a trace, so that at most STEPS_MAX are told.
local function stride_of(count) return math.max(1, (count + STEPS_MAX - 1) // STEPS_MAX) end

-- Characters and the colours that the game gives them.
local function cells_of(game)
  local recipe = recipes.recipe(game)
  return recipe and recipe.settings.cells or nil
end

-- A case, played by a program: how many steps, and what is needed to draw them. States
-- are asked for one by one.
function view.ops.trace(current, q)
  local p, game = program_of(current, q.text)
  local case = math.max(1, math.min(q.case or 1, look.cases(game, p)))
  look.need("trace", game, "trace")
  local t = game:trace(p, case)
  current.traces = current.traces or {}
  current.traces[q.name or "played"] = t
  local events = {}
  for i, row in ipairs(t.driver:book().list) do
    if i > STEPS_MAX then break end
    events[i] = { step = row.step, text = t.driver:told(row) }
  end
  return { count = #t, stride = stride_of(#t), case = case, title = t.driver.title,
    events = json.list(events), cells = cells_of(game), cases = look.cases(game, p) }
end

-- The state of that step: the picture, words, the running node.
function view.ops.state(current, q)
  local t = current.traces and current.traces[q.name or "played"]
  if not t then error("no case is being played", 0) end
  local n = math.max(1, math.min(q.step, #t + 1))
  local s = t:at(n)
  local answer = { step = n, over = s.over, node = s.node, picture = s.picture,
    words = json.list(t.driver:words(s, plain)) }
  if not s.node and not s.over then
    answer.program = json.list(t.driver:program(s, plain, 30))
  end
  local frames = {}
  for i, frame in ipairs(s.stack or {}) do frames[i] = frame.name end
  answer.stack = json.list(frames)
  return answer
end

-- The program without one of its nodes: what stands there instead, and what is lost.
function view.ops.knock(current, q)
  local p, game = program_of(current, q.text)
  local without = is_tree(p) and verbs.without(p, game, q.node)
  if not without then error("nothing else can stand in that place", 0) end
  local before, after = look.score(game, p).raw, look.score(game, without).raw
  local answer = described(without, tostring(without), q.width)
  answer.before, answer.after, answer.node = before, after, q.node
  return answer
end

-- What each node is worth: what the score loses without it.
function view.ops.impact(current, q)
  local p, game = program_of(current, q.text)
  if not is_tree(p) then error("only trees have nodes to knock out", 0) end
  local found = verbs.impact(p, game)
  return { loss = json.list(found.loss), raw = found.raw }
end

return view
