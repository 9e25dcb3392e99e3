-- results.lua -- what studies found, over several seeds.
--
-- Studies that differ only in their seed form a group, as runs do in compare.lua. Of
-- each number in their results: median and quartiles. Of each two groups: the
-- Mann-Whitney test and A12, here the chance that the number is greater in the first;
-- whether that is better only the study knows.

local json     = require "ludus.json"
local progress = require "ludus.run.progress"
local spec     = require "ludus.script.spec"
local stats    = require "ludus.stats"

local results = {}

local NUMBERS_MAX = 100               -- of a result that are looked at

-- Adds the numbers of a result to the lists by name: { best = 3, k = { two = 4 } } has
-- best and k.two. Lists are left out.
local function collect(numbers, value, name)
  for _, key in ipairs(spec.sorted_keys(value)) do
    local item = value[key]
    local full = name == "" and tostring(key) or name .. "." .. tostring(key)
    if type(key) ~= "string" then return end
    if type(item) == "table" then collect(numbers, item, full)
    elseif type(item) == "number" then
      if not numbers[full] and #numbers.names < NUMBERS_MAX then
        numbers.names[#numbers.names + 1], numbers[full] = full, {}
      end
      if numbers[full] then table.insert(numbers[full], item) end
    end
  end
end

local function name_of(row)
  local settings = row.settings:gsub("\n", " ")
  local script = row.script:match("[^/]*$"):gsub("%.lua$", "")
  return settings == "" and script or script .. " " .. settings
end

-- Are the runs with these numbers studies? An error if only some are.
function results.are(store, ids)
  local first
  for _, id in ipairs(ids) do
    local row = store:get_run(id)
    first = first or row
    if (row.kind == "study") ~= (first.kind == "study") then
      local study, run = row, first
      if first.kind == "study" then study, run = first, row end
      error(("run %d is a study, run %d is none: they cannot be compared"):format(study.id,
        run.id), 0)
    end
  end
  return first ~= nil and first.kind == "study"
end

-- The groups of the studies with these numbers that are finished, in the order they
-- first appear.
function results.groups(store, ids)
  local groups, known = {}, {}
  for _, id in ipairs(ids) do
    local row = store:get_run(id)
    local key = table.concat({ row.script, row.source, row.settings, row.version }, "\0")
    local group = known[key]
    if not group then
      group = { name = name_of(row), runs = 0, unfinished = 0, repeated = 0, seeds = {},
        numbers = { names = {} } }
      if known[group.name] then
        group.name = ("%s, the script as in run %d"):format(group.name, id)
      end
      groups[#groups + 1], known[key], known[group.name] = group, group, group
    end
    if not row.result then group.unfinished = group.unfinished + 1
    elseif group.seeds[row.seed] then group.repeated = group.repeated + 1
    else
      group.runs, group.seeds[row.seed] = group.runs + 1, true
      local ok, result = pcall(json.decode, row.result)
      if ok and type(result) == "table" then collect(group.numbers, result, "") end
    end
  end
  return groups
end

local function figures(group)
  local row = { group = group.name, runs = group.runs, unfinished = group.unfinished,
    repeated = group.repeated, results = {} }
  for _, name in ipairs(group.numbers.names) do
    local values = group.numbers[name]
    row.results[name] = { median = stats.median(values),
      low = stats.quantile(values, 0.25), high = stats.quantile(values, 0.75) }
  end
  return row
end

local function pair(a, b)
  local row = { first = a.name, second = b.name, results = {} }
  for _, name in ipairs(a.numbers.names) do
    if b.numbers[name] then
      local test = stats.mann_whitney(a.numbers[name], b.numbers[name])
      row.results[name] = { a12 = test.a12, p = test.p }
    end
  end
  return row
end

-- Everything as a list of plain tables: groups, then pairs.
function results.rows(groups)
  local rows = {}
  for _, group in ipairs(groups) do rows[#rows + 1] = figures(group) end
  for i, a in ipairs(groups) do
    for j = i + 1, #groups do rows[#rows + 1] = pair(a, groups[j]) end
  end
  return rows
end

local function group_lines(row, names, lines)
  lines[#lines + 1] = row.group
  lines[#lines + 1] = ("  studies  %d%s%s"):format(row.runs, row.unfinished > 0
    and (" (%d not finished)"):format(row.unfinished) or "", row.repeated > 0
    and (" (%d repeated, not counted)"):format(row.repeated) or "")
  for _, name in ipairs(names) do
    local r = row.results[name]
    lines[#lines + 1] = ("  %-8s median %s (quartiles %s to %s)"):format(name,
      progress.number(r.median), progress.number(r.low), progress.number(r.high))
  end
end

-- All groups, then all pairs, as text.
function results.table(groups)
  local lines = {}
  for _, group in ipairs(groups) do
    group_lines(figures(group), group.numbers.names, lines)
  end
  for i, a in ipairs(groups) do
    for j = i + 1, #groups do
      local row = pair(a, groups[j])
      lines[#lines + 1] = ("%s against %s:"):format(row.first, row.second)
      for _, name in ipairs(a.numbers.names) do
        local r = row.results[name]
        if r then
          lines[#lines + 1] = ("  %-8s greater with chance %.2f (A12), p %.3g"):format(name,
            r.a12, r.p)
        end
      end
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

return results
