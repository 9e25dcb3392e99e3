-- ludus export RUN... -- what the store knows of runs, as CSV.

local cli     = require "ludus.cli"
local compare = require "ludus.stats.compare"
local csv     = require "ludus.csv"
local history = require "ludus.run.history"
local sandbox = require "ludus.script.sandbox"
local spec    = require "ludus.script.spec"
local stores  = require "ludus.run.store"
local system  = require "ludus.core.system"

local columns = {
  runs = { "run", "script", "settings", "seed", "population", "game", "version", "status",
    "ended", "solved", "solved_at", "generations", "evaluations", "best", "max", "seconds",
    "digest", "started" },
  generations = { "run", "script", "settings", "seed", "generation", "evaluations", "raw",
    "standardized", "raw_mean", "raw_deviation", "standardized_mean", "size", "size_mean",
    "size_max", "distinct", "hits", "steps", "total_steps", "seconds", "program" },
  programs = { "run", "generation", "slot", "raw", "standardized", "hits", "steps",
    "program" },
  cases = { "run", "generation", "case", "raw", "steps", "end" },
}

-- Each gives a list of rows about a stored run.
local tables = {}

local function about(run, row)
  row.run, row.script, row.seed = run.id, run.row.script, run.row.seed
  row.settings = run.row.settings:gsub("\n", " ")
  return row
end

local function without_end(text) return (text:gsub("\n$", "")) end

function tables.runs(run)
  local row = {}
  for key, value in pairs(run.row) do row[key] = value end
  row.generations = row.generation + 1
  return { about(run, row) }
end

function tables.generations(run)
  local rows = run:generations()
  for _, row in ipairs(rows) do
    about(run, row)
    row.program = without_end(row.program)
    for name, value in pairs(row.measures or {}) do row["measures." .. name] = value end
  end
  return rows
end

function tables.programs(run)
  local rows, population = {}, run:population()
  local last = run:generation().generation
  for slot = 1, #population do
    local row = population:score(slot)
    row.run, row.generation, row.slot = run.id, last, slot
    row.program = without_end(population.evolution:text(slot))
    rows[slot] = row
  end
  return rows
end

-- Of the best program, played again.
function tables.cases(run)
  local game = run:experiment().game
  game:need "cases"
  local score = game:score(run:program())
  local cases = type(score) ~= "number" and score.cases
  if not cases then error(("run %d: its game tells no case from another"):format(run.id), 0) end
  local rows, last = {}, run:generation().generation
  for i, case in ipairs(cases) do
    local more = type(case) == "table" and case or { raw = case }
    rows[i] = { run = run.id, generation = last, case = i, raw = more.raw,
      steps = more.steps, ["end"] = more["end"] }
  end
  return rows
end

-- The columns, with those of the scripts' own measures.
local function columns_of(what, rows)
  local names, list = {}, table.move(columns[what], 1, #columns[what], 1, {})
  for _, row in ipairs(rows) do
    for name in pairs(row.measures or {}) do names["measures." .. name] = true end
  end
  return table.move(spec.sorted_keys(names), 1, #spec.sorted_keys(names), #list + 1, list)
end

-- The lines about all runs.
local function lines_of(store_path, ids, what)
  local rows, runs = {}, {}
  for i, id in ipairs(ids) do runs[i] = history.open(id, store_path) end
  for _, run in ipairs(runs) do        -- which may enter the sandbox
    local found = tables[what](run)
    table.move(found, 1, #found, #rows + 1, rows)
  end
  return csv.lines(columns_of(what, rows), rows)
end

local function put(lines, path, file)
  local text = table.concat(lines, "\n") .. "\n"
  if not path then
    if system.terminal "out" then cli.say((text:gsub("\n$", ""))) else io.write(text) end
    return
  end
  local ok, why
  if file then
    ok, why = file:write(text)
    if ok then ok, why = file:close() end
    why = why and path .. ": " .. why
  else
    ok, why = system.write(path, text)
  end
  if not ok then error(why, 0) end
end

local function run(options, words)
  local ids = cli.runs("export", words)
  local what = options.what or "generations"
  if not tables[what] then
    cli.fail("option '--what': expected runs, generations, programs or cases, got '%s'",
      what)
  end
  cli.sandbox(options)
  local ok, message = pcall(function()
    stores.demand(options.store)
    local file, why
    if options.sandbox and options.out then      -- later it could not
      file, why = io.open(options.out, "w")
      if not file then error(why, 0) end
    end
    put(lines_of(options.store, ids, what), options.out, file)
  end)
  if not ok then cli.failed(message) end
  return 0
end

return {
  usage   = "export RUN...",
  summary = "runs, generations, programs or cases as CSV",
  help    = "5..20 means runs 5 to 20. Generations are those that the store kept; programs "
    .. "are\nthose of the last checkpoint; cases are what the best program of the last "
    .. "generation\ngets, played again. The last two load the script that is stored.",
  options = sandbox.with_options {
    what  = { kind = "string", value = "TABLE",
      help = "runs, generations (the default), programs or cases" },
    out   = { kind = "string", value = "FILE", help = "the file (default: printed)" },
    store = { kind = "string", value = "FILE",
      help = "the run store (default ludus.db)" },
  },
  run = run,
}
