-- Can a robot learn to sweep a room, whatever corner it starts in?
--
--     ludus run scripts/linear-robot.lua --seed 2
--     ludus run scripts/linear-robot.lua --set game.budget=200
--
-- Linear programs over instructions declared here, in Lua alone: two blocks of eight
-- lines, four registers, a combined instruction. Line 1 of the first block comes
-- first; behind its last line a block starts again; Jump goes to the other one.
local ludus = require "ludus"

local SIZE = 8
local dx, dy = { 1, 0, -1, 0 }, { 0, 1, 0, -1 }

local function ahead(s)
  return s.x + dx[s.facing], s.y + dy[s.facing]
end

local function wall(s)
  local x, y = ahead(s)
  return x < 1 or x > SIZE or y < 1 or y > SIZE
end

local robot = ludus.game {
  name = "robot",
  program = "linear",
  blocks = { { "Sweep", 8 }, { "Corner", 8 } },
  registers = { "x", "y", "facing", "flag" },
  instructions = {
    { "Step", help = "one square on, unless there is a wall", function(s)
      if wall(s) then return end
      s.x, s.y = ahead(s)
      local square = (s.y - 1) * SIZE + s.x
      if not s.clean[square] then s.clean[square], s.swept = true, s.swept + 1 end
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
  cases = { { 1, 1, 1 }, { 5, 4, 2 }, { 8, 2, 3 } },      -- x, y, facing
  start = function(case)
    local x, y, facing = table.unpack(case)
    return { x = x, y = y, facing = facing, flag = false, swept = 1,
      clean = { [(y - 1) * SIZE + x] = true } }
  end,
  budget = 400,
  done = function(s) return s.swept == SIZE * SIZE end,
  score = function(s) return s.swept end,
  max = SIZE * SIZE,
  show = function(s)
    local lines = {}
    for y = 1, SIZE do
      local row = {}
      for x = 1, SIZE do
        row[x] = x == s.x and y == s.y and "@"
          or s.clean[(y - 1) * SIZE + x] and "." or "#"
      end
      lines[y] = table.concat(row, " ")
    end
    return table.concat(lines, "\n")
  end,
  key = "@ the robot, # dirty, . clean",
}

return ludus.experiment {
  game        = robot,
  program     = ludus.linear {},
  population  = 500,
  generations = 41,
  select      = ludus.tournament(4),
  vary        = ludus.linear.operators(),
  elite       = 2,
}
