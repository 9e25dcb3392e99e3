-- ludus papers [NAME] -- what the papers print, and what we get.

local cli    = require "ludus.cli"
local json   = require "ludus.json"
local papers = require "ludus.report.papers"
local pieces = require "ludus.run.pieces"
local system = require "ludus.core.system"

-- ---- rows that are kept ----------------------------------------------------------

-- The rows in a file of an earlier call, by what they are; none if there is no file. What
-- was cut short is computed again.
local function kept_rows(path)
  local rows, file = {}, io.open(path)
  if not file then return rows end
  for line in file:lines() do
    local ok, r = pcall(json.decode, line)
    if not ok or type(r) ~= "table" or type(r.key) ~= "string" then
      cli.fail("%s: not a file of rows: %s", path, line:sub(1, 40))
    end
    rows[r.key] = r
  end
  file:close()
  return rows
end

-- A row, from the file or computed and put there.
local function row_of(row, options, kept, work)
  local key = row.id .. (options.full and " full" or "")
  if kept[key] then
    work:skip()
    return kept[key]
  end
  local start = system.clock()
  work:begin(row.id)
  local r = papers.compute(row, options.full)
  work:finish()
  if not options.keep then return r end
  local file, why = io.open(options.keep, "a")
  if not file then cli.fail("%s", why) end
  r.key, r.seconds = key, system.clock() - start
  file:write(json.encode(r), "\n")
  file:close()
  return r
end

-- ---- showing ---------------------------------------------------------------------

local function show(paper, options, all, kept, work)
  if not options.json then print(papers.head(paper)) end
  for _, row in ipairs(paper.rows) do
    local r = row_of(row, options, kept, work)
    all[#all + 1] = r
    if options.json then
      r.paper = paper.name
      print(json.encode(r))
    else
      print(papers.lines(r))
      io.stdout:flush()
    end
  end
  if not options.json then print() end
end

local function run(options, words)
  if #words > 1 then cli.fail("'ludus papers' takes one name") end
  local list, results = papers.all(), {}
  if words[1] then
    local paper, unknown = papers.find(words[1])
    if not paper then cli.fail("%s", unknown) end
    list = { paper }
  end
  local kept = options.keep and kept_rows(options.keep) or {}
  local count = 0
  for _, paper in ipairs(list) do count = count + #paper.rows end
  local work = pieces.new(options, count)
  for _, paper in ipairs(list) do show(paper, options, results, kept, work) end
  if not options.json then print(cli.wrap(papers.summary(results), 0)) end
  return papers.count(results).contradicted > 0 and 1 or 0
end

local names = {}
for i, paper in ipairs(papers.all()) do names[i] = paper.name end

return {
  usage   = "papers [NAME]",
  summary = "what the papers print, and what we get",
  help    = "Papers: " .. table.concat(names, ", ") .. ". Without a name, all of "
    .. "them. A row is a printed thing, what is computed here and now, a verdict and the "
    .. "command that shows it at length. 'full run only': nothing was computed. The "
    .. "status is 1 if what was computed contradicts a verdict.",
  options = {
    full = { kind = "flag", help = "compute at the papers' sizes, and what is long" },
    json = { kind = "flag", help = "one JSON object per row" },
    keep = { kind = "string", value = "FILE", help = "a file of the rows computed so far, to "
      .. "go on from" },
  },
  run = run,
}
