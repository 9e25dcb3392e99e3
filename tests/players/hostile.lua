-- hostile.lua HOW -- a player that breaks the protocol in one way.
local how = arg[#arg]
local out = io.stdout
out:setvbuf "no"
for line in function() return (io.stdin:read "l") end do
  if line:find "^ludus" then
    if how == "silent" then while true do io.stdin:read "l" end end
    out:write(how == "rude" and "hello\n" or "ok hostile\r\n")
  elseif line:find "^new" then
    if how == "quits" then os.exit(0) end
    out:write(how == "fails" and "error out of ideas\n" or "ok\n")
  elseif line == "move" then
    if how == "long" then out:write(("x"):rep(70000), "\n")
    elseif how == "wrong" then out:write "e\n"
    elseif how == "early" then out:write "d\nd\nd\n"
    else out:write "c\n" end
  end
end
