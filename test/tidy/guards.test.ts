import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { type Plant, plant, repository } from "./plant.ts";

// Each guard must pass on a clean tree and name every planted offence; a guard that cannot fail
// guards nothing. All of them run with the repository's own settings.

/** The one of `npm run types`, seen from node_modules/.bin: another one is called tsc there. */
const compiler = "../typescript-native/bin/tsc";

test("a pure package does not compile with Node's or the browser's types, its tests may use Node's", () => {
  const clean = {
    "packages/core/src/base/index.ts": "export const one: number = 1;\n",
    "packages/core/src/one.test.ts": 'import "node:fs";\nexport const where = process.cwd();\n',
  };
  {
    using tree = plant(clean);
    const { status, output } = tree.run(compiler, ["-b", "packages/core", "test"]);
    assert.deepEqual([status, output], [0, ""]);
  }
  using tree = plant({
    ...clean,
    "packages/core/src/offence.ts": [
      "export const a = process.pid;",
      "export const b = Buffer.alloc(1);",
      "export const c = setTimeout(() => {}, 1);",
      "export const d = document.title;",
      'export { readFileSync } from "node:fs";',
      "",
    ].join("\n"),
    "packages/core/src/offence.test.ts": "export const text: string = 1;\n",
  });
  const { status, output } = tree.run(compiler, ["-b", "packages/core", "test"]);
  assert.notEqual(status, 0);
  const places = [...output.matchAll(/(offence[.\w]*)\((\d),\d+\): error/g)].map(
    ([, file, line]) => `${file}:${line}`,
  );
  assert.deepEqual(places.sort(), [
    "offence.test.ts:1",
    ...[1, 2, 3, 4, 5].map((line) => `offence.ts:${line}`),
  ]);
});

test("the launcher is well formatted wherever the clone lies", () => {
  const launcher = ["unf.js", "package.json"].map((name) => {
    const path = `cli/bin/${name}`;
    return [path, readFileSync(join(repository, path), "utf8")] as const;
  });
  // Biome reads no package.json below directories of such names: it takes the launcher for a module.
  for (const below of ["clone", ".cache/clone", "node_modules/clone", "dist/clone"]) {
    using tree = plant(Object.fromEntries(launcher), below);
    const args = ["check", "--config-path=.config", "--error-on-warnings", "cli/bin"];
    const { status, output } = tree.run("biome", args);
    assert.equal(status, 0, `${below}: ${output}`);
  }
});

test("bad formatting, a clock in pure code, any, !, and a function of 61 lines are flagged", () => {
  const lines = (count: number) => "  console.log(1);\n".repeat(count);
  const sources = {
    "packages/core/src/clean.ts": "export const at = [Math.max(1, 2), new Date(0)];\n",
    "packages/core/src/clean.test.ts": "export const at = Date.now();\n",
    "packages/system/src/clean.ts": "export const at = Date.now();\n",
    "daemon/src/long.test.ts": `export function f(): void {\n${lines(61)}}\n`,
  };
  const flagged = (tree: Plant) => {
    const { output } = tree.run("biome", [
      "check",
      "--config-path=.config",
      "--reporter=github",
      ".",
    ]);
    return [...output.matchAll(/^::\w+ title=([^,]+),file=([^,]+),line=(\d+)/gm)].map(
      ([, rule = "", file = "", line]) =>
        `${relative(tree.root, file)}:${line} ${rule.replace(/^.*\//, "")}`,
    );
  };
  {
    using tree = plant(sources);
    assert.deepEqual(flagged(tree), []);
  }
  using tree = plant({
    ...sources,
    "packages/core/src/clock.ts": "export const a = Date.now();\nexport const b = new Date();\n",
    "packages/engine/src/random.ts": "export const a = Math.random();\n",
    "packages/store/src/timer.ts":
      "declare function setTimeout(ring: () => void): void;\nsetTimeout(() => {});\n",
    "packages/protocol/src/id.ts":
      "export const a = crypto.randomUUID();\nexport const b = performance.now();\n",
    "packages/wiring/src/any.ts": "export const a: any = [];\nexport const b = [1][0]!;\n",
    "daemon/src/long.ts": `export function f(): void {\n${lines(61)}}\n`,
    "cli/src/bad-format.ts": "export const a = 'single'\n",
    "cli/src/BadName.ts": "export const a = 1;\n",
    "cli/src/import-type.ts":
      'import { Stats } from "node:fs";\nexport const a = (of: Stats): number => of.size;\n',
  });
  assert.deepEqual(flagged(tree).sort(), [
    "cli/src/BadName.ts:1 useFilenamingConvention",
    "cli/src/bad-format.ts:1 format",
    "cli/src/import-type.ts:1 useImportType",
    "daemon/src/long.ts:1 noExcessiveLinesPerFunction",
    "packages/core/src/clock.ts:1 plugin",
    "packages/core/src/clock.ts:2 plugin",
    "packages/engine/src/random.ts:1 plugin",
    "packages/protocol/src/id.ts:1 plugin",
    "packages/protocol/src/id.ts:2 plugin",
    "packages/store/src/timer.ts:2 plugin",
    "packages/wiring/src/any.ts:1 noExplicitAny",
    "packages/wiring/src/any.ts:2 noNonNullAssertion",
  ]);
});

