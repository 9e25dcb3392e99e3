-- solver.lua -- a player of Minesweeper that reckons: it opens the square that is least
-- likely a mine, by all placings that agree with what is seen.
--
--     mines.solo(game, solver.player)
--
-- An open number is a constraint on the covered squares around it. Squares under the same
-- constraints are one group; groups that share constraints, directly or by others, are a
-- component. Of each component all ways to place mines are counted by how many mines they
-- take; the squares under no constraint take the rest, each way equally likely. Counts are
-- exact as far as doubles are; a component of more than `ways_max` branches is cut off, and
-- its squares count as those under no constraint.

local solver = {}

solver.ways_max = 200000              -- branches searched of one component

-- ---- constraints -----------------------------------------------------------------

local function key(view, row, col) return (row - 1) * view.cols + col end

local function around(view, row, col, see)
  for r = math.max(1, row - 1), math.min(view.rows, row + 1) do
    for c = math.max(1, col - 1), math.min(view.cols, col + 1) do
      if r ~= row or c ~= col then see(r, c) end
    end
  end
end

-- The covered squares, and of each the constraints it is under; constraints are { left =
-- mines to be placed }.
local function look(view)
  local covered, under, rules = {}, {}, {}
  for row = 1, view.rows do
    for col = 1, view.cols do
      local n = view.board[row][col]
      if not n then
        covered[#covered + 1] = key(view, row, col)
      else
        local rule, any = { left = n, number = #rules + 1 }, false
        around(view, row, col, function(r, c)
          if view.board[r][c] then return end
          local at = key(view, r, c)
          under[at] = under[at] or {}
          table.insert(under[at], rule)
          any = true
        end)
        if any then rules[#rules + 1] = rule end
      end
    end
  end
  return covered, under
end

-- Squares under the same constraints as groups { squares, rules }.
local function groups_of(covered, under)
  local groups, by, free = {}, {}, {}
  for _, at in ipairs(covered) do
    local rules = under[at]
    if not rules then
      free[#free + 1] = at
    else
      local words = {}
      for i, rule in ipairs(rules) do words[i] = rule.number end
      local name = table.concat(words, " ")
      if not by[name] then
        by[name] = { squares = {}, rules = rules }
        groups[#groups + 1] = by[name]
      end
      table.insert(by[name].squares, at)
    end
  end
  return groups, free
end

-- Groups that hang together, as lists in which neighbours follow each other.
local function components_of(groups)
  local of_rule, seen, list = {}, {}, {}
  for _, g in ipairs(groups) do
    for _, rule in ipairs(g.rules) do
      of_rule[rule] = of_rule[rule] or {}
      table.insert(of_rule[rule], g)
    end
  end
  for _, first in ipairs(groups) do
    if not seen[first] then
      local component, at = { first }, 1
      seen[first] = true
      while component[at] do
        for _, rule in ipairs(component[at].rules) do
          for _, g in ipairs(of_rule[rule]) do
            if not seen[g] then
              seen[g] = true
              component[#component + 1] = g
            end
          end
        end
        at = at + 1
      end
      list[#list + 1] = component
    end
  end
  return list
end

-- ---- counting ----------------------------------------------------------------------

-- n over k, as a double.
local function choose(n, k)
  if k < 0 or k > n then return 0 end
  local x = 1.0
  for i = 1, k do x = x * (n - k + i) / i end
  return x
end

-- All ways to place mines in a component: ways[k] by how many mines, and inside[g][k], the
-- ways times the mines of group g in them. Nil if there are too many to search.
local function count(component)
  local ways, inside, room, branches = {}, {}, {}, 0
  for _, g in ipairs(component) do
    inside[g] = {}
    for _, rule in ipairs(g.rules) do room[rule] = (room[rule] or 0) + #g.squares end
  end
  local placed = {}
  local function finish(mines, weight)
    ways[mines] = (ways[mines] or 0) + weight
    for g, n in pairs(placed) do
      inside[g][mines] = (inside[g][mines] or 0) + weight * n
    end
  end
  local function fits(g, n)            -- takes n mines, if every rule can still be met
    local ok = true
    for _, rule in ipairs(g.rules) do
      rule.left, room[rule] = rule.left - n, room[rule] - #g.squares
      ok = ok and rule.left >= 0 and rule.left <= room[rule]
    end
    return ok
  end
  local function back(g, n)
    for _, rule in ipairs(g.rules) do
      rule.left, room[rule] = rule.left + n, room[rule] + #g.squares
    end
  end
  local function place(i, mines, weight)
    branches = branches + 1
    if branches > solver.ways_max then return end
    local g = component[i]
    if not g then return finish(mines, weight) end
    for n = 0, #g.squares do
      placed[g] = n
      if fits(g, n) then place(i + 1, mines + n, weight * choose(#g.squares, n)) end
      back(g, n)
    end
    placed[g] = nil
  end
  place(1, 0, 1.0)
  if branches > solver.ways_max then return nil end
  return ways, inside
end

local function product(a, b)
  local out = {}
  for i, x in pairs(a) do
    for j, y in pairs(b) do out[i + j] = (out[i + j] or 0) + x * y end
  end
  return out
end

-- ---- chances -----------------------------------------------------------------------

-- By square the chance that it is a mine.
function solver.chances(view)
  local covered, under = look(view)
  local groups, free = groups_of(covered, under)
  local counted = {}
  for _, component in ipairs(components_of(groups)) do
    local ways, inside = count(component)
    if ways then
      counted[#counted + 1] = { ways = ways, inside = inside, groups = component }
    else
      for _, g in ipairs(component) do
        table.move(g.squares, 1, #g.squares, #free + 1, free)
      end
    end
  end
  -- The ways of all components but one, before and behind it.
  local before, behind = { [0] = { [0] = 1.0 } }, { [#counted + 1] = { [0] = 1.0 } }
  for i = 1, #counted do before[i] = product(before[i - 1], counted[i].ways) end
  for i = #counted, 1, -1 do behind[i] = product(behind[i + 1], counted[i].ways) end
  local total, in_free = 0, 0
  for k, x in pairs(before[#counted]) do
    local w = x * choose(#free, view.mines - k)
    total, in_free = total + w, in_free + w * (view.mines - k)
  end
  local chance = {}
  for _, at in ipairs(free) do chance[at] = in_free / total / #free end
  for i, c in ipairs(counted) do
    local others = product(before[i - 1], behind[i + 1])
    for _, g in ipairs(c.groups) do
      local sum = 0
      for k, x in pairs(product(c.inside[g], others)) do
        sum = sum + x * choose(#free, view.mines - k)
      end
      for _, at in ipairs(g.squares) do chance[at] = sum / total / #g.squares end
    end
  end
  return chance
end

-- The square that is least likely a mine, the first of equal ones; what is sure is kept
-- in view.memory until it is opened.
function solver.player(view)
  local sure = view.memory.sure or {}
  view.memory.sure = sure
  if #sure == 0 then
    local best, least
    for at, chance in pairs(solver.chances(view)) do
      if chance < 1e-12 then sure[#sure + 1] = at end
      if not least or chance < least - 1e-12
        or chance < least + 1e-12 and at < best then
        best, least = at, math.min(least or 1, chance)
      end
    end
    table.sort(sure, function(a, b) return a > b end)
    if #sure == 0 then sure[1] = best end
  end
  local at = table.remove(sure)
  return (at - 1) // view.cols + 1, (at - 1) % view.cols + 1
end

return solver
