-- figures.lua -- the house in figures: what docs/hacking.md quotes. `make figures`.
--
-- Functions are those ctags finds. A public function begins with its file's noun if
-- its name begins with that of the file, or with a leading part of it: tree_read.c may
-- define tree_parse(), bind_tree.c bind_tree_new().

local function lines_of(command)
  local lines, pipe = {}, assert(io.popen(command))
  for line in pipe:lines() do lines[#lines + 1] = line end
  pipe:close()
  return lines
end

local function read(path)
  local file = assert(io.open(path))
  local text = file:read "a"
  file:close()
  return text
end

local function count(text, pattern) return select(2, text:gsub(pattern, "")) end

-- The value below which a share of the list lies.
local function quantile(list, share)
  table.sort(list)
  return list[math.max(1, math.ceil(share * #list))] or 0
end

local function row(name, format, ...)
  print(("%-52s %s"):format(name, format:format(...)))
end

-- ---- files -----------------------------------------------------------------------

local files = lines_of "find vm stdlib -name '*.[ch]' -o -name '*.inc' | sort"
local folders, sizes, seeing, lines, vm_lines, asserts, vm_asserts =
  {}, {}, {}, 0, 0, 0, 0
local seen_lines = 0
for _, path in ipairs(files) do
  local text = read(path)
  local n = count(text, "\n")
  local folder = path:match "^(.*)/"
  folders[folder] = (folders[folder] or 0) + 1
  if path:find "%.c$" then sizes[#sizes + 1] = n end
  lines = lines + n
  local found = count(text, "[^%w_]assert%(") + count(text, "_Static_assert%(")
    + count(text, "hot_assert%(")
  asserts = asserts + found
  if path:find "^vm/" then
    vm_lines, vm_asserts = vm_lines + n, vm_asserts + found
  end
  if text:find "lua_State" then
    seeing[#seeing + 1] = path
    seen_lines = seen_lines + n
  end
end
local widest
for folder, n in pairs(folders) do
  if not widest or n > folders[widest] or n == folders[widest] and folder < widest then
    widest = folder
  end
end
row("files of C (.c, .h, .inc)", "%d, %d lines", #files, lines)
row("lines of a .c, median / 90% / most", "%d / %d / %d", quantile(sizes, 0.5),
  quantile(sizes, 0.9), quantile(sizes, 1))
row("folders; files in the largest", "%d; %d (%s)", #lines_of
  "find vm stdlib -name '*.[ch]' | sed 's,/[^/]*$,,' | sort -u", folders[widest],
  widest)
row("files that see lua_State", "%d, %.0f%% of the lines", #seeing,
  100 * seen_lines / lines)
local large = 0
for _, path in ipairs(seeing) do
  if path:find "/bind[%w_]*%.c$" and count(read(path), "\n") > 250 then
    large = large + 1
  end
end
row("bindings of more than 250 lines", "%d", large)
row("asserts in a thousand lines, of all / of vm", "%.1f / %.1f", 1000 * asserts / lines,
  1000 * vm_asserts / vm_lines)

-- ---- functions -------------------------------------------------------------------

local lengths, static, wide, public, named = {}, 0, {}, 0, 0

-- Does the function's name begin with the noun of its file?
local function has_noun(path, name)
  local noun = path:match "([%w_]+)%.%w+$"
  while noun do
    if name:sub(1, #noun) == noun then return true end
    noun = noun:match "^(.*)_[^_]*$"
  end
  return false
end

for _, line in ipairs(lines_of("ctags -R --languages=C --langmap=C:.c.h.inc "
  .. "--c-kinds=f --fields=+Snef -f - vm stdlib")) do
  local name, path = line:match "^(%S+)\t(%S+)\t"
  local first, last = line:match "\tline:(%d+)", line:match "\tend:(%d+)"
  if first and last then lengths[#lengths + 1] = last - first + 1 end
  local signature = line:match "\tsignature:(%b())" or "()"
  if count(signature, ",") >= 6 then wide[#wide + 1] = path .. ":" .. name end
  if line:find "\tfile:" then static = static + 1
  elseif path:find "%.c$" then
    public = public + 1
    if has_noun(path, name) then named = named + 1
    elseif arg[1] == "--names" then print(path, name) end
  end
end
row("functions; lines, median / 90% / most", "%d; %d / %d / %d", #lengths,
  quantile(lengths, 0.5), quantile(lengths, 0.9), quantile(lengths, 1))
row("static", "%.0f%%", 100 * static / #lengths)
row("with more than 6 parameters", "%d %s", #wide, table.concat(wide, " "))
row("public ones that begin with their file's noun", "%d of %d, %.0f%%", named, public,
  100 * named / public)
