-- linear-robot.lua -- can a robot learn to sweep a room with instructions of
-- its own? A linear instruction set declared here, in Lua alone, over a game
-- declared here: two blocks, three registers, a combined instruction; evolved
-- by ludus.ga.
--     ludus run scripts/linear-robot.lua --seed 2
local ludus  = require "ludus"
local ga     = require "ludus.ga"
local linear = require "ludus.linear"

local SIZE, BUDGET = 8, 400
local dx, dy = { 1, 0, -1, 0 }, { 0, 1, 0, -1 }

local function ahead(s)
  return s.x + dx[s.facing], s.y + dy[s.facing]
end

local function wall(s)
  local x, y = ahead(s)
  return x < 1 or x > SIZE or y < 1 or y > SIZE
end

local robot = linear.set {
  name = "robot", blocks = { { "Sweep", 8 }, { "Corner", 8 } },
  registers = { "x", "y", "facing", "flag" },
  instructions = {
    { "Step", help = "one square on, unless there is a wall", function(s)
      if wall(s) then return end
      s.x, s.y = ahead(s)
      local square = (s.y - 1) * SIZE + s.x
      if not s.clean[square] then s.clean[square], s.done = true, s.done + 1 end
      return s.done == SIZE * SIZE
    end },
    { "Left", help = "turn left", function(s) s.facing = (s.facing + 2) % 4 + 1 end },
    { "Right", help = "turn right", function(s) s.facing = s.facing % 4 + 1 end },
    { "IfWall", test = wall, help = "next line only before a wall" },
    { "IfFlag", test = function(s) return s.flag end,
      help = "next line only if the flag is up" },
    { "Flip", function(s) s.flag = not s.flag end, help = "raise or lower the flag" },
    { "Around", combine = { "Left", "Left" }, help = "turn round" },
    { "Jump", jump = true, help = "the other block" },
  },
}

local function start(x, y, facing)
  return { x = x, y = y, facing = facing, flag = false,
    clean = { [(y - 1) * SIZE + x] = true }, done = 1 }
end

local starts = { { 1, 1, 1 }, { 5, 4, 2 }, { 8, 2, 3 } }

-- Squares left dirty, over three starts: less is better.
local function score(text)
  local program, dirty = robot:parse(text), 0
  for _, from in ipairs(starts) do
    local s = start(from[1], from[2], from[3])
    robot:run(program, s, { budget = BUDGET })
    dirty = dirty + SIZE * SIZE - s.done
  end
  return dirty
end

local function picture(s)
  local lines = {}
  for y = 1, SIZE do
    local row = {}
    for x = 1, SIZE do
      row[x] = x == s.x and y == s.y and "@"
        or s.clean[(y - 1) * SIZE + x] and "." or "#"
    end
    lines[y] = "  " .. table.concat(row, " ")
  end
  return table.concat(lines, "\n")
end

return ludus.study {
  name = "linear-robot",
  settings = {
    population  = { "integer", 200, min = 4, help = "programs" },
    generations = { "integer", 40, min = 1, help = "generations" },
  },
  run = function(s)
    s.say("%s\n", robot:manual())
    local run = ga.run { program = robot.species, score = score, seed = s.seed,
      population = s.population, generations = s.generations, elite = 2,
      pressure = 4, vary = { { "twopoint", chance = 0.5 }, { "mutate", mutation = 0.6 },
        { "insert", chance = 0.3 }, { "delete", chance = 0.2 } } }
    local best = robot:parse(tostring(run.program))
    local left = score(tostring(run.program))
    s.say("best of %d generations: %d squares of %d left dirty\n\n%s",
      s.generations, left, #starts * SIZE * SIZE, tostring(best))
    local room = start(5, 4, 2)
    local _, _, trace = robot:run(best, room, { budget = BUDGET, trace = 6 })
    s.say("its first steps from the middle:\n%s\nthe room it leaves:\n%s", trace,
      picture(room))
    return { left = left, program = tostring(best) }
  end,
}
