-- explain.lua -- programs in words: small trees as instructions to a person.

local trees = require "ludus.inspect.tree"

local explain = {}

explain.nodes_max = 120               -- larger ones are simplified first

local where = { [0] = "here", "below", "below right", "to the right",
  "above right",
  "above", "above left", "to the left", "below left" }

local value

local function direction(n)
  local number = math.tointeger(tonumber(n.name))
  if number then return where[number] or "here" end
  return "in direction " .. value(n)
end

local binary = { ADD = "%s plus %s", SUB = "%s minus %s",
  EQ = "(is %s equal to %s?)",
  GT = "(is %s more than %s?)", LT = "(is %s less than %s?)",
  AND = "(%s and %s)", OR = "(%s or else %s)" }

local function call(n)
  local args = {}
  for i, child in ipairs(n.children) do args[i] = value(child) end
  return ("%s(%s)"):format(n.name, table.concat(args, ", "))
end

-- What a node gives, as a phrase.
function value(n)
  local c = n.children
  if tonumber(n.name) then return n.name end
  local argument = n.name:match("^ARG(%d+)$")
  if argument then return "argument " .. argument + 1 end
  if binary[n.name] then
    return binary[n.name]:format(value(c[1]), value(c[2]))
  end
  if n.name == "NOT" then return ("(is %s zero?)"):format(value(c[1])) end
  if n.name == "NUM" then return "the number " .. direction(c[1]) end
  if n.name == "UNC" then return "[uncover " .. direction(c[1]) .. "]" end
  if n.name == "MOV" then return "[move " .. direction(c[1]) .. "]" end
  if n.name == "MRK" then return "[mark " .. direction(c[1]) .. "]" end
  if n.name == "UNMRK" then return "[unmark " .. direction(c[1]) .. "]" end
  if n.name == "PROGN" then return ("[first %s, then %s]"):format(value(c[1]),
    value(c[2])) end
  if n.name == "IF" then
    return ("[if %s is 1 then %s else %s]"):format(value(c[1]), value(c[2]),
      value(c[3]))
  end
  if n.name == "IFCOV" then
    return ("[if covered here then %s else %s]"):format(value(c[1]),
      value(c[2]))
  end
  return call(n)
end

local function sentence(n, indent, out)
  local c, lead = n.children, ("  "):rep(indent)
  if n.name == "PROGN" then
    sentence(c[1], indent, out)
    sentence(c[2], indent, out)
  elseif n.name == "IF" or n.name == "IFCOV" then
    local test = n.name == "IF" and value(c[1]) .. " is 1"
      or "this square is covered"
    local first = n.name == "IF" and 2 or 1
    out[#out + 1] = lead .. "if " .. test .. ":"
    sentence(c[first], indent + 1, out)
    out[#out + 1] = lead .. "otherwise:"
    sentence(c[first + 1], indent + 1, out)
  elseif n.name == "UNC" then
    out[#out + 1] = lead .. "uncover " .. direction(c[1])
  elseif n.name == "MOV" then
    out[#out + 1] = lead .. "move " .. direction(c[1])
  elseif n.name == "MRK" or n.name == "UNMRK" then
    out[#out + 1] = lead .. (n.name == "MRK" and "mark " or "unmark ")
      .. direction(c[1])
  elseif n.name:find("^ADF") then
    out[#out + 1] = lead .. "do " .. call(n)
  elseif n.arity == 0 then
    out[#out + 1] = lead .. "give " .. value(n)
  else
    out[#out + 1] = lead .. "work out " .. value(n)
  end
end

-- A tree program of at most nodes_max nodes in words.
function explain.tree(p)
  if #p > explain.nodes_max then
    return ("a tree program of %d nodes is too large for words; p:simplify(g).program "
      .. "is smaller, p:profile(g) and p:impact(g) show what matters"):format(#p)
  end
  local model, out = trees.model(p), {}
  for _, branch in ipairs(model.branches) do
    if branch.nodes > 1 or branch.name == "RPB" then
      out[#out + 1] = branch.name == "RPB" and "The program:"
        or ("%s, given %d argument%s:"):format(branch.name, branch.arity,
          branch.arity == 1 and "" or "s")
      sentence(model[branch.first], 1, out)
    end
  end
  return table.concat(out, "\n") .. "\n"
end

return explain