test("wrong direction, a bypassed front door, cycles and impure imports are flagged, nothing else is", () => {
  const clean = {
    "packages/core/src/base/index.ts": 'export { default as ignore } from "ignore";\n',
    "packages/core/src/x.test.ts": 'import "node:test";\nimport "./base/index.ts";\n',
    "packages/engine/src/index.ts": 'export { ignore } from "@unf/core/base";\n',
    "packages/store/src/index.ts": "export {};\n",
    "packages/timeline/src/file/driver.ts": 'import "better-sqlite3";\n',
    "packages/timeline/src/index.ts": 'import "./file/driver.ts";\n',
    "packages/watch/src/inotify/libc.ts": 'import "koffi";\n',
    "packages/watch/src/index.ts": 'import "./inotify/libc.ts";\n',
    "packages/system/src/index.ts": 'import "node:fs";\nimport "@unf/core/base";\nimport "pino";\n',
    "packages/answers/src/log/shape.ts": "export const logShape = 1;\n",
    "packages/answers/src/log/page.ts": 'import type {} from "./shape.ts";\n',
    "packages/answers/src/schemas.ts": 'import "./log/shape.ts";\n',
    "packages/wiring/src/index.ts": 'import "@unf/timeline";\nimport "@unf/watch";\n',
    "daemon/src/main.ts": 'import "@unf/wiring";\n',
    "sentinel/src/main.ts": 'import "@unf/system";\n',
    "cli/src/main.ts": 'await import("./late.ts");\nawait import("@unf/wiring");\n',
    "cli/src/late.ts": 'import "./main.ts";\n',
    "cli/src/log/log.ts": 'import "../scope/scope.ts";\n',
    "cli/src/scope/scope.ts": 'import "../frame/print/print.ts";\n',
    "cli/src/frame/print/print.ts": "export {};\n",
    "test/kit/index.ts": 'import "@unf/wiring";\n',
  };
  const offences: Record<string, readonly [source: string, ...rules: string[]]> = {
    "packages/core/src/up.ts": ['import type {} from "@unf/engine";', "direction: packages/core"],
    "packages/engine/src/side.ts": ['import "@unf/store";', "direction: packages/engine"],
    "packages/engine/src/deep.ts": ['import "../../core/src/cycle-a.ts";', "front doors only"],
    "packages/core/src/cycle-a.ts": ['import "./cycle-b.ts";', "no cycles"],
    "packages/core/src/cycle-b.ts": ['import type {} from "./cycle-a.ts";'], // named once
    "packages/store/src/disk.ts": [
      'import "node:fs";',
      "pure packages import no node builtins and no npm packages",
    ],
    "packages/protocol/src/npm.ts": [
      'import "pino";',
      "pure packages import no node builtins and no npm packages",
      "undeclared npm package",
    ],
    "packages/timeline/src/open/open.ts": [
      'import "better-sqlite3";',
      "native code: better-sqlite3",
    ],
    "packages/system/src/undeclared.ts": ['import "smol-toml";', "undeclared npm package"],
    "packages/system/src/tested.ts": [
      'import "../../../test/kit/index.ts";',
      "nothing imports tests",
    ],
    "packages/wiring/src/missing.ts": ['import "@unf/nothing";', "unresolvable"],
    "packages/unlisted/src/index.ts": ['import "node:fs";', "part is in the table"],
    "cli/src/frame/print/up.ts": [
      'import type {} from "../../log/log.ts";',
      "the frame of the cli knows no room",
    ],
    "cli/src/scope/up.ts": [
      'import type {} from "../log/log.ts";',
      "the scope of the cli knows the frame and no room",
    ],
    "packages/answers/src/log/log-answer.ts": [
      'import { logShape } from "./shape.ts";\nvoid logShape;',
      "shapes of answers are types",
    ],
    "daemon/src/sentinel.ts": [
      'import "../../sentinel/src/main.ts";',
      "direction: daemon",
      "front doors only",
    ],
  };
  {
    using tree = plant(clean);
    assert.deepEqual(violations(tree), []);
  }
  using tree = plant({
    ...clean,
    ...Object.fromEntries(
      Object.entries(offences).map(([path, [source]]) => [path, `${source}\n`]),
    ),
  });
  const expected = Object.entries(offences).flatMap(([path, [, ...rules]]) =>
    rules.map((rule) => `${path}: ${rule}`),
  );
  assert.deepEqual(violations(tree), expected.sort());
});

