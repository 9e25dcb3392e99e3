-- gunnery.lua -- sinking programs as a game for experiments, for `ludus score`
-- and for `ludus ops`.

local cli     = require "ludus.cli"
local core    = require "ludus.core.battleship".gunnery
local fields  = require "ludus.battleship.fields"
local fleets  = require "ludus.battleship.fleets"
local fresh   = require "ludus.script.fresh"
local json    = require "ludus.json"
local recipes = require "ludus.script.recipes"
local players = require "ludus.battleship.players"
local spec    = require "ludus.script.spec"

local set = players.set

local gunnery = {}

local function cases(value)
  if fresh.is(value) or math.type(value) == "integer" and value >= 1
    and value <= core.limits.cases then
    return value
  end
  return nil, ("1 to %d, or ludus.fresh(n)"):format(core.limits.cases)
end

gunnery.fields = {
  target   = players.fields.target,
  against  = fields.placement "how the other side places its ships",
  nested   = players.fields.nested,
  restart  = players.fields.restart,
  patience = { "integer", 100, min = 1, max = 1000000,
    help = players.fields.patience.help },
  cases    = { "any", 100, check = cases,
    help = "games; ludus.fresh(n): other ones in each generation" },
  case_seed = { "integer", 1, help = "the seed of the games" },
  rows     = fields.board.rows,
  cols     = fields.board.cols,
  ships    = fields.board.ships,
}

-- Sinking programs scored on fixed games, for ludus.experiment.
function gunnery.game(given)
  local s = spec.check("battleship.game", given, gunnery.fields)
  local player = players.player { target = s.target, nested = s.nested,
    restart = s.restart, patience = s.patience,
    program = players.program "repaired" }
  local fleet = fleets.make("battleship.game", given, s)
  local drawn = fresh.is(s.cases) and s.cases
  local game = core.new(fleet, player, s.against, drawn and drawn:case_seed()
    or s.case_seed, drawn and drawn.count or s.cases, set)
  return recipes.remember(game, gunnery.game, s, gunnery.fields)
end

-- The shots of a function in Lua on the boards of the game, all of which it aims itself.
function gunnery.judge(game, f)
  local s, shots = recipes.recipe(game).settings, 0
  local drawn = fresh.is(s.cases) and s.cases
  local cases = drawn and drawn.count or s.cases
  local fleet = fleets.make("battleship.game", {}, s)
  local histogram = require "ludus.core.battleship".solo(fleet, players.player(f), s.against,
    drawn and drawn:case_seed() or s.case_seed, cases, 1)
  for n, count in pairs(histogram) do shots = shots + n * count end
  return { raw = shots, count = cases }
end

-- The kind of program it scores: `program = bs.program {}` in an experiment.
gunnery.program = require "ludus.linear".program

-- What reads programs of this game, and how their texts are known: by a heading
-- such as "Search state (4/30)".
gunnery.shape = "%a state%s*%(%d+/%d+%)"

function gunnery.reader()
  return { read = function(_, text, name) return set:parse(text, name) end }
end

-- `ludus ops battleship`
function gunnery.ops()
  for _, row in ipairs(set:rows()) do
    print(("  %-10s %-5s %s"):format(row.name, row.kind, row.help))
  end
  print "\nregisters:"
  for _, row in ipairs(set:registers()) do
    print(("  %-10s %s"):format(row.name, row.help))
  end
end

-- `ludus score battleship FILE...`
function gunnery.score(options, files)
  local given = {}
  for _, change in ipairs(options.set or {}) do
    local row = gunnery.fields[change.key]
    local value = row and spec.parse(row, change.value)
    given[change.key] = value == nil and change.value or value
  end
  local ok, game = pcall(gunnery.game, given)
  if not ok then cli.fail("%s", tostring(game)) end
  for _, path in ipairs(files) do
    local read, p = pcall(set.read, set, path)
    if not read then cli.fail("%s", tostring(p)) end
    local s = game:score(p)
    if options.json then
      if not options.cases then s.cases = nil end
      s.program, s.lines = path, #p
      print(json.encode(s))
    else
      print(("%s  %d lines\n  %.2f shots on average of %d games, %d steps, %d loops")
        :format(path, #p, s.mean, #s.cases, s.steps, s.loops))
      if options.cases then print("  " .. table.concat(s.cases, " ")) end
    end
  end
  return 0
end

return gunnery
