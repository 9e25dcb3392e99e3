-- trouble.lua -- what can go wrong with the file of a run store, in words.
--
--     local rows = trouble.guarded("ludus.db", db.query, db, "SELECT id FROM runs")

local trouble = {}

-- What can go wrong with the file is the machine's doing, not the script's: an
-- object, so that nobody adds a traceback to it.
local Trouble = { __tostring = function(self) return self.text end }

function trouble.raise(text) error(setmetatable({ text = text }, Trouble), 0) end

function trouble.way_out(path)
  return ("to save what can be saved: ludus runs --store %s --salvage saved.db")
    :format(path)
end

local function tidy(message, path)
  message = tostring(message)
  if message:find("file is not a database") or message:find("malformed") then
    return ("%s: damaged or not a Ludus store (%s)\n%s"):format(path,
      message:match("[^:]*$"):gsub("^%s+", ""), trouble.way_out(path))
  elseif message:find("database or disk is full") then
    return path .. ": the disk is full; what was stored before is kept"
  elseif message:find("the file is gone", 1, true) then
    return path .. ": was deleted or moved while it was in use: what is stored from "
      .. "now on would be lost"
  elseif message:find("the file is too large", 1, true) then
    return path .. ": would be larger than allowed (ulimit -f); what was stored before "
      .. "is kept"
  elseif message:find("readonly database") then
    return path .. ": cannot be written; what was stored before is kept"
  elseif message:find("disk I/O error") then
    return path .. ": the disk refuses (disk I/O error; is it full?); what was "
      .. "stored before is kept"
  elseif message:find("string or blob too big") then
    return path .. ": the population takes more bytes than a store can keep (1 GB): "
      .. "it has too many programs, or too large ones"
  end
  return (message:gsub("^.-%.lua:%d+: ", ""))
end

-- Calls f with all errors of SQLite put into words.
function trouble.guarded(path, f, ...)
  local result = table.pack(pcall(f, ...))
  if not result[1] then trouble.raise(tidy(result[2], path)) end
  return table.unpack(result, 2, result.n)
end

-- Says what is damaged, and the way out.
function trouble.damage(path, format, ...)
  trouble.raise(("%s: damaged: %s\n%s"):format(path, format:format(...),
    trouble.way_out(path)))
end

return trouble
