-- links.lua -- a filter for pandoc: links between pages of the manual, and to pictures of
-- docs/, as the site has them. What is not part of the site is named, not linked.

local function target(url)
  local path, place = url:match "^([^#]*)(#?.*)$"
  if path == "" or path:find "^%a+:" or path:find "%.svg$" then return url end
  local name = path:match "([%w-]+)%.md$"
  if name then return (name == "README" and "index" or name) .. ".html" .. place end
  return nil
end

function Link(link)
  local url = target(link.target)
  if not url then return link.content end
  link.target = url
  return link
end

function Image(image)
  image.src = image.src:gsub("^docs/", "")
  return image
end
