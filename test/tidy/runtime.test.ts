import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { type TempHome, tempHome, testEnvironment } from "@unf/test";
import { repository } from "./plant.ts";

const onUnix = { skip: process.platform === "win32" ? "needs a POSIX shell" : false };

/** PATH as a person has it: without the Node that npm put in front. */
const ownPath = (process.env.PATH ?? "")
  .split(delimiter)
  .filter((entry) => !entry.includes("node_modules") && entry !== dirname(process.execPath))
  .join(delimiter);

/** The launcher of unf in a tree of its own, with what a test puts beside it. */
function installLauncher(home: TempHome, files: Readonly<Record<string, string>>) {
  cpSync(join(repository, "cli/bin"), join(home.root, "cli/bin"), { recursive: true });
  writeFileSync(join(home.root, "cli/package.json"), '{ "type": "module" }');
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home.root, path)), { recursive: true });
    writeFileSync(join(home.root, path), text);
    chmodSync(join(home.root, path), 0o755);
  }
  return join(home.root, "cli/bin/unf.js");
}

/** Makes the Node that runs the launcher say it is another one; not so what it starts. */
function pretend(home: TempHome, version: string): string[] {
  const preload = join(home.root, "pretend.cjs");
  const versions = `{ ...process.versions, node: ${JSON.stringify(version)} }`;
  writeFileSync(preload, `Object.defineProperty(process, "versions", { value: ${versions} });`);
  return ["--require", preload];
}

const runtimePath = `node_modules/node-${process.platform}-${process.arch}/bin/node`;

/** A runtime as npm would have put it there. */
const runtime = { [runtimePath]: `#!/bin/sh\nexec "${process.execPath}" "$@"\n` };

const report =
  "console.log(JSON.stringify([process.versions.node, ...process.argv.slice(2)])); process.exitCode = 7;";

function run(home: TempHome, args: readonly string[], input = "") {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: home.project,
    env: testEnvironment(home),
    encoding: "utf8",
    input,
  });
  return { status, signal, stdout, stderr };
}

test("npm's scripts and npx run the Node that .node-version names", onUnix, (t) => {
  const pinned = readFileSync(join(repository, ".node-version"), "utf8").trim();
  const { optionalDependencies } = JSON.parse(
    readFileSync(join(repository, "package.json"), "utf8"),
  );
  const nodes = Object.entries(optionalDependencies).filter(([name]) => name.startsWith("node-"));
  assert.deepEqual([...new Set(nodes.map(([, version]) => version))], [pinned]);
  if (!existsSync(join(repository, runtimePath))) {
    t.skip("no Node package for this platform");
    return;
  }
  const { stdout, stderr } = spawnSync(
    "npx",
    ["--no", "node", "--", "-p", "process.versions.node"],
    {
      cwd: repository,
      env: { ...process.env, PATH: ownPath },
      encoding: "utf8",
    },
  );
  assert.equal(stdout.trim(), pinned, stderr);
  assert.equal(process.versions.node, pinned, "these tests must run on the pinned Node");
});

test(
  "a Node that is too old hands over to the one npm installed: arguments, output, exit code",
  onUnix,
  async () => {
    await using home = tempHome();
    const launcher = installLauncher(home, { ...runtime, "cli/dist/unf.cjs": report });
    for (const old of ["12.22.12", "20.20.2", "22.18.0", "23.11.1", "24.5.0"]) {
      const result = run(home, [...pretend(home, old), launcher, "log", "a b", "--json"]);
      assert.deepEqual(JSON.parse(result.stdout), [process.versions.node, "log", "a b", "--json"]);
      assert.deepEqual([result.status, result.stderr], [7, ""]);
    }
  },
);

test(
  "a signal to the old Node reaches unf, and the death of unf by a signal is its own",
  onUnix,
  async () => {
    await using home = tempHome();
    const launcher = installLauncher(home, {
      ...runtime,
      "cli/dist/unf.cjs": `
      process.on("SIGTERM", () => { console.log("told"); process.exit(9); });
      setInterval(() => {}, 1000);
      console.log("up");
      if (process.argv[2]) process.removeAllListeners("SIGTERM").kill(process.pid, process.argv[2]);`,
    });
    const old = [...pretend(home, "20.20.2"), launcher];
    const child = spawn(process.execPath, old, { env: testEnvironment(home), stdio: "pipe" });
    let output = "";
    child.stdout.on("data", (bytes: Buffer) => {
      output += bytes;
      if (output === "up\n") child.kill("SIGTERM");
    });
    const [code, signal] = await once(child, "close");
    assert.deepEqual([code, signal, output], [9, null, "up\ntold\n"]);
    for (const name of ["SIGKILL", "SIGTERM"] as const) {
      assert.equal(run(home, [...old, name]).signal, name);
    }
  },
);

