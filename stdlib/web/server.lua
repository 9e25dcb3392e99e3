-- web/server.lua -- what `ludus serve` answers: the page, live views of a store's runs,
-- the board of a class.
--
--     local server = servers.new { page = "build/web/page", store = "ludus.db" }
--     local status, kind, body = server:answer { method = "GET", path = "/", ... }
--
-- The files of the page are read once, when the server is made, and found by their
-- names in a table: no path of a request ever reaches the disk. What lies there packed
-- beside a file (NAME.gz) is sent instead where the browser understands it; what a browser
-- has already, by the tag it was given, is not sent again. Requests that name
-- another host, or come from a page of one, are refused: a page elsewhere shall not ask
-- through a reader's browser.

local json   = require "ludus.json"
local stores = require "ludus.run.store"
local system = require "ludus.core.system"

local servers = {}
local Server = {}
Server.__index = Server

local kinds = { html = "text/html; charset=utf-8", js = "text/javascript", css = "text/css",
  svg = "image/svg+xml", json = "application/json", wasm = "application/wasm" }

local FILE_MAX = 32 * 1024 * 1024

-- The files of a folder whose endings are known, by their names.
local function read_page(folder)
  local files = {}
  for _, name in ipairs(system.files(folder) or {}) do
    local ending = name:match "%.(%l+)$"
    if kinds[ending] then
      local path = folder .. "/" .. name
      local text, why = system.read(path, FILE_MAX)
      if not text then error(why, 0) end
      files[name] = { kind = kinds[ending], body = text,
        packed = system.exists(path .. ".gz") and system.read(path .. ".gz", FILE_MAX) or nil }
    end
  end
  if not files["index.html"] or not files["ludus.wasm"] then
    error(("%s: there is no page; 'make web' builds it, --page FOLDER says where it is")
      :format(folder), 0)
  end
  return files
end

-- By which a browser knows the text again: 64 bits after Fowler, Noll and Vo.
local function tag_of(text)
  local hash = 0xcbf29ce484222325
  for i = 1, #text, 4096 do
    for _, byte in ipairs { text:byte(i, math.min(i + 4095, #text)) } do
      hash = (hash ~ byte) * 0x100000001b3
    end
  end
  return ('"%016x"'):format(hash)
end

-- options: page (a folder), store (a file), board (of a class, or nil), hosts = nil or a
-- set of the names by which we may be asked.
function servers.new(options)
  local self = setmetatable({ files = read_page(options.page), store = options.store,
    board = options.board, hosts = options.hosts, now = options.now or os.time,
    started = os.time() }, Server)
  local index = self.files["index.html"]
  if self.board then
    index.body = index.body:gsub("</title>",
      '</title>\n<meta name="ludus-class" content="yes">', 1)
  end
  index.packed = nil                  -- it is as short, and may have changed
  for _, file in pairs(self.files) do file.tag = tag_of(file.body) end
  self.files[""] = index
  self.files["board"], self.files["runs"] = self.files["board.html"], self.files["runs.html"]
  return self
end

local function as_json(status, value) return status, kinds.json, json.encode(value) end

local function refused(status, why) return status, "text/plain", why .. "\n" end

-- ---- the store -----------------------------------------------------------------------

local listed = { "id", "script", "seed", "status", "generation", "best", "max", "digest",
  "population", "evaluations", "kind" }
local told = { "generation", "raw", "raw_mean", "raw_deviation", "size_mean", "distinct" }

local function picked(row, names)
  local result = {}
  for _, name in ipairs(names) do result[name] = row[name] end
  if row.script then result.script = row.script:match "[^/]*$" end    -- not where it lies
  return result
end

-- What f gives for the store, or that there is none yet.
function Server:look(f)
  if not system.exists(self.store) then
    return as_json(200, { runs = json.list {}, generations = json.list {} })
  end
  local store = stores.open(self.store, "read")
  local ok, value = pcall(f, store)
  store:close()
  if not ok then return refused(404, "no such run") end
  return as_json(200, value)
end

function Server:runs()
  return self:look(function(store)
    local rows = {}
    for i, row in ipairs(store:runs()) do rows[i] = picked(row, listed) end
    return { runs = json.list(table.move(rows, math.max(1, #rows - 199), #rows, 1, {})) }
  end)
end

function Server:generations(id)
  return self:look(function(store)
    local rows = {}
    for i, row in ipairs(store:generations(id)) do rows[i] = picked(row, told) end
    return { run = picked(store:get_run(id), listed), generations = json.list(rows) }
  end)
end

-- ---- requests ------------------------------------------------------------------------

-- Is it a page of ours that asks, by a name of ours?
function Server:is_ours(request)
  local host = request.host:gsub(":%d+$", "")
  if self.hosts and not self.hosts[host] then return false end
  local origin = request.origin
  return origin == "" or origin == "http://" .. request.host
end

function Server:hand_in(request)
  if not self.board then return refused(404, "there is no class here") end
  local ok, given = pcall(json.decode, request.body)
  if not ok then return as_json(400, { ok = false, message = "no JSON" }) end
  return as_json(self.board:hand_in(given, request.from, self.now()))
end

-- The file as this browser wants it, or that it has it already.
local function sent(file, request)
  if (request.known or ""):find(file.tag, 1, true) then return 304, file.kind, "", nil, file.tag end
  local packed = file.packed and (request.accepts or ""):find("gzip", 1, true)
  return 200, file.kind, packed and file.packed or file.body, packed and "gzip" or nil, file.tag
end

local function get(self, request)
  local path = request.path
  if path == "/api/runs" then return self:runs() end
  local id = path:match "^/api/run/(%d%d?%d?%d?%d?%d?%d?)$"
  if id then return self:generations(tonumber(id)) end
  if path == "/api/board" then
    if not self.board then return refused(404, "there is no class here") end
    local text, changes = self.board:text()
    return sent({ kind = kinds.json, body = text,
      tag = ('"%d-%d"'):format(self.started, changes) }, request)
  end
  local file = self.files[path:match "^/([%w.-]*)$" or "?"]
  if file then return sent(file, request) end
  return refused(404, "no such page")
end

function Server:answer(request)
  if not self:is_ours(request) then return refused(403, "not by that name") end
  local path = request.path
  if request.method == "GET" then return get(self, request) end
  if request.method == "POST" and path == "/api/hand-in" then return self:hand_in(request) end
  return refused(405, "no such question")
end

return servers
