-- versus.lua -- two strategies side by side: in which cases both do the same, who ends
-- better in which, and where they part.
--
--     p:strategy(g):compare(q:strategy(g))

local progress = require "ludus.run.progress"
local show     = require "ludus.repl.show"

local versus = {}

local Versus = show.speaks { __name = "ludus.versus" }
Versus.__index = Versus

-- How many acts at the beginning are the same.
local function common(a, b)
  local n = 0
  while a[n + 1] and a[n + 1] == b[n + 1] do n = n + 1 end
  return n
end

-- A list of cases { number, same, acts (the same at the beginning), left, right (what
-- each does then), ended, other }, with same, better, worse (how many).
function versus.of(a, b)
  if getmetatable(b) ~= getmetatable(a) then
    error("s:compare: expected a strategy, p:strategy(g), got a " .. type(b), 0)
  end
  if #a.plays ~= #b.plays then
    error(("s:compare: one has %d cases, the other %d: play both at one game"):format(
      #a.plays, #b.plays), 0)
  end
  local minimise = a.game:goal().minimise
  local self = setmetatable({ same = 0, better = 0, worse = 0 }, Versus)
  for i, mine in ipairs(a.plays) do
    local theirs = b.plays[i]
    local n = common(mine, theirs)
    local same = n == #mine and n == #theirs and a.ended[i] == b.ended[i]
    self[i] = { number = i, same = same, acts = n, left = mine[n + 1] or a.ended[i],
      right = theirs[n + 1] or b.ended[i], ended = a.ended[i], other = b.ended[i] }
    if same then self.same = self.same + 1 end
    local gap = (mine.raw - theirs.raw) * (minimise and -1 or 1)
    if gap > 0 then self.better = self.better + 1
    elseif gap < 0 then self.worse = self.worse + 1 end
  end
  return self
end

-- Ends of both: "12 won, lost" means that the first won and the second lost.
local function ends_lines(self)
  local counts, order, out = {}, {}, {}
  for _, row in ipairs(self) do
    local key = ("%s | %s"):format(row.ended, row.other)
    if not counts[key] then order[#order + 1] = key end
    counts[key] = (counts[key] or 0) + 1
  end
  table.sort(order, function(x, y)
    if counts[x] ~= counts[y] then return counts[x] > counts[y] end
    return x < y
  end)
  for i, key in ipairs(order) do out[i] = ("%5d  %s"):format(counts[key], key) end
  return out
end

local SHOWN = 8

function Versus:__show(view)
  local out = { show.wrap(("%s cases: the same in %d; the first scores better in %d, the "
    .. "second in %d"):format(progress.thousands(#self), self.same, self.better,
    self.worse), view.width), view.paint("head", "cases  first | second") }
  local ends = ends_lines(self)
  table.move(ends, 1, math.min(#ends, SHOWN), #out + 1, out)
  local shown = 0
  for _, row in ipairs(self) do
    if not row.same and shown < SHOWN then
      if shown == 0 then out[#out + 1] = view.paint("head", "where they part") end
      shown = shown + 1
      out[#out + 1] = show.cut(("case %d, after %d acts: %s | %s"):format(row.number,
        row.acts, row.left, row.right), view.width)
    end
  end
  if #self - self.same > shown then
    out[#out + 1] = ("... %d more"):format(#self - self.same - shown)
  end
  return table.concat(out, "\n")
end

return versus
