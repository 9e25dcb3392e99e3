-- space.lua -- what may be tuned: ranges and choices of an experiment's fields, and settings
-- drawn from them.
--
--     tune = { population = "50..2000 log", select = "tournament(2)|tournament(7)|lexicase" }
--
-- A range is of whole numbers if both ends are; with `log` the small ones are looked at as
-- closely as the large. Choices are written as for --set. A setting of all fields is a list
-- of places, 0 to 1 of a range, the number of a choice, and the words of --set they make.

local space = {}

local DIGITS = "%.4g"                 -- of reals: short, and the text is the value
local WHOLE, WIDEST = 1 << 53, 1e300  -- the ends of whole numbers, of reals; ratio of a log

-- ---- fields --------------------------------------------------------------------------

local function range(text)
  local low, high, log = text:match "^(%-?[%d.]+[eE]?%-?%d*)%.%.(%-?[%d.]+[eE]?%-?%d*)(.*)$"
  low, high = tonumber(low), tonumber(high)
  if not low or not high then return nil end
  if log ~= "" and log ~= " log" then
    return nil, ("expected LOW..HIGH or LOW..HIGH log, got '%s'"):format(text)
  elseif not (low < high) then
    return nil, ("the range '%s' is empty"):format(text)
  elseif log ~= "" and low <= 0 then
    return nil, ("'%s': with log both ends are above 0"):format(text)
  end
  local whole = math.type(low) == "integer" and math.type(high) == "integer"
  local most = whole and WHOLE or WIDEST
  if high > most or low < -most or log ~= "" and high / low > WIDEST then
    return nil, ("the range '%s' is too wide"):format(text)
  end
  return { low = low, high = high, log = log ~= "", whole = whole }
end

-- At a bar that is in no bracket.
local function choices(text)
  local list, depth, from = {}, 0, 1
  for at = 1, #text do
    local c = text:sub(at, at)
    if c:find "[({]" then depth = depth + 1
    elseif c:find "[)}]" then depth = depth - 1
    elseif c == "|" and depth == 0 then
      list[#list + 1], from = text:sub(from, at - 1), at + 1
    end
  end
  list[#list + 1] = text:sub(from)
  return list
end

-- What may be tuned, by its name and text; or nil and what is wrong with it.
function space.field(key, text)
  if type(key) ~= "string" or type(text) ~= "string" then
    return nil, "expected NAME = \"LOW..HIGH\" or \"A|B\""
  elseif key:find "^game%." then
    return nil, "settings of the game change what is asked, not how it is answered"
  end
  local field, wrong = range(text)
  if wrong then return nil, wrong end
  if not field then
    local list, seen = choices(text), {}
    if #list < 2 then
      return nil, ("expected a range, 1..10, or choices, a|b, got '%s'"):format(text)
    end
    for _, value in ipairs(list) do
      if value == "" or seen[value] then
        return nil, ("'%s': a choice is empty or there twice"):format(text)
      end
      seen[value] = true
    end
    field = { choices = list }
  end
  field.key = key
  return field
end

-- The value at a place, as text.
local function text_at(field, place)
  if field.choices then return field.choices[place] end
  local low, high = field.low, field.high
  if field.whole then high = high + 1 end
  local x = low + place * (high - low)
  if field.log then x = low * (high / low) ^ place end
  if field.whole then return ("%d"):format(math.min(field.high, math.floor(x))) end
  return DIGITS:format(x)
end

-- ---- settings ------------------------------------------------------------------------

-- The setting of those places.
local function setting(fields, places)
  local s = { places = places, sets = {} }
  local words = {}
  for i, field in ipairs(fields) do
    s.sets[i] = { key = field.key, value = text_at(field, places[i]) }
    words[i] = field.key .. "=" .. s.sets[i].value
  end
  s.text = table.concat(words, " ")
  return s
end

-- What is wrong with a field when the others are as the script says, or nil. try(set) gives
-- nil or what is wrong with that word of --set, and true if it is wrong by itself. Each choice
-- and an end of a range must be possible; the other end may make no sense with the rest.
function space.wrong(field, try)
  local texts, possible, found = field.choices or { text_at(field, 0), text_at(field, 1) }, 0, nil
  for _, text in ipairs(texts) do
    local why, alone = try { key = field.key, value = text }
    if why and (alone or field.choices) then return why end
    if why then found = found or why else possible = possible + 1 end
  end
  return possible == 0 and found or nil
end

-- Any, all alike.
function space.draw(fields, rng)
  local places = {}
  for i, field in ipairs(fields) do
    places[i] = field.choices and rng:below(#field.choices) + 1 or rng:real()
  end
  return setting(fields, places)
end

-- Near another: ranges by a normal step of that deviation within their ends; choices are
-- drawn again with the chance `loose`.
function space.near(fields, rng, parent, deviation, loose)
  local places = {}
  for i, field in ipairs(fields) do
    local at = parent.places and parent.places[i]
    if field.choices then
      if not at or rng:real() < loose then at = rng:below(#field.choices) + 1 end
      places[i] = at
    elseif not at then
      places[i] = rng:real()
    else
      local x
      for _ = 1, 100 do
        x = at + deviation * rng:normal()
        if x >= 0 and x <= 1 then break end
      end
      places[i] = math.min(1, math.max(0, x))
    end
  end
  return setting(fields, places)
end

-- The fields of a table name = text, in the order of their names; or nil and what is wrong.
function space.fields(given)
  local names, fields = {}, {}
  for key in pairs(given) do names[#names + 1] = tostring(key) end
  table.sort(names)
  for i, key in ipairs(names) do
    local field, wrong = space.field(key, given[key])
    if not field then return nil, ("%s: %s"):format(key, wrong) end
    fields[i] = field
  end
  return fields
end

return space
