-- table.lua -- tables of players: each with itself, and each with strangers.
--
--     local rows = hanabi.table.alone({ "iggi", "piers" }, { players = 2, cases = 1000 })
--     rows[1].mean, rows[1].low, rows[1].high, rows[1].lost, rows[1].zero
--     hanabi.table.among("piers", { "iggi" }, { players = 2, cases = 1000 }).mean
--
-- Means are over games, with Student's 95% intervals. `lost` is the share of games in
-- which all lives are lost, `zero` the mean if those count nothing.

local stats = require "ludus.stats"
local words = require "ludus.script.words"

local NODES = 2000                    -- of a tree that has a file, at most

local tables = {}

-- The program of a player: a name, a file, an order, or a tree.
local function program_of(hanabi, player, settings)
  if type(player) == "string" then
    local known = hanabi.named(player)
    if known then return known, settings end
    local text = require "ludus.script.program".text(player)
    if hanabi.order.is(text) then return hanabi.order.read(text, player), settings end
    local copy = { program = "tree" }
    for key, value in pairs(settings) do copy[key] = copy[key] or value end
    return hanabi.game(copy):read(text, player), copy
  end
  return player, settings
end

-- What a player gets in the games of these settings.
local function measured(player, settings)
  local hanabi = require "ludus.hanabi"
  local p, fields = program_of(hanabi, player, settings)
  local game = hanabi.game(fields)
  local species = fields.program == "tree" and words.tree { nodes = NODES }:species(game)
    or p:species()
  local _, cases = game:results(species, tostring(p))
  local points, lost, zero, perfect = {}, 0, 0, 0
  for i, case in ipairs(cases) do
    points[i] = case.points
    if case.lost then lost = lost + 1 else zero = zero + case.points end
    if case.perfect then perfect = perfect + 1 end
  end
  local mean, low, high = stats.interval(points)
  return { mean = mean, low = low, high = high, half = mean - (low or mean),
    lost = lost / #cases, zero = zero / #cases, perfect = perfect / #cases,
    games = #cases }
end

local function with(settings, changes)
  local copy = {}
  for key, value in pairs(settings) do copy[key] = value end
  for key, value in pairs(changes) do copy[key] = value end
  return copy
end

-- Each of the players with copies of itself: a list of rows.
function tables.alone(players, settings)
  local rows = {}
  for i, player in ipairs(players) do
    rows[i] = measured(player, with(settings, { partners = {} }))
    rows[i].player = player
  end
  return rows
end

-- A player among copies of each of the partners, who take turns.
function tables.among(player, partners, settings)
  return measured(player, with(settings, { partners = partners }))
end

return tables
