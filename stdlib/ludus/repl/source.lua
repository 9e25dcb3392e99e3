-- source.lua -- makes the locals of a line survive it.
--
-- Lines of a session are chunks of their own, so `local x = 1` would be gone
-- with its line. At the top level of a line it is therefore rewritten: `x = 1`,
-- `local x` to `x = nil`, `local function f` to `function f`. Inside blocks and
-- functions nothing changes. Lines keep their numbers.

local source = {}

-- ---- words -----------------------------------------------------------------

-- The end of the long bracket that begins at `at`, or nil if there is none
-- there.
local function long_bracket(text, at)
  local level = text:match("^%[(=*)%[", at)
  if not level then return nil end
  local _, stop = text:find("]" .. level .. "]", at, true)
  return stop or #text
end

local function string_end(text, at)
  local quote, i = text:sub(at, at), at + 1
  while i <= #text do
    local c = text:sub(i, i)
    if c == "\\" then i = i + 1 elseif c == quote then return i end
    i = i + 1
  end
  return #text
end

local function comment_end(text, at)
  return long_bracket(text, at + 2) or (text:find("\n", at, true)
    or #text + 1) - 1
end

-- The next word from `at` on: its kind, first and last byte; nil at the end.
local function next_word(text, at)
  while true do
    at = text:find("%S", at)
    if not at then return nil end
    if text:sub(at, at + 1) ~= "--" then break end
    at = comment_end(text, at) + 1
  end
  local c = text:sub(at, at)
  local _, stop = text:find("^[%a_][%w_]*", at)
  if stop then return "name", at, stop end
  if c == '"' or c == "'" then return "string", at, string_end(text, at) end
  stop = long_bracket(text, at)
  if stop then return "string", at, stop end
  _, stop = text:find("^%.?%d[%w.]*", at)
  if stop then return "number", at, stop end
  _, stop = text:find("^[=~<>]=", at)
  if stop then return "mark", at, stop end
  return "mark", at, at
end

-- All words as { kind, text, first, last }.
function source.words(text)
  local words, at = {}, 1
  while true do
    local kind, first, last = next_word(text, at)
    if not kind then return words end
    words[#words + 1] = { kind = kind, text = text:sub(first, last),
      first = first,
      last = last }
    at = last + 1
  end
end

-- ---- locals ----------------------------------------------------------------

local opens = { ["do"] = 1, ["function"] = 1, ["if"] = 1, ["repeat"] = 1,
  ["end"] = -1, ["until"] = -1 }

-- Reads `name [<attribute>] {, name [<attribute>]}` from word i on: the names,
-- the index of the word behind; nil if one must be closed with its line.
local function name_list(words, i)
  local names = {}
  while words[i] and words[i].kind == "name" do
    names[#names + 1] = words[i].text
    i = i + 1
    if words[i] and words[i].text == "<" then
      if words[i + 1] and words[i + 1].text == "close" then return nil end
      i = i + 3
    end
    if not words[i] or words[i].text ~= "," then break end
    i = i + 1
  end
  return names, i
end

-- The text that declares in the session what it declared in its line.
function source.lift(text)
  local words, pieces, done, depth = source.words(text), {}, 1, 0
  local function replace(first, last, by)
    pieces[#pieces + 1] = text:sub(done, first - 1)
    pieces[#pieces + 1] = by
    done = last + 1
  end
  for i, word in ipairs(words) do
    if word.kind == "name" then
      local next = words[i + 1]
      if depth == 0 and word.text == "local" and next then
        if next.text == "function" then
          replace(word.first, word.last, "")
        else
          local names, after = name_list(words, i + 1)
          local follows = names and words[after]
          if names and #names > 0 then
            local list = table.concat(names, ", ")
            local lines = text:sub(word.first, words[after - 1].last)
            local assigned = follows and follows.text == "="
            replace(word.first, words[after - 1].last,
              list .. ("\n"):rep(select(2, lines:gsub("\n", "")))
              .. (assigned and "" or " = nil"))
          end
        end
      end
      depth = depth + (opens[word.text] or 0)
    end
  end
  return table.concat(pieces) .. text:sub(done)
end

return source
