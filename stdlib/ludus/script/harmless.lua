-- harmless.lua -- text of a stranger for a terminal.
--
--     io.write(harmless "a\27[2Jb")        --> a.[2Jb
--
-- What would steer the terminal becomes dots: control characters but the end of a line
-- and the tab; those of eight bits, in UTF-8 two bytes, too.

return function(text)
  text = text:gsub("[%c\127]", function(c) return c:find("[\n\t]") and c or "." end)
  if not utf8.len(text) then return (text:gsub("[\128-\255]", ".")) end
  return (text:gsub("\xC2[\x80-\x9F]", "."))
end
