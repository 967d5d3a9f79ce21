import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { TextFile } from "./checks.ts";
import { crowdedFolders, knottedFolders } from "./folders.ts";
import { repository } from "./plant.ts";

/** Parts whose folders import one another in one direction only, and are not crowded. */
const untied = [
  "packages/agents",
  "packages/answers",
  "packages/client",
  "packages/core",
  "packages/engine",
  "packages/maintenance",
  "packages/mcp",
  "packages/pi",
  "packages/protocol",
  "packages/store",
  "packages/system",
  "packages/timeline",
  "packages/ui",
  "packages/view",
  "packages/watch",
  "packages/wiring",
  "cli",
  "daemon",
  "sentinel",
];

const listed = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ...untied];
const texts: TextFile[] = execFileSync("git", listed, { cwd: repository, encoding: "utf8" })
  .split("\0")
  .filter((path) => path.endsWith(".ts") && existsSync(join(repository, path)))
  .map((path) => ({ path, text: readFileSync(join(repository, path), "utf8") }));

/** Files of a made-up part `a`, by path below its `src`. */
const plantedIn = (sources: Readonly<Record<string, string>>): TextFile[] =>
  Object.entries(sources).map(([path, text]) => ({ path: `a/src/${path}`, text }));

test("every part that is untied is there", () => {
  const missing = untied.filter((part) => !texts.some(({ path }) => path.startsWith(`${part}/`)));
  assert.deepEqual(missing, []);
});

test("no folders import one another in a circle", () => {
  assert.deepEqual(knottedFolders(texts, untied), []);
});

test("a circle of folders is flagged, also one of types, of lazy imports, and of a folder with one in it", () => {
  const clean = {
    "index.ts": 'export { one } from "./up/one.ts";\n',
    "up/one.ts": 'import { two } from "../down/two.ts";\nexport const one = two;\n',
    "down/two.ts": "export const two = 2;\n",
    "down/two.test.ts": 'import "../up/one.ts";\n',
  };
  assert.deepEqual(knottedFolders(plantedIn(clean), ["a"]), []);
  const knot = (offence: Readonly<Record<string, string>>) =>
    knottedFolders(plantedIn({ ...clean, ...offence }), ["a"]);
  const ways = [
    "a/src/down → a/src/up: a/src/down/back.ts",
    "a/src/up → a/src/down: a/src/up/one.ts",
  ];
  for (const back of [
    'import { one } from "../up/one.ts";',
    'import type { One } from "../up/one.ts";',
    'import {\n  one,\n} from "../up/one.ts";',
    'export * from "../up/one.ts";',
    'import "../up/one.ts";',
    'const { one } = await import("../up/one.ts");',
  ]) {
    assert.deepEqual(knot({ "down/back.ts": back }), ways, back);
  }
  assert.deepEqual(knot({ "up/front.ts": 'import "../index.ts";' }), [
    "a/src → a/src/up: a/src/index.ts",
    "a/src/up → a/src: a/src/up/front.ts",
  ]);
  assert.equal(knot({ "third.ts": "", "down/far.ts": 'import "../third.ts";' }).length, 3);
});

test("no folder has more files than can be seen at once", () => {
  assert.deepEqual(crowdedFolders(texts, untied), []);
  const many = (count: number) =>
    plantedIn({
      ...Object.fromEntries(Array.from({ length: count }, (_, at) => [`x/file-${at}.ts`, ""])),
      "x/file.test.ts": "",
      "x/below/file.ts": "",
    });
  assert.deepEqual(crowdedFolders(many(25), ["a"]), []);
  assert.deepEqual(crowdedFolders(many(26), ["a"]), ["a/src/x: 26 files, 25 allowed"]);
});