test(
  "a Node that is too old and alone gets one line and exit 2, as JSON when asked",
  onUnix,
  async () => {
    await using home = tempHome();
    const launcher = installLauncher(home, { "cli/dist/unf.cjs": "SEGFAULT" });
    const old = [...pretend(home, "20.20.2"), launcher];
    const plain = run(home, [...old, "log"]);
    assert.match(
      plain.stderr,
      /^unf: needs Node 22\.19, 24\.6 or newer, this is v20\.20\.2 \(.*\)\n$/,
    );
    const wayOut =
      /\((npm i -g --no-bin-links node-\S+@24 puts one beside unf|install a newer .*)\)/;
    assert.match(plain.stderr, wayOut);
    assert.deepEqual([plain.status, plain.stdout], [2, ""]);
    const json = run(home, [...old, "log", "--json"]);
    const { schema, code, exit } = JSON.parse(json.stderr);
    assert.deepEqual([schema, code, exit, json.status], ["unf.error/1", "unsupported_node", 2, 2]);
  },
);

test("a pinned runtime that cannot start is the same as none", onUnix, async () => {
  await using home = tempHome();
  const launcher = installLauncher(home, {
    [runtimePath]: "no program",
    "cli/dist/unf.cjs": "SEGFAULT",
  });
  chmodSync(join(home.root, runtimePath), 0o644);
  const result = run(home, [...pretend(home, "20.20.2"), launcher, "log"]);
  assert.match(result.stderr, /^unf: needs Node 22\.19, 24\.6 or newer[^\n]*\n$/);
  assert.deepEqual([result.status, result.stdout], [2, ""]);
});

test(
  "a pinned runtime that is the very Node that is too old is not started again",
  onUnix,
  async () => {
    await using home = tempHome();
    const launcher = installLauncher(home, { "cli/dist/unf.cjs": "SEGFAULT" });
    mkdirSync(dirname(join(home.root, runtimePath)), { recursive: true });
    symlinkSync(process.execPath, join(home.root, runtimePath));
    const result = run(home, [...pretend(home, "20.20.2"), launcher, "log"]);
    assert.match(result.stderr, /^unf: needs Node 22\.19, 24\.6 or newer[^\n]*\n$/);
    assert.equal(result.status, 2);
  },
);

test("the launcher runs the bundle, without a bundle the sources, and says when it has neither", async () => {
  await using home = tempHome();
  const source = `const typed: string = "source"; console.log(typed, process.argv.slice(2).join());`;
  const launcher = installLauncher(home, {
    "cli/dist/unf.cjs": 'console.log("bundle");',
    "cli/src/main.ts": source,
  });
  assert.equal(run(home, [launcher]).stdout, "bundle\n");
  await using unbuilt = tempHome();
  const second = installLauncher(unbuilt, { "cli/src/main.ts": source });
  assert.equal(run(unbuilt, [second, "a", "b"]).stdout, "source a,b\n");
  await using empty = tempHome();
  const neither = run(empty, [installLauncher(empty, {})]);
  assert.match(neither.stderr, /^unf: this installation is incomplete[^\n]*\n$/);
  assert.equal(neither.status, 1);
});

