-- papers.lua -- what Bridon, Correll, Dubler and Gotsch print, row by row (see
-- ludus.report.papers).

local bs    = require "ludus.battleship"
local stats = require "ludus.stats"

local function games(full) return full and 200000 or 10000 end

local function solo(player, full)
  return bs.solo { player = player, games = games(full), seed = 1 }
end

local function shots(r) return ("%.2f +- %.2f"):format(r.mean, r.half) end

local function share(a, b, full)
  local m = bs.match { a = a, b = b, games = games(full), seed = 1 }
  return ("%.1f%% (%.1f-%.1f)"):format(100 * m.share, 100 * m.lower, 100 * m.upper), m
end

-- Ships per fleet in a corner and in the centre, and what five waves make of it.
local function density(placement, full)
  local fleets = full and 1000000 or 100000
  local counts = bs.counts { placement = placement, fleets = fleets, seed = 1 }
  local _, rise = bs.fit(counts, 200, 1)
  return counts[1] / fleets, counts[45] / fleets, rise[1], rise[#rise]
end

-- The change from the first four to the last four games of series of eleven.
local function change(field, given)
  given.games, given.seed = 11, 1
  local rows, difference = bs.series(given)[field], {}
  local first, last = bs.stretch(rows, 1, 4), bs.stretch(rows, 8, 11)
  for i = 1, #first do difference[i] = last[i] - first[i] end
  local mean, low, high = stats.interval(difference)
  return ("%.1f to %.1f, %+.1f (%+.1f to %+.1f)"):format(stats.mean(first),
    stats.mean(last), mean, low, high), low, high
end

-- An arch over the whole board and a wave over each row, as in Figure 6.
local function arch_and_wave(share)
  local sum = {}
  for t = 0, 99 do
    sum[t + 1] = math.sin(math.pi * (t + .5) / 100)
      - share * math.cos(2 * math.pi * (t + .5) / 10)
  end
  return sum
end

-- Shots of the repaired Figure 8 against a placement, and of what descends from it there.
local function adapted(places, full)
  local first = bs.player "repaired".program
  local d = bs.descent { target = "largest", against = places, from = { first },
    lines = 4, rounds = 10, steps = 200, games = 100, more = 3, prune = 4, warm = 0.2,
    cold = 0.05, seed = 1 }
  local function play(program)
    return bs.solo { player = { program = program, target = "largest" },
      against = places, games = games(full), seed = 77 }
  end
  local a, b = play(first), play(d.program)
  return ("%s to %s"):format(shots(a), shots(b)), b.mean + b.half < a.mean - a.half
end

local BY_DENSITY = { targeting = "density", sinking = "belief" }
local DENSITIES = "ludus run scripts/battleship-densities.lua"
local ANALYSIS = "ludus run scripts/battleship-analysis.lua"
local SERIES = "ludus run scripts/battleship.lua"

local rows = {
  { id = "B1", printed = "Figure 1: 1,000,000 random fleets, the centre is densest",
    verdict = "reproduced", command = DENSITIES, quick = function(full)
      local corner, centre = density("random", full)
      return ("corner %.3f, centre %.3f ships per fleet"):format(corner, centre),
        centre > 2 * corner
    end },
  { id = "B2", printed = "Figures 2, 3: placements of the opponents",
    verdict = "reproduced", command = DENSITIES, quick = function(full)
      local corner = density("corners", full)
      local plain = density("random", full)
      return ("corner %.2f ships per fleet where corners are favoured, %.2f at random")
        :format(corner, plain), corner > 0.5
    end },
  { id = "B3", printed = "Figure 4: their combination", verdict = "reproduced",
    command = DENSITIES, quick = function(full)
      local corner, centre = density("combination", full)
      return ("corner %.3f, centre %.3f"):format(corner, centre), corner > centre
    end },
  { id = "B4", printed = "Figure 5: correlations .5773, .4082, 1.0000",
    verdict = "reproduced", why = "As a formula: the curves are not printed as numbers.",
    quick = function()
      local a = bs.correlation({ 1, 0, 0 }, { 1, 1, 1 })
      local b = bs.correlation({ 1, 0, 0, 0, 0, 0 }, { 1, 1, 1, 1, 1, 1 })
      local c = bs.correlation({ 1, 2, 3 }, { 2, 4, 6 })
      return ("%.4f, %.4f, %.4f"):format(a, b, c), math.abs(a - .57735) < 1e-4
        and math.abs(b - .40825) < 1e-4 and math.abs(c - 1) < 1e-6
    end },
  { id = "B5", printed = "Figure 6: two harmonics, .702624", verdict = "undecided",
    why = "A sample gene whose coefficients are not printed; an arch and a wave such as it "
      .. "has, or two harmonics that were bred, fit better.", command = DENSITIES,
    quick = function(full)
      local counts = bs.counts { placement = "random", seed = 1,
        fleets = full and 1000000 or 100000 }
      local arch = bs.correlation(counts, arch_and_wave(0))
      local both = bs.correlation(counts, arch_and_wave(.2))
      local _, rise, best = bs.fit(counts, 200, 1, nil, 2)
      return ("an arch %.3f, with a wave over the rows %.3f; two harmonics bred %.3f "
        .. "to %.3f, of the transform %.3f"):format(arch, both, rise[1], rise[#rise], best),
        both > arch and arch > .702624 and rise[#rise] > .702624
    end },
  { id = "B6", printed = "waves: 5 harmonics, population 100, 10 kept, 45 + 45 children, "
    .. "mutation 25%", verdict = "reproduced",
    why = "Fixed in C, but for the mutation.", command = "ludus ops battleship" },
  { id = "B7", printed = "crossover by FFT fits the density", verdict = "reproduced",
    command = DENSITIES, quick = function(full)
      local _, _, first, last = density("random", full)
      return ("correlation %.3f to %.3f in 200 generations"):format(first, last),
        last > first and last > .99
    end },
  { id = "B8", printed = "a filter by the largest ship left", verdict = "reproduced",
    command = SERIES .. " --set filter=largest", quick = function(full)
      local a, b = solo("largest+three", full), solo("random+three", full)
      return ("%s shots with it, %s without"):format(shots(a), shots(b)),
        a.mean + a.half < b.mean - b.half
    end },
  { id = "B9", printed = "placement by weighted draws adapts", verdict = "reproduced",
    command = SERIES .. " --set opponent=rows+three --set targeting=density --set "
      .. "sinking=belief",
    why = "The shots that one needs who shoots row by row.", quick = function(full)
      local text, low = change("survival", { opponent = "rows+three",
        repeats = full and 100 or 30, captain = BY_DENSITY })
      return text, low > 0
    end },
  { id = "B10", printed = "Figure 7: instructions and registers", verdict = "reproduced",
    why = "With Jump and OppDir, which Figure 8 alone shows.",
    command = "ludus ops battleship", quick = function()
      return ("%d instructions, %d registers"):format(#bs.set:rows(),
        #bs.set:registers()), #bs.set:rows() == 17 and #bs.set:registers() == 5
    end },
  { id = "B11", printed = "Figure 8 sinks ships", verdict = "slip",
    why = "As printed its Locking state never shoots; repaired it works.",
    command = "ludus score battleship scripts/programs/battleship-figure8.lgp",
    quick = function(full)
      local a, b = solo("figure8:random", full), solo("repaired:random", full)
      return ("%s shots, repaired %s"):format(shots(a), shots(b)), a.mean > 90
        and b.mean < 70
    end },
  { id = "B12", printed = "Figure 9: 20 programs, 20 rounds learn to sink",
    verdict = "differs", why = "From random programs that scheme learns next to nothing, nor in 200 "
      .. "rounds, as many as ten games bring; lines of descent do, in minutes, or programs "
      .. "to start from (B24).", command = "ludus run scripts/battleship-sinking.lua",
    quick = function(full)
      local none, list = solo("checkerboard", full), {}
      for seed = 1, 3 do
        local d = bs.drill { seed = seed, target = "checkerboard" }
        list[seed] = bs.solo { player = { program = d.program,
          target = "checkerboard" }, games = games(full), seed = 1 }.mean
      end
      local long = bs.drill { seed = 1, target = "checkerboard", rounds = 200 }
      list[4] = bs.solo { player = { program = long.program, target = "checkerboard" },
        games = games(full), seed = 1 }.mean
      return ("%.1f, %.1f, %.1f shots, seeds 1 to 3; in 200 rounds %.1f; no sinking %.1f")
        :format(list[1], list[2], list[3], list[4], none.mean),
        math.min(table.unpack(list)) > 90
    end },
  { id = "B13", printed = "it learns its opponent within 11 games", verdict = "reproduced",
    why = "Where ships lie along the bottom.", command = SERIES .. " --set repeats=100",
    quick = function(full)
      local text, _, high = change("shots", { opponent = "scan+three", places = "bottom",
        repeats = full and 100 or 6, captain = { before = 20, rounds = 5 } })
      return text, high < 0
    end },
  { id = "B14", printed = "the same, shooting by learnt density", verdict = "reproduced",
    why = "Beyond the paper's own targeting.", command = SERIES
      .. " --set targeting=density --set sinking=belief", quick = function(full)
      local text, _, high = change("shots", { opponent = "scan+three", places = "bottom",
        repeats = full and 100 or 30, captain = BY_DENSITY })
      return text, high < 0
    end },
  { id = "B15", printed = "what was learnt is saved and restored", verdict = "reproduced",
    command = SERIES .. " --set save=FILE", quick = function()
      local function first(base)
        return stats.mean(bs.stretch(bs.series { opponent = "scan+three",
          places = "bottom", repeats = 20, games = 1, seed = 2, base = base,
          captain = BY_DENSITY }.shots, 1, 1))
      end
      local known = bs.series { opponent = "scan+three", places = "bottom", games = 11,
        seed = 1, captain = BY_DENSITY }.known
      local new, old = first(nil), first(known)
      return ("first game %.1f shots restored, %.1f new"):format(old, new), old < new
    end },
  { id = "B16", printed = "programs are trained beforehand", verdict = "undecided",
    why = "No number is printed.", command = "ludus run scripts/battleship-pretrain.lua" },
  { id = "B17", printed = "who moves first wins by close to 10%", verdict = "slip",
    why = "Without sinking logic alone.", command = ANALYSIS, quick = function(full)
      local a, b = solo("random", full), solo("random+three", full)
      return ("%.1f points without sinking, %.1f with"):format(a.edge, b.edge),
        a.edge > 8 and b.edge < 4
    end },
  { id = "B18", printed = "checkerboard beats random 70 : 30", verdict = "differs",
    why = "The plain checkerboard wins less often; the lattice by the largest ship "
      .. "left nearly as printed.", command = ANALYSIS, quick = function(full)
      local plain, m = share("checkerboard+three", "random+three", full)
      local lattice = share("largest+three", "random+three", full)
      local none = share("checkerboard", "random", full)
      return ("%s; without sinking %s; lattice %s"):format(plain, none, lattice),
        m.upper < .7
    end },
  { id = "B19", printed = "sinking logic beats none, almost 90%", verdict = "slip",
    why = "More than printed, whoever is played with.", command = ANALYSIS, quick = function(full)
      local text, m = share("random+three", "random", full)
      return text, m.lower > .9
    end },
  { id = "B20", printed = "the density player's 44.4 shots", verdict = "reproduced",
    why = "A goal of our own: below it are a spaced density, and one that "
      .. "explains its hits and looks ahead.",
    command = ANALYSIS, quick = function(full)
      local a, b = solo("spaced", full), solo("density", full)
      local c = bs.solo { player = "foresight", games = full and 40000 or 4000, seed = 2001 }
      return ("foresight %s, spaced %s, density %s"):format(shots(c), shots(a), shots(b)),
        a.mean < b.mean and math.abs(a.mean - 44.4) < .5 and c.mean < a.mean
    end },
  { id = "B21", printed = "the paper's player against the density player",
    verdict = "undecided", why = "A match of our own, which the paper's waves lose; none is "
      .. "printed.",
    quick = function(full)
      local r = bs.series { opponent = "density", places = "random",
        repeats = full and 100 or 4, games = 11, seed = 1,
        captain = { before = 20, rounds = 5 } }
      local mean, low, high = stats.interval(bs.stretch(r.shots, 1, 11))
      return ("%.1f shots (%.1f-%.1f)"):format(mean, low, high), low > 50
    end },
  { id = "B22", printed = "different sizes of boards", verdict = "reproduced",
    why = "Up to 128 squares: a set of squares is one word of 128 bits, and the number of a "
      .. "place one byte, in what is saved, too.", quick = function(full)
      local means = {}
      for i, side in ipairs { 5, 8, 11 } do
        local fleet = bs.fleet { rows = side, cols = side, ships = { 4, 3, 2 } }
        means[i] = bs.solo { player = "density", fleet = fleet, games = games(full),
          seed = 1 }.mean
      end
      return ("ships of 4, 3, 2 on 5 x 5, 8 x 8, 11 x 11: %.1f, %.1f, %.1f"):format(
        means[1], means[2], means[3]), means[1] < means[2] and means[2] < means[3]
    end },
  { id = "B23", printed = "games per round", verdict = "reproduced",
    command = SERIES .. " --set games=20", quick = function()
      local r = bs.series { opponent = "scan+three", games = 20, seed = 1,
        captain = BY_DENSITY }
      return ("a series of %d"):format(#r.shots[1]), #r.shots[1] == 20
    end },
  { id = "B24", printed = "T-shapes, fleets that stand upright: evolved logic adapts",
    verdict = "reproduced",
    why = "Shots of the repaired Figure 8, and after a second of descent from it on such "
      .. "fleets; a hope of the paper's, no number is printed.",
    command = "ludus run scripts/battleship-pretrain.lua --set against=upright",
    quick = function(full)
      local up, better = adapted("upright", full)
      local tee, also = adapted("tee", full)
      return ("upright %s; T %s"):format(up, tee), better and also
    end },
}

return { name = "battleship", title = "Bridon, Correll, Dubler, Gotsch, An artificially "
  .. "intelligent Battleship player", rows = rows }
