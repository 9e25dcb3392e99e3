-- evolved.lua -- weights that runs of our own have found; the same as
-- scripts/programs/othello-*.vec, which tests compare.

local evolved = {}

-- Eight features, an evaluation: scripts/othello-coevolve.lua.
evolved.coevolved = { 4, 31, -23, -63, 30, -80, 74, 120 }

-- All features at a game's beginning and at its end, an evaluation: scripts/othello-climb.lua.
evolved.wide = { -79, 83, -70, -89, -18, -42, 76, 81, 68, -84, -88, 83, 65, 12, -92, 61, 13, -96,
  -98, -99, 7, 12, -22,
  -53, -18, -17, -51, 89, -63, 99, 100, 79, -93, -89, 98, 85, -56, 92, 79, 24, 52, -30, 12, 9,
  27, 10 }

-- Traits of a move at a game's beginning and at its end, a strategy: the same script.
evolved.strategy = { 67, -22, -89, 6, 58, 38, -32, 23, -92, -54, -90, 90, -94, 28, 72, -92, -81,
  7,
  90, 42, -12, -48, -59, -60, -85, -40, -70, -65, -100, -30, 55, 92, 42, 84, 88, 8 }

return evolved
