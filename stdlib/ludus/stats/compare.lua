-- compare.lua -- what may be said of sets of runs.
--
-- Runs that differ only in their seed form a group. A run that was made twice, with
-- the same seed, is the same to the bit and tells nothing new: it counts once. Of each
-- group: how many succeeded, with Wilson's interval, and why the others ended; the
-- effort with its interval; median and quartiles of the best score. Of each two groups
-- that played the same game: the Mann-Whitney test, corrected by Holm where there are more
-- pairs than one, and A12, the chance that a run of the first is better than one of the
-- second; of three groups and more together, the Kruskal-Wallis test.
--
-- Runs that ended at budgets can be compared at equal evaluations: as each was when it
-- had scored so many programs.

local measures = require "ludus.script.measures"
local progress = require "ludus.run.progress"
local ranks    = require "ludus.stats.ranks"
local spec     = require "ludus.script.spec"
local stats    = require "ludus.stats"
local stores   = require "ludus.run.store"

local compare = {}

-- ---- groups ----------------------------------------------------------------------

local function script_of(row) return (row.script:match("[^/]*$"):gsub("%.lua$", "")) end

-- The step of a study that a run is part of, or nothing.
local function step_of(row) return row.place and (row.place:gsub("/%d+$", "")) or "" end
compare.step_of = step_of

local function name_of(row)
  local settings, step = row.settings:gsub("\n", " "), step_of(row)
  local name = settings == "" and script_of(row) or script_of(row) .. " " .. settings
  return step == "" and name or name .. ", " .. step
end

-- The generation that counts: the best since the game was last changed, among those
-- with at most so many evaluations (all if nil).
local function best_of(generations, at)
  local best
  for _, row in ipairs(generations) do
    if at and row.evaluations > at then break end
    best = stores.better(best, row)
  end
  return best
end

-- The evaluations after which a run succeeded, nil if it did not. Before version 2 the
-- store kept only whether.
local function success_of(row, at)
  local after = row.solved == 1 and (row.solved_at or row.evaluations) or nil
  if after and at and after > at then return nil end
  return after
end

-- Why a run cannot be looked at after `at` evaluations, or nil.
local function too_short(generations, row, at)
  if not at then return nil end
  if row.evaluations < at and row.solved ~= 1 then
    return ("run %d ended after %s evaluations; --at %s is more"):format(row.id,
      progress.thousands(row.evaluations), progress.thousands(at))
  end
  local first = generations[1]
  if first and first.evaluations > at then
    return ("run %d scored %s programs in its first generation; --at %s is less"):format(
      row.id, progress.thousands(first.evaluations), progress.thousands(at))
  end
end

