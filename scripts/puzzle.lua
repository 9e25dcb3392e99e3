-- Can a genetic algorithm find fifteen moves that put nine tiles in order?
--
-- The worked example of Hwang, Hong and Lin, generation by generation, laid out as
-- in their Tables 3-2 to 3-5. The first population is the paper's own; what is bred
-- from it depends on the seed.
local ludus  = require "ludus"
local ga     = require "ludus.ga"
local puzzle = require "ludus.puzzle"

-- Table 3-2; individual 6 as the paper's text has it, its table misprints it.
local table_3_2 = {
  { 14, 4, 8, 0, 18, 17, 10, 12, 4, 6, 17, 17, 17, 14, 16 },
  { 0, 4, 2, 3, 7, 2, 12, 0, 3, 6, 13, 13, 14, 1, 5 },
  { 7, 11, 8, 12, 8, 0, 3, 9, 1, 2, 11, 13, 9, 3, 2 },
  { 14, 2, 1, 10, 0, 18, 17, 5, 15, 13, 4, 11, 7, 9, 6 },
  { 15, 18, 12, 15, 13, 17, 7, 0, 18, 15, 7, 16, 17, 2, 3 },
  { 10, 0, 1, 6, 3, 2, 2, 0, 5, 0, 8, 15, 12, 2, 2 },
  { 8, 7, 1, 8, 9, 13, 18, 13, 1, 16, 9, 7, 8, 8, 14 },
  { 16, 9, 2, 1, 4, 8, 7, 10, 10, 16, 4, 12, 18, 7, 13 },
  { 16, 5, 13, 16, 15, 8, 17, 5, 14, 0, 18, 10, 14, 13, 10 },
  { 17, 11, 6, 7, 8, 4, 9, 7, 12, 9, 18, 1, 1, 6, 17 },
}
local printed = { 8, 5, 7, 3, 8, 9, 5, 12, 7, 7 }

local function row_of(plan)
  local words = {}
  for i = 1, #plan do words[i] = ("%2d"):format(plan[i]) end
  return table.concat(words, " ")
end

local function show_first(s, game, plans)
  s.say("The first population (Table 3-2)\n\n  no  plan%s fitness  printed",
    (" "):rep(40))
  for i, plan in ipairs(plans) do
    s.say("  %2d  %s %7d %8s", i, row_of(plan), game:score(plan).raw,
      tostring(printed[i] or ""))
  end
end

-- Members are kept sorted; a parent is shown by its number in the first table.
local function show_brood(s, game, run, plans)
  local pending, headed, number = run:pending(), 0, {}
  for i = #plans, 1, -1 do number[tostring(plans[i])] = i end
  local function parent(member)
    return number[tostring((run:member(member)))]
  end
  for i, plan in ipairs(pending) do
    local birth = run:birth(i)
    if birth.part ~= headed then
      headed = birth.part
      s.say(headed == 1 and "\nChildren by crossover (Table 3-3)\n"
        or "\nChildren by mutation (Table 3-4)\n")
    end
    local from = birth.father
      and ("%d x %d, cut after %d"):format(parent(birth.mother),
        parent(birth.father), birth.at)
      or ("%d, move %d"):format(parent(birth.mother), birth.at + 1)
    s.say("  %2d  %s %4d  %s", i, row_of(plan), game:score(plan).raw, from)
  end
end

local function show_members(s, run, title)
  s.say("\n%s\n", title)
  for i, member in ipairs(run:members()) do
    s.say("  %2d  %s %4d", i, row_of(member.program), member.score.raw)
  end
end

return ludus.study {
  name = "puzzle",
  settings = {
    start       = { "string", "A'", help = "the start board: A', A, or tiles" },
    distance    = { "choice", "true", choices = { "true", "as-printed" },
      help = "how far tiles are" },
    population  = { "integer", 10, min = 2, max = 100000, help = "N" },
    depth       = { "integer", 15, min = 1, max = 64, help = "moves of a plan" },
    generations = { "integer", 50, min = 1, help = "most generations" },
    seconds     = { "number", 10, min = 0, help = "most seconds; 0 for no such stop" },
    crossover   = { "number", 0.5, min = 0, max = 1, help = "pairs per member" },
    mutation    = { "number", 0.5, min = 0, max = 1,
      help = "mutants per member: 0.5 as in Table 3-4, 0.1 as in the text" },
  },
  run = function(s)
    local game = puzzle.game { start = s.start, distance = s.distance }
    local set = puzzle.paper(game, { population = s.population, depth = s.depth,
      generations = s.generations, crossover = s.crossover, mutation = s.mutation })
    set.seconds, set.converged, set.seed, set.threads = s.seconds, true, s.seed, 1
    local first = {}
    for i = 1, s.depth == 15 and math.min(10, s.population) or 0 do
      first[i] = set.program:of(table_3_2[i])
    end
    set.first = first
    s.say("From\n%s\nto\n%s\n", puzzle.picture(game:facts().start),
      puzzle.picture(game:facts().goal))
    local run = ga.new(set)
    local plans = run:pending()
    show_first(s, game, plans)
    local going, states = run:step(), {}
    if going then show_brood(s, game, run, plans) end
    going = going and run:step()
    show_members(s, run, "The best of all stay (Table 3-5)")
    s.say("\ngeneration  best fitness  mean  different plans  evaluations")
    while true do
      local now = run:state()
      states[#states + 1] = { generation = #states + 1, best = now.raw,
        mean = game:facts().worst - now.mean, evaluations = now.evaluations }
      s.say("%10d %13d %5.1f %16d %12d", #states, now.raw, states[#states].mean,
        now.distinct, now.evaluations)
      if not going then break end
      going = run:step()
    end
    local plan, score = run:best()
    local stop = run:state().stop
    s.say("\nStopped: %s. The best plan leaves %d failures:\n%s\n", stop,
      score.standardized, tostring(plan))
    s.say("%s", puzzle.way(game, plan))
    return { plan = tostring(plan), failures = score.standardized, stop = stop,
      states = states }
  end,
}
