-- watch.lua -- watching a trace go by: on a terminal as a film with keys, elsewhere as
-- lines.
--
--     watch.trace(game:trace(p, 1))
--     connect4.play = watch.command(connect4, "watch a program drop its discs")
--
-- The film shows the moments of a trace: its beginning, each state that shows something
-- new, its end. Nothing runs between two pictures: the terminal is waited for.

local cli      = require "ludus.cli"
local look     = require "ludus.inspect.look"
local progress = require "ludus.run.progress"
local show     = require "ludus.repl.show"
local subject  = require "ludus.cli.subject"
local system   = require "ludus.core.system"

local watch = {}

-- ---- the film --------------------------------------------------------------------

-- Seconds a picture stays, from slow to fast.
watch.speeds = { 4, 2, 1, 0.5, 0.25, 0.12, 0.06, 0.03 }

watch.foot = "space pause  arrows back, on  + faster  - slower  home end  q ends"

-- Where a film begins: { at, last, speed, paused }.
function watch.begin(last) return { at = 1, last = last, speed = 5, paused = false } end

-- The film after a key, "none" when the time of a picture is over; nil if it ends.
function watch.press(film, key)
  local f = { at = film.at, last = film.last, speed = film.speed, paused = film.paused }
  local function go(at)
    f.at = math.max(1, math.min(f.last, at))
    if f.at == f.last then f.paused = true end
  end
  if key == nil or key == "q" or key == "escape" or key == "interrupt" then return nil end
  if key == "none" then go(f.at + 1)
  elseif key == " " or key == "enter" then
    if f.at == f.last then f.at, f.paused = 1, false else f.paused = not f.paused end
  elseif key == "left" or key == "right" then
    f.paused = true
    go(f.at + (key == "left" and -1 or 1))
  elseif key == "home" then go(1)
  elseif key == "end" then go(f.last)
  elseif key == "+" or key == "=" then f.speed = math.min(#watch.speeds, f.speed + 1)
  elseif key == "-" then f.speed = math.max(1, f.speed - 1) end
  return f
end

local function draw(t, moments, film)
  local cols, rows = system.screen()
  local view = show.view { width = cols, lines = rows - 1, colour = progress.colour() }
  view.cut = true
  local text = show.text(t:at(moments[film.at]), view):gsub("[^\n]+", function(line)
    return show.cut(line, cols)
  end)
  local note = ("%d/%d%s  %s"):format(film.at, film.last, film.paused and " paused" or "",
    watch.foot)
  io.write("\27[H\27[2J", text, "\n", view.paint("dim", note:sub(1, cols - 1)))
  io.flush()
  return cols, rows
end

local function live(t)
  local key, moments = require "ludus.core.terminal".key, t:moments()
  local film = watch.begin(#moments)
  while film do
    local cols, rows = draw(t, moments, film)
    local pressed
    repeat
      pressed = key(cols, rows, not film.paused and watch.speeds[film.speed] or nil)
    until pressed ~= "none" or not film.paused
    if pressed ~= "resize" then film = watch.press(film, pressed) end
  end
  io.write "\n"
end

-- ---- lines -----------------------------------------------------------------------

-- What happened, a line each, and the end.
local function told(t)
  for _, event in ipairs(t:events()) do
    print(("step %6d  %s"):format(event.step, t.driver:told(event)))
  end
  print()
  local last = t:at(#t + 1)
  local r, d = t.driver.record, t.driver
  print(not r and d.title or ("case %d of %d: %s, raw %s, %d steps"):format(d.case,
    d.game:facts().cases, r.ended, tostring(r.raw), r.spent))
  if last.picture ~= "" then
    print("\n  " .. ((last.revealed or last.picture):gsub("\n+$", "")
      :gsub("\n", "\n  ")))
  end
end

-- Is there a person at a terminal that can be drawn on?
function watch.can_draw()
  return system.terminal "out" and system.terminal "in" and progress.colour()
    and os.getenv "TERM" ~= "dumb"
end

-- Shows a trace to whoever is there.
function watch.trace(t)
  if watch.can_draw() then live(t) else told(t) end
end

-- ---- commands ----------------------------------------------------------------------

-- Watches a program at a game, from the options of `ludus play`.
function watch.play(s, p, options)
  local game = subject.game(s)
  local able, lacks = pcall(game.need, game, "trace")
  if not able then cli.fail("%s", lacks) end
  local case, cases = options.case or 1, look.cases(game, p)
  if case < 1 or case > cases then cli.fail("--case must be 1 to %d", cases) end
  local ok, t = pcall(game.trace, game, p, case)
  if not ok then cli.fail("%s", t) end
  watch.trace(t)
  return 0
end

watch.options = {
  player = { kind = "string", value = "WHO", help = "a program's file, run:12, run:12@40, "
    .. "or human or a function's file.lua where a person can play" },
  case = { kind = "integer", value = "N", help = "which case (default 1)" },
  set = { kind = "setting", many = true, value = "KEY=VALUE",
    help = "a field of the game" },
  store = { kind = "string", value = "FILE",
    help = "where run:12 is (default ludus.db)" },
}

-- The command of a game's module, `play` in it; hands(game, case) are those of a person
-- (ludus.inspect.person), if there are.
function watch.command(module, summary, hands)
  return {
    usage = ("play %s --player WHO [--case N] [--set k=v]..."):format(module.name),
    summary = summary, options = watch.options,
    run = function(options)
      if not options.player and not hands then
        cli.fail("'ludus play %s' needs --player FILE, a program to watch", module.name)
      end
      local s = subject.open(module.name, options)
      local p = subject.player(s, options.player or "human", options)
      if type(p) == "userdata" then return watch.play(s, p, options) end
      if not hands then
        cli.fail("people and functions cannot play %s, only watch: --player FILE or run:12",
          module.name)
      end
      return require "ludus.inspect.person".play(hands(subject.game(s),
        options.case or 1), p)
    end,
  }
end

return watch
