-- mutate.lua -- small wrong changes of C code, one at a time.
--
--     ludus lua mutate.lua list SEED <FILES      a line for each: number, file:line, what
--     ludus lua mutate.lua make SEED N <FILES    the file of the N-th, changed
--
-- FILES are the names of the files, a line each. The seed alone decides the order; the
-- kinds of changes take turns, so that any beginning of the list has some of every kind.
-- A change keeps the number of lines.
--
-- Only code is changed: comments, texts, lines for the preprocessor and assertions are
-- blanks here.
-- The layout of the house tells operators apart: `a * b` is a product, `T *a` is none.

local ludus = require "ludus"

local function read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

-- ---- code without the rest -----------------------------------------------------------

local function blank(text) return (text:gsub("[^\n]", " ")) end

-- The last byte of the comment or text that begins at i, if one does.
local function last_of(text, i)
  local mark = text:sub(i, i)
  if text:find("^/%*", i) then return select(2, text:find("*/", i + 2, true)) end
  if mark == "/" then return nil end
  repeat i = i + (text:sub(i, i) == "\\" and 2 or 1) until text:sub(i, i) == mark
  return i
end

local function without_texts(text)
  local parts, from, i = {}, 1, text:find "[/\"']"
  while i do
    local last = last_of(text, i)
    if last then
      parts[#parts + 1] = text:sub(from, i - 1)
      parts[#parts + 1] = blank(text:sub(i, last))
      from = last + 1
    end
    i = text:find("[/\"']", (last or i) + 1)
  end
  return table.concat(parts) .. text:sub(from)
end

local function without_directives(text)
  local parts, inside = {}, false
  for line in text:gmatch "[^\n]*\n?" do
    inside = inside or line:find "^%s*#" ~= nil
    parts[#parts + 1] = inside and blank(line) or line
    inside = inside and line:find "\\\n$" ~= nil
  end
  return table.concat(parts)
end

-- ---- kinds of changes -------------------------------------------------------------

-- Each kind is a function of the code and of add(at, length, text, what), which it calls
-- for every place: `length` bytes from `at` on become `text`.

-- Operators with blanks around them.
local function swap(pairs_of)
  return function(code, add)
    for at, op, after in code:gmatch "()%f[^%s]([-+*/%%<>=!&|]+)()%f[%s]" do
      local other = pairs_of[op]
      if other and code:find("^%s", at - 1) then
        add(at, after - at, other, ("'%s' to '%s'"):format(op, other))
      end
    end
  end
end

local kinds = {
  swap { ["<"] = "<=", ["<="] = "<", [">"] = ">=", [">="] = ">" },
  swap { ["=="] = "!=", ["!="] = "==" },
  swap { ["+"] = "-", ["-"] = "+", ["*"] = "/", ["/"] = "*", ["%"] = "/" },
  swap { ["+="] = "-=", ["-="] = "+=", ["|="] = "&=", ["&="] = "|=" },
  swap { ["&&"] = "||", ["||"] = "&&" },
  swap { ["&"] = "|", ["|"] = "&", ["<<"] = ">>", [">>"] = "<<" },
}

-- Sizes that nothing depends on.
local function without_hints(code)
  return (code:gsub("lua_createtable%b()", blank):gsub("luaL_checkstack%b()", blank))
end

-- Constants off by one, upwards and downwards.
for _, by in ipairs { 1, -1 } do
  kinds[#kinds + 1] = function(code, add)
    code = without_hints(code)
    for at, digits, after in code:gmatch "()%f[%w_.](%d+)()%f[^%w_.]" do
      local n = math.tointeger(tonumber(digits))
      if n and n + by >= 0 and not digits:find "^0%d" then
        add(at, after - at, tostring(n + by), ("%s to %d"):format(digits, n + by))
      end
    end
  end
end

kinds[#kinds + 1] = function(code, add)
  for at, condition in code:gmatch "%f[%w_]if ()(%b())" do
    add(at, #condition, function(text) return "(!" .. text .. ")" end,
      "condition negated")
  end
end

kinds[#kinds + 1] = function(code, add)
  for at, word in code:gmatch "return ()(%a+);" do
    local other = ({ ["true"] = "false", ["false"] = "true" })[word]
    if other then add(at, #word, other, ("returns %s"):format(other)) end
  end
end

local words = {}
for word in ([[return break continue goto else case default typedef struct static const
  enum extern union if for while do switch]]):gmatch "%a+" do
  words[word] = true
end

-- Calls and assignments inside functions. Not what frees memory: sanitizers look for
-- that. Nor declarations, in which a name follows a name.
kinds[#kinds + 1] = function(code, add)
  for at, statement in code:gmatch "[;{})]%s-\n%s+()([%a_*][^;{}]*)%f[;]" do
    local first = statement:match "^[%a_][%w_]*"
    if not words[first] and not statement:find "^[%a_][%w_]*%s+%**[%a_]"
      and not statement:find "^[%w_]*free%(" then
      add(at, #statement, function(text) return (text:gsub("[^\n]+", "")) end,
        "statement deleted")
    end
  end
end

-- ---- the list ---------------------------------------------------------------------

local function line_of(text, at)
  return select(2, text:sub(1, at):gsub("\n", "")) + 1
end

-- A list for each kind, in the order of the files.
local function collect(files)
  local lists = {}
  for k = 1, #kinds do lists[k] = {} end
  for _, path in ipairs(files) do
    local text = read(path)
    local code = without_directives(without_texts(text)):gsub("%f[%w_]assert%b()", blank)
    for k, places in ipairs(kinds) do
      places(code, function(at, length, new, what)
        local list = lists[k]
        if type(new) == "function" then new = new(text:sub(at, at + length - 1)) end
        list[#list + 1] = { path = path, text = text, at = at, length = length,
          new = new, what = what }
      end)
    end
  end
  return lists
end

-- One list, the kinds taking turns.
local function mixed(lists, seed)
  local rng, all, turn = ludus.rng(seed), {}, 0
  for _, list in ipairs(lists) do rng:shuffle(list) end
  repeat
    turn = turn + 1
    local before = #all
    for _, list in ipairs(lists) do all[#all + 1] = list[turn] end
  until #all == before
  return all
end

local command, seed, number = arg[1], tonumber(arg[2]), tonumber(arg[3])
local files = {}
for line in io.lines() do files[#files + 1] = line end
local all = mixed(collect(files), seed)
if command == "list" then
  for i, m in ipairs(all) do
    print(i, m.path .. ":" .. line_of(m.text, m.at), m.what)
  end
else
  local m = all[number]
  io.write(m.text:sub(1, m.at - 1), m.new, m.text:sub(m.at + m.length))
end
