import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const sources = import.meta.dirname;

/** Small, and import nothing but each other. */
const light = [
  "@unf/answers",
  "@unf/core",
  "@unf/engine/checkpoints",
  "@unf/system/line-apart",
  "@unf/system/local-offset",
  "@unf/system/runtime",
  "@unf/view",
];

/** Packages that a module and everything it imports at once would load. Types do not count. */
function packagesOf(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>();
  if (seen.has(file)) return packages;
  seen.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, clause = "", from = ""] of text.matchAll(
    /^import (?!type )([^;]*?)from "([^"]+)";/gms,
  )) {
    const isOnlyTypes = /^\{(?:\s*type [^,}]+,?)+\s*\}\s*$/.test(clause);
    if (isOnlyTypes) continue;
    if (from.startsWith("@unf/core/")) packages.add("@unf/core");
    else if (!from.startsWith(".")) packages.add(from);
    else for (const name of packagesOf(join(dirname(file), from), seen)) packages.add(name);
  }
  return packages;
}

test("starting loads core and nothing else that is large", () => {
  const loaded = [...packagesOf(join(sources, "main.ts"))].filter(
    (name) => !name.startsWith("node:"),
  );
  const small = ["line-apart", "local-offset", "own-process"].map((name) => `@unf/system/${name}`);
  assert.deepEqual(loaded.toSorted(), ["@unf/core", ...small]);
  const apart = join(sources, "../../packages/system/src/runtime/line-apart.ts");
  assert.deepEqual([...packagesOf(apart)], []);
  const file = join(sources, "../../packages/system/src/process/own-process.ts");
  assert.deepEqual([...packagesOf(file)].toSorted(), ["@unf/core", "node:fs"]);
});

test("no command loads native code, the settings parser or the English parser before it needs them", () => {
  const allowed = new Map([["./config/config.ts", ["smol-toml"]]]);
  const tables = ["commands.ts", "about-commands.ts"];
  const table = tables.map((file) => readFileSync(join(sources, file), "utf8")).join("");
  const files = [...table.matchAll(/import\("(.+?)"\)/g)].map(([, file = ""]) => file);
  assert.ok(files.length > 30, `${files.length} commands`);
  for (const file of files) {
    const loaded = packagesOf(join(sources, file));
    const heavy = [...loaded].filter((one) => !one.startsWith("node:") && !light.includes(one));
    assert.deepEqual(heavy, allowed.get(file) ?? [], file);
  }
});

test("reading and printing a listing starts no program and opens no socket", () => {
  const loaded = packagesOf(join(sources, "log/log.ts"));
  for (const name of ["node:child_process", "node:net", "node:tty", "node:readline"]) {
    assert.ok(!loaded.has(name), name);
  }
});
