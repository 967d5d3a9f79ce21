// Makes CommonJS of the ES modules that esbuild has split a program into.
//
// esbuild can do that, too, but keeps what ES modules promise: a name of another file is looked up anew
// each time it is used, through two getters. Some thousand of those took a third of the start of a
// command. Our modules change nothing that they export, and the files of a program import each other in
// one direction, so a name can be taken once. What is not so regular fails the build.

/**
 * `text` as esbuild prints it: each statement at the top begins its own line, and no text has a line of
 * its own. `parts` are the names of the files that may be imported lazily, with hashes that no text has.
 */
export function toCommonJs(text, name, parts) {
  const imports = [];
  const lazily = (all, part) =>
    all.replaceAll(`import("./${part}")`, `Promise.resolve().then(() => require("./${part}"))`);
  const body = parts
    .reduce(lazily, text)
    .replace(importStatement, (_, clause, from) => {
      imports.push(renderRequire(clause, from, name));
      return "";
    })
    .replace(exportStatement, (_, names) => renderExports(names));
  const left = /^(?:import|export)\b.*/m.exec(body);
  if (left !== null) throw new Error(`${name}: what is to become of "${left[0]}"?`);
  // As in ES modules, whatever is imported is there before anything runs.
  return ['"use strict";', ...imports, body].join("\n");
}

/**
 * The same program in ASCII: whoever keeps its compiled code reads it byte by byte, as that is the quickest.
 * esbuild writes texts so by itself, and leaves regular expressions as they are.
 */
export function inAscii(text) {
  return text.replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const importStatement = /^import\s+(?:([^"';]*?)\s+from\s+)?("[^"]+");\n/gm;
const exportStatement = /^export \{\n([^}]*)\};\n/gm;

function renderRequire(clause, from, name) {
  const required = `require(${from})`;
  if (clause === undefined) return `${required};`;
  const all = /^\* as (\w+)$/.exec(clause)?.[1];
  // Of Node's own modules and of CommonJS the default is all of it.
  if (all !== undefined || /^\w+$/.test(clause)) return `const ${all ?? clause} = ${required};`;
  const names = /^\{([^}]*)\}$/.exec(clause)?.[1];
  if (names === undefined) throw new Error(`${name}: what does "import ${clause}" import?`);
  return `const { ${renderPairs(names, ([shown, own]) => `${shown}: ${own}`)} } = ${required};`;
}

function renderExports(names) {
  const pairs = renderPairs(names, ([own, shown]) => `${shown}: ${own}`);
  return `module.exports = { ${pairs} };\n`;
}

/** Of `a, b as c` each by itself: `a`, and what `render` makes of `["b", "c"]`. */
function renderPairs(names, render) {
  const words = names.split(",").map((one) => one.trim().split(/\s+as\s+/));
  return words
    .filter(([first]) => first !== "")
    .map((pair) => (pair.length === 1 ? pair[0] : render(pair)))
    .join(", ");
}
