-- lesson/page.lua -- a lesson in the terminal: the question and what to predict before the
-- runs, what they gave after them.

local cli      = require "ludus.cli"
local plot     = require "ludus.plot"
local stats    = require "ludus.stats"
local strips   = require "ludus.lesson.strips"
local system   = require "ludus.core.system"

local page = {}

local WIDTH, NARROWEST = 78, 40

-- Columns of what is said: those of the terminal, as far as they are read well.
local function width()
  if not system.terminal "out" then return WIDTH end
  return math.max(NARROWEST, math.min(WIDTH, system.screen() - 2))
end

local function filled(text, indent)
  return (" "):rep(indent or 0) .. cli.wrap(text, indent or 0, width())
end

-- The paragraphs of a text, each on one line.
function page.paragraphs(text)
  local list = {}
  for part in (text .. "\n\n"):gmatch "(.-)\n%s*\n" do
    local line = part:gsub("%s+", " "):gsub("^ ", ""):gsub(" $", "")
    if line ~= "" then list[#list + 1] = line end
  end
  return list
end

-- "a) ..." for the answers to choose from.
function page.choices(lesson)
  local list = {}
  for i = 2, #lesson.predict do
    list[i - 1] = ("%s) %s"):format(string.char(95 + i), lesson.predict[i])
  end
  return list
end

-- What is said before anything runs.
function page.head(lesson, s)
  local lines = { ("Lesson %d: %s"):format(lesson.number, lesson.question), "" }
  for _, text in ipairs(page.paragraphs(lesson.about)) do
    lines[#lines + 1] = filled(text)
    lines[#lines + 1] = ""
  end
  lines[#lines + 1] = filled("Predict first. " .. lesson.predict[1])
  for _, text in ipairs(page.choices(lesson)) do lines[#lines + 1] = filled(text, 3) end
  lines[#lines + 1] = ("\n%d runs of each, seed %d:"):format(s.runs, s.seed)
  return table.concat(lines, "\n")
end

-- A number for a table, never written as a power.
function page.number(x)
  if x == math.floor(x) and math.abs(x) < 1e15 then return ("%.0f"):format(x) end
  local size = math.abs(x)
  return (size >= 1000 and "%.0f" or size >= 100 and "%.1f" or size >= 0.1 and "%.2f"
    or "%.4f"):format(x)
end

-- "mean (low to high)" of a list; the interval is one of 95%.
function page.interval(values)
  local mean, low, high = stats.interval(values)
  if not low or low == high then return page.number(mean) end
  return ("%s (%s to %s)"):format(page.number(mean), page.number(low), page.number(high))
end

-- What a group got at a measure: the mean, or of yes and no the share.
function page.figure(measure, values)
  if not measure.share then return page.interval(values) end
  local yes = math.floor(stats.sum(values) + 0.5)
  local _, low, high = stats.wilson(yes, #values)
  return ("%d of %d (%.0f to %.0f%%)"):format(yes, #values, 100 * low, 100 * high)
end

-- The words over such figures.
function page.heading(measure)
  return measure[2] .. (measure.share and " (95%)" or ": mean (95%)")
    .. (measure.less and ", less is better" or "")
end

local function means(lesson, r)
  local lines = {}
  for _, measure in ipairs(lesson.measures) do
    lines[#lines + 1] = page.heading(measure)
    for _, group in ipairs(lesson.groups) do
      lines[#lines + 1] = ("  %-24s %s"):format(group[1],
        page.figure(measure, r.list(group[1], measure[1])))
    end
  end
  return table.concat(lines, "\n")
end

local function spread(lesson, r)
  local groups, first = {}, lesson.measures[1]
  for i, group in ipairs(lesson.groups) do
    groups[i] = { name = group[1], values = r.list(group[1], first[1]) }
  end
  return strips.text(groups, first[2], width())
end

local function courses(lesson, r)
  if not lesson.course then return nil end
  local series = {}
  for i, group in ipairs(lesson.groups) do
    local x, y = {}, {}
    for g = 0, r.last(group[1]) do x[g + 1], y[g + 1] = g, r.at(group[1], g) end
    series[i] = { name = group[1], x = x, y = y }
  end
  return plot.text { title = lesson.course[2] .. ": median by generation", width = width(),
    height = 10, xlabel = "generation", series = series }
end

-- What a claim says, whether it holds here, and on how many seeds it did.
function page.claim(claim, margin)
  return ("%s: %s. Here by %s %s; on %d of 100 seeds."):format(
    margin > 0 and "Holds" or "Does not hold", claim[1], page.number(margin), claim[3],
    claim.held)
end

local function listed(lines, list)
  for i, text in ipairs(list) do
    lines[#lines + 1] = (" %d. %s"):format(i, cli.wrap(text, 4, width()))
  end
end

-- What is said when all has run.
function page.body(lesson, r, value)
  local lines = { means(lesson, r), "", spread(lesson, r), "" }
  local curves = courses(lesson, r)
  if curves then
    lines[#lines + 1] = curves
    lines[#lines + 1] = ""
  end
  for i, claim in ipairs(lesson.claims) do
    lines[#lines + 1] = filled(page.claim(claim, value.claims["claim " .. i]), 2)
  end
  lines[#lines + 1] = "\nNotice"
  listed(lines, lesson.notice)
  lines[#lines + 1] = "Exercises"
  listed(lines, lesson.exercises)
  lines[#lines + 1] = filled("Read: " .. lesson.reference)
  lines[#lines + 1] = "digest " .. value.digest
  return table.concat(lines, "\n")
end

return page
