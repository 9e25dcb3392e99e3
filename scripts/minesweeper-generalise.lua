-- How well do programs play on boards they have never seen?   Quartetti 1998,
-- Figures 1 and 2
--
--     ludus run scripts/minesweeper-generalise.lua
--     ludus run scripts/minesweeper-generalise.lua --set programs=a.gp,b.gp
--         --set svg=figure.svg
--
-- For N x N boards: all boards with one mine, and random boards with two.
local ludus = require "ludus"
local mines = require "ludus.minesweeper"
local plot  = require "ludus.plot"

-- Percent of the maximum of one program on N x N boards.
local function percent(path, n, settings)
  local given = { rows = n, cols = n, extras = mines.extras }
  for key, value in pairs(settings) do given[key] = value end
  local game = mines.game(given)
  local score = game:score(ludus.read(path, game))
  return 100 * score.raw / score.max
end

local function measure(s)
  local series = {}
  for _, path in ipairs(s.programs) do
    local name = path:match("([^/]*)%.[^.]*$") or path
    local one = { name = name .. ", 1 mine", x = {}, y = {} }
    local two = { name = name .. ", 2 mines", x = {}, y = {} }
    for n = s.from, s.to do
      table.insert(one.x, n)
      table.insert(one.y, percent(path, n, {}))
      table.insert(two.x, n)
      table.insert(two.y, percent(path, n, { mines = 2, cases = s.boards,
        case_seed = s.seed }))
    end
    table.insert(series, one)
    table.insert(series, two)
  end
  return series
end

return ludus.study {
  name = "minesweeper-generalise",
  settings = {
    programs = { "list", { "scripts/programs/quartetti-best.gp" },
      help = "program files" },
    from = { "integer", 4, min = 2, max = 64, help = "smallest board" },
    to = { "integer", 12, min = 2, max = 64, help = "largest board" },
    boards = { "integer", 100, min = 1, max = 100000,
      help = "random boards with two mines" },
    svg = { "string", "", help = "a file for the plot (needs gnuplot)" },
  },
  run = function(s)
    local series = measure(s)
    local figure = { title = "percent of the maximum score", xlabel = "N (N x N board)",
      ylabel = "%", series = series }
    for i, line in ipairs(series) do
      local values = {}
      for k, y in ipairs(line.y) do values[k] = ("%5.1f"):format(y) end
      if i == 1 then
        local heads = {}
        for k, x in ipairs(line.x) do heads[k] = ("%5d"):format(x) end
        s.say("%-36s %s", "N", table.concat(heads, " "))
      end
      s.say("%-36s %s", line.name, table.concat(values, " "))
    end
    s.say("\n%s", plot.text(figure))
    if s.svg ~= "" then
      local ok, why = plot.svg(s.svg, figure)
      if not ok then error(why, 0) end
      s.say("written: %s", s.svg)
    end
    return { series = series }
  end,
}