test("the launcher has no syntax younger than Node 12", () => {
  const text = readFileSync(join(repository, "cli/bin/unf.js"), "utf8");
  assert.doesNotMatch(text, /\?\.|\?\?|\|\|=|&&=|["']node:|^\s*static\b|\bawait\b|\.at\(/m);
});

test(
  "a hook is a program of its own, and one that cannot be run says nothing",
  onUnix,
  async () => {
    await using home = tempHome();
    const launcher = installLauncher(home, {
      "cli/dist/unf.cjs": "SEGFAULT",
      "cli/dist/hook.cjs": "console.log(process.argv.slice(2).join());",
    });
    const hook = [launcher, "hook", "run", "codex"];
    assert.equal(run(home, hook).stdout, "hook,run,codex\n");
    const silent = { status: 0, signal: null, stdout: "", stderr: "" };
    assert.deepEqual(run(home, [...pretend(home, "20.20.2"), ...hook]), silent);
    rmSync(join(home.root, "cli/dist/hook.cjs"));
    assert.deepEqual(run(home, hook), silent);
  },
);

test(
  "compiled code is kept in a home that is this user's alone, and taken from no other place",
  onUnix,
  async () => {
    await using home = tempHome();
    const says = 'console.log(require("module").getCompileCacheDir() !== undefined);';
    const launcher = installLauncher(home, { "cli/dist/unf.cjs": says });
    const { NODE_COMPILE_CACHE: _, ...env } = testEnvironment(home);
    const isKept = () => spawnSync(process.execPath, [launcher], { env, encoding: "utf8" }).stdout;
    const cache = join(home.unfHome, "cache");
    assert.equal(isKept(), "false\n", "no home is made for it");
    mkdirSync(home.unfHome, { recursive: true, mode: 0o700 });
    writeFileSync(join(home.unfHome, "format.json"), "{}");
    assert.equal(isKept(), "true\n");
    for (const directory of [cache, home.unfHome]) {
      chmodSync(directory, 0o777);
      assert.equal(isKept(), "false\n", `others may write to ${directory}`);
      chmodSync(directory, 0o700);
      if (process.getuid?.() !== 0) continue;
      chownSync(directory, 65_534, 65_534);
      assert.equal(isKept(), "false\n", `${directory} is another user's`);
      chownSync(directory, 0, 0);
    }
    rmSync(cache, { recursive: true });
    symlinkSync(home.root, cache);
    assert.equal(isKept(), "false\n", "a link leads elsewhere");
  },
);

/** Without the directory that tests share for what Node compiles. */
function runWithoutCache(home: TempHome, args: readonly string[]) {
  const env = { ...testEnvironment(home), NODE_COMPILE_CACHE: undefined };
  return spawnSync(process.execPath, args, { cwd: home.project, env, encoding: "utf8" });
}

test("a command in a file of its own runs from kept code, and only from that of this very text", async () => {
  await using home = tempHome();
  mkdirSync(home.unfHome, { recursive: true, mode: 0o700 });
  writeFileSync(join(home.unfHome, "format.json"), "{}");
  const cache = join(home.unfHome, "cache");
  const run = runWithoutCache;
  const install = (word: string, digest: string) =>
    installLauncher(home, {
      "cli/dist/unf-log.cjs": `/*${digest.repeat(32)}*/(() => console.log("${word}"))`,
      "cli/dist/unf.cjs": `console.log("whole");`,
    });
  const launcher = install("one", "a");
  assert.equal(run(home, [launcher, "log"]).stdout, "one\n");
  const [kept = ""] = readdirSync(cache);
  assert.match(kept, new RegExp(`^unf-log-a{32}-${process.version}$`));
  assert.equal(run(home, [launcher, "log"]).stdout, "one\n");
  // V8 compares the length of the text and no more: this is that it did run what was kept.
  install("two", "a");
  assert.equal(run(home, [launcher, "log"]).stdout, "one\n");
  install("two", "b");
  assert.equal(run(home, [launcher, "log"]).stdout, "two\n");
  assert.equal(readdirSync(cache).length, 2);
  // Half a file, as no power cut leaves it, is not run either.
  truncateSync(join(cache, kept), 200);
  install("six", "a");
  assert.equal(run(home, [launcher, "log"]).stdout, "six\n");
  assert.equal(run(home, [launcher, "toString"]).stdout, "whole\n");
});

test("kept code is of a command that did its work, and goes a month after its last use", async () => {
  await using home = tempHome();
  mkdirSync(home.unfHome, { recursive: true, mode: 0o700 });
  writeFileSync(join(home.unfHome, "format.json"), "{}");
  const cache = join(home.unfHome, "cache");
  const run = runWithoutCache;
  const launcher = installLauncher(home, {
    "cli/dist/unf-log.cjs": `/*${"c".repeat(32)}*/(() => { process.exitCode = Number(process.argv[3]); })`,
  });
  const at = (name: string) => join(cache, name);
  const isOld = () => Date.now() - statSync(at(kept)).mtimeMs > 86_400_000;
  run(home, [launcher, "log", "3"]);
  const [kept = ""] = readdirSync(cache);
  assert.ok(isOld(), "a command that failed has not done all that it does");
  run(home, [launcher, "log", "3"]);
  assert.ok(isOld());
  run(home, [launcher, "log", "0"]);
  assert.equal(isOld(), false);
  const former = `unf-log-${"d".repeat(32)}-v24.0.0`;
  // Where NODE_COMPILE_CACHE names a directory, it may be anybody's: /tmp, too.
  const others = ["notes.txt", "unf-notes", "v24.0.0"];
  mkdirSync(at("v24.0.0"));
  for (const name of [former, "notes.txt", "unf-notes"]) writeFileSync(at(name), "");
  const daysAgo = (days: number) => Date.now() / 1000 - days * 86_400;
  for (const name of [former, ...others]) utimesSync(at(name), daysAgo(31), daysAgo(31));
  utimesSync(at(kept), daysAgo(2), daysAgo(2));
  run(home, [launcher, "log", "0"]);
  assert.deepEqual(readdirSync(cache).sort(), [...others, kept].sort());
  assert.equal(isOld(), false, "it is kept anew once a day");
});
