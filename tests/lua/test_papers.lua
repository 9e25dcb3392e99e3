-- test_papers.lua -- `ludus papers`: rows, verdicts, the page written from them.
local check  = dofile "tests/lua/check.lua"
local papers = require "ludus.report.papers"

local function read(path)
  local file = assert(io.open(path))
  local text = file:read "a"
  file:close()
  return text
end

-- ---- what a row makes of what it computes ------------------------------------------

local function row(more)
  local r = { id = "X1", printed = "seven", verdict = "reproduced" }
  for key, value in pairs(more) do r[key] = value end
  return r
end

local seven = papers.compute(row { quick = function() return "7", true end })
check.equal("borne out", seven.verdict, "reproduced")
check.equal("here", seven.here, "7")
local eight = papers.compute(row { quick = function() return "8", false end })
check.equal("contradicted", eight.verdict, "CONTRADICTED")
local long = row { command = "ludus run x.lua", full = function() return "7", true end }
check.equal("nothing computed", papers.compute(long).here, "full run only")
check.equal("not computed", papers.compute(long).computed, false)
check.equal("full", papers.compute(long, true).here, "7")
check.equal("nothing to run", papers.compute(row {}).here, "nothing computed")
check.equal("summary", papers.summary { seven, eight, papers.compute(long) },
  "3 rows: 2 reproduced, 1 CONTRADICTED; 2 computed just now")
for line in papers.lines(papers.compute(row { printed = ("long words "):rep(30),
  why = ("reason "):rep(40), command = ("x"):rep(200) })):gmatch "[^\n]+" do
  check.ok("within 80 columns: " .. line, #line <= 80)
end

-- ---- the rows ----------------------------------------------------------------------

local seen = {}
for _, paper in ipairs(papers.all()) do
  for _, r in ipairs(paper.rows) do
    check.ok(r.id .. " is there once", not seen[r.id])
    check.ok(r.id .. " has a verdict", papers.meaning[r.verdict])
    check.ok(r.id .. " says why, computes or names a command",
      r.why or r.quick or r.command)
    check.ok(r.id .. " says why", r.verdict == "reproduced" or r.why)
    seen[r.id] = r.verdict
    local file = r.command and r.command:match "scripts/[%w/-]+%.%w+"
    if file then read(file) end
  end
end

-- ---- what differs by our own doing ---------------------------------------------------

for _, paper in ipairs(papers.all()) do
  for _, r in ipairs(paper.rows) do
    check.ok(r.id .. " differs if it is ours", not r.own or r.verdict == "differs")
  end
end
local ours = papers.compute(row { verdict = "differs", own = true, why = "so it is" })
check.equal("it is counted", papers.summary { ours, ours, seven },
  "3 rows: 1 reproduced, 2 differ (2 of our own making); 1 computed just now")
check.ok("and told", papers.lines(ours):find("Of our own making. so it is", 1, true))

-- ---- page and golden verdicts, as computed just now ----------------------------------

local page, err, status = check.run '"$LUDUS" lua vm/make/papers.lua'
check.equal("errors", err, "")
check.equal("status", status, 0)
local wanted = read "docs/papers.md"
if not check.ok("docs/papers.md is what the command says (make papers)", page == wanted) then
  local theirs = {}
  for line in wanted:gmatch "[^\n]*" do theirs[line] = true end
  for line in page:gmatch "[^\n]*" do
    if not theirs[line] then print("  now: " .. line) end
  end
end

local verdicts = {}
for id, verdict in page:gmatch "\n| (%w[^ ]*) |[^\n]*| (%u?%l*%u*) |[^\n]*|" do
  verdicts[#verdicts + 1] = id .. " " .. verdict
end
if os.getenv "LUDUS_FREEZE" then
  local file = assert(io.open("tests/golden/papers.verdicts", "w"))
  file:write(table.concat(verdicts, "\n"), "\n")
  file:close()
end
check.equal("verdicts", table.concat(verdicts, "\n") .. "\n", read "tests/golden/papers.verdicts")

-- ---- the command -------------------------------------------------------------------

local out
out, err, status = check.run '"$LUDUS" papers minesweepr'
check.equal("no such paper: output", out, "")
check.equal("no such paper", err, "ludus: unknown paper 'minesweepr'; did you mean "
  .. "'minesweeper'?\n")
check.equal("no such paper: status", status, 2)
err = select(2, check.run '"$LUDUS" papers minesweeper puzzle')
check.equal("two papers", err, "ludus: 'ludus papers' takes one name\n")

out, err, status = check.run 'cd / && "$LUDUS" papers minesweeper'
check.equal("one paper: status", status, 0)
check.equal("one paper: errors", err, "")
for line in out:gmatch "[^\n]+" do
  check.ok("within 80 columns: " .. line, #line <= 80)
end
local json = require "ludus.json"
out = check.run '"$LUDUS" papers minesweeper --json'
local first = json.decode(out:match "[^\n]+")
check.equal("json: id", first.id, "M1")
check.equal("json: here", first.here, "69, 0.000420")
check.equal("json: computed", first.computed, true)

-- ---- the printed programs ------------------------------------------------------------

local printed = require "ludus.minesweeper.printed"
for name, text in pairs(printed) do
  local file = read("scripts/programs/quartetti-" .. name .. ".gp")
  check.equal(name .. " is the file", text, (file:gsub(";[^\n]*\n", "")))
end

local evolved = require "ludus.minesweeper.evolved"
for name, file in pairs { solver = "evolved", two_mines = "two-mines", pairs = "pairs" } do
  local text = read("scripts/programs/minesweeper-" .. file .. ".gp")
  check.equal(name .. " is the file", (text:gsub(";[^\n]*\n", "")), evolved[name])
end

local weights = require "ludus.othello.evolved"
for _, name in ipairs { "coevolved", "strategy", "wide" } do
  local text = read(("scripts/programs/othello-%s.vec"):format(name)):gsub("//[^\n]*\n", "")
  check.equal(name .. " is the file", "(" .. table.concat(weights[name], ", ") .. ")\n", text)
end

-- ---- rows that are kept --------------------------------------------------------------

local path = check.tmpname()
local keep = ('"$LUDUS" papers puzzle --json --keep %s'):format(path)
out = check.run(keep)
local lines, kept = {}, read(path)
for line in kept:gmatch "[^\n]+" do lines[#lines + 1] = line end
check.equal("a line for each row", #lines, select(2, out:gsub("\n", "")))
local file = assert(io.open(path, "w"))
file:write((lines[1]:gsub('"here":"[^"]*"', '"here":"kept"')), "\n")
file:close()
out = check.run(keep)
check.ok("what is kept is not computed again", out:match "[^\n]+":find '"here":"kept"')
check.equal("the rest is", select(2, out:gsub("\n", "")), #lines)
file = assert(io.open(path, "w"))
file:write "nonsense\n"
file:close()
out, err, status = check.run(keep)
check.equal("another file", out .. err, ("ludus: %s: not a file of rows: nonsense\n"):format(path))
check.equal("another file: status", status, 2)
os.remove(path)

return check.done()
