-- native.lua -- primitives of games in Lua that the engine runs itself.
--
--     PROGN2  = { 2, ludus.last },                 -- both; the second's value
--     IF_FOOD = { 2, ludus.choose(food_ahead) },   -- one of two, by a test
--     IF      = { 3, ludus.branch },               -- the second or the third
--
-- The functions below say what they mean and can be called like any other. The
-- engine knows them by identity and does the same in C, without calling Lua; of
-- `choose` it calls the test alone. What is not chosen is not evaluated.

local native = {}

-- The value of the last argument, after all of them have been evaluated.
function native.last(_, ...) return (select(-1, ...)) end

-- If the first argument is true (neither false nor nil) the second, else the third.
function native.branch(_, condition, yes, no)
  if condition() then return yes() else return no() end
end

local known = setmetatable({
  [native.last] = { how = "last", name = "ludus.last",
    takes = "1 argument or more", fits = function(n) return n >= 1 end },
  [native.branch] = { how = "branch", name = "ludus.branch", takes = "3 arguments",
    fits = function(n) return n == 3 end },
}, { __mode = "k" })

for f, row in pairs(known) do row.call = f end

-- A primitive of two arguments: the first if test(state) is true, else the second.
function native.choose(test)
  if type(test) ~= "function" then
    error("ludus.choose: expected a function(state), got a " .. type(test), 2)
  end
  local function choose(state, yes, no)
    if test(state) then return yes() else return no() end
  end
  known[choose] = { how = "choose", call = test, name = "ludus.choose",
    takes = "2 arguments", fits = function(n) return n == 2 end }
  return choose
end

-- The row of a function the engine runs itself, or nil.
function native.find(f) return known[f] end

-- Does it want its arguments as functions?
function native.is_lazy(f)
  return known[f] ~= nil and known[f].how ~= "last"
end

return native
