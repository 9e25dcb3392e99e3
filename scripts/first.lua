-- What does evolution make of Minesweeper in less than a minute?
--
-- A smaller cousin of scripts/minesweeper.lua, started by `make run`.
local ludus = require "ludus"
local mines = require "ludus.minesweeper"

-- The best program, how it compares, a board it plays, and what to do next.
local function report(run)
  local game = run.current.game
  local p = ludus.parse(run:best(), game)
  local score = game:score(p)
  print "\nThe best program, as evolution wrote it:\n"
  print(p:pretty(78))
  print(("It scores %d of %d: %d of %d boards won."):format(score.raw, score.max,
    score.won, #score.cases))
  print("Quartetti's best program of 1998, after 47 hours and 70 generations of "
    .. "50,000:\n2449 of 2449, 35 boards won.")
  local case = 1
  for i, c in ipairs(score.cases) do if c.raw > score.cases[case].raw then case = i end end
  local played = game:play(p, case)
  print(("\nIts best board (case %d, %s after %d steps; digits are uncovered, c is "
    .. "covered,\nm marked, o a mine):\n"):format(case, played["end"], played.steps))
  print("    " .. played.revealed:gsub("\n(.)", "\n    %1"))
  print "What to type next:"
  if run.id then
    print(("  ./ludus show %d --lineage               how it came about"):format(run.id))
  end
  print "  ./ludus run scripts/minesweeper.lua    the paper's run, all of it"
  print "  ./ludus ops minesweeper                what programs are made of"
  print "  ./ludus                                the REPL: take programs apart"
  print "  ./ludus help\n"
end

return ludus.experiment {
  game        = mines.game {},
  program     = ludus.tree { adfs = { 3, 2, 1 }, nodes = 200, depth = { 1, 5 } },
  population  = 4000,
  generations = 41,
  select      = ludus.tournament(5),
  vary        = { { 0.80, ludus.crossover { leaves = 1/9 } },
                  { 0.05, ludus.subtree }, { 0.05, ludus.point },
                  { 0.10, ludus.copy } },
  report      = function(run) if not run.silent then report(run) end end,
}
