import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { after, before, test } from "node:test";
import { type TempHome, tempHome, testEnvironment } from "@unf/test";
import {
  buildPackage,
  installPackage,
  npm,
  type PackedPackage,
  packPackage,
} from "../kit/published-package.ts";
import { repository } from "./plant.ts";

const { alone }: { readonly alone: Readonly<Record<string, readonly string[]>> } = await import(
  join(repository, ".config/parts.mjs")
);

// Building, packing and installing take seconds; no test changes what was made.
const shop = tempHome();
let folder: string;
let packed: PackedPackage;
before(() => {
  folder = buildPackage(shop.root);
  packed = packPackage(folder);
});
after(() => shop[Symbol.asyncDispose]());

const bundles = [
  "dist/client.cjs",
  "dist/client.d.cts",
  "dist/complete.json",
  "dist/daemon.cjs",
  "dist/hook.cjs",
  "dist/mcp.cjs",
  "dist/prompt.cjs",
  "dist/sentinel.cjs",
  "dist/unf.cjs",
  "dist/version.cjs",
];

test("the package holds launcher, programs, library, page, readme and licence, and nothing else", () => {
  const { names } = packed;
  const shared = names.filter((name) => /^dist\/unf-[A-Z0-9]{8}\.cjs$/.test(name));
  assert.ok(shared.length > 1 && shared.length < 9, shared.join(" "));
  const commands = Object.keys(alone).map((name) => `dist/unf-${name}.cjs`);
  const parts = [...shared, ...commands];
  const page = names.filter((name) => name.startsWith("dist/ui/"));
  assert.ok(page.includes("dist/ui/index.html"));
  for (const name of page) assert.match(name, /^dist\/ui\/(?:index\.html|assets\/[\w.-]+)$/);
  const others = names.filter(
    (name) => ![...parts, ...page].includes(name) && !name.startsWith("dist/man/"),
  );
  assert.deepEqual(others, [
    "LICENSE",
    "README.md",
    "bin/package.json",
    "bin/unf.js",
    ...bundles,
    "package.json",
  ]);
  for (const bundle of [...bundles, ...parts]) {
    const text = readFileSync(join(folder, bundle), "utf8");
    assert.equal(text.includes(repository), false, `${bundle} names this checkout`);
  }
});

test("the package names every page of the manual that the build writes", () => {
  const { man } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    readonly man: readonly string[];
  };
  const built = readdirSync(join(folder, "dist/man")).map((file) => `dist/man/${file}`);
  assert.deepEqual([...man].sort(), built.sort());
  const { names } = packed;
  assert.deepEqual(names.filter((name) => name.startsWith("dist/man/")).sort(), built);
});

test("a command in a file of its own is small, and the launcher knows each by its names", () => {
  const launcher = readFileSync(join(folder, "bin/unf.js"), "utf8");
  const [, table = ""] = /const alone = \{([^}]*)\}/.exec(launcher) ?? [];
  const told = [...table.matchAll(/(\S+): "(\w+)"/g)].map(([, word, name]) => [word, name]);
  const tables = ["commands.ts", "about-commands.ts"];
  const source = tables
    .map((name) => readFileSync(join(repository, "cli/src", name), "utf8"))
    .join("");
  const rows = [...source.matchAll(/name: "(\w+)",(?:\s+alias: "(\w+)",)?/g)].flatMap(
    ([, name = "", alias]) => [name, alias].flatMap((word) => (word ? [[word, name]] : [])),
  );
  const expected = rows.filter(([, name = ""]) => name in alone);
  assert.deepEqual(told, expected.sort());
  for (const name of Object.keys(alone)) {
    const { size } = statSync(join(folder, `dist/unf-${name}.cjs`));
    assert.ok(size <= commandBytesMax, `${name}: ${size} bytes`);
  }
});

/** Twice the text takes 3 ms more: most of it is not run, but each function in it is made known. */
const commandBytesMax = 640 * 1024;

