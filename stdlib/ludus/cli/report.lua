-- ludus report RUN... -- one HTML file about some runs.

local cli     = require "ludus.cli"
local compare = require "ludus.stats.compare"
local report  = require "ludus.report"
local sandbox = require "ludus.script.sandbox"
local stores  = require "ludus.run.store"
local system  = require "ludus.core.system"

local function open(path)
  local file, why = io.open(path, "w")
  return file or error(why, 0)
end

-- Tables and charts for a paper, in a folder that is there.
local function write_paper(store, ids, folder)
  local files = report.paper(store, ids)
  for _, name in ipairs(require "ludus.script.spec".sorted_keys(files)) do
    local path = folder .. "/" .. name
    local written, why = system.write(path, files[name])
    if not written then error(why, 0) end
    print("wrote " .. path)
  end
end

local function run(options, words)
  local ids = cli.runs("report", words)
  local path = options.out or "report.html"
  cli.sandbox(options)
  local ok, message = pcall(function()
    local store = stores.open(options.store, "read")
    local early = options.sandbox and open(path)    -- later it could not
    sandbox.enter()                                 -- its limits hold for drawings, too
    local html = report.html(store, ids)
    local written, why
    if early then
      written, why = early:write(html)
      if written then written, why = early:close() end
      why = why and path .. ": " .. why
    else
      written, why = system.write(path, html)
    end
    if not written then error(why, 0) end
    if options.paper then write_paper(store, ids, options.paper) end
  end)
  if not ok then cli.fail("%s", tostring(message)) end
  print("wrote " .. path)
  return 0
end

return {
  usage   = "report RUN...",
  summary = "write one HTML file about runs",
  help    = "The file needs no other: a summary in words, curves, best programs, games and "
    .. "settings are all in it, and below each figure its data.",
  options = sandbox.with_options {
    out   = { kind = "string", value = "FILE", help = "the file (default report.html)" },
    paper = { kind = "string", value = "FOLDER",
      help = "also a table for LaTeX and the charts as PDF and SVG, there" },
    store = { kind = "store", value = "FILE",
      help = "the run store (default ludus.db)" },
  },
  run = run,
}
