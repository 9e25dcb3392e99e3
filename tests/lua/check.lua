-- check.lua -- what the Lua tests share.
--
--     local check = dofile "tests/lua/check.lua"
--     check.equal("one and one", 1 + 1, 2)
--     return check.done()

local check = { passed = 0, failed = 0 }

-- Does a timer ring? The thread sanitizer holds signals back while no library
-- function is called, so that nothing ends a loop that calls none.
check.rings = not (os.getenv "LUDUS" or ""):find("/tsan/", 1, true)

local function verdict(name, ok, ...)
  if ok then check.passed = check.passed + 1 return true end
  check.failed = check.failed + 1
  io.stdout:write("FAIL ", name, "\n", ...)
  return false
end

local function shown(v)
  return type(v) == "string" and ("%q"):format(v) or tostring(v)
end

function check.ok(name, value) return verdict(name, value) end

function check.equal(name, got, want)
  return verdict(name, got == want, "  got  ", shown(got), "\n  want ",
    shown(want), "\n")
end

function check.near(name, got, want, error)
  return verdict(name, type(got) == "number" and math.abs(got - want) <= error,
    "  got  ", shown(got), "\n  want ", shown(want), "\n")
end

-- fn must raise exactly that message.
function check.error(name, fn, message)
  local ok, got = pcall(fn)
  if ok then return verdict(name, false, "  no error was raised\n") end
  return check.equal(name, tostring(got), message)
end

-- The same, whatever line of whatever file the message begins with.
function check.refused(name, fn, message)
  local ok, got = pcall(fn)
  if ok then return verdict(name, false, "  no error was raised\n") end
  return check.equal(name, (tostring(got):gsub("^[^\n ]+%.lua:%d+: ", "", 1)), message)
end

-- Under MODE=cover gcov complains where a process may not write its counters, in the
-- sandbox or as another user. (GCOV_ERROR_FILE is no way out: it is opened only then,
-- and in vain.) Gives stderr without that.
local function without_gcov(err)
  if not os.getenv "LUDUS_OUT":find "/cover$" then return err end
  local kept = {}
  for line in err:gmatch "[^\n]*\n?" do
    if not line:find "^profiling:" then kept[#kept + 1] = line end
  end
  return table.concat(kept)
end

-- A name for a file or folder that is not there yet. TMPDIR is what tests/run.sh clears
-- away at the end; os.tmpname() knows /tmp alone.
function check.tmpname()
  local name = os.tmpname()
  os.remove(name)
  return (os.getenv "TMPDIR" or "/tmp") .. "/" .. name:match "[^/]*$"
end

-- In the sandbox nothing is traced, and the sanitizer for leaks traces.
local LEAKS = 'export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0"\n'

-- Runs a shell command in which $LUDUS is the binary: stdout, stderr, status.
function check.run(command)
  local errors = check.tmpname()
  if command:find("--sandbox", 1, true) then command = LEAKS .. command end
  local pipe = assert(io.popen("{ " .. command .. "\n} 2>" .. errors))
  local out = pipe:read "a"
  local _, _, status = pipe:close()
  local file = assert(io.open(errors))
  local err = file:read "a"
  file:close()
  os.remove(errors)
  return out, without_gcov(err), status
end

-- tests/faults/faults.c, to be preloaded before a process.
check.shim = (os.getenv "LUDUS_OUT" or "build/release") .. "/tests/faults.so"

-- Can it be? Sanitizers will not be preloaded over.
function check.preloads()
  local _, _, status = check.run('LD_PRELOAD=' .. check.shim .. ' "$LUDUS" --version')
  return status == 0
end

-- What to write before "$LUDUS" so that its timers ring n times as early: who waits for
-- an endless loop to be ended need not wait so long.
function check.hurry(n)
  if not check.preloads() then return "" end
  return ("FAULT_HURRY=%d LD_PRELOAD=%s "):format(n, check.shim)
end

-- A new folder, and a function that writes a text to a file in it and gives the
-- file's path.
function check.folder()
  local folder = check.tmpname()
  os.execute("mkdir -p " .. folder)
  return folder, function(name, text)
    local path = folder .. "/" .. name
    local file = assert(io.open(path, "wb"))
    file:write(text)
    file:close()
    return path
  end
end

function check.done()
  print(("%d passed, %d failed"):format(check.passed, check.failed))
  return check.failed == 0 and 0 or 1
end

return check