test("a sentinel that reaches native code through a package is flagged", () => {
  using tree = plant({
    "packages/system/src/index.ts": 'import "./native.ts";\n',
    "packages/system/src/native.ts": 'import "better-sqlite3";\n',
    "sentinel/src/main.ts": 'import "@unf/system";\n',
  });
  assert.deepEqual(violations(tree), [
    "packages/system/src/native.ts: native code: better-sqlite3",
    "packages/system/src/native.ts: undeclared npm package",
    "sentinel/src/main.ts: the sentinel reaches no native code",
  ]);
});

/** The complaints of dependency-cruiser, as `file: rule`, sorted and without repeats. */
function violations(tree: Plant): string[] {
  const { output } = tree.run("depcruise", [
    ...["--config", ".config/dependency-cruiser.cjs", "--output-type", "json"],
    ...["packages", "daemon", "sentinel", "cli", "test"],
  ]);
  const { summary } = JSON.parse(output) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  return [...new Set(summary.violations.map(({ from, rule }) => `${from}: ${rule.name}`))].sort();
}

test("an export or file that nothing uses, and an undeclared package, are flagged", () => {
  const sources = {
    "packages/core/src/base/index.ts": 'export { used } from "./used.ts";\n',
    "packages/core/src/base/used.ts": "export const used = 1;\n",
    "daemon/src/main.ts": 'import { used } from "@unf/core/base";\nconsole.log(used);\n',
  };
  const flagged = (tree: Plant) => {
    const { output } = tree.run("knip", [
      ...["--config", ".config/knip.json", "--no-config-hints", "--reporter", "compact"],
      ...["--include", "files,exports,types,unlisted"],
    ]);
    return ["dead.ts", "deadValue", "DeadType", "pino"].filter((name) => output.includes(name));
  };
  {
    using tree = plant(sources);
    assert.deepEqual(flagged(tree), []);
  }
  using tree = plant({
    ...sources,
    "packages/core/src/base/used.ts":
      "export const used = 1;\nexport const deadValue = 2;\nexport type DeadType = 1;\n",
    "packages/core/src/base/dead.ts": "export const a = 1;\n",
    "packages/core/src/base/index.ts": 'import "pino";\nexport { used } from "./used.ts";\n',
  });
  assert.deepEqual(flagged(tree), ["dead.ts", "deadValue", "DeadType", "pino"]);
});

test("a name that a package offers and no other part uses is flagged", () => {
  const flagged = (tree: Plant) => {
    const { output } = tree.run("knip", [
      ...["--config", ".config/knip.json", "--no-config-hints", "--include", "exports"],
      ...["--include-entry-exports", "--workspace", "./packages/*"],
    ]);
    return ["offered", "wanted"].filter((name) => output.includes(name));
  };
  const sources = {
    "packages/core/src/base/index.ts": "export const wanted = 1;\n",
    "packages/core/src/base/index.test.ts": 'import "./index.ts";\n',
    "daemon/src/main.ts": 'import { wanted } from "@unf/core/base";\nconsole.log(wanted);\n',
  };
  {
    using tree = plant(sources);
    assert.deepEqual(flagged(tree), []);
  }
  using tree = plant({
    ...sources,
    "packages/core/src/base/index.ts": "export const wanted = 1;\nexport const offered = 2;\n",
  });
  assert.deepEqual(flagged(tree), ["offered"]);
});
