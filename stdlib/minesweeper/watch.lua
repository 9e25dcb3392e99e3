-- watch.lua -- `ludus play minesweeper`: watch a program clear a board.
--
-- On a terminal the board is redrawn square by square; elsewhere each uncovered
-- square is a line, and the last board is printed.

local cli      = require "ludus.cli"
local program  = require "ludus.script.program"
local progress = require "ludus.run.progress"
local system   = require "ludus.core.system"

local FRAME = 0.12                    -- seconds between two squares

local function wait(seconds)
  local stop = system.clock() + seconds
  while system.clock() < stop do end
end

local function draw(cells, facts)
  local lines = {}
  for row = 1, facts.rows do
    lines[row] = "  " .. table.concat(cells, " ", (row - 1) * facts.cols + 1,
      row * facts.cols)
  end
  return table.concat(lines, "\n")
end

-- What an event does to the picture: the new character of its square, or nil.
local function mark_of(event)
  if event.event == "uncover" then return ("%d"):format(event.number) end
  return ({ explode = "*", mark = "m", unmark = "." })[event.event]
end

local function watch(game, p, case, live)
  require "ludus.inspect"                -- gives games their traces
  local facts, cells, opened = game:facts(), {}, 0
  for i = 1, facts.rows * facts.cols do cells[i] = "." end
  if live then print(draw(cells, facts)) end
  for _, event in ipairs(game:trace(p, case):events()) do
    local mark = mark_of(event)
    if mark then
      cells[(event.row - 1) * facts.cols + event.col] = mark
      if event.event == "uncover" then opened = opened + 1 end
      if live then
        io.write(("\27[%dA"):format(facts.rows), draw(cells, facts), "\n")
        io.flush()
        wait(FRAME)
      elseif event.event == "uncover" or event.event == "explode" then
        print(("step %6d  %-8s row %d, column %d  %s"):format(event.step, event.event,
          event.row, event.col, mark))
      end
    end
  end
  return opened
end

local function run(options)
  local mines = require "ludus.minesweeper"
  if not options.player then
    cli.fail("'ludus play minesweeper' needs --player FILE, a program to watch")
  end
  local ok, game = pcall(function()
    return mines.game(cli.settings(mines.fields, options.set))
  end)
  if not ok then error(cli.is_usage(game) and game or cli.fail("%s", game), 0) end
  local read, p = pcall(program.read, options.player, game)
  if not read then cli.fail("%s", p) end
  local case = options.case or 1
  local cases = game:facts().cases
  if case < 1 or case > cases then cli.fail("--case must be 1 to %d", cases) end
  local live = system.terminal "out" and progress.colour()
  watch(game, p, case, live)
  local result = game:play(p, case)
  print(("\ncase %d of %d: %s, raw %d, %d steps. The board, mines as o:\n"):format(case,
    cases, result["end"], result.raw, result.steps))
  io.write("  ", (result.revealed:gsub("\n(.)", "\n  %1")))
end

return {
  usage = "play minesweeper --player FILE [--case N] [--set k=v]...",
  summary = "watch a program clear a board",
  options = {
    player = { kind = "string", value = "FILE", help = "the program" },
    case = { kind = "integer", value = "N", help = "which board (default 1)" },
    set = { kind = "setting", many = true, value = "KEY=VALUE",
      help = "a field of the game" },
  },
  run = run,
}
