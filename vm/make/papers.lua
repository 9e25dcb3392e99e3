-- papers.lua -- writes docs/papers.md from the rows that `ludus papers` computes:
-- `make papers`.

local papers = require "ludus.report.papers"

local out = { [[
# The papers, row by row

Every printed result, table, figure, mechanism, claim and wish of the papers, beside what
is computed here. Written by `make papers` from what `ludus papers` computes; do not edit.
A test fails if page and command disagree.
]] }

for _, verdict in ipairs(papers.verdicts) do
  out[#out + 1] = ("- *%s*: %s"):format(verdict, papers.meaning[verdict])
end

out[#out + 1] = [[

"Full run only": the quick form computes nothing there, and the verdict is what the
command beside it gave when it was last run at length. "Nothing computed": there is no
number, or nothing here that computes it. Intervals are 95%.
]]

local all = {}
for _, paper in ipairs(papers.all()) do
  local results = {}
  for i, row in ipairs(paper.rows) do
    results[i] = papers.compute(row)
    all[#all + 1] = results[i]
  end
  out[#out + 1] = papers.markdown(paper, results)
end
out[#out + 1] = ("## In all\n\n%s."):format(papers.summary(all))
print(table.concat(out, "\n"))
