-- csv.lua -- tables as CSV, for spreadsheets and other programs.
--
--     csv.line { 1, "a, b", 'say "x"' }      --> 1,"a, b","say ""x"""
--     csv.write("figures.csv", { "generation", "best" }, rows)
--
-- As RFC 4180 says, but lines end with a newline alone: what holds a comma, a quotation
-- mark or the end of a line is quoted, marks in it are doubled. Numbers are written so
-- that the same number is read back; nil is an empty field.

local csv = {}

local function number(x)
  if math.type(x) == "integer" then return ("%d"):format(x) end
  if x ~= x then return "nan" end
  local short = ("%.15g"):format(x)
  return tonumber(short) == x and short or ("%.17g"):format(x)
end

-- One field.
function csv.field(value)
  if value == nil then return "" end
  if type(value) == "number" then return number(value) end
  local text = tostring(value)
  if not text:find '[,"\r\n]' then return text end
  return '"' .. text:gsub('"', '""') .. '"'
end

-- One line of `n` fields (all of the list), without its end.
function csv.line(fields, n)
  local out = {}
  for i = 1, n or #fields do out[i] = csv.field(fields[i]) end
  return table.concat(out, ",")
end

-- The lines of a table: the names of the columns, then each row's fields by these names.
function csv.lines(columns, rows)
  local lines = { csv.line(columns) }
  for i, row in ipairs(rows) do
    local fields = {}
    for k, column in ipairs(columns) do fields[k] = row[column] end
    lines[i + 1] = csv.line(fields, #columns)
  end
  return lines
end

-- Writes a table to a file.
function csv.write(path, columns, rows)
  local file, why = io.open(path, "w")
  if not file then error(why, 2) end
  local ok, full = file:write(table.concat(csv.lines(columns, rows), "\n"), "\n")
  if ok then ok, full = file:close() end
  if not ok then error(("%s: %s"):format(path, full), 2) end
end

return require "ludus.script.closed".module(csv, "ludus.csv")