test("the hook, which an agent waits for, is small and needs nothing but Node", () => {
  const text = readFileSync(join(folder, "dist/hook.cjs"), "utf8");
  assert.ok(text.length <= hookBytesMax, `${text.length} bytes`);
  const loaded = [...text.matchAll(/\b(?:require|createRequire|import)\(\s*"([^"]*)"/g)];
  assert.ok(loaded.length > 0);
  for (const [, name = ""] of loaded) assert.match(name, /^node:/);
  assert.doesNotMatch(text, /createRequire/);
});

/**
 * Node reads and compiles it within some 3 ms. A single lazy import in it makes it a quarter larger,
 * because esbuild then wraps every module that it shares.
 */
const hookBytesMax = 110 * 1024;

/** Runs a program in the home's project, with this Node first on its path. */
function runIn(home: TempHome, program: string, args: readonly string[]): string {
  const path = [dirname(process.execPath), process.env.PATH].join(delimiter);
  return execFileSync(program, args, {
    cwd: home.project,
    encoding: "utf8",
    env: testEnvironment(home, { PATH: path }),
  });
}

test("installed with every install script blocked, unf runs", async () => {
  await using home = tempHome();
  const prefix = join(home.root, "prefix");
  installPackage(packed, prefix);
  const unf = join(prefix, process.platform === "win32" ? "unf.cmd" : "bin/unf");
  const run = (...args: string[]) => runIn(home, unf, args);
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  assert.match(run("--version"), new RegExp(`^unf ${version.replaceAll(".", "\\.")}\\b`));
  assert.equal(run("hook", "run", "claude-code"), "");
  assert.equal(existsSync(home.unfHome), false, "asking for the version makes no home");
});

/** Programs of somebody who depends on the package: one that records, one that goes back, and types. */
const consumer = {
  "package.json": '{ "private": true }',
  // Without the types of Node, and with those of the package checked.
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      noEmit: true,
      strict: true,
      module: "nodenext",
      target: "es2022",
      types: [],
    },
    files: ["typed.mts", "typed.cts"],
  }),
  "step.mjs": `import { openProject } from "unf";
    await using project = await openProject(process.argv[2]);
    const { id } = await project.checkpoint({ label: "step", payload: "{}" });
    console.log(id, (await project.treeAt(id)).size);`,
  "back.cjs": `const { openProject } = require("unf");
    openProject(process.argv[2]).then(async (project) => {
      const { actions } = await project.restore(1);
      console.log(actions.map(({ action, path }) => action + " " + path).join());
      await project.close();
    });`,
  "typed.mts": `import { type ErrorCode, openProject, type Project } from "unf";
    export async function step(directory: string): Promise<Map<string, string>> {
      await using project: Project = await openProject(directory);
      const { id } = await project.checkpoint({ label: "step", payload: "{}" });
      // @ts-expect-error: a checkpoint is named by its number
      await project.hasChanges("step");
      return project.treeAt(id);
    }
    export const code: ErrorCode = "not_watched";`,
  "typed.cts": `import unf = require("unf");
    export const open: (directory: string) => Promise<unf.Project> = unf.openProject;
    // @ts-expect-error: there is no such function
    unf.open;`,
};

test("a program imports the installed package, as an ES module and as CommonJS, with its types", async () => {
  await using home = tempHome();
  const own = join(home.root, "consumer");
  mkdirSync(own);
  for (const [name, text] of Object.entries(consumer)) writeFileSync(join(own, name), text);
  npm(["install", packed.archive], own);
  const unf = (...args: string[]) => runIn(home, join(own, "node_modules/.bin/unf"), args);
  const node = (...args: string[]) => runIn(home, process.execPath, args);

  writeFileSync(join(home.project, "a.txt"), "1\n");
  unf("watch", "--scratch-home");
  assert.equal(node(join(own, "step.mjs"), home.project), "1 1\n", "through the daemon");
  unf("stop");
  writeFileSync(join(home.project, "a.txt"), "2\n");
  assert.equal(node(join(own, "back.cjs"), home.project), "write a.txt\n", "without it");
  assert.equal(readFileSync(join(home.project, "a.txt"), "utf8"), "1\n");

  const tsc = join(repository, "node_modules/typescript-native/bin/tsc");
  assert.equal(node(tsc, "--project", own), "");
});
