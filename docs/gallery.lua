-- gallery.lua -- the pictures of the gallery of `make site`: rows { title, code, draw(file) }. The code is
-- what is run, so it is what is shown.

local pictures = {
  { "A machine: the strategy Trust/Distrust of the prisoner's dilemma", [[
ipd = require "ludus.ipd"
ipd.machine "T/D":svg(file)]] },
  { "A tournament, each against each", [[
ipd = require "ludus.ipd"
ipd.tournament { players = { "TFT", "AD", "AC", "T/D", "laran" }, turns = 100 }:svg(file)]] },
  { "A fingerprint: how tit for tat meets every mixture of opponents", [[
ipd = require "ludus.ipd"
ipd.fingerprint("TFT"):svg(file)]] },
  { "A program as a tree", [[
ludus = require "ludus"
ludus.read "scripts/programs/quartetti-row.gp":svg(file)]] },
  { "A strategy: where the games of Quartetti's best program part", [[
ludus, mines = require "ludus", require "ludus.minesweeper"
ludus.read "scripts/programs/quartetti-best.gp":strategy(mines.game {}):svg(file)]] },
  { "A run: its best and mean scores", [[
ludus, mines = require "ludus", require "ludus.minesweeper"
ludus.evolve({ game = mines.game {}, program = ludus.tree {}, population = 500,
  generations = 15 }, { seed = 1 }):plot(file)]] },
}

local shown = {}
for i, row in ipairs(pictures) do
  shown[i] = { title = row[1], code = row[2], draw = function(file)
    local names = setmetatable({ file = file }, { __index = _G })
    assert(load(row[2], "=" .. row[1], "t", names))()
  end }
end
return shown
