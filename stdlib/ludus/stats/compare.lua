-- compare.lua -- what may be said of sets of runs.
--
-- Runs that differ only in their seed form a group. A run that was made twice, with
-- the same seed, is the same to the bit and tells nothing new: it counts once. Of each
-- group: how many were solved, with Wilson's interval; the effort with its interval; median and quartiles
-- of the best score. Of each two groups: the Mann-Whitney test and A12, the chance
-- that a run of the first is better than one of the second.

local progress = require "ludus.run.progress"
local stats    = require "ludus.stats"

local compare = {}

-- ---- groups ----------------------------------------------------------------------

local function name_of(row)
  local settings = row.settings:gsub("\n", " ")
  local script = row.script:match("[^/]*$"):gsub("%.lua$", "")
  return settings == "" and script or script .. " " .. settings
end

-- The best standardized score a run reached.
local function reached(store, id)
  return store:query([[SELECT min(standardized) AS best FROM generations
    WHERE run = ?]], id)[1].best
end

local function add(group, row, best)
  group.runs[#group.runs + 1] = row
  group.ids[#group.ids + 1] = row.id
  group.best[#group.best + 1] = row.best
  group.standardized[#group.standardized + 1] = best
  if row.solved == 1 then group.solved[#group.solved + 1] = row.evaluations end
  if row.status ~= "finished" then group.unfinished = group.unfinished + 1 end
end

-- Of two runs that differ in nothing, whether the second went further.
local function further(a, b)
  if (a.status == "finished") ~= (b.status == "finished") then
    return b.status == "finished"
  end
  return b.generation > a.generation
end

-- Keeps a row under its seed, the furthest if there are more.
local function keep(group, row)
  if row.generation < 0 or not row.best then return end
  local at = group.at[row.seed]
  if not at then
    at = #group.kept + 1
    group.at[row.seed] = at
  else
    group.repeated = group.repeated + 1
    if not further(group.kept[at], row) then return end
  end
  group.kept[at] = row
end

-- The groups of the runs with these numbers, in the order they first appear. Runs
-- without a generation are left out.
function compare.groups(store, ids)
  local groups, known = {}, {}
  for _, id in ipairs(ids) do
    local row = store:get_run(id)
    local key = table.concat({ row.script, row.source, row.settings,
      row.population, row.version }, "\0")
    if not known[key] then
      local group = { name = name_of(row), runs = {}, ids = {}, best = {},
        standardized = {}, solved = {}, unfinished = 0, repeated = 0,
        kept = {}, at = {} }
      groups[#groups + 1], known[key] = group, group
    end
    keep(known[key], row)
  end
  for _, group in ipairs(groups) do
    for _, row in ipairs(group.kept) do
      local best = reached(store, row.id)
      if best then add(group, row, best) end
    end
  end
  for i = #groups, 1, -1 do
    if #groups[i].runs == 0 then table.remove(groups, i) end
  end
  local names = {}
  for _, group in ipairs(groups) do
    names[group.name] = (names[group.name] or 0) + 1
    if names[group.name] > 1 then
      group.name = group.name .. " #" .. names[group.name]
    end
  end
  return groups
end

-- ---- figures ---------------------------------------------------------------------

-- The figures of a group as a plain table.
function compare.figures(group)
  local n = #group.runs
  local rate, low, high = stats.wilson(#group.solved, n)
  local effort, effort_low, effort_high = stats.effort(group.solved, n)
  if effort_high == math.huge then effort_high = nil end
  return { group = group.name, runs = n, solved = #group.solved, rate = rate,
    rate_low = low, rate_high = high, effort = effort, effort_low = effort_low,
    effort_high = effort_high, best = stats.median(group.best),
    best_low = stats.quantile(group.best, 0.25),
    best_high = stats.quantile(group.best, 0.75), unfinished = group.unfinished,
    repeated = group.repeated }
end

-- A12 > 0.5: runs of a tend to be better.
function compare.pair(a, b)
  local test = stats.mann_whitney(b.standardized, a.standardized)
  return { first = a.name, second = b.name, a12 = test.a12, p = test.p }
end

-- Everything as a list of plain tables: groups, then pairs.
function compare.rows(groups)
  local rows = {}
  for _, group in ipairs(groups) do rows[#rows + 1] = compare.figures(group) end
  for i, a in ipairs(groups) do
    for j = i + 1, #groups do rows[#rows + 1] = compare.pair(a, groups[j]) end
  end
  return rows
end

-- ---- for people ------------------------------------------------------------------

local function large(x)
  if not x then return "-" end
  return progress.thousands(x)
end

-- One run of a sweep, as it ends.
function compare.line(row, done, all)
  return ("%d/%d  run %d  seed %d  %s best %s  %s, %d generations, %.1f s"):format(
    done, all, row.id, row.seed, row.settings ~= "" and row.settings:gsub("\n", " ")
    .. " " or "", progress.number(row.best or 0), row.solved == 1 and "solved"
    or row.status, row.generation + 1, row.seconds)
end

local function group_lines(f, lines)
  local function line(...) lines[#lines + 1] = (...):format(select(2, ...)) end
  line("%s", f.group)
  line("  runs     %d%s%s", f.runs, f.unfinished > 0
    and (" (%d not finished)"):format(f.unfinished) or "", f.repeated > 0
    and (" (%d repeated, not counted)"):format(f.repeated) or "")
  line("  solved   %d of %d: %.0f%% (95%%: %.0f%% to %.0f%%)", f.solved, f.runs,
    100 * f.rate, 100 * f.rate_low, 100 * f.rate_high)
  if f.effort then
    line("  effort   %s evaluations (95%%: %s to %s)", large(f.effort),
      large(f.effort_low), f.effort_high and large(f.effort_high) or "no bound")
  end
  line("  best     median %s (quartiles %s to %s)", progress.number(f.best),
    progress.number(f.best_low), progress.number(f.best_high))
end

-- All groups, then all pairs, as text.
function compare.table(groups)
  local lines = {}
  for _, group in ipairs(groups) do group_lines(compare.figures(group), lines) end
  for i, a in ipairs(groups) do
    for j = i + 1, #groups do
      local pair = compare.pair(a, groups[j])
      lines[#lines + 1] = ("%s against %s: A12 %.2f, p %.3g (Mann-Whitney)"):format(
        pair.first, pair.second, pair.a12, pair.p)
    end
  end
  return table.concat(lines, "\n") .. "\n"
end

-- Words such as 3 and 5..20 as a list of numbers of runs, or nil and the wrong word.
function compare.numbers(words)
  local list = {}
  for _, word in ipairs(words) do
    local first, last = word:match("^(%d+)%.%.(%d+)$")
    last = math.tointeger(tonumber(last or word))
    first = math.tointeger(tonumber(first or word))
    if not first or not last or last - first > 100000 - #list then
      return nil, word
    end
    for id = first, last do list[#list + 1] = id end
  end
  return list
end

return compare
