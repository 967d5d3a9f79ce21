import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { AbsPath } from "@unf/core/base";
import type { Reach } from "@unf/core/timeline";
import { howMany } from "@unf/test";
import fc from "fast-check";
import { readReach } from "./read-reach.ts";

// Commands are made of words that lead nowhere but into a directory of the test's own, and only
// those are run of which it was said that they write nothing, or nothing but certain paths.

const names = ["a", "b.txt", "d", "d/c", "./a", "'x y'", "new", "d/new", "e/", '"b.txt"', "x\\ y"];
const tricks = ["*", "*.txt", "d/*", "$X", '"$X"', "{a,-o,new}", "?", "-", "--", "$HOME/a", "~/a"];
const flags = ["-n", "-r", "-i", "-p", "-f", "-a", "-u", "-o", "-rf", "-R", "-T", "-t", "-delete"];
const scripts = ["1,2p", "'s/l/m/'", "'s/l/m/w new'", "1d", "w", "+x", "644", "-name", "l", "{}"];
const programs = (
  "ls cat echo printf grep head wc sort uniq find sed tee touch rm rmdir mv cp mkdir chmod xargs " +
  "cut tr diff cmp stat test true cd pwd file tree date git"
).split(" ");
const outputs = ["> a", ">> 'x y'", ">new", "2>d/new", ">| b.txt", "2>&1", "< a", "> $X", ">&new"];
const documents = ["<<'E'\n$(touch no)\nE\n", "<<E\nplain\nE\n", "<<E\n$X\nE\n"];
/** Programs that read, told to write. */
const traps = [
  "uniq a new",
  "sort -o new a",
  "sort -uonew a",
  "find . -delete",
  "find d -exec touch new ;",
  "find a -fprint new",
  "sed -n 'w new' a",
  "sed -i 's/l/m/w new' a",
  'echo "$(touch new)"',
  'echo "`touch new`"',
  "git diff --no-index --output=new a b.txt",
  "cp -t d a",
  "cp -b a b.txt",
  "ls | xargs touch",
];
const joints = [" && ", " || ", "; ", " | ", "\n", " & ", ";", "|", " &> new && "];
const noise = [
  ..."'\"\\$`;&|<>(){}[]*?~#!=\n \t%^-.0a",
  "$(",
  "${",
  "&&",
  "||",
  "<<",
  ">&",
  "\\\n",
];

const word = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...names) },
  { weight: 2, arbitrary: fc.constantFrom(...flags) },
  { weight: 1, arbitrary: fc.constantFrom(...scripts) },
  { weight: 1, arbitrary: fc.constantFrom(...tricks) },
);
const usual = fc
  .tuple(
    fc.constantFrom(...programs),
    fc.array(word, { maxLength: 4 }),
    fc.option(fc.constantFrom(...outputs, ...documents), { freq: 2, nil: "" }),
  )
  .map(([program, words, output]) => [program, ...words, output].filter(Boolean).join(" "));
const command = fc.oneof(
  { weight: 6, arbitrary: usual },
  { weight: 1, arbitrary: fc.constantFrom(...traps) },
);
const list = fc
  .tuple(command, fc.array(fc.tuple(fc.constantFrom(...joints), command), { maxLength: 2 }))
  .map(([first, more]) => first + more.flat().join(""));
/** A list into which something was put that does not belong there. */
const disturbed = fc.tuple(list, fc.nat(), fc.constantFrom(...noise)).map(([text, at, put]) => {
  const place = at % (text.length + 1);
  return text.slice(0, place) + put + text.slice(place);
});
const script = fc.oneof({ weight: 3, arbitrary: list }, { weight: 2, arbitrary: disturbed });

const runs = howMany("UNF_REACH_RUNS", { short: 200, long: 600 });
const seed = Number(process.env.UNF_TEST_SEED ?? 42);

for (const shell of ["sh", "bash"]) {
  test(`${shell} writes no more than was read from the command`, (t) => {
    if (spawnSync(shell, ["-c", "true"]).status !== 0) return t.skip(`there is no ${shell}`);
    const root = realpathSync(mkdtempSync(join(tmpdir(), "unf-reach-")));
    const said = { nothing: 0, paths: 0, shell: 0 };
    try {
      fc.assert(
        fc.property(script, (text) => {
          const here = join(root, "here") as AbsPath;
          const reach = readReach(text, here);
          said[reach.kind] += 1;
          if (reach.kind !== "shell") assertWrites(shell, text, makeTree(here), reach);
        }),
        { numRuns: runs, seed },
      );
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
    // The property means something only when enough commands of both kinds were run.
    assert.ok(Math.min(said.nothing, said.paths) > runs / 15, JSON.stringify(said));
    t.diagnostic(`seed ${seed}, said: ${JSON.stringify(said)}`);
  });
}

/** A fresh directory with a few files; everything made before is removed. */
function makeTree(here: AbsPath): AbsPath {
  rmSync(here, { recursive: true, force: true });
  for (const directory of ["d", "e"]) mkdirSync(join(here, directory), { recursive: true });
  for (const name of ["a", "b.txt", "d/c", "x y"]) {
    writeFileSync(join(here, name), `line\n${name}\nlast\n`);
  }
  return here;
}

function assertWrites(shell: string, text: string, here: AbsPath, reach: Reach): void {
  const before = readTree(here);
  spawnSync(shell, ["-c", text], {
    cwd: here,
    input: "",
    timeout: 10_000,
    env: { PATH: "/usr/bin:/bin", HOME: here, X: "-o new", GIT_CEILING_DIRECTORIES: here },
  });
  const after = readTree(here);
  const claims = reach.kind === "paths" ? reach.paths.map(({ path }) => path) : [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    if (before.get(path) === after.get(path)) continue;
    const isClaimed = claims.some((claim) => path === claim || path.startsWith(`${claim}/`));
    assert.ok(isClaimed, `${JSON.stringify(text)} wrote ${path}, said: ${claims}`);
  }
}

/** Every file below `directory`, with what tells that it was written. */
function readTree(directory: string): ReadonlyMap<string, string> {
  const tree = new Map<string, string>();
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const { mode } = lstatSync(path);
    tree.set(path, `${mode} ${entry.isFile() ? readFileSync(path, "utf8") : "no file"}`);
  }
  return tree;
}
