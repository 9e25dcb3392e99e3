-- operators.lua -- the operators of all kinds of programs, from the rows in C.
--
-- A row is { name, kind, parents, help, params }. The three types of vectors share
-- most of theirs: a row of vectors stands once, and `types` lists whose it is unless
-- it is everybody's.

local evolve = require "ludus.core.evolve"

local operators = {}

-- What programs of a kind are called.
operators.nouns = { tree = "trees", linear = "linear programs", machine = "machines",
  vector = "vectors" }

-- What the programs are called on which a row works: "vectors of bits".
function operators.noun(row)
  return operators.nouns[row.kind]
    .. (row.types and " of " .. table.concat(row.types, " and ") or "")
end

local function gather()
  local rows, place, types = {}, {}, {}
  for _, row in ipairs(evolve.operators()) do
    local key = row.kind .. " " .. row.name
    if row.type then types[row.type] = true end
    if not place[key] then
      rows[#rows + 1], place[key] = row, row
      row.types = row.type and {}
    end
    if row.type then table.insert(place[key].types, row.type) end
  end
  local count = 0
  for _ in pairs(types) do count = count + 1 end
  for _, row in ipairs(rows) do
    row.type = nil
    if row.types and #row.types == count then row.types = nil end
  end
  return rows
end

operators.rows = gather()

-- Their names, each once, in the order of the rows.
function operators.names()
  local names, seen = {}, {}
  for _, row in ipairs(operators.rows) do
    if not seen[row.name] then names[#names + 1] = row.name end
    seen[row.name] = true
  end
  return names
end

return operators
