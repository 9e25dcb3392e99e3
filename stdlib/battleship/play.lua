-- play.lua -- `ludus play battleship`: a person against any player, or two
-- players.
--
-- The two sides never touch each other's waters, so the player's shots at the
-- person's fleet are known as soon as the fleet is: they are shown one by one.

local board   = require "ludus.battleship.board"
local cli     = require "ludus.cli"
local film    = require "ludus.inspect.watch"
local steps   = require "ludus.inspect.steps"
local subject = require "ludus.cli.subject"
local system  = require "ludus.core.system"

local function library()
  return require "ludus.battleship", require "ludus.core.battleship"
end

local function cells_of(ships)
  local at = {}
  for i, ship in ipairs(ships) do
    for _, cell in ipairs(ship) do at[cell] = i end
  end
  return at
end

-- One side's waters: ships, shots so far, hits left on each ship.
local function waters(ships)
  local w = { ships = ships, at = cells_of(ships), shot = {}, list = {}, left = {},
    afloat = #ships }
  for i, ship in ipairs(ships) do w.left[i] = #ship end
  return w
end

-- Shoots; what is announced.
local function fire(w, cell)
  w.shot[cell] = true
  w.list[#w.list + 1] = cell
  local ship = w.at[cell]
  if not ship then return "miss" end
  w.left[ship] = w.left[ship] - 1
  if w.left[ship] > 0 then return "hit" end
  w.afloat = w.afloat - 1
  return ("sunk, a ship of %d"):format(#w.ships[ship])
end

local function mark_theirs(w, uncover)
  return function(cell)
    if w.shot[cell] then return w.at[cell] and "X" or "o" end
    return uncover and w.at[cell] and "#" or "."
  end
end

local function mark_own(w)
  return function(cell)
    if w.shot[cell] then return w.at[cell] and "X" or "o" end
    return w.at[cell] and "#" or "."
  end
end

-- The lengths of the ships that still float, as a line below a board.
local function afloat(w)
  local list = {}
  for i, ship in ipairs(w.ships) do
    if w.left[i] > 0 then list[#list + 1] = #ship end
  end
  return #list > 0 and "afloat: " .. table.concat(list, " ") or "all sunk"
end

local function waters_lines(g, w, mark)
  local lines = board.lines(g.rows, g.cols, mark)
  lines[#lines + 1] = afloat(w)
  return lines
end

local function heat_lines(g)
  local _, core = library()
  return board.heat(g.rows, g.cols, core.belief(g.fleet, g.own.ships, g.own.list))
end

local function show(g, options, uncover)
  local blocks = { waters_lines(g, g.theirs, mark_theirs(g.theirs, uncover)),
    waters_lines(g, g.own, mark_own(g.own)) }
  if options.heat then blocks[3] = heat_lines(g) end
  print(board.columns(blocks, { "their waters", "your fleet", "believed of yours" },
    (system.screen())))
end

-- Asks until a new square is named; nil at the end of the input.
local function ask(g)
  while true do
    io.write("your shot (b5, or q): ")
    io.flush()
    local line = io.read "l"
    if not line or line:match "^%s*q%s*$" then return nil end
    local cell, wrong = board.square(line, g.rows, g.cols)
    if cell and g.theirs.shot[cell] then
      cell, wrong = nil, "you have shot there already"
    end
    if cell then return cell end
    print("  " .. wrong)
  end
end

local function person_moves(g)
  local cell = ask(g)
  if not cell then return false end
  print(("  you shoot at %s: %s"):format(board.name(cell, g.cols),
    fire(g.theirs, cell)))
  return true
end

local function player_moves(g)
  local cell = g.plan[#g.own.list + 1]
  print(("  %s shoots at %s: %s"):format(g.player.name, board.name(cell, g.cols),
    fire(g.own, cell)))
end

local function over(g, options)
  if g.theirs.afloat == 0 then
    print(("\nyou win after %d shots; %s would have needed %d"):format(
      #g.theirs.list, g.player.name, #g.plan))
    return true
  elseif g.own.afloat == 0 then
    print(("\n%s wins after %d shots; its ships are shown"):format(g.player.name,
      #g.own.list))
    show(g, options, true)
    return true
  end
end

local function against_person(g, options)
  print(("You against %s, seed %d. X hit, o miss, # ship; a letter and a number "
    .. "shoot,\nq ends the game.\n"):format(g.player.name, g.seed))
  show(g, options)
  while true do
    if not person_moves(g) then
      print "\nthe game is left"
      return 0
    end
    if over(g, options) then return 0 end
    player_moves(g)
    if over(g, options) then return 0 end
    print()
    show(g, options)
  end
end

-- The shots as a trace, to be watched as a film.
local function shots_of(g, options)
  local states = {}
  local function picture()
    local blocks = { waters_lines(g, g.own, mark_own(g.own)) }
    if options.heat then blocks[2] = heat_lines(g) end
    return board.columns(blocks, { "the waters", options.heat and "believed of them" },
      (system.screen()))
  end
  while g.own.afloat > 0 do
    local cell = g.plan[#g.own.list + 1]
    local state = { picture = picture(), cell = cell }
    state.event = fire(g.own, cell)
    states[#states + 1] = state
  end
  local ended = ("%s needed %d shots"):format(g.player.name, #g.own.list)
  return steps.trace { states = states, title = ended, columns = {},
    ending = { picture = picture(), ended = ended },
    paint = function(s, view)
      local last = states[s.step - 1]
      return view.paint("head", s.over and ended or ("shot %d of %d"):format(s.step,
        #states)) .. "\n" .. s.picture .. (last and ("\nshot at %s: %s"):format(
        board.name(last.cell, g.cols), last.event) or "")
    end }
end

local function watch(g, options)
  if film.can_draw() then
    film.trace(shots_of(g, options))
    print(("%s needed %d shots"):format(g.player.name, #g.own.list))
    return 0
  end
  while g.own.afloat > 0 do
    player_moves(g)
    if options.heat then
      print(board.columns({ waters_lines(g, g.own, mark_own(g.own)),
        heat_lines(g) }, { "the waters", "believed of them" }, (system.screen())))
    end
  end
  if not options.heat then
    print(table.concat(board.lines(g.rows, g.cols, mark_own(g.own)), "\n"))
  end
  print(("%s needed %d shots"):format(g.player.name, #g.own.list))
  return 0
end

local function run(options)
  local bs, core = library()
  local stored = options.player and subject.stored(options.player, options)
  local ok, player = pcall(bs.player, stored and bs.parse(stored)
    or options.player and subject.of_lua(options.player) or options.player or "density")
  if not ok then cli.fail("%s", tostring(player)) end
  local fleet, seed = bs.fleet {}, options.seed or os.time()
  local good, own = pcall(core.draw, fleet, options.places or "random", seed, 1)
  if not good then cli.fail("%s", tostring(own)) end
  local rows, cols = fleet:info()
  local g = { fleet = fleet, rows = rows, cols = cols, player = player,
    own = waters(own), theirs = waters(core.draw(fleet, "random", seed, 2)),
    plan = core.shots(fleet, player, own, seed, 1), seed = seed }
  if options.watch then return watch(g, options) end
  return against_person(g, options)
end

return {
  usage   = "play battleship [--player NAME] [--places NAME] [--watch] ...",
  summary = "shoot at a player's ships, or watch it shoot",
  options = {
    player = { kind = "string", value = "NAME",
      help = "density (default), repaired, largest+three, a program's file, run:12, "
        .. "a function's file.lua" },
    store  = { kind = "string", value = "FILE",
      help = "where run:12 is (default ludus.db)" },
    places = { kind = "string", value = "NAME",
      help = "how your ships are placed: random, corners, bottom, lower-left" },
    heat   = { kind = "flag", help = "show what a density player believes" },
    watch  = { kind = "flag", help = "no person: watch the player shoot" },
    seed   = { kind = "integer", value = "N", help = "the same game again" },
  },
  run = run,
}
