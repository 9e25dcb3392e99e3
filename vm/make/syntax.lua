-- syntax.lua FOLDER -- writes how editors colour rules inside `rules = [[ ... ]]` of a
-- script: FOLDER/vim/after/syntax/lua.vim and an extension for VS Code in FOLDER/vscode.
-- The words are those that the parser of rules keeps for itself.

local json   = require "ludus.json"
local rules  = require "ludus.core.rules"
local system = require "ludus.core.system"

local folder = assert(arg[1], "syntax.lua needs a folder")

local kinds = { real = true, whole = true, truth = true, ["true"] = true, ["false"] = true }

-- The words, parted into those that declare or steer, kinds and values, and functions.
local keywords, values, functions = {}, {}, {}
for _, word in ipairs(rules.words()) do
  local list = kinds[word] and values or keywords
  list[#list + 1] = word
end
for _, op in ipairs(rules.ops()) do
  local name = op.form:match "^(%a%w*)%("
  if name and not kinds[name] then functions[#functions + 1] = name end
end

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "w"))
  file:write(text)
  assert(file:close())
end

-- ---- Vim ---------------------------------------------------------------------------

local vim = [[
" Rules of Ludus inside Lua: rules = [[ ... ]%]
syntax region ludusRules matchgroup=luaString start=/\<rules\s*=\s*\[\[/ end=/\]\]/
      \ containedin=ALLBUT,luaComment,luaString keepend
      \ contains=ludusWord,ludusValue,ludusFunction,ludusName,ludusNumber,ludusText,ludusNote
syntax keyword ludusWord contained %s
syntax keyword ludusValue contained %s
syntax keyword ludusFunction contained %s
syntax match ludusName contained /\<\u[A-Z0-9_]*\>/
syntax match ludusNumber contained /\<\d\+\(\.\d\+\)\?\>/
syntax region ludusText contained start=/"/ end=/"/ oneline
syntax match ludusNote contained /--.*/
highlight default link ludusWord Keyword
highlight default link ludusValue Type
highlight default link ludusFunction Function
highlight default link ludusName Identifier
highlight default link ludusNumber Number
highlight default link ludusText String
highlight default link ludusNote Comment
]]
vim = vim:gsub("%]%%%]", "]]")
write("vim/after/syntax/lua.vim", vim:format(table.concat(keywords, " "),
  table.concat(values, " "), table.concat(functions, " ")))

-- ---- VS Code -----------------------------------------------------------------------

local function any(words) return "\\b(" .. table.concat(words, "|") .. ")\\b" end

write("vscode/package.json", json.encode {
  name = "ludus-rules", displayName = "Rules of Ludus", version = system.version,
  publisher = "ludus", engines = { vscode = "^1.60.0" },
  contributes = { grammars = { { path = "./rules.json", scopeName = "ludus.rules",
    injectTo = { "source.lua" } } } },
} .. "\n")
write("vscode/rules.json", json.encode {
  scopeName = "ludus.rules", injectionSelector = "L:source.lua -string -comment",
  patterns = { {
    name = "meta.embedded.rules.ludus",
    begin = "\\b(rules)\\s*(=)\\s*(\\[\\[)", ["end"] = "\\]\\]",
    patterns = {
      { name = "comment.line.ludus", match = "--.*$" },
      { name = "string.quoted.double.ludus", match = '"[^"]*"' },
      { name = "keyword.control.ludus", match = any(keywords) },
      { name = "storage.type.ludus", match = any(values) },
      { name = "support.function.ludus", match = any(functions) },
      { name = "entity.name.function.ludus", match = "\\b[A-Z][A-Z0-9_]*\\b" },
      { name = "constant.numeric.ludus", match = "\\b[0-9]+(\\.[0-9]+)?\\b" },
    },
  } },
} .. "\n")
