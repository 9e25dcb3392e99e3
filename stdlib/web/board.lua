-- web/board.lua -- what a class hands in: a script, its seed, the digest it gave.
--
--     local board = boards.open("class.jsonl", { code = "K7PQ2M" })
--     board:hand_in({ name = "Ada", code = "K7PQ2M", ... }, "192.0.2.7", now)
--     board:text()
--
-- Rows are kept in a file, one JSON object a line, written before anybody is told that
-- a row was taken. Each row is checked by running its script again in the sandbox, one
-- at a time and without hurry: the same digest makes it "checked". What takes longer
-- than the limit stays "unchecked", and says so. Only the store of that run is believed,
-- which the script cannot write, not what was printed; and only what evolution made: the
-- result of a study is whatever its script says.

local json   = require "ludus.json"
local stores = require "ludus.run.store"
local system = require "ludus.core.system"

local boards = {}
local Board = {}
Board.__index = Board

boards.limits = {
  rows = 2000,                        -- in all
  minute = 30,                        -- of one address in a minute
  wrong = 10,                         -- wrong codes of one address in a minute
  name = 40, script = 200000, program = 100000,      -- bytes
  check = 20,                         -- seconds to run a script again
}

-- A code that can be read aloud: no letter looks like a figure.
function boards.code()
  local letters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
  local file = assert(io.open("/dev/urandom", "rb"))
  local bytes = file:read(6)
  file:close()
  return (bytes:gsub(".", function(c)
    local i = c:byte() % #letters + 1
    return letters:sub(i, i)
  end))
end

-- ---- what may be handed in -----------------------------------------------------------

local function is_text(value, most)
  return type(value) == "string" and #value >= 1 and #value <= most
    and utf8.len(value) and not value:find "[%z\1-\8\14-\31\127]"
end

-- What is wrong with what was handed in, or nil.
function boards.wrong(given)
  local limits = boards.limits
  if not is_text(given.name, limits.name) or given.name:find "%c"
    or not given.name:find "%S" then
    return ("a name of 1 to %d bytes is needed"):format(limits.name)
  elseif not is_text(given.script, limits.script) then
    return ("a script of 1 to %d bytes is needed"):format(limits.script)
  elseif math.type(given.seed) ~= "integer" or given.seed < 0 or given.seed > 2147483647 then
    return "the seed must be a whole number from 0 to 2147483647"
  elseif type(given.digest) ~= "string"
    or not given.digest:find("^" .. ("%x"):rep(16) .. "$") then
    return "the digest must be 16 hexadecimal figures"
  elseif type(given.best) ~= "number" or given.best ~= given.best
    or math.abs(given.best) == math.huge then
    return "the best score must be a number"
  elseif given.program ~= nil and not is_text(given.program, limits.program) then
    return ("the program may have %d bytes"):format(limits.program)
  end
end

-- ---- the file ---------------------------------------------------------------------------

