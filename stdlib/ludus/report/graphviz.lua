-- graphviz.lua -- drawings by Graphviz, where it is installed.
--
--     local graphviz = require "ludus.report.graphviz"
--     print(graphviz.write("digraph { a -> b }", "ab.png"))
--
-- What cannot be drawn gives nil and a sentence that says why.

local sandbox = require "ludus.core.sandbox"

local graphviz = {}

local function quoted(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local formats = { svg = true, png = true, pdf = true, ps = true, gif = true,
  jpg = true }

local function missing()
  if sandbox.inside() then return "Graphviz is not allowed in the sandbox" end
  if os.execute "command -v dot >/dev/null 2>&1" then return nil end
  return "Graphviz is not installed: 'dot' was not found"
end

-- Writes a graph in Graphviz's language to a file, in the format of its ending
-- (svg, png, pdf). Returns the file's name.
function graphviz.write(graph, file)
  local ending, why = file:match "%.(%w+)$" or "svg", missing()
  if why then return nil, why end
  if not formats[ending] then
    return nil, ("%s: expected an ending of svg, png, pdf, ps, gif or jpg"):format(file)
  end
  local opened
  opened, why = io.open(file, "ab")        -- in words, before dot says it in its own
  if not opened then return nil, why end
  opened:close()
  local pipe
  pipe, why = io.popen(("dot -T%s -o %s"):format(ending, quoted(file)), "w")
  if not pipe then return nil, why end
  pipe:write(graph)
  if not pipe:close() then return nil, "dot could not write " .. file end
  return file
end

-- The graph as an <svg> element for an HTML page: without names that might be on the
-- page twice and without the tooltips of nodes.
function graphviz.element(graph)
  local why = missing()
  if why then return nil, why end
  local file, opened, text = os.tmpname(), nil, nil
  opened, why = graphviz.write(graph, file)
  if opened then opened, why = io.open(file) end
  if opened then
    text = opened:read "a"
    opened:close()
  end
  os.remove(file)
  if not text then return nil, why end
  return (text:match("<svg.*</svg>"):gsub(' id="[^"]*"', "")
    :gsub("<title>[^<]*</title>\n?", ""):gsub("<!%-%-.-%-%->\n?", ""))
end

return graphviz
