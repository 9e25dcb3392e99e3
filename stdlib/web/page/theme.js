// theme.js -- dark or light, and the size of the letters, before the page is painted.
(function () {
  "use strict";
  var root = document.documentElement;
  var kept = {};
  try { kept = JSON.parse(localStorage.getItem("ludus.look")) || {}; } catch (e) { kept = {}; }
  var dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = kept.theme === "dark" || kept.theme === "light" ? kept.theme
    : dark ? "dark" : "light";
  root.dataset.size = kept.size === "large" ? "large" : "normal";
}());
