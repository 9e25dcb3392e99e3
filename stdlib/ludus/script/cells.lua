-- cells.lua -- what the characters of a game's picture look like where it is drawn.
--
--     cells = { ["#"] = "green", ["@"] = "red" }     -- a field of ludus.game
--
-- Colours are names; whoever draws decides what they are in light and dark.

local cells = {}

cells.colours = { "red", "orange", "yellow", "green", "teal", "blue", "purple", "grey" }

-- The table itself, or nil and what was expected.
local function check(value)
  local known = {}
  for _, name in ipairs(cells.colours) do known[name] = true end
  for char, colour in pairs(value) do
    if type(char) ~= "string" or utf8.len(char) ~= 1 then
      return nil, ("one character for each colour, not '%s'"):format(tostring(char))
    elseif not known[colour] then
      return nil, ("a colour for '%s': %s"):format(char, table.concat(cells.colours, ", "))
    end
  end
  return value
end

-- The row of the field, for games of every kind.
cells.field = { "table", {}, check = check,
  help = "colours of the characters of a picture, for the page in a browser: { [\"#\"] = "
    .. "\"green\" }" }

return cells
