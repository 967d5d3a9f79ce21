#!/usr/bin/env node
"use strict";

// Starts unf. Every Node since 12 must parse this file: one that is too old gets a newer runtime
// or one clear line, never a stack trace and never the crash of a native module. So the version
// is checked before anything is loaded, and there is no syntax younger than 2018 here.

const fs = require("fs");
const path = require("path");

// An agent waits for its hook: that is a program of its own, which starts faster.
const isHook = process.argv[2] === "hook" && process.argv[3] === "run";
const bundle = path.join(__dirname, isHook ? "../dist/hook.cjs" : "../dist/unf.cjs");
const source = path.join(__dirname, isHook ? "../src/hook-run/main.ts" : "../src/main.ts");
const version = process.versions.node;

if (!isNewEnough()) {
  startNewer(`needs Node 22.19, 24.6 or newer, this is v${version}`);
} else if (fs.existsSync(bundle)) {
  if (!isHook) keepCompiled();
  require(bundle);
} else if (!fs.existsSync(source)) {
  refuse("this installation is incomplete: dist/unf.cjs is missing", "install unf again", 1);
} else if (process.features.typescript) {
  import(require("url").pathToFileURL(source).href);
} else {
  startNewer(`without a build needs Node 22.18 or newer, this is v${version}`);
}

/** From these on, zstd takes a dictionary: without that, packed versions cannot be read. */
function isNewEnough() {
  const [major, minor] = version.split(".").map(Number);
  return major > 24 || (major === 24 && minor >= 6) || (major === 22 && minor >= 19);
}

/**
 * Lets Node keep what it compiled in unf's own home, and saves a third of the start. Not before there
 * is a home: a command that only asks must create nothing. And not where others may write: what lies
 * in the cache is run as it is.
 */
function keepCompiled() {
  const user = process.env.HOME;
  const home = process.env.UNF_HOME || (user && path.join(user, ".unfudged"));
  if (!home || !fs.existsSync(path.join(home, "format.json")) || !isOurs(home)) return;
  const cache = path.join(home, "cache");
  if (isOurs(cache) !== false) require("module").enableCompileCache(cache);
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

/** Runs this file again with the runtime that npm installed beside unf, if there is one. */
function startNewer(complaint) {
  const hint = "install a newer Node and run unf again";
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

/** The nearest `node_modules/node-<platform>-<cpu>` at or above this file, other than ourselves. */
function findRuntime() {
  const windows = process.platform === "win32";
  const name = `node-${windows ? "win" : process.platform}-${process.arch}`;
  const file = path.join("node_modules", name, "bin", windows ? "node.exe" : "node");
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
