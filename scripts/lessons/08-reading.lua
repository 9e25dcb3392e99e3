-- Lesson 8: how does one read an evolved program?
--
--     ludus run scripts/lessons/08-reading.lua
--
-- Much of an evolved program does nothing. To find out what matters, knock out one
-- part at a time: put a leaf in its place and score again. A part whose loss costs
-- nothing is ballast. Removing ballast, as long as the score stays, leaves the idea.
local ludus = require "ludus"
local mines = require "ludus.minesweeper"

-- Every program that comes of p by a leaf in place of one of its subtrees, and with
-- `parts` also those by a part of the subtree in place of the whole.
local function knockouts(p, leaf, parts)
  local list = {}
  for i = 1, #p do
    local span = p:node(i).span
    if span > 1 then list[#list + 1] = { at = i, program = p:graft(i, leaf) } end
    for k = i + 1, parts and i + span - 1 or i do
      list[#list + 1] = { at = i, program = p:graft(i, p:subtree(k)) }
    end
  end
  return list
end

return ludus.study {
  name = "lesson 8",
  settings = { generations = { "integer", 26, min = 2, max = 500,
    help = "generations" } },
  run = function(s)
    local game = mines.game {}
    local run = ludus.evolve({ game = game, program = ludus.tree { nodes = 60 },
      population = 400, generations = s.generations }, s)
    local p = game:read(run:best())
    local leaf = game:read("RPB 0"):subtree(1)
    local score = game:score(p).raw
    s.say("evolved, %d nodes, raw score %d:\n%s", #p, score, p:pretty(76))
    s.say("what a part is worth:")
    local losses = {}
    for i, k in ipairs(knockouts(p, leaf)) do
      losses[i] = { score - game:score(k.program).raw, tostring(p:subtree(k.at)) }
    end
    table.sort(losses, function(a, b)
      if a[1] ~= b[1] then return a[1] > b[1] end
      return a[2] < b[2]
    end)
    for i = 1, math.min(8, #losses) do
      s.say("%6d  %s", losses[i][1], losses[i][2]:sub(1, 68))
    end
    local removed = true
    while removed do
      removed = false
      for _, k in ipairs(knockouts(p, leaf, true)) do
        if not removed and #k.program < #p and game:score(k.program).raw >= score then
          p, removed = k.program, true
        end
      end
    end
    s.say("without its ballast, %d nodes, raw score %d:\n%s", #p,
      game:score(p).raw, p:pretty(76))
    return { nodes = #p, raw = score }
  end,
}
-- Exercises
-- 1. Say in one sentence what the reduced program does on the board.
-- 2. Is it as good on an 8 by 8 board? game = mines.game { rows = 8, cols = 8 }.
-- 3. In the REPL: p:impact(g) and p:simplify(g). What do they do better?
