-- tokens.lua -- a Lua text without what does not count: comments and blanks.
--
--     tokens.plain "x = 1 -- one" == tokens.plain "x=1"
--
-- Texts that mean the same but for these are equal; nothing is checked. Strings stay as
-- they are written.

local tokens = {}

-- Where the long bracket ends that begins at `at` ("[[", "[==["), or nil if none does.
local function long_end(text, at)
  local level = text:match("^%[(=*)%[", at)
  if not level then return nil end
  local _, last = text:find("]" .. level .. "]", at, true)
  return last or #text
end

local function comment_end(text, at)
  return long_end(text, at + 2) or (text:find("\n", at, true) or #text + 1) - 1
end

-- Where the string ends whose quote is at `at`.
local function string_end(text, at)
  local quote, from = text:sub(at, at), at + 1
  while true do
    local found = text:find("[\\\n" .. quote .. "]", from)
    if not found then return #text end
    if text:sub(found, found) ~= "\\" then return found end
    from = found + 2
  end
end

-- The tokens, each on a line of its own.
function tokens.plain(text)
  local list, at = {}, 1
  if text:sub(1, 1) == "#" then at = (text:find("\n", 1, true) or #text) + 1 end
  while true do
    at = text:find("%S", at)
    if not at then break end
    local last
    if text:find("^%-%-", at) then
      last = comment_end(text, at)
    else
      if text:find("^[\"']", at) then last = string_end(text, at)
      else last = long_end(text, at) or select(2, text:find("^[%w_]+", at)) or at end
      list[#list + 1] = text:sub(at, last)
    end
    at = last + 1
  end
  return table.concat(list, "\n")
end

return tokens
