import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { builtDirectory, bundleOf } from "../kit/index.ts";
import { type Plant, plant, repository } from "./plant.ts";

function node(tree: Plant, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: tree.root,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("a program that does not exist yet is skipped, and the rest is built", () => {
  using tree = plant({ LICENSE: "", "cli/src/main.ts": 'console.log("up");\n' });
  const { status, stdout } = node(tree, ".config/build.mjs");
  assert.equal(status, 0);
  assert.match(stdout, /^built {4}cli\/dist\/unf\.cjs/m);
  assert.match(stdout, /^skipped {2}cli\/dist\/daemon\.cjs {2}\(no daemon\/src\/main\.ts\)$/m);
  assert.equal(node(tree, "cli/dist/unf.cjs").stdout, "up\n");
});

test("a bundle holds the text of .sql files, loads lazily, and knows where it lies", () => {
  using tree = plant({
    LICENSE: "",
    "packages/timeline/sql/a.sql": "SELECT 'a' -- \"quoted\" `$x`\n",
    "packages/timeline/src/index.ts": `import { readFileSync } from "node:fs";
      export const sql = readFileSync(
        new URL("../sql/a.sql", import.meta.url),
        "utf8",
      );`,
    "cli/src/late.ts": 'console.log("late"); export const late = 1;',
    "cli/src/main.ts": `import { sql } from "@unf/timeline";
      console.log(sql.trim(), import.meta.url.endsWith("/dist/unf.cjs"), import.meta.filename === __filename);
      if (process.argv[2] === "late") import("./late.ts").then(({ late }) => console.log(late));`,
  });
  assert.equal(node(tree, ".config/build.mjs").status, 0);
  const line = "SELECT 'a' -- \"quoted\" `$x` true true\n";
  assert.equal(node(tree, "cli/dist/unf.cjs").stdout, line);
  assert.equal(node(tree, "cli/dist/unf.cjs", "late").stdout, `${line}late\n1\n`);
});

const commonJs = new URL("../../.config/common-js.mjs", import.meta.url);
const { inAscii } = (await import(commonJs.href)) as { inAscii: (text: string) => string };

test("what the launcher reads byte by byte is ASCII, with expressions that mean the same", () => {
  const built = builtDirectory();
  const texts = readdirSync(built)
    .filter((name) => name.endsWith(".cjs"))
    .map((name) => readFileSync(join(built, name), "utf8"));
  const stamped = texts.filter((text) => /^\/\*[0-9a-f]{32}\*\//.test(text));
  assert.ok(stamped.length > 10);
  for (const text of stamped) assert.doesNotMatch(text, /[^\0-\x7f]/);
  const odd = "/[‘é😀]/u.test('😀')";
  const even = inAscii(odd);
  assert.ok(
    even !== odd && runInNewContext(even) === true && runInNewContext(`!${even}`) === false,
  );
});

test("what a start does not need stands in files of its own, which share what they have in common", () => {
  using tree = plant({
    LICENSE: "",
    "cli/src/shared.ts": "export class Failure extends Error {}",
    "cli/src/log/log.ts": `import { Failure } from "../shared.ts";
      export const log = () => { throw new Failure("of log"); };`,
    "cli/src/rare/rare.ts": `import { Failure } from "../shared.ts";
      export const rare = () => { throw new Failure("of rare"); };`,
    "cli/src/main.ts": `import { Failure } from "./shared.ts";
      const load = async (name: string | undefined) =>
        name === "log"
          ? (await import("./log/log.ts")).log
          : (await import("./rare/rare.ts")).rare;
      load(process.argv[2]).then((run) => run()).catch((thrown) => {
        console.log(thrown instanceof Failure, thrown.message);
        console.log(Object.keys(require.cache).join("\\n"));
      });`,
  });
  const build = () => assert.equal(node(tree, ".config/build.mjs").status, 0);
  const parts = () => readdirSync(join(tree.root, "cli/dist")).filter((name) => /^unf-/.test(name));
  build();
  const run = (name: string) => {
    const [said, ...loaded] = node(tree, "cli/dist/unf.cjs", name).stdout.trim().split("\n");
    return { said, text: loaded.map((file) => readFileSync(file, "utf8")).join("\n") };
  };
  const [log, rare] = [run("log"), run("rare")];
  assert.deepEqual([log.said, rare.said], ["true of log", "true of rare"]);
  assert.doesNotMatch(log.text, /of rare/);
  // A program that has read the rest never has to look for a file later.
  assert.match(rare.text, /of log/);
  const first = parts();
  writeFileSync(join(tree.root, "cli/src/rare/rare.ts"), "export const rare = () => 1;");
  build();
  assert.notDeepEqual(parts(), first);
  assert.ok(parts().length <= first.length, "parts of the program before are still there");
});

test("a text that looks like a module stays a text, and names of Node and of another file are those meant", () => {
  using tree = plant({
    LICENSE: "",
    "cli/src/shared.ts": `import * as path from "node:path";
      import { basename as nameOf } from "node:path";
      import process from "node:process";
      export const shown = (file: string) => [path.dirname(file), nameOf(file), process.argv.length];
      export { shown as again };`,
    "cli/src/log/log.ts": `import { again, shown } from "../shared.ts";
      export const log = () => [...shown("a/b"), again === shown];`,
    "cli/src/main.ts": `import { shown } from "./shared.ts";
      const plugin = \`
import { spawn } from "node:child_process";
export const plugin = async () => import("./other.js");
\`;
      console.log(plugin.trim());
      import("./log/log.ts").then(({ log }) => console.log(...log(), shown("c/d").length));`,
  });
  const built = node(tree, ".config/build.mjs");
  assert.equal(built.status, 0, built.stderr);
  assert.equal(
    node(tree, "cli/dist/unf.cjs").stdout,
    'import { spawn } from "node:child_process";\nexport const plugin = async () => import("./other.js");\na b 2 true 3\n',
  );
});

test("a file that imports or exports in a way nobody expected fails the build", async () => {
  const file = join(repository, ".config/common-js.mjs");
  const { toCommonJs }: { toCommonJs(text: string, name: string, parts: string[]): string } =
    await import(file);
  for (const text of ['import a, { b } from "x";\n', 'export * from "x";\n', "export default 1;\n"])
    assert.throws(() => toCommonJs(text, "odd.cjs", []), /^Error: odd\.cjs: what /, text);
});

test("what is named as everyday exists", async () => {
  const parts = join(repository, ".config/parts.mjs");
  const { everyday }: { readonly everyday: readonly string[] } = await import(parts);
  for (const path of everyday) assert.ok(existsSync(join(repository, path)), path);
});

test("the tools for agents are loaded from the bundle beside, which ends with the licences of what it holds", () => {
  using tree = plant({
    LICENSE: "",
    "packages/mcp/src/index.ts": `import * as z from "zod";
      export const serve = () => z.string().parse("served");`,
    "cli/src/main.ts": 'import("@unf/mcp").then(({ serve }) => console.log(serve()));',
  });
  assert.equal(node(tree, ".config/build.mjs").status, 0);
  assert.equal(node(tree, "cli/dist/unf.cjs").stdout, "served\n");
  const bundle = (name: string) => readFileSync(join(tree.root, "cli/dist", name), "utf8");
  assert.ok(bundle("unf.cjs").length < 5000);
  assert.match(bundle("mcp.cjs"), /^\/\*! zod \S+ \(MIT\)\n\nMIT License\n/m);
});

test("what a bundle cannot do fails the build: reading a file beside the source, a top-level await", () => {
  using tree = plant({
    LICENSE: "",
    "cli/src/main.ts": 'const name = new URL("./worker.ts", import.meta.url);\nconsole.log(name);',
    "daemon/src/main.ts": "await Promise.resolve();\n",
    "sentinel/src/main.ts": "",
  });
  const { status, stdout, stderr } = node(tree, ".config/build.mjs");
  assert.equal(status, 1);
  assert.match(stderr, /^FAILED {3}cli\/dist\/unf\.cjs {2}unf: reads \.\/worker\.ts at run time/m);
  assert.match(stderr, /^FAILED {3}cli\/dist\/daemon\.cjs/m);
  assert.match(stdout, /^built {4}cli\/dist\/sentinel\.cjs/m);
});

test("check runs every step, fails when one fails, and shows what that one printed", () => {
  using tree = plant({});
  const run = (scripts: Record<string, string>) => {
    const all = [
      "test:pure",
      "test:cli",
      "test:parts",
      "types:lean",
      "types:page",
      "imports",
      "dead",
      "format:check",
    ];
    const passing = Object.fromEntries(all.map((name) => [name, "node -p \"'quiet'\" --"]));
    const manifest = JSON.stringify({ scripts: { ...passing, ...scripts } });
    writeFileSync(join(tree.root, "package.json"), manifest);
    return node(tree, ".config/check.mjs");
  };
  const clean = run({ "test:pure": "node -p \"'ℹ pass 12'\"" });
  assert.equal(clean.status, 0);
  assert.match(clean.stdout, /^ok {6}test:pure .* s {2}12 passed$/m);
  assert.doesNotMatch(clean.stdout, /quiet/);
  const broken = run({ imports: "node -e \"console.log('loud'); process.exit(3)\"" });
  assert.equal(broken.status, 1);
  assert.match(broken.stdout, /^FAILED {2}imports/m);
  assert.match(broken.stderr, /loud\n\nfailed: imports\n$/);
});

test("a program that stays in memory is kept there with one byte for each character", () => {
  for (const program of ["daemon", "sentinel", "hook", "unf"] as const) {
    const text = readFileSync(bundleOf(program), "utf8");
    // One that needs two doubles what the whole text takes: 1 MB of the daemon's.
    const wide = /^.*[\u0100-\uffff].*$/m.exec(text);
    assert.equal(
      wide?.[0].trim(),
      undefined,
      `write it in the sources of ${program} in another way`,
    );
  }
});
