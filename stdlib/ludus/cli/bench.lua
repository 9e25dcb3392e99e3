-- ludus bench [NAME] -- measures this machine, as ratios within one run.
--
-- A benchmark is a module ludus.GAME.bench.NAME that returns { summary = "...",
-- run = function(options) return rows end }; a row is { name=, value=, unit=,
-- ratio=, note= }.

local cli    = require "ludus.cli"
local json   = require "ludus.json"
local pieces = require "ludus.run.pieces"
local system = require "ludus.core.system"

local names, modules = {}, {}
for _, module in ipairs(system.modules "ludus.") do
  local name = module:match "^ludus%.[%w_]+%.bench%.([%w_]+)$"
  if name then
    names[#names + 1] = name
    modules[name] = module
  end
end
table.sort(names)

local function number(x)
  if math.type(x) == "integer" then return ("%d"):format(x) end
  return (math.abs(x) >= 100 and "%.0f" or math.abs(x) >= 10 and "%.1f" or "%.3g")
    :format(x)
end

local function show(name, rows, as_json)
  for _, row in ipairs(rows) do
    if as_json then
      local line = { bench = name }
      for key, value in pairs(row) do line[key] = value end
      print(json.encode(line))
    else
      print(("  %-38s %10s %-12s %8s  %s"):format(row.name, number(row.value),
        row.unit or "", row.ratio and ("%.2fx"):format(row.ratio) or "",
        row.note or ""))
    end
  end
end

local function measure(name, options, work)
  local bench = require(modules[name])
  if not options.json then print(name .. ": " .. bench.summary) end
  work:begin(name)
  local rows = bench.run(options)
  work:finish()
  show(name, rows, options.json)
end

-- Where the time of a script's game goes.
local function profile(path, options)
  local ok, rows = pcall(require("ludus.inspect.profile").rows, path)
  if not ok then cli.fail("%s", rows) end
  if not options.json then
    print(path .. ": where the time goes (lazy primitives contain their arguments)")
  end
  show(path, rows, options.json)
end

local function run(options, words)
  if words[1] and words[1]:find("%.lua$") then
    for _, word in ipairs(words) do profile(word, options) end
    return 0
  end
  for _, word in ipairs(words) do
    local found
    for _, name in ipairs(names) do found = found or name == word end
    if not found then
      local near = system.near(word, names)
      cli.fail("unknown benchmark '%s'%s", word,
        near and ("; did you mean '%s'?"):format(near)
          or "; there are: " .. table.concat(names, ", "))
    end
  end
  local list = #words > 0 and words or names
  local work = pieces.new(options, #list)
  for _, name in ipairs(list) do measure(name, options, work) end
end

return {
  usage   = "bench [NAME | SCRIPT]",
  summary = "measure this machine",
  help    = "Benchmarks: " .. table.concat(names, ", ") .. ". Without a name, all of "
    .. "them. Of a script, where the time of its game goes.",
  options = { json = { kind = "flag", help = "one JSON object per row" } },
  run     = run,
}
