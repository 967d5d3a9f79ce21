// Runs a program that only tests run, as `bundle.mjs` writes it for this, with all that was compiled of it
// when it ran before: functions that are compiled when they are first called took half of its start, and
// tests start such a program a hundred times.
//
//   node .config/kept.cjs <file> [arguments]

"use strict";

const { readFileSync, renameSync, writeFileSync } = require("node:fs");
const { createRequire } = require("node:module");
const { dirname } = require("node:path");
const { Script } = require("node:vm");

const file = process.argv[2];
process.argv.splice(1, 1);
const text = readFileSync(file, "latin1");
const kept = `${file}.${text.slice(2, 34)}`;
const script = new Script(text, { filename: file, cachedData: read(kept) });
if (script.cachedDataRejected !== false) process.once("exit", keep);
script.runInThisContext()(createRequire(file), file, dirname(file));

function read(path) {
  try {
    return readFileSync(path);
  } catch (thrown) {
    if (thrown.code === "ENOENT") return undefined;
    throw thrown;
  }
}

/** Whole or not at all: another may start meanwhile. */
function keep() {
  const unfinished = `${kept}.${process.pid}.new`;
  writeFileSync(unfinished, script.createCachedData());
  renameSync(unfinished, kept);
}
