-- groups.lua -- what is said of groups of runs: in words, in tables, against each other.

local charts   = require "ludus.report.charts"
local compare  = require "ludus.stats.compare"
local html     = require "ludus.report.html"
local progress = require "ludus.run.progress"
local spec     = require "ludus.script.spec"

local groups = {}
local escape = html.escape

-- ---- words -------------------------------------------------------------------------

-- How large an effect is, after Vargha and Delaney.
local function size_of(a12)
  local far = math.abs(a12 - 0.5)
  return far < 0.06 and "no effect to speak of" or far < 0.14 and "a small effect"
    or far < 0.21 and "a medium effect" or "a large effect"
end

-- The best run: least standardized, then first.
function groups.best_run(group)
  local at = 1
  for i, value in ipairs(group.standardized) do
    if value < group.standardized[at] then at = i end
  end
  return group.runs[at], group.histories[at], group.standardized[at]
end

-- Is less better for these runs?
function groups.is_less(group) return group.runs[1].minimise == 1 end

-- Is there a score that would be success, as far as the runs tell?
local function has_goal(list)
  for _, group in ipairs(list) do
    if group.runs[1].max or groups.is_less(group) or #group.solved > 0 then return true end
  end
  return false
end

-- The first paragraph: how many runs, the best of them, how many succeeded.
function groups.lead(list)
  local runs, solved, best, best_group, least = 0, 0, nil, nil, nil
  for _, group in ipairs(list) do
    runs, solved = runs + #group.runs, solved + #group.solved
    local row, _, standardized = groups.best_run(group)
    if not least or standardized < least then best, best_group, least = row, group, standardized end
  end
  local words = { ("%s of %s%s."):format(progress.counted(runs, "run"), list.name,
    #list > 1 and (" in %d groups"):format(#list) or "") }
  local before = best.reached_raw and best.reached_raw ~= best.best
  words[#words + 1] = ("The best program%s scores %s%s, where %s is better%s: run %d, seed %d, "
    .. "%s, %s evaluations, %s."):format(before and (" of the last generation (%s was reached "
    .. "before)"):format(progress.number(best.reached_raw)) or "", progress.number(best.best),
    best.max and " of " .. progress.number(best.max) or "",
    groups.is_less(best_group) and "less" or "more",
    #list > 1 and (", in the group \"%s\""):format(best_group.label) or "", best.id, best.seed,
    progress.counted(best.generation + 1, "generation"), progress.thousands(best.evaluations),
    progress.time and progress.time(best.seconds) or ("%.1f s"):format(best.seconds))
  if not has_goal(list) then
    words[#words + 1] = runs > 1 and "They had no goal to reach." or "It had no goal to reach."
  elseif runs > 1 then
    words[#words + 1] = solved == 0 and "No run reached its goal."
      or ("%d of %d runs reached the goal."):format(solved, runs)
  else
    words[#words + 1] = best.solved == 1 and "It reached the goal." or "It did not reach its goal."
  end
  return escape(table.concat(words, " "))
end

-- ---- against each other --------------------------------------------------------------

-- Two groups in a sentence.
local function one_pair(a, b)
  local pair = compare.pair(a, b)
  if pair.refused then
    return ("<p>\"%s\" against \"%s\": not compared: %s.</p>"):format(escape(a.label),
      escape(b.label), escape(pair.refused))
  end
  return ("<p>\"%s\" against \"%s\": a run of the first is better with chance %.2f, %s (A12; "
    .. "Mann-Whitney p = %.3g).</p>"):format(escape(a.label), escape(b.label), pair.a12,
    size_of(pair.a12), pair.p)
end

-- The cell of a row and a column; `pair` is theirs, `turned` if the column comes first.
local function pair_cell(pair, turned)
  if not pair then return '<td class="n">&ndash;</td>' end
  if pair.refused then
    return ('<td class="n" title="%s">not compared</td>'):format(escape(pair.refused))
  end
  local p = pair.holm or pair.p
  local chance = ("%.2f"):format(turned and 1 - pair.a12 or pair.a12)
  if p < 0.05 then chance = "<b>" .. chance .. "</b>" end
  return ('<td class="n" title="%s">%s<br><small>%.2g</small></td>'):format(
    size_of(pair.a12), chance, p)
end

-- The pairs of groups by their numbers in the list, the smaller one first.
local function numbered(list)
  local found, k, by = compare.pairs(list), 0, {}
  for i = 1, #list do
    by[i] = {}
    for j = i + 1, #list do
      k = k + 1
      by[i][j] = found[k]
    end
  end
  return by
end

-- More groups in one table, a row and a column each.
local function all_pairs(list)
  local by = numbered(list)
  local out = { '<div class="scroll" tabindex="0" role="group" aria-label="Groups against '
    .. 'each other"><table class="pairs"><tr><td></td>' }
  for i, group in ipairs(list) do
    out[#out + 1] = ('<th class="n" scope="col">%s&nbsp;%d</th>'):format(charts.mark(group), i)
  end
  for i, a in ipairs(list) do
    out[#out + 1] = ('</tr>\n<tr><th scope="row">%d %s %s</th>'):format(i, charts.mark(a),
      escape(a.label))
    for j in ipairs(list) do
      out[#out + 1] = pair_cell(by[math.min(i, j)][math.max(i, j)], j < i)
    end
  end
  out[#out + 1] = "</tr></table></div>\n"
  return table.concat(out) .. '<p class="key">The chance (A12) that a run of the row is '
    .. "better than one of the column (0.56 is a small, 0.64 a medium, 0.71 a large effect), "
    .. "and below it the p of the Mann-Whitney test, "
    .. ("corrected by Holm for %d comparisons; bold: p &lt; 0.05.</p>"):format(
      #list * (#list - 1) // 2)
end

local function differences(list)
  if #list < 2 then return "" end
  return #list == 2 and one_pair(list[1], list[2]) or all_pairs(list)
end

-- ---- tables --------------------------------------------------------------------------

-- The scripts' own measures, and what was got at tests: a row per measure of a group.
local function own_measures(list)
  local out = {}
  for _, group in ipairs(list) do
    local found = compare.figures(group).measures or {}
    for _, name in ipairs(spec.sorted_keys(found)) do
      local f = found[name]
      out[#out + 1] = ('<tr><td>%s %s</td><td>%s</td><td class="n">%s</td><td class="n">'
        .. '%s to %s</td></tr>'):format(charts.mark(group), escape(group.label),
        escape(name), progress.number(f.median), progress.number(f.low),
        progress.number(f.high))
    end
  end
  if #out == 0 then return "" end
  return '<div class="scroll" tabindex="0" role="group" aria-label="Measures"><table><tr><td></td>'
    .. '<th scope="col">measure</th><th class="n" scope="col">median</th>'
    .. '<th class="n" scope="col">quartiles</th></tr>\n' .. table.concat(out, "\n")
    .. "</table></div>"
end

-- What a group's figures look like: runs, solved, rate, effort, best.
local function cells(group)
  local f = compare.figures(group)
  return { f.runs, f.solved, ("%.0f%% (%.0f to %.0f%%)"):format(100 * f.rate,
      100 * f.rate_low, 100 * f.rate_high),
    f.effort and ("%s (%s to %s)"):format(progress.thousands(f.effort),
      progress.thousands(f.effort_low), f.effort_high and progress.thousands(f.effort_high)
      or "no bound") or "-",
    ("%s (%s to %s)"):format(progress.number(f.best), progress.number(f.best_low),
      progress.number(f.best_high)) }
end

local heads = { "runs", "solved", "rate (95%)", "effort (95%)", "best: median (quartiles)" }

function groups.figures(list)
  local out = { '<div class="scroll" tabindex="0" role="group" aria-label="Figures of the '
    .. 'groups"><table><tr><td></td>' }
  local columns = has_goal(list) and { 1, 2, 3, 4, 5 } or { 1, 5 }
  for _, k in ipairs(columns) do
    out[#out + 1] = ('<th class="n" scope="col">%s</th>'):format((heads[k]
      :gsub(" (%b())$", "<br><small>%1</small>")))
  end
  for i, group in ipairs(list) do
    out[#out + 1] = ('</tr><tr><th scope="row">%s%s %s</th>'):format(#list > 2 and i .. " " or "",
      charts.mark(group), escape(group.label))
    local row = cells(group)
    for _, k in ipairs(columns) do
      out[#out + 1] = ('<td class="n">%s</td>'):format((escape(row[k])
        :gsub(" (%b())$", "<br><small>%1</small>")))
    end
  end
  out[#out + 1] = "</tr></table></div>"
  local repeated = 0
  for _, group in ipairs(list) do repeated = repeated + group.repeated end
  if repeated > 0 then
    out[#out + 1] = ("<p>Not counted: %d repeated with the same seed.</p>"):format(
      repeated)
  end
  out[#out + 1] = own_measures(list)
  out[#out + 1] = differences(list)
  return table.concat(out, "\n")
end

-- The runs one by one, folded, and as CSV.
function groups.runs(list)
  local rows = {}
  for _, group in ipairs(list) do
    for _, row in ipairs(group.runs) do
      rows[#rows + 1] = { group.label, row.id, row.seed, row.generation + 1, row.evaluations,
        row.best, row.solved == 1 and "yes" or "no", row.ended or row.status,
        row.digest or "-" }
    end
  end
  return html.data("runs", { "group", "run", "seed", "generations", "evaluations", "best",
    "solved", "ended", "digest" }, rows)
end

-- ---- for papers ----------------------------------------------------------------------

local function tex(text)
  return (tostring(text):gsub("[\\{}$&#^_~%%]", { ["\\"] = "\\textbackslash{}", ["{"] = "\\{",
    ["}"] = "\\}", ["$"] = "\\$", ["&"] = "\\&", ["#"] = "\\#", ["^"] = "\\^{}",
    ["_"] = "\\_", ["~"] = "\\~{}", ["%"] = "\\%" }))
end

-- How two groups differ, as a line below the table of that many columns.
local function tex_pair(a, b, pair, columns)
  local words = pair.refused and tex("not compared: " .. pair.refused)
    or ("$A_{12} = %.2f$, $p = %.3g$%s"):format(pair.a12, pair.holm or pair.p,
      pair.holm and " (Holm)" or "")
  return ("\\multicolumn{%d}{l}{\\footnotesize %s against %s: %s} \\\\"):format(columns,
    tex(a.label), tex(b.label), words)
end

-- Two lines of a table: what stands before brackets, and below it, smaller, what is in them.
local function tex_lines(first, row, columns)
  local above, below = { tex(first) }, { "" }
  for _, k in ipairs(columns) do
    local value, range = tostring(row[k]):match "^(.-) (%b())$"
    above[#above + 1] = tex(value or row[k])
    below[#below + 1] = range and "\\footnotesize " .. tex(range):gsub(" to ", "--") or ""
  end
  return table.concat(above, " & ") .. " \\\\\n" .. table.concat(below, " & ") .. " \\\\"
end

-- The table of figures for LaTeX, and how the groups differ below it. Ranges have dashes and stand
-- below, the effort has a column only where there is one: a table has to fit between margins.
function groups.latex(list)
  local rows, effort = {}, false
  for i, group in ipairs(list) do
    rows[i] = cells(group)
    effort = effort or rows[i][4] ~= "-"
  end
  local columns = not has_goal(list) and { 1, 5 } or effort and { 1, 2, 3, 4, 5 } or { 1, 2, 3, 5 }
  local out = { "\\setlength{\\tabcolsep}{4pt}", ("\\begin{tabular}{l%s}"):format(("r"):rep(#columns)),
    "\\hline", tex_lines("group", heads, columns) .. " \\hline" }
  for i, group in ipairs(list) do out[#out + 1] = tex_lines(group.label, rows[i], columns) end
  out[#out + 1] = "\\hline"
  local found, k = compare.pairs(list), 0
  for i = 1, #list do
    for j = i + 1, #list do
      k = k + 1
      out[#out + 1] = tex_pair(list[i], list[j], found[k], #columns + 1)
    end
  end
  out[#out + 1] = "\\end{tabular}\n"
  return table.concat(out, "\n")
end

return groups