-- Notes the script's own figures of a generation, and what the run got at the test.
local function note(group, measured, test)
  local values = { test = test and stores.figures(test).raw }
  for name, value in pairs(measured or {}) do
    if not measures.island(name) then values[name] = values[name] or value end
  end
  for name, value in pairs(values) do
    local list = group.measures[name] or {}
    list[#list + 1] = value
    group.measures[name] = list
  end
end

-- The figures that count of a run, and the script's own: at its end the store knows them.
local function figures_of(store, row, at)
  if not at and row.reached then
    return { raw = row.reached_raw, standardized = row.reached }, store:measures(row.id)
  end
  local generations = store:generations(row.id)
  local wrong = too_short(generations, row, at)
  if wrong then error(wrong, 0) end
  local best = best_of(generations, at)
  local last = at and best or generations[#generations]
  return best, last and last.measures
end

local function add(store, group, row, at)
  local best, measured = figures_of(store, row, at)
  if not best then return end
  local success = success_of(row, at)
  note(group, measured, not at and row.test or nil)
  group.runs[#group.runs + 1] = row
  group.ids[#group.ids + 1] = row.id
  group.best[#group.best + 1] = best.raw
  group.standardized[#group.standardized + 1] = best.standardized
  if success then group.solved[#group.solved + 1] = success
  else
    local why = at and "evaluations" or row.ended or row.status
    group.ended[why] = (group.ended[why] or 0) + 1
    group.spent[#group.spent + 1] = at or row.evaluations
  end
  if row.status ~= "finished" then group.unfinished = group.unfinished + 1 end
  if not row.ended and row.solved == 1 then group.doubtful = group.doubtful + 1 end
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

-- What runs of one name and settings may still differ in, from the plainest on.
local differences = {
  { "script", function(row) return row.script end },
  { "version", function(row) return "Ludus " .. row.version end },
  { "population", function(row) return ("population %d"):format(row.population) end },
  { "source", function(row) return ("the script as in run %d"):format(row.id) end },
  { "files", function(row) return ("files as in run %d"):format(row.id) end },
}

-- Groups of one name are named by what differs.
local function distinguish(groups)
  local named = {}
  for _, group in ipairs(groups) do
    named[group.name] = named[group.name] or {}
    table.insert(named[group.name], group)
  end
  for _, same in pairs(named) do
    for _, difference in ipairs(#same > 1 and differences or {}) do
      local column, tell = difference[1], difference[2]
      local differs = false
      for _, group in ipairs(same) do
        differs = differs or group.first[column] ~= same[1].first[column]
      end
      for _, group in ipairs(differs and same or {}) do
        group.name = group.name .. ", " .. tell(group.first)
      end
      if differs and column == "source" then break end     -- then files differ, too
    end
  end
end

local function new_group(row)
  return { name = name_of(row), first = row, runs = {}, ids = {}, best = {},
    standardized = {}, solved = {}, ended = {}, spent = {}, measures = {}, unfinished = 0,
    repeated = 0, doubtful = 0, kept = {}, at = {} }
end

-- The groups of the runs with these numbers, in the order they first appear, after `at`
-- evaluations or (nil) at their ends. Runs without a generation are left out.
function compare.groups(store, ids, at)
  local groups, known, rows = {}, {}, store:some_runs(ids)
  for _, id in ipairs(ids) do
    local row = rows[id]
    local key = table.concat({ row.script, row.identity or table.concat({ row.source,
      row.settings, row.version }, "\0"), row.population, step_of(row) }, "\0")
    if not known[key] then
      groups[#groups + 1] = new_group(row)
      known[key] = groups[#groups]
    end
    keep(known[key], row)
  end
  for _, group in ipairs(groups) do
    for _, row in ipairs(group.kept) do add(store, group, row, at) end
  end
  for i = #groups, 1, -1 do
    if #groups[i].runs == 0 then table.remove(groups, i) end
  end
  distinguish(groups)
  return groups
end

-- ---- figures ---------------------------------------------------------------------

-- The figures of a group as a plain table.
function compare.figures(group)
  local n = #group.runs
  local rate, low, high = stats.wilson(#group.solved, n)
  local effort, effort_low, effort_high = stats.effort(group.solved, n)
  if effort_high == math.huge then effort_high = nil end
  local measured = {}
  for name, list in pairs(group.measures) do
    measured[name] = { median = stats.median(list), low = stats.quantile(list, 0.25),
      high = stats.quantile(list, 0.75) }
  end
  return { measures = next(measured) and measured or nil, group = group.name, runs = n, solved = #group.solved, rate = rate,
    ended = group.ended, doubtful = group.doubtful > 0 and group.doubtful or nil,
    rate_low = low, rate_high = high, effort = effort, effort_low = effort_low,
    effort_high = effort_high, best = stats.median(group.best),
    best_low = stats.quantile(group.best, 0.25),
    best_high = stats.quantile(group.best, 0.75), unfinished = group.unfinished,
    repeated = group.repeated }
end

-- Why runs of the two groups cannot be compared, or nil.
local function refused(a, b)
  local x, y = a.first, b.first
  local function differ(column) return x[column] and y[column] and x[column] ~= y[column] end
  if differ "game" then
    return ("they play different games, %s and %s"):format(x.game, y.game)
  elseif differ "minimise" then
    return "less is better in one of them alone"
  elseif x.max ~= y.max then
    local function most(row) return row.max and progress.number(row.max) or "not known" end
    return ("the greatest score is %s in the first, %s in the second"):format(most(x),
      most(y))
  end
end

local function least(list)
  local found = list[1]
  for _, x in ipairs(list) do found = math.min(found, x) end
  return found
end

-- Where the runs that did not succeed had spent one tenth more evaluations in one group
-- than in the other: the most that all of them had.
local function unequal(a, b)
  if #a.spent == 0 or #b.spent == 0 then return nil end
  local x, y = stats.median(a.spent), stats.median(b.spent)
  if math.max(x, y) <= 1.1 * math.min(x, y) then return nil end
  return math.min(least(a.spent), least(b.spent))
end

-- A12 > 0.5: runs of a tend to be better. Or `refused`, a reason. Scores that differ by no
-- more than `tie` are equal.
function compare.pair(a, b, tie)
  local why = refused(a, b)
  if why then return { first = a.name, second = b.name, refused = why } end
  local lists = ranks.of({ a, b }, tie)
  local test = stats.mann_whitney(lists[2], lists[1])
  local pair = { first = a.name, second = b.name, a12 = test.a12, p = test.p }
  pair.at = unequal(a, b)
  return pair
end

-- All pairs, where there are more than one with p as Holm corrects it; and what Kruskal and
-- Wallis say of three groups and more that can all be compared, or nil.
function compare.pairs(groups, tie)
  local list, tested, chances = {}, {}, {}
  for i, a in ipairs(groups) do
    for j = i + 1, #groups do
      local pair = compare.pair(a, groups[j], tie)
      list[#list + 1] = pair
      if pair.p then
        tested[#tested + 1] = pair
        chances[#chances + 1] = pair.p
      end
    end
  end
  if #tested > 1 then
    for i, p in ipairs(stats.holm(chances)) do tested[i].holm = p end
  end
  if #groups < 3 or #tested < #list then return list end
  local all = stats.kruskal_wallis(ranks.of(groups, tie))
  return list, { groups = #groups, kruskal_wallis = all.h, freedom = all.freedom, p = all.p }
end

-- Everything as a list of plain tables: groups, then all of them together, then pairs.
function compare.rows(groups, tie)
  local rows = {}
  for _, group in ipairs(groups) do rows[#rows + 1] = compare.figures(group) end
  local list, all = compare.pairs(groups, tie)
  rows[#rows + 1] = all
  table.move(list, 1, #list, #rows + 1, rows)
  return rows
end

-- ---- for people ------------------------------------------------------------------

local function large(x)
  if not x then return "-" end
  return progress.thousands(x)
end

-- One run of a sweep, as it ends.
function compare.line(row, done, all)
  if row.kind == "study" then
    return ("%d/%d  run %d  seed %d  %s %s, %.1f s"):format(done, all, row.id, row.seed,
      row.settings:gsub("\n", " "), row.status, row.seconds)
  end
  return ("%d/%d  run %d  seed %d  %s best %s  %s, %s, %.1f s"):format(
    done, all, row.id, row.seed, row.settings ~= "" and row.settings:gsub("\n", " ")
    .. " " or "", progress.number(row.best or 0), row.solved == 1 and "solved"
    or row.ended or row.status, progress.counted(row.generation + 1, "generation"),
    row.seconds)
end

-- "2 generations, 1 stalled": why the others ended.
local function ended_text(ended)
  local reasons = {}
  for why, n in pairs(ended) do reasons[#reasons + 1] = ("%d %s"):format(n, why) end
  table.sort(reasons)
  return table.concat(reasons, ", ")
end

local function group_lines(f, lines)
  local function line(...) lines[#lines + 1] = (...):format(select(2, ...)) end
  line("%s", f.group)
  line("  runs     %d%s%s", f.runs, f.unfinished > 0
    and (" (%d not finished)"):format(f.unfinished) or "", f.repeated > 0
    and (" (%d repeated, not counted)"):format(f.repeated) or "")
  line("  solved   %d of %d: %.0f%% (95%%: %.0f%% to %.0f%%)", f.solved, f.runs,
    100 * f.rate, 100 * f.rate_low, 100 * f.rate_high)
  if f.doubtful then
    line("           %d of an earlier version, where any stop counted as solved",
      f.doubtful)
  end
  if next(f.ended) then line("  others   %s", ended_text(f.ended)) end
  if f.effort then
    line("  effort   %s evaluations (95%%: %s to %s)", large(f.effort),
      large(f.effort_low), f.effort_high and large(f.effort_high) or "no bound")
  end
  line("  best     median %s (quartiles %s to %s)", progress.number(f.best),
    progress.number(f.best_low), progress.number(f.best_high))
  for _, name in ipairs(spec.sorted_keys(f.measures or {})) do
    local found = f.measures[name]
    line("  %-8s median %s (quartiles %s to %s)", name, progress.number(found.median),
      progress.number(found.low), progress.number(found.high))
  end
end

local function pair_lines(pair, lines)
  local names = ("%s against %s: "):format(pair.first, pair.second)
  if pair.refused then
    lines[#lines + 1] = names .. "not compared: " .. pair.refused
    return
  end
  lines[#lines + 1] = ("%sA12 %.2f, p %.3g (Mann-Whitney%s)"):format(names, pair.a12,
    pair.holm or pair.p, pair.holm and ("; Holm, alone %.3g"):format(pair.p) or "")
  if pair.at then
    lines[#lines + 1] = ("  at unequal evaluations; --at %d compares them at equal ones")
      :format(pair.at)
  end
end

-- All groups, then all pairs, as text.
function compare.table(groups, tie)
  local lines = {}
  for _, group in ipairs(groups) do group_lines(compare.figures(group), lines) end
  local list, all = compare.pairs(groups, tie)
  if all then
    lines[#lines + 1] = ("all %d: p %.3g that none differs (Kruskal-Wallis, H %.2f)"):format(
      all.groups, all.p, all.kruskal_wallis)
  end
  for _, pair in ipairs(list) do pair_lines(pair, lines) end
  return table.concat(lines, "\n") .. "\n"
end

compare.runs_max = 100000

-- Words such as 3 and 5..20 as a list of numbers of runs; or nil and what is wrong.
function compare.numbers(words)
  local list = {}
  for _, word in ipairs(words) do
    local first, last = word:match("^(%d+)%.%.(%d+)$")
    last = math.tointeger(tonumber(last or word))
    first = math.tointeger(tonumber(first or word))
    if not first or not last then
      return nil, ("expected numbers of runs, as 3 or 5..20, got '%s'"):format(word)
    elseif last - first >= compare.runs_max - #list then
      return nil, ("at most %d runs, got '%s'"):format(compare.runs_max, word)
    end
    for id = first, last do list[#list + 1] = id end
  end
  return list
end

return compare
