-- ludus show RUN -- one run: settings, course, best program, its line of mothers.

local cli      = require "ludus.cli"
local ends     = require "ludus.script.ends"
local fronts   = require "ludus.report.fronts"
local maps     = require "ludus.report.maps"
local history  = require "ludus.run.history"
local identity = require "ludus.run.identity"
local json     = require "ludus.json"
local launch   = require "ludus.run.launch"
local measures = require "ludus.script.measures"
local output   = require "ludus.run.output"
local plot     = require "ludus.plot"
local progress = require "ludus.run.progress"
local sandbox  = require "ludus.script.sandbox"
local show     = require "ludus.repl.show"
local spec     = require "ludus.script.spec"
local system   = require "ludus.core.system"

local ISLANDS_SHOWN = 8                -- in one picture
local POINTS_SHOWN = 5                 -- of a front

local function course(run)
  local x, best, mean = {}, {}, {}
  for i, row in ipairs(run:generations()) do
    x[i], best[i], mean[i] = row.generation, row.raw, row.raw_mean
  end
  if #x < 2 then return end
  cli.say(plot.text { title = "raw score by generation", xlabel = "generation",
    series = { { name = "best", x = x, y = best },
      { name = "mean", x = x, y = mean } } })
end

-- The best of each island, where there are some.
local function islands(run)
  local series = {}
  local courses, what = measures.islands(run:generations())
  for i, rows in ipairs(courses) do
    if i > ISLANDS_SHOWN then break end
    local x, best = {}, {}
    for k, row in ipairs(rows) do x[k], best[k] = row.generation, row.best end
    series[i] = { name = what .. " " .. i, x = x, y = best }
  end
  if #series < 2 or #series[1].x < 2 then return end
  cli.say(plot.text { title = "best raw score of each " .. what, xlabel = "generation",
    series = series })
end

