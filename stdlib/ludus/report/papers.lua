-- papers.lua -- what the papers print, beside what is computed here and now.
--
-- The rows of a paper are the module ludus.GAME.papers:
--     { name = "...", title = "...", note = "...", rows = { row, ... } }
-- and a row is
--     { id = "M1", printed = "what is printed, and where", verdict = "reproduced",
--       why = "...", command = "what shows it at length", own = true,
--       quick = function(full) return "what we get", agrees end }
-- `own` says of a row that differs that it is for what we do, not for what was printed.
-- `verdict` is what was found; `agrees` is true where what was computed bears it out,
-- and anything else is told as "CONTRADICTED". A row without `quick` computes nothing:
-- it says so, and its command is the way to see it. With `full`, quick() plays at the
-- paper's size; `full` instead of `quick` is computed then alone.

local games  = require "ludus.script.games"
local system = require "ludus.core.system"

local papers = {}

papers.verdicts = { "reproduced", "slip", "differs", "undecided", "missing" }

papers.meaning = {
  reproduced = "what is printed is what we get",
  slip = "the paper is wrong, and the row says how one knows",
  differs = "what we get is something else",
  undecided = "what is printed does not suffice to say",
  missing = "nothing here computes it yet",
}

local CONTRADICTED = "CONTRADICTED"

-- What stands before the reason of a row that differs for what we do.
local OURS = "Of our own making. "

-- ---- finding ------------------------------------------------------------------

-- All papers, by name.
function papers.all()
  local list = {}
  for _, module in ipairs(system.modules "ludus.") do
    local game = module:match "^ludus%.([%w_]+)%.papers$"
    if game and games.row(game) then list[#list + 1] = require(module) end
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  return list
end

-- The paper of that name, or nil and what to say.
function papers.find(name)
  local names = {}
  for i, paper in ipairs(papers.all()) do
    if paper.name == name then return paper end
    names[i] = paper.name
  end
  local near = system.near(name, names)
  return nil, ("unknown paper '%s'%s"):format(name, near
    and ("; did you mean '%s'?"):format(near)
    or "; there are: " .. table.concat(names, ", "))
end

-- ---- computing ----------------------------------------------------------------

-- A row as it stands: `here` is what was computed just now, or why nothing was.
function papers.compute(row, full)
  local known = papers.meaning[row.verdict]
  assert(known, row.id)
  local result = { id = row.id, printed = row.printed, verdict = row.verdict,
    why = row.why, own = row.own, command = row.command, computed = false }
  local work = row.quick or full and row.full
  if work then
    local here, agrees = work(full)
    result.here, result.computed = here, true
    if not agrees then result.verdict = CONTRADICTED end
  else
    local long = row.full or row.command and row.command:find "^ludus run "
    result.here = long and "full run only" or "nothing computed"
  end
  return result
end

-- How many rows have each verdict, how many were computed, how many contradict.
function papers.count(results)
  local counts = { rows = #results, computed = 0, contradicted = 0, own = 0 }
  for _, verdict in ipairs(papers.verdicts) do counts[verdict] = 0 end
  for _, r in ipairs(results) do
    if r.computed then counts.computed = counts.computed + 1 end
    if r.own then counts.own = counts.own + 1 end
    local key = r.verdict == CONTRADICTED and "contradicted" or r.verdict
    counts[key] = counts[key] + 1
  end
  return counts
end

function papers.summary(results)
  local c, parts = papers.count(results), {}
  local nouns = { slip = c.slip == 1 and "slip of the paper" or "slips of the papers",
    differs = (c.differs == 1 and "differs" or "differ") .. (c.own > 0
      and (" (%d of our own making)"):format(c.own) or "") }
  for _, verdict in ipairs(papers.verdicts) do
    if c[verdict] > 0 then
      parts[#parts + 1] = ("%d %s"):format(c[verdict], nouns[verdict] or verdict)
    end
  end
  if c.contradicted > 0 then
    parts[#parts + 1] = ("%d %s"):format(c.contradicted, CONTRADICTED)
  end
  return ("%d rows: %s; %d computed just now"):format(c.rows,
    table.concat(parts, ", "), c.computed)
end

-- ---- showing ------------------------------------------------------------------

-- The text in lines of at most `width` columns; what is longer than one is cut.
local function broken(text, width)
  local lines, line = {}, ""
  for word in text:gmatch "%S+" do
    while #word > width do
      if line ~= "" then lines[#lines + 1], line = line, "" end
      lines[#lines + 1], word = word:sub(1, width), word:sub(width + 1)
    end
    if line == "" then line = word
    elseif #line + 1 + #word <= width then line = line .. " " .. word
    else lines[#lines + 1], line = line, word end
  end
  lines[#lines + 1] = line
  return lines
end

local ID, PRINTED, HERE = 9, 29, 26    -- columns of a table 80 wide

local function cells(id, printed, here, verdict)
  return (("%-" .. ID .. "s%-" .. PRINTED .. "s  %-" .. HERE .. "s  %s"):format(id, printed, here,
    verdict):gsub("%s+$", ""))
end

local function note(out, lead, text)
  for i, line in ipairs(broken(text, 79 - ID - #lead)) do
    out[#out + 1] = (" "):rep(ID) .. (i == 1 and lead or (" "):rep(#lead)) .. line
  end
end

local function reason(r) return (r.own and OURS or "") .. r.why end

-- One row as lines.
function papers.lines(r)
  local out, left = {}, broken(r.printed, PRINTED)
  local right = broken(r.here, HERE)
  for i = 1, math.max(#left, #right) do
    out[i] = cells(i == 1 and r.id or "", left[i] or "", right[i] or "",
      i == 1 and r.verdict or "")
  end
  if r.why then note(out, "", reason(r)) end
  if r.command then note(out, "$ ", r.command) end
  return table.concat(out, "\n")
end

-- What stands above the rows of a paper.
function papers.head(paper)
  local about = paper.title .. (paper.note and ". " .. paper.note or "")
  return table.concat(broken(about, 79), "\n") .. "\n\n"
    .. cells("", "printed", "here", "verdict")
end

local function cell(text) return ((text or ""):gsub("|", "\\|")) end

-- A paper's results as a table of Markdown.
function papers.markdown(paper, results)
  local out = { "## " .. paper.title, "", (paper.note and paper.note .. "\n\n" or "")
    .. "| | printed | here | verdict | |", "|-|-|-|-|-|" }
  for _, r in ipairs(results) do
    out[#out + 1] = ("| %s | %s | %s | %s | %s |"):format(r.id, cell(r.printed),
      cell(r.here), r.verdict, cell(r.why and r.command
        and ("%s (`%s`)"):format(reason(r), r.command) or r.why and reason(r)
        or r.command and ("`%s`"):format(r.command)))
  end
  out[#out + 1] = "\n" .. papers.summary(results) .. ".\n"
  return table.concat(out, "\n")
end

return papers
