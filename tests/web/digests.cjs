// digests.cjs -- runs scripts by the program for browsers, in node.
//
//     node --no-experimental-fetch tests/web/digests.cjs WORDS... -- SCRIPT...
//
// Prints `SCRIPT DIGEST` for each script run with these words behind its name.
const fs = require("fs");
const path = require("path");

const page = path.resolve(__dirname, "../../build/web/page");
const factory = require(path.join(page, "ludus.js"));

// Copies a folder of the disk into the program's own file system.
function copy(fs_of, folder) {
  fs_of.mkdirTree(folder);
  for (const name of fs.readdirSync(folder)) {
    const from = path.join(folder, name);
    if (fs.statSync(from).isDirectory()) copy(fs_of, from);
    else fs_of.writeFile(from, fs.readFileSync(from));
  }
}

function command(program, words) {
  const texts = words.map((word) => {
    const size = program.lengthBytesUTF8(word) + 1;
    const at = program._malloc(size);
    program.stringToUTF8(word, at, size);
    return at;
  });
  const list = program._malloc(4 * words.length);
  texts.forEach((at, i) => { program.HEAP32[(list >> 2) + i] = at; });
  return program._web_command(words.length, list);
}

async function main() {
  const lines = [];
  const program = await factory({
    locateFile: (name) => path.join(page, name),
    print: (line) => lines.push(line),
    printErr: (line) => console.error(line),
  });
  copy(program.FS, "scripts");
  const all = process.argv.slice(2);
  const words = all.slice(0, all.indexOf("--"));
  for (const script of all.slice(all.indexOf("--") + 1)) {
    lines.length = 0;
    if (!script.startsWith("scripts/")) copy(program.FS, path.dirname(script));
    command(program, ["run", script, ...words]);
    const found = lines.map((line) => /digest ([0-9a-f]{16})/.exec(line)).find(Boolean);
    console.log(script, found ? found[1] : "none");
  }
}

main();
