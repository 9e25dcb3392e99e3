-- lesson/found.lua -- what the runs of a lesson gave, as claims ask for it.
--
--     r.list("k = 1", "best")        --> { 311, 290, ... }, one for each run
--     r.mean("k = 1", "best")        r.median, r.sum the same
--     r.chance("k = 7", "k = 1", "best")   --> that a run of the first is above one of the
--                                              second (A12)
--     r.at("k = 1", 5)               --> the median of the course in generation 5
--
-- Without a measure the first of the lesson is meant.

local spec  = require "ludus.script.spec"
local stats = require "ludus.stats"

local found = {}

local function names_of(rows)
  local names = {}
  for i, row in ipairs(rows) do names[i] = row[1] end
  return names
end

local function unknown(what, name, names)
  for _, known in ipairs(names) do if known == name then return end end
  error(("a claim asks for the %s '%s', which is none of the lesson's%s"):format(what,
    tostring(name), spec.hint(name, names)), 0)
end

-- The results of a lesson from the records of its runs, by group.
function found.of(lesson, records)
  local groups, measures = names_of(lesson.groups), names_of(lesson.measures)
  local r = {}

  function r.records(group)
    unknown("group", group, groups)
    return records[group]
  end

  function r.list(group, measure)
    measure = measure or measures[1]
    unknown("measure", measure, measures)
    local list = {}
    for i, row in ipairs(r.records(group)) do list[i] = row[measure] end
    return list
  end

  function r.mean(group, measure) return stats.mean(r.list(group, measure)) end
  function r.median(group, measure) return stats.median(r.list(group, measure)) end
  function r.sum(group, measure) return stats.sum(r.list(group, measure)) end

  function r.chance(a, b, measure)
    return stats.mann_whitney(r.list(a, measure), r.list(b, measure)).a12
  end

  -- The figures of a generation; a run that has ended shows its last one.
  function r.course(group, generation)
    local list = {}
    for i, row in ipairs(r.records(group)) do
      list[i] = row.course[math.min(generation + 1, #row.course)]
    end
    return list
  end

  function r.at(group, generation) return stats.median(r.course(group, generation)) end

  -- The last generation of the longest run.
  function r.last(group)
    local last = 0
    for _, row in ipairs(r.records(group)) do last = math.max(last, #row.course - 1) end
    return last
  end
  return r
end

return found
