-- lessons.lua [--write] [--seeds 1..100] [NAME...] -- does what the lessons claim hold?
--
-- Runs every lesson (or those whose file names contain a word) with the seeds 1 to 100, which
-- share no run, and prints each claim: on how many seeds its margin was above 0, with
-- Wilson's interval, and the mean of the margin with Student's. A claim is refuted if it
-- does not hold on most seeds (the interval reaches down to a half); one whose `held` is not
-- what was counted is wrong. --write corrects `held` in the scripts and their
-- rows in docs/lessons.md. `make lessons` runs it.

local lessons = require "ludus.lesson"
local page  = require "ludus.lesson.page"
local script = require "ludus.script"
local stats = require "ludus.stats"
local study = require "ludus.script.study"
local sweep = require "ludus.run.sweep"
local system = require "ludus.core.system"

local options = { seeds = "1..100", words = {} }
do
  local i = 1
  while arg[i] do
    if arg[i] == "--write" then options.write = true
    elseif arg[i] == "--seeds" then
      i = i + 1
      options.seeds = arg[i]
    else
      options.words[#options.words + 1] = arg[i]
    end
    i = i + 1
  end
end

local function wanted(path)
  for _, word in ipairs(options.words) do
    if path:find(word, 1, true) then return true end
  end
  return #options.words == 0
end

-- The margins of each claim over the seeds, and the seconds of CPU a seed took.
local function run(lesson, seeds)
  local margins, before = {}, os.clock()
  for i in ipairs(lesson.claims) do margins[i] = {} end
  for k, seed in ipairs(seeds) do
    local _, result = lessons.play(lesson, {}, { seed = seed, threads = 1 })
    for i in ipairs(lesson.claims) do margins[i][k] = result.claims["claim " .. i] end
  end
  return margins, (os.clock() - before) / #seeds
end

-- A claim over its margins: seeds on which it held, the words for the table.
local function judged(list)
  local held = 0
  for _, margin in ipairs(list) do held = held + (margin > 0 and 1 or 0) end
  local _, low, high = stats.wilson(held, #list)
  return { held = held, low = low, refuted = low <= 0.5,
    share = ("%d of %d (%.0f to %.0f%%)"):format(held, #list, 100 * low, 100 * high),
    margin = page.interval(list) }
end

local failed = 0
local function told(lesson, claim, found, all)
  local words = ""
  if all and found.refuted then words = "   REFUTED"
  elseif all and claim.held ~= found.held and not options.write then
    words = ("   the script says %d"):format(claim.held)
  end
  if words ~= "" then failed = failed + 1 end
  print(("%2d %-12s %-22s %s %s%s"):format(lesson.number, lesson.name, found.share,
    found.margin, claim[3], words))
  print("   " .. claim[1])
end

-- The script, as it is by now, with the numbers that were counted, claim by claim.
local function write_held(path, judgements)
  local source, k = assert(system.read(path, script.bytes_max)), 0
  local text = source:gsub("(held = )%d+", function(head)
    k = k + 1
    return head .. judgements[k].held
  end)
  if k ~= #judgements then error(path .. ": a claim without 'held = N'", 0) end
  if text ~= source then assert(system.write(path, text)) end
end

local rows, counted = {}, 0                  -- by the lesson's number
local function note(lesson, path, claim, found)
  local list = rows[lesson.number] or { new = true }
  rows[lesson.number], counted = list, counted + 1
  list[#list + 1] = ("| [%d](../%s) | %s | %s | %s %s |"):format(lesson.number, path,
    claim[1], found.share, found.margin, claim[3])
end

local seeds = sweep.seeds(options.seeds)
local all, total = #seeds == 100 and seeds[1] == 1, 0
for path in io.popen "ls scripts/lessons/*.lua":lines() do
  if wanted(path) then
    local lesson = study.lesson(script.load(path))
    local margins, seconds = run(lesson, seeds)
    local judgements = {}
    for i, claim in ipairs(lesson.claims) do
      judgements[i] = judged(margins[i])
      told(lesson, claim, judgements[i], all)
      note(lesson, path, claim, judgements[i])
    end
    total = total + seconds * #seeds
    print(("   %.2f s of CPU a seed"):format(seconds))
    if options.write and all then write_held(path, judgements) end
  end
end
print(("%d claims, %d of them refuted or counted wrong; %.0f s of CPU"):format(counted, failed,
  total))

local HEAD = [[
# What the lessons claim

Written by `make lessons WRITE=1`. Do not edit. Each lesson was run with the seeds 1 to 100,
which share no run; settings were chosen on other seeds (from 1001 on). A claim holds on a
seed if its margin is above 0. Shares have Wilson's interval of 95%, margins Student's. The
intervals are those of the lesson's own size: with more runs of a group they would be narrower.

| lesson | claim | holds on seeds | margin, mean (95%) |
|-|-|-|-|
]]
-- Lessons that were not run keep the rows they have; those that are gone lose them.
local function table_of(path)
  for row in assert(system.read(path, script.bytes_max)):gmatch "[^\n]+" do
    local number, file = row:match "^| %[(%d+)%]%(%.%./([^)]*)%)"
    number = tonumber(number)
    if number and not (rows[number] and rows[number].new) and io.open(file) then
      rows[number] = rows[number] or {}
      table.insert(rows[number], row)
    end
  end
  local lines = {}
  for number = 1, 99 do
    table.move(rows[number] or {}, 1, #(rows[number] or {}), #lines + 1, lines)
  end
  return table.concat(lines, "\n") .. "\n"
end

if options.write and all then
  assert(system.write("docs/lessons.md", HEAD .. table_of "docs/lessons.md"))
end
os.exit(failed == 0)
