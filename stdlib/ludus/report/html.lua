-- html.lua -- what reports need to write HTML.

local html = {}

-- What a browser may do with the page: show it in its colours. Runs come from
-- strangers, too; whatever they bring, nothing is executed, loaded or sent.
html.policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
  .. "form-action 'none'"

html.style = [[
body { font: 16px/1.5 Georgia, serif; max-width: 54rem; margin: 2rem auto;
  padding: 0 1rem; color: #222; background: #fff; }
h1, h2, h3 { font-weight: normal; } h2 { border-bottom: 1px solid #ccc; }
pre { background: #f5f3ee; padding: .7rem; overflow-x: auto; line-height: 1.3; }
pre.command { white-space: pre-wrap; }
table { border-collapse: collapse; margin-bottom: 1.5rem; }
td, th { padding: .2rem .7rem; text-align: left;
  border-bottom: 1px solid #ddd; } td.n, th.n { text-align: right; }
.boards { display: flex; flex-wrap: wrap; gap: 1rem; } figcaption { color: #666; }
.boards pre { margin-bottom: .2rem; line-height: 1.15; }
figure { margin: 0 0 1rem; } svg { width: 100%; height: auto; } .key { color: #666; }
.drawing { overflow-x: auto; margin: .5rem 0 1rem; }
.drawing svg { width: auto; }
.pairs td { line-height: 1.2; } .pairs td.n, .pairs th.n { padding: .2rem .45rem; }
.pairs small { color: #666; }]]

function html.escape(text)
  return (tostring(text):gsub("[&<>\"]", { ["&"] = "&amp;", ["<"] = "&lt;",
    [">"] = "&gt;", ['"'] = "&quot;" }))
end

return html
