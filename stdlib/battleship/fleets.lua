-- fleets.lua -- boards, and fleets drawn on them.

local core   = require "ludus.core.battleship"
local fields = require "ludus.battleship.fields"
local spec   = require "ludus.script.spec"

local fleets = {}

-- The field to blame: the one named, or the first of the board that is given.
local function culprit(given, named)
  for _, field in ipairs { named, "ships", "rows", "cols" } do
    if given[field] ~= nil then return field end
  end
  return named
end

-- The board of checked settings. What is wrong only in all of them together is told
-- with the line of a field in what the caller gave to the function `called`.
function fleets.make(called, given, s)
  local ok, fleet = pcall(core.fleet, s.rows, s.cols, s.ships)
  if ok then return fleet end
  local most = fleet:match "^ships: expected 1 to (%d+)"
  local field = culprit(given or {}, fleet:find "^a board" and "rows" or "ships")
  if most then
    fleet = ("expected 1 to %s ships, got %d"):format(most, #s.ships)
  end
  error(("%s%s: field '%s': %s"):format(spec.where(spec.place(called), field), called,
    field, fleet), 0)
end

-- A board and its ships.
function fleets.fleet(given)
  local s = spec.check("battleship.fleet", given, fields.board)
  return (fleets.make("battleship.fleet", given, s))
end

local classic = core.fleet(10, 10, { 5, 4, 3, 3, 2 })

-- That board, or the classic one.
function fleets.of(fleet) return fleet or classic end

-- Fleet number `number` of a seed: a list of ships, each a list of squares.
function fleets.draw(placement, seed, number, fleet)
  return core.draw(fleets.of(fleet), placement, seed, number)
end

-- The first row and column of a ship, and the last ones.
local function span(ship, cols)
  local first, last = math.min(table.unpack(ship)) - 1, math.max(table.unpack(ship)) - 1
  return first // cols + 1, first % cols + 1, last // cols + 1, last % cols + 1
end

-- Do two ships lie side by side, with no square between them?
local function touch(a, b, cols)
  local top, left, bottom, right = span(a, cols)
  local up, west, down, east = span(b, cols)
  local rows = math.max(top, up) - math.min(bottom, down)
  local columns = math.max(left, west) - math.min(right, east)
  return rows <= 0 and columns <= 1 or rows <= 1 and columns <= 0
end

-- How ships lie, as fields { name, value }: how many squares of theirs are at the edge,
-- how many ships lie along a row, how many pairs touch, where the longest and the
-- shortest begin.
function fleets.describe(ships, rows, cols)
  local edge, across, touching = 0, 0, 0
  local longest, shortest = ships[1], ships[1]
  for i, ship in ipairs(ships) do
    local top, left, bottom, right = span(ship, cols)
    for _, cell in ipairs(ship) do
      local row, col = (cell - 1) // cols + 1, (cell - 1) % cols + 1
      if row == 1 or row == rows or col == 1 or col == cols then edge = edge + 1 end
    end
    if top == bottom and right > left then across = across + 1 end
    for k = 1, i - 1 do
      if touch(ship, ships[k], cols) then touching = touching + 1 end
    end
    if #ship > #longest then longest = ship end
    if #ship < #shortest then shortest = ship end
  end
  local list = { { "edge", edge }, { "across", across }, { "touching", touching } }
  for i, ship in ipairs { longest, shortest } do
    local name, row, col = i == 1 and "longest." or "shortest.", span(ship, cols)
    list[#list + 1] = { name .. "row", row }
    list[#list + 1] = { name .. "col", col }
  end
  return list
end

-- How often each square is covered by so many fleets of a placement.
function fleets.counts(given)
  local s = spec.check("battleship.counts", given, {
    placement = fields.placement "whose fleets",
    fleets  = { "integer", 1000000, min = 1, max = 1000000000,
      help = "fleets drawn" },
    seed    = { "integer", 1, help = "the seed" },
    threads = spec.threads "0 for all cores",
    fleet   = { "any", help = "the board" },
  })
  return core.counts(fleets.of(s.fleet), s.placement, s.seed, s.fleets, s.threads)
end

return fleets
