-- web/view.lua -- what a page shows of a run: the population, programs, a case played
-- step by step, a node knocked out, one crossover. Answers are plain tables for JSON.
--
-- Every function of view.ops gets the run in the foreground, { run= }, and the question.
-- Looking changes nothing: the run goes on as if nobody had looked.

local classroom = require "ludus.inspect.classroom"
local json      = require "ludus.json"
local look      = require "ludus.inspect.look"
local parts     = require "ludus.web.parts"
local recipes   = require "ludus.script.recipes"
local verbs     = require "ludus.inspect.verbs"

local view = { ops = {} }

local STEPS_MAX = 2000                -- events that are sent at once
local TURNS = 12                      -- of a machine's match, in its picture

-- ---- programs ----------------------------------------------------------------------

-- The text as people read it, of at most so many columns.
local function pretty(p, text, width)
  return p.pretty and p:pretty(width or 60) or text
end

local function listed(list)
  for _, part in ipairs(list) do part.to = part.to and json.list(part.to) end
  return json.list(list)
end

local function described(p, game, text, width)
  local kind = parts.kind(p)
  local answer = kind.more and kind.more(p) or {}
  if answer.sees then answer.sees = json.list(answer.sees) end
  answer.text, answer.pretty, answer.kind = text, pretty(p, text, width), kind.name
  answer.parts, answer.noun = listed(kind.list(p, game)), kind.noun
  return answer
end

local function program_of(current, text)
  local game = current.run:played()
  return current.run.experiment:read(text, game), game
end

-- How much better the first raw score is than the second.
local function gain(current, a, b)
  return current.run:judged():goal().minimise and b - a or a - b
end

-- The score of a program as the run scores it, by its own fitness if it has one.
local function score_of(current, p)
  local judged, species = current.run:judged(), current.run.experiment.species
  if judged:can "cases" then return (judged:results(species, tostring(p))) end
  return look.score(judged, p)
end

local function raw_of(current, p) return score_of(current, p).raw end

-- A program by its text, its slot, or the best one.
function view.ops.program(current, q)
  local engine = current.run:engine()
  local slot = q.slot or current.run.stats.slot
  local text = q.text or engine:text(slot)
  local p, game = program_of(current, text)
  local answer = described(p, game, text, q.width)
  answer.slot = not q.text and slot or nil
  local score = score_of(current, p)
  answer.raw = score.raw
  answer.score = verbs.score_line { raw = score.raw, max = current.run:judged():goal().max,
    steps = score.steps or 0 }
  answer.birth = not q.text and classroom.of(current.run):population():birth(slot) or nil
  answer.cases = current.run:judged():goal().cases
  answer.traces = game.can ~= nil and game:can "trace"
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
    local answer = described(p, current.run:played(), tostring(p))
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

-- Characters and the colours that the game gives them.
local function cells_of(game)
  local recipe = recipes.recipe(game)
  return recipe and recipe.settings.cells or nil
end

local COLOURS = { "blue", "orange", "green", "purple", "red", "teal", "yellow" }

-- The same for the moves of a machine, by their first letters.
local function moves_of(p)
  local cells, alphabet = {}, p:alphabet()
  for _, list in ipairs { alphabet.moves, alphabet.sees } do
    for i, name in ipairs(list) do
      local letter = name:sub(1, 1)
      cells[letter] = cells[letter] or COLOURS[(i - 1) % #COLOURS + 1]
    end
  end
  return cells
end

-- A case, played by a program: how many steps, and what is needed to draw them. States
-- are asked for one by one.
function view.ops.trace(current, q)
  local p, game = program_of(current, q.text)
  local cases = current.run:judged():goal().cases
  local case = math.max(1, math.min(q.case or 1, cases))
  if not game:can "trace" then error("this game does not write its cases down", 0) end
  local t = game:trace(p, case)
  current.traces = current.traces or {}
  current.traces[q.name or "played"] = { trace = t, program = p, kind = parts.kind(p) }
  local events = {}
  for i, row in ipairs(t.driver:book().list) do
    if i > STEPS_MAX then break end
    events[i] = { step = row.step, text = t.driver:told(row) }
  end
  return { count = #t, case = case, title = t.driver.title, events = json.list(events),
    cells = cells_of(game) or parts.kind(p).name == "machine" and moves_of(p) or nil,
    cases = cases }
end

-- The last turns of a match as two rows of moves, each a letter: for games of machines
-- that draw nothing else. The turn of step n is the last.
local function turns(t, n)
  local mine, theirs = {}, {}
  for k = math.max(1, n - TURNS + 1), math.min(n, #t) do
    local s = t.driver:state(k)
    mine[#mine + 1] = tostring(s.mine or "?"):sub(1, 1)
    theirs[#theirs + 1] = s.theirs and tostring(s.theirs):sub(1, 1) or " "
  end
  return table.concat(mine, " ") .. "\n" .. table.concat(theirs, " ")
end

local function words_of(t, s, n)
  local words = t.driver:words(s, plain)
  if #words > 0 then return words end
  return { s.over and tostring(s.ended or "") or t.driver:label(n) }
end

-- The state of that step: the picture, words, the running part.
function view.ops.state(current, q)
  local shown = current.traces and current.traces[q.name or "played"]
  if not shown then error("no case is being played", 0) end
  local t = shown.trace
  local n = math.max(1, math.min(q.step, #t + 1))
  local s = t:at(n)
  local answer = { step = n, over = s.over, picture = s.picture or "",
    part = not s.over and shown.kind.at(shown.program, s) or nil,
    words = json.list(words_of(t, s, n)) }
  if answer.picture == "" and shown.kind.name == "machine" then
    answer.picture, answer.match = turns(t, n), true
  end
  return answer
end

-- The program without one of its parts: what stands there instead, and what is lost.
function view.ops.knock(current, q)
  local p, game = program_of(current, q.text)
  local kind = parts.kind(p)
  local without = kind.without(p, game, q.part)
  if not without then error("nothing else can stand in that place", 0) end
  local before, after = raw_of(current, p), raw_of(current, without)
  local answer = described(without, game, tostring(without), q.width)
  answer.before, answer.after, answer.part = before, after, q.part
  answer.loss = gain(current, before, after)
  return answer
end

-- What each part is worth: how much worse the score is without it; false where nothing
-- else can stand.
function view.ops.impact(current, q)
  local p, game = program_of(current, q.text)
  local kind, full, loss = parts.kind(p), raw_of(current, p), {}
  for i in ipairs(kind.list(p, game)) do
    local without = kind.without(p, game, i)
    loss[i] = without and gain(current, full, raw_of(current, without)) or false
  end
  return { loss = json.list(loss), raw = full }
end

return view
