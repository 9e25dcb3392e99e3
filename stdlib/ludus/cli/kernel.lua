-- ludus kernel [install | remove] -- notebooks: Jupyter's kernel for Ludus.
--
-- What Jupyter starts is ludus_kernel.py, which is installed beside kernel.json; it starts
-- `ludus kernel` and passes requests on, a JSON object a line (see ludus.repl.notebook).

local cli      = require "ludus.cli"
local json     = require "ludus.json"
local launch   = require "ludus.run.launch"
local notebook = require "ludus.repl.notebook"
local output   = require "ludus.run.output"
local system   = require "ludus.core.system"
local terminal = require "ludus.core.terminal"

local PROGRAM = "ludus_kernel.py"

-- ---- serving ---------------------------------------------------------------

-- Behind the last word that a request has printed: whoever reads knows that all is there.
local MARK = "\0done\n"

local function serve()
  output.divert()
  local book = notebook.new(output.json, terminal.stoppable)
  system.catch(true)                    -- an interrupt that comes too late
  for line in io.lines() do
    local status = book:answer(line)
    system.flush()
    io.stderr:write(MARK)
    if status == "quit" then break end
    system.catch(false)
    system.catch(true)
  end
  system.catch(false)
  return 0
end

-- ---- installing ------------------------------------------------------------

-- Where Jupyter looks for kernels: below --prefix, else in the person's own folder.
local function place(options)
  if options.prefix then return options.prefix .. "/share/jupyter/kernels/ludus" end
  local data = os.getenv "JUPYTER_DATA_DIR"
  if data and data ~= "" then return data .. "/kernels/ludus" end
  local home = os.getenv "HOME"
  if not home then cli.fail("HOME is not set: give --prefix FOLDER") end
  return home .. "/.local/share/jupyter/kernels/ludus"
end

local function run_quietly(command) return (os.execute(command .. " >/dev/null 2>&1")) end

-- A Python that has Jupyter's part for kernels.
local function python_of(given)
  for _, name in ipairs(given and { given } or { "python3", "/usr/bin/python3" }) do
    if run_quietly(launch.quoted(name) .. ' -c "import ipykernel.kernelbase"') then
      return name
    end
  end
  cli.fail("%s has no ipykernel; on Debian: apt-get install python3-ipykernel",
    given or "python3")
end

local function write(path, text)
  local file, why = io.open(path, "w")
  local ok = file and file:write(text)
  if file then ok, why = file:close() end
  if not ok then cli.fail("%s", why) end
end

local function install(options)
  local folder, python = place(options), python_of(options.python)
  if not os.execute("mkdir -p " .. launch.quoted(folder)) then
    cli.fail("%s cannot be made", folder)
  end
  write(folder .. "/" .. PROGRAM, system.library("python/" .. PROGRAM))
  write(folder .. "/kernel.json", json.encode {
    argv = { python, folder .. "/" .. PROGRAM, "-f", "{connection_file}" },
    display_name = "Ludus", language = "lua", interrupt_mode = "signal",
    env = { LUDUS = options.program or system.program() } } .. "\n")
  print(("the kernel is installed in %s\nnext: jupyter notebook, New, Ludus"):format(folder))
  return 0
end

local function remove(options)
  local folder = place(options)
  for _, name in ipairs { PROGRAM, "kernel.json" } do os.remove(folder .. "/" .. name) end
  local gone, why = os.remove(folder)
  if not gone then cli.fail("%s", why) end
  print(folder .. " is removed")
  return 0
end

local verbs = { install = install, remove = remove }

local function run(options, words)
  if #words == 0 then return serve() end
  if #words > 1 or not verbs[words[1]] then
    cli.fail("'ludus kernel' takes one word, install or remove, or none")
  end
  return verbs[words[1]](options)
end

return {
  usage   = "kernel [install | remove]",
  summary = "notebooks: install the kernel for Jupyter",
  help    = "Without a word it serves a notebook: requests and answers are JSON, one "
    .. "object a line, as docs/notebooks.md says.",
  options = {
    prefix  = { kind = "string", value = "FOLDER",
      help = "install below this folder (default: the person's own)" },
    python  = { kind = "string", value = "FILE",
      help = "the Python that has ipykernel (default python3)" },
    program = { kind = "string", value = "FILE",
      help = "the ludus that notebooks start (default: this one)" },
  },
  run     = run,
}
