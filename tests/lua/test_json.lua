-- test_json.lua -- values as JSON text and back.

local check = dofile("tests/lua/check.lua")
local json  = require "ludus.json"

-- ---- there and back ----------------------------------------------------------

for _, text in ipairs { '{"a":[1,2.5,-3],"b":{"c":true}}', '"x"', "0.1", "false",
  '["\\"","\\\\","\\n","\\\\u0041","\\u0001"]', "1e+300", "[]" } do
  check.equal("read and written: " .. text,
    json.encode(json.decode(text)),
    text == "[]" and "{}" or text)
end
check.equal("blanks", json.encode(json.decode ' { "a" : [ 1 , 2 ] }\n'),
  '{"a":[1,2]}')
check.equal("escapes", json.decode '"\\u00e9\\t\\/\\u41"', "é\t/u41")
check.equal("an escaped backslash", json.decode '"\\\\u0041"', "\\u0041")
-- Python's json writes what is above 16 bits so, and with it Jupyter.
check.equal("two halves of a character", json.decode '"\\ud83d\\ude00 \\uD834\\uDD1E"', "😀 𝄞")
check.equal("the first and the last", json.decode '"\\ud800\\udc00\\udbff\\udfff"',
  "\u{10000}\u{10ffff}")
check.equal("halves alone", json.decode '"a\\ud83db\\ude00\\ud83d"',
  "a\u{fffd}b\u{fffd}\u{fffd}")
check.equal("no halves behind backslashes", json.decode '"\\\\ud83d\\\\ude00"', "\\ud83d\\ude00")
check.equal("null is nothing", json.decode "null", nil)
check.equal("whole numbers", math.type(json.decode "7"), "integer")

-- ---- what is no JSON -----------------------------------------------------------

for text, message in pairs {
  [""] = "JSON: expected a value at byte 1",
  ["[1"] = "JSON: expected ']' at byte 3",
  ["[1,]"] = "JSON: expected a value at byte 4",
  ['{"a" 1}'] = "JSON: expected ':' at byte 6",
  ["{a:1}"] = [[JSON: expected '"' at byte 2]],
  ['"abc'] = "JSON: expected the end of a string at byte 2",
  ['"abc\\'] = "JSON: expected the end of a string at byte 7",
  ["1 2"] = "JSON: expected the end at byte 3",
  ["nul"] = "JSON: expected a value at byte 1",
} do
  check.error("refused: " .. text, function() json.decode(text) end, message)
end

local function nested(n) return ("["):rep(n) .. ("]"):rep(n) end
check.equal("a hundred brackets", type(json.decode(nested(100))), "table")
check.error("one more", function() json.decode(nested(101)) end,
  "JSON: expected less nesting at byte 102")
local loop = {}
loop.loop = loop
check.error("a table that holds itself", function() json.encode(loop) end,
  "a value is nested more than 100 deep, or holds itself")
check.equal("a hundred deep", json.encode(json.decode(nested(100))), (nested(99):gsub("%[%]", "[{}]")))

return check.done()
