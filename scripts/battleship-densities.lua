-- battleship-densities.lua -- what do placements look like, and what do five
-- waves make of them? Bridon and others, Figures 1 to 4 and 6 as pictures; and
-- where the adaptive placement goes against one who shoots row by row.
--     ludus run scripts/battleship-densities.lua --set svg=densities
local ludus = require "ludus"
local board = require "ludus.battleship.board"
local bs    = require "ludus.battleship"
local plot  = require "ludus.plot"

local figures = { "random", "lower-left", "corners", "bottom", "combination" }

local function scaled(counts, fleets)
  local density = {}
  for i, n in ipairs(counts) do density[i] = n / fleets end
  return density
end

-- Figure 3: the squares in a row, and the best wave over them.
local function curve(title, density, wave)
  local x = {}
  local scale, dot, length = {}, 0, 0
  for i = 1, #density do
    x[i] = i
    dot, length = dot + density[i] * wave[i], length + wave[i] ^ 2
  end
  for i = 1, #density do scale[i] = wave[i] * dot / length end
  return { title = title, xlabel = "square", ylabel = "ships per fleet",
    series = { { name = "density", x = x, y = density },
      { name = "five waves", x = x, y = scale } }, height = 12 }
end

local function svg(s, name, picture)
  if s.svg == "" then return end
  local file = ("%s-%s.svg"):format(s.svg, name)
  local done, why = plot.svg(file, picture)
  s.say("  %s", done and "written: " .. file or "no picture: " .. tostring(why))
end

local function show(s, name)
  local counts = bs.counts { placement = name, fleets = s.fleets, seed = s.seed,
    threads = s.threads }
  local density = scaled(counts, s.fleets)
  local wave, rise, best = bs.fit(counts, s.generations, s.seed)
  s.say("\n%s, %d fleets: corner %.3f, centre %.3f ships per fleet", name, s.fleets,
    density[1], density[45])
  local positive = {}
  for i, v in ipairs(wave) do positive[i] = math.max(0, v) end
  s.say("%s", board.beside(board.heat(10, 10, density),
    board.heat(10, 10, positive), "density", "what five waves make of it"))
  s.say("correlation %.4f after 0 generations, %.4f after %d; the five strongest"
    .. " harmonics have %.4f", rise[1], rise[#rise], s.generations, best)
  local picture = curve(name .. " placement, row by row", density, wave)
  if s.curves then s.say("\n%s", plot.text(picture)) end
  svg(s, name, picture)
  return { density = density, correlation = rise[#rise], best = best }
end

local function adaptive(s)
  local r = bs.series { opponent = "rows+three", games = 5, seed = s.seed,
    threads = s.threads, captain = { targeting = "density", sinking = "belief" } }
  local before = bs.anchor(bs.pretrained { seed = s.seed }, { fleets = 5000 })
  local after = bs.anchor(r.known, { fleets = 5000 })
  s.say("\nour own placement against one who shoots row by row from the top")
  s.say("%s", board.beside(board.heat(10, 10, before), board.heat(10, 10, after),
    "first game", "after five games"))
end

return ludus.study {
  name = "battleship-densities",
  settings = {
    fleets = { "integer", 1000000, min = 100, help = "fleets per placement" },
    generations = { "integer", 200, min = 0, help = "of waves" },
    curves = { "boolean", true, help = "show Figure 3 as well" },
    svg = { "string", "", help = "beginning of the names of SVG files" },
  },
  run = function(s)
    local result = {}
    for _, name in ipairs(figures) do result[name] = show(s, name) end
    adaptive(s)
    return result
  end,
}
