-- identity.lua -- what a run is: its script, the modules and data files that the script
-- read, the settings, the version of Ludus.
--
--     local id = identity.of(source, settings, seen)
--     print(id.hash, id.files)
--     identity.differences(old, new)   --> { "data.csv: 499 of 1,000 lines differ" }
--
-- Two runs are of the same experiment exactly if their hashes are equal. Comments and
-- blanks of Lua files do not count, nor where the files lie. `files` is what the store
-- keeps of them: a line `KIND HASH BYTES PATH` for each.

local files    = require "ludus.script.files"
local program  = require "ludus.script.program"
local progress = require "ludus.run.progress"
local script   = require "ludus.script"
local system   = require "ludus.core.system"
local tokens   = require "ludus.script.tokens"

local identity = {}

-- The identity of a script's text with settings, and files as files.seen() gives them.
function identity.of(source, settings, seen)
  local script = files.hash("lua", tokens.plain(source))
  local lines, parts = { ("script %s %d -"):format(script, #source) }, {}
  for i, file in ipairs(seen) do
    lines[i + 1] = ("%s %s %d %s"):format(file.kind, file.hash, file.bytes, file.path)
    parts[i] = file.kind .. " " .. file.hash
  end
  table.sort(parts)
  local all = table.concat({ script, settings, system.version, table.unpack(parts) },
    "\n")
  return { hash = files.hash("identity", all), files = table.concat(lines, "\n"),
    seen = seen }
end

-- The identity of the experiment that the script loaded last has given, with settings
-- as the store keeps them. Programs that are planted are files, too.
function identity.of_experiment(value, settings)
  local seen = table.move(script.current.files, 1, #script.current.files, 1, {})
  for _, entry in ipairs(value.plant or {}) do
    local path = program.planted_file(entry)
    if path then seen[#seen + 1] = files.look("data", path) end
  end
  return identity.of(script.current.source, settings, seen)
end

-- The files of a stored run: a list { kind, hash, bytes, path }, that of the script
-- first; of a run of 0.1.0 none.
function identity.files(row)
  local list = {}
  for line in (row.files or ""):gmatch "[^\n]+" do
    local kind, hash, bytes, path = line:match "^(%l+) (%x+) (%d+) (.*)$"
    bytes = math.tointeger(bytes)
    if not bytes or (kind == "script") ~= (#list == 0) then
      error("the stored list of files is damaged: " .. line, 0)
    end
    list[#list + 1] = { kind = kind, hash = hash, bytes = bytes,
      path = kind == "script" and row.script or path }
  end
  return list
end

-- ---- differences ---------------------------------------------------------------------

local function base(path) return path:match "[^/]*$" end

local function lines_of(text)
  local list = {}
  for line in (text:find "\n$" and text or text .. "\n"):gmatch "([^\n]*)\n" do
    list[#list + 1] = line
  end
  return list
end

-- How many lines of the longer text have no partner in the other, and of how many.
local function lines_apart(old, new)
  local a, b, count = lines_of(old), lines_of(new), {}
  for _, line in ipairs(a) do count[line] = (count[line] or 0) + 1 end
  local common = 0
  for _, line in ipairs(b) do
    if (count[line] or 0) > 0 then
      count[line] = count[line] - 1
      common = common + 1
    end
  end
  local most = math.max(#a, #b)
  return most - common, most
end

-- What has changed about a file; texts where they are known.
function identity.change(path, old, new)
  local n, all
  if old.text and new.text then n, all = lines_apart(old.text, new.text) end
  if n and n > 0 then
    return ("%s: %s of %s line%s differ%s"):format(base(path), progress.thousands(n),
      progress.thousands(all), all == 1 and "" or "s", all == 1 and "s" or "")
  elseif old.bytes ~= new.bytes then
    return ("%s changed: %s bytes, now %s"):format(base(path),
      progress.thousands(old.bytes), progress.thousands(new.bytes))
  end
  return base(path) .. " changed"
end

local function key_of(file) return file.kind == "script" and "" or file.path end

-- What differs between two lists of files, in words.
function identity.differences(old, new)
  local list, later = {}, {}
  for _, file in ipairs(new) do later[key_of(file)] = file end
  local known = {}
  for _, file in ipairs(old) do
    local key = key_of(file)
    known[key] = true
    if not later[key] then
      list[#list + 1] = base(file.path) .. " is not read any more"
    elseif later[key].hash ~= file.hash then
      list[#list + 1] = identity.change(file.path, file, later[key])
    end
  end
  for _, file in ipairs(new) do
    if not known[key_of(file)] then
      list[#list + 1] = base(file.path) .. " is read now"
    end
  end
  return list
end

-- ---- stored runs ---------------------------------------------------------------------

-- The files of a stored run, with the texts that the store has kept.
function identity.kept(store, row)
  local list = identity.files(row)
  for _, file in ipairs(list) do
    if file.kind == "script" then file.text = row.source
    else file.text = store:content(file.hash) end
  end
  return list
end

-- The files of an identity, in the same form; `source` is the script's text.
local function present(id, path, source)
  local list = identity.files { files = id.files, script = path }
  for i, file in ipairs(list) do
    file.text = i == 1 and source or i > 1 and id.seen[i - 1].text or nil
  end
  return list
end

-- What differs between a stored run and what its script would be now, in words.
function identity.changes(store, row, id, path, source)
  if not row.files then return {} end
  return identity.differences(identity.kept(store, row), present(id, path, source))
end

-- An error if a stored run would go on with other files than those it began with.
function identity.demand(store, row, value)
  local id = identity.of_experiment(value, row.settings)
  local list = identity.changes(store, row, id, row.script, row.source)
  if #list == 0 then return end
  error(("run %d was begun with other files:\n  %s\nas they were then: ludus show %d "
    .. "--files FOLDER"):format(row.id, table.concat(list, "\n  "), row.id), 0)
end

return identity