-- The front of a run with objectives: a picture of the first two, and some of its points.
local function front(row)
  local points = fronts.points(row)
  if not points then return end
  local x, y = {}, {}
  for i, p in ipairs(points) do x[i], y[i] = p.values[1], p.values[2] end
  cli.say(("front: %d programs whom none beats in all objectives"):format(#points))
  if #points > 1 and y[1] then
    cli.say(plot.text { title = "the front", xlabel = "objective 1", ylabel = "objective 2",
      series = { { name = "program", x = x, y = y } } })
  end
  for i = 1, math.min(#points, POINTS_SHOWN) do
    local p = points[1 + (i - 1) * (#points - 1) // math.max(1,
      math.min(#points, POINTS_SHOWN) - 1)]
    local words = {}
    for k, v in ipairs(p.values) do words[k] = progress.number(v) end
    cli.say(("  %-24s %s"):format(table.concat(words, "  "),
      show.cut((p.program:gsub("%s+", " ")), 52)))
  end
end

-- Whether it succeeded, and why it ended.
local function success_words(row)
  local ended = ends.reasons[row.ended] or "for a reason that was not stored"
  if row.solved ~= 1 then return "not solved; ended: " .. ended end
  if row.ended == "solved" or not row.solved_at then return "solved" end
  return ("solved after %s evaluations; ended: %s"):format(
    progress.thousands(row.solved_at), ended)
end

-- A study: its steps, parts and result.
local function show_study(run, row)
  cli.say(("study %d: %s, seed %d, Ludus %s"):format(row.id, row.script, row.seed,
    row.version))
  if row.settings ~= "" then cli.say("settings: " .. row.settings:gsub("\n", ", ")) end
  cli.say(("%s: %.1f s"):format(row.status, row.seconds))
  if row.message then cli.say("failed: " .. row.message) end
  for _, step in ipairs(run.store:steps(row.id)) do
    cli.say(("step %-20s %8.1f s  %s"):format(step.name, step.seconds,
      show.cut(step.value, 44)))
  end
  for _, part in ipairs(run.store:parts(row.id)) do
    cli.say(("part %-20s run %4d  seed %6d  best %s  %s"):format(part.place, part.id,
      part.seed, part.best and progress.of(part.best, part.max) or "-",
      part.solved == 1 and "solved" or part.ended or part.status))
  end
  if row.result then cli.say("result: " .. row.result) end
  return 0
end

-- The script's own figures of the last generation, by name.
local function show_measures(run)
  local found, words = run:generation().measures or {}, {}
  for _, name in ipairs(spec.sorted_keys(found)) do
    if not measures.island(name) then
      words[#words + 1] = ("%s %s"):format(name, progress.number(found[name]))
    end
  end
  if #words > 0 then cli.say("measures: " .. table.concat(words, ", ")) end
end

local function show_lineage(run)
  print("\nline of mothers:")
  cli.say(show.text(run:lineage(), show.view { width = system.screen(),
    lines = math.maxinteger }))
end

-- A file of a run, in words.
local function file_line(file)
  return ("  %-7s %s  %s, %s bytes"):format(file.kind, file.hash, file.path,
    progress.thousands(file.bytes))
end

local function show_files(row)
  local list = identity.files(row)
  if #list == 0 then return end
  cli.say("identity " .. (row.identity or "was not stored"))
  for _, file in ipairs(list) do cli.say(file_line(file)) end
end

-- A place inside the folder: no way out of it.
local function inside(folder, path)
  local parts = {}
  for part in path:gmatch "[^/]+" do
    if part ~= "." and part ~= ".." then parts[#parts + 1] = part end
  end
  return folder .. "/" .. table.concat(parts, "/"), table.concat(parts, "/")
end

-- Writes the files of a run as they were when it began, and says how to run them.
local function write_files(r, folder)
  local list = identity.kept(r.store, r.row)
  if #list == 0 then cli.fail("run %d did not keep its files", r.id) end
  if system.exists(folder) then cli.fail("%s: is there already", folder) end
  local script
  for _, file in ipairs(list) do
    local path, name = inside(folder, file.path)
    if file.kind == "script" then script = name end
    if file.text then
      local ok, why = system.folder(path:match "^(.*)/[^/]*$")
      if ok then ok, why = system.write(path, file.text) end
      if not ok then cli.fail("%s", why) end
      cli.say("wrote " .. path)
    else
      cli.say(("%s is not there: of its %s bytes only the hash was kept"):format(path,
        progress.thousands(file.bytes)))
    end
  end
  local words = { "ludus run", launch.quoted(script), "--seed", r.row.seed }
  for line in r.row.settings:gmatch "[^\n]+" do
    words[#words + 1] = "--set " .. launch.quoted(line)
  end
  cli.say(("to make the run again: cd %s; %s"):format(launch.quoted(folder),
    table.concat(words, " ")))
  return 0
end

local function run(options, words)
  local id = #words == 1 and math.tointeger(tonumber(words[1]))
  if not id then cli.fail("'ludus show' needs the number of a run") end
  if options.json then output.divert() end
  cli.sandbox(options)
  local ok, r = pcall(history.open, id, options.store)
  if not ok then cli.fail("%s", r) end
  sandbox.enter()                     -- its limits hold for drawings, too
  local row = r.row
  if options.files then return write_files(r, options.files) end
  if options.json then
    if row.kind == "study" then
      row.steps = json.list(r.store:steps(id))
      row.parts = json.list(r.store:parts(id))
    end
    row.generations = json.list(r:generations())
    if options.lineage then row.lineage = json.list(r:lineage()) end
    output.json(row)
    return 0
  end
  if row.kind == "study" then return show_study(r, row) end
  cli.say(("run %d: %s, seed %d, population %d, Ludus %s"):format(row.id, row.script,
    row.seed, row.population, row.version))
  if row.settings ~= "" then cli.say("settings: " .. row.settings:gsub("\n", ", ")) end
  if row.kind == "part" then
    cli.say(("part %s of study %d"):format(row.place, row.parent))
  end
  if row.game then
    cli.say(("game: %s%s"):format(row.game, row.minimise == 1 and ", less is better"
      or ""))
  end
  cli.say(("%s: %s, %s, %.1f s"):format(row.status,
    progress.counted(row.generation + 1, "generation"),
    progress.counted(row.evaluations, "evaluation"), row.seconds))
  if row.status == "finished" then
    cli.say(success_words(row))
  end
  if row.message then cli.say("failed: " .. row.message) end
  show_files(row)
  if row.generation < 0 or not row.best then return 0 end
  cli.say(("best: raw %s   digest %s"):format(progress.of(row.best, row.max),
    row.digest))
  if row.test then cli.say("test: " .. launch.stored_test(row.test)) end
  show_measures(r)
  course(r)
  islands(r)
  front(row)
  local map = maps.text(row, system.terminal "out" and math.min(80, (system.screen())) or 80)
  if map then cli.say(map) end
  cli.say((r:best():gsub("\n$", "")))
  if options.lineage then show_lineage(r) end
  return 0
end

return {
  usage   = "show RUN",
  summary = "one run: settings, course, best program",
  options = sandbox.with_options {
    store   = { kind = "store", value = "FILE",
      help = "the run store (default ludus.db)" },
    lineage = { kind = "flag", help = "the best program's ancestors, replayed" },
    files   = { kind = "string", value = "FOLDER",
      help = "write the script and the files it read, as they were, to a new folder" },
    json    = { kind = "flag", help = "everything as one JSON object" },
  },
  run = run,
}