-- What is kept in the file at `path`: rows, and whether its last line was cut off.
local function load_rows(path)
  local rows, count, last = {}, 0, "\n"
  local file = io.open(path)
  for line in file and file:lines "L" or function() end do
    count, last = count + 1, line:sub(-1)
    local ok, row = pcall(json.decode, line)
    if ok then                        -- none was being written when the machine stopped
      local n = type(row) == "table" and row.number
      if math.type(n) ~= "integer" or n < 1 or n > #rows + 1 or boards.wrong(row)
        or type(row.status) ~= "string" then
        error(("%s:%d: damaged: what was handed in is expected, number %d at most"):format(path,
          count, #rows + 1), 0)
      end
      rows[n] = row                   -- a later line of a row is what became of it
    end
  end
  if file then file:close() end
  return rows, last ~= "\n"
end

-- options: code; ludus = the program that checks (none: nothing is checked), folder =
-- where it may write.
function boards.open(path, options)
  local list, cut = load_rows(path)
  local self = setmetatable({ path = path, code = options.code and options.code:upper(),
    ludus = options.ludus, folder = options.folder, list = list, next = 1, seen = {},
    texts = {}, changes = 0 }, Board)
  self.file = assert(io.open(path, "a"))
  if cut then assert(self.file:write "\n") end
  return self
end

function Board:write(row)
  assert(self.file:write(json.encode(row), "\n"))
  assert(self.file:flush())
  self.texts[row.number], self.all = nil, nil
  self.changes = self.changes + 1
end

-- Has this address done that too often in the last minute?
function Board:too_often(what, from, now)
  local key = what .. " " .. from
  local seen = self.seen[key]
  if not seen or now - seen.since >= 60 then
    seen = { since = now, count = 0 }
    self.seen[key] = seen
  end
  seen.count = seen.count + 1
  return seen.count > boards.limits[what]
end

-- Addresses are forgotten after their minute.
function Board:forget(now)
  for key, seen in pairs(self.seen) do
    if now - seen.since >= 60 then self.seen[key] = nil end
  end
end

-- ---- handing in -----------------------------------------------------------------------

local function same(code, given)      -- in the same time wherever they differ
  if type(given) ~= "string" or #given ~= #code then return false end
  local differ = 0
  for i = 1, #code do differ = differ | code:byte(i) ~ given:upper():byte(i) end
  return differ == 0
end

-- Takes a row: a status and an answer.
function Board:hand_in(given, from, now)
  if type(given) ~= "table" then return 400, { ok = false, message = "no object" } end
  if self.code and not same(self.code, given.code) then
    if self:too_often("wrong", from, now) then
      return 429, { ok = false, message = "too many wrong codes: wait a minute" }
    end
    return 403, { ok = false, message = "that is not the join code" }
  elseif self:too_often("minute", from, now) then
    return 429, { ok = false, message = "too many at a time: wait a minute" }
  end
  local why = boards.wrong(given)
  if why then return 400, { ok = false, message = why } end
  if #self.list >= boards.limits.rows then
    return 507, { ok = false, message = "the board is full" }
  end
  local row = { number = #self.list + 1, name = given.name, script = given.script,
    seed = given.seed, digest = given.digest:lower(), best = given.best,
    program = given.program, status = "unchecked" }
  self:write(row)
  self.list[row.number] = row
  return 200, { ok = true, number = row.number, message = ("handed in as number %d")
    :format(row.number) }
end

-- A row for the board on the wall: without its script.
local function shown(row)
  return { number = row.number, name = row.name, seed = row.seed, best = row.best,
    digest = row.digest, status = row.status, less = row.less,
    title = row.script:match "^%-%- ?([^\n]*)" }
end

-- All rows as JSON, and how often that has changed. A room asks for it far more often than
-- it changes, and only a row that has changed is written anew.
function Board:text()
  if not self.all then
    for i, row in ipairs(self.list) do
      self.texts[i] = self.texts[i] or json.encode(shown(row))
    end
    self.all = '{"rows":[' .. table.concat(self.texts, ",") .. "]}"
  end
  return self.all, self.changes
end

-- ---- checking ------------------------------------------------------------------------

local function write_file(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

-- Starts the program on the next unchecked row; nothing of a row reaches the shell but its
-- seed, a number.
function Board:start_check(row)
  local base = ("%s/%d"):format(self.folder, row.number)
  write_file(base .. ".lua", row.script)
  os.execute(("( cd '%s' && nice -n 10 '%s' run %d.lua --sandbox --time %d --threads 1 "
    .. "--seed %d --store %d.db --quiet >/dev/null 2>&1; echo $? >%d.rc ) 2>/dev/null &"):format(
    self.folder, self.ludus, row.number, boards.limits.check, row.seed, row.number,
    row.number))
  self.checking = row
end

-- The run that a check has stored, or nil.
local function stored(path)
  local ok, run = pcall(function()
    local store = stores.open(path, "read")
    local run = store:runs()[1]
    store:close()
    return run
  end)
  return ok and run or nil
end

-- What a check found.
local function verdict(row, run)
  if not run or run.status ~= "finished" then
    return "unchecked: it took too long or failed here"
  elseif run.kind then
    return "unchecked: the results of a study are its script's word"
  end
  return run.digest == row.digest and run.best == row.best and "checked"
    or "not what a run gives"
end

-- Looks after the checks: to be called now and then.
function Board:tend()
  local row = self.checking
  if row then
    local base = ("%s/%d"):format(self.folder, row.number)
    if not system.exists(base .. ".rc") then return end
    local run = stored(base .. ".db")
    row.status, row.less = verdict(row, run), run and run.minimise == 1 or nil
    self:write(row)
    for _, ending in ipairs { ".lua", ".rc", ".db" } do os.remove(base .. ending) end
    self.checking = nil
  end
  while self.ludus and self.list[self.next] do
    row, self.next = self.list[self.next], self.next + 1
    if row.status == "unchecked" then return self:start_check(row) end
  end
end

function Board:close() self.file:close() end

return boards
