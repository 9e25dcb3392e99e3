-- ludus papers [NAME] -- what the papers print, and what we get.

local cli    = require "ludus.cli"
local json   = require "ludus.json"
local papers = require "ludus.report.papers"

local function show(paper, options, all)
  if not options.json then print(papers.head(paper)) end
  for _, row in ipairs(paper.rows) do
    local r = papers.compute(row, options.full)
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
  for _, paper in ipairs(list) do show(paper, options, results) end
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
  },
  run = run,
}
