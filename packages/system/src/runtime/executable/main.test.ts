import assert from "node:assert/strict";
import process from "node:process";
import { test } from "node:test";
import { commandLine, isCarried, runtimeName, wordFor } from "../one-file.ts";
import { takeProgram } from "./main.ts";

const args = ["--home", "/h"];
const nodeOptions = ["--max-semi-space-size=1"];

test("Node gets its options and the file, the executable a word that has it play the program", () => {
  const file = "/x/unf/dist/daemon.cjs";
  const node = process.execPath;
  assert.deepEqual(commandLine({ path: file, args }), [node, file, ...args]);
  const words = commandLine({ path: file, args, nodeOptions });
  assert.deepEqual(words, [node, ...nodeOptions, file, ...args]);
  const carried = "/$bunfs/dist/daemon.cjs";
  assert.ok(isCarried(carried) && !isCarried(file));
  assert.deepEqual(commandLine({ path: carried, args, nodeOptions }), [node, ":daemon", ...args]);
});

test("the executable plays the program whose word it got, which finds its own words in their place", () => {
  const take = (...words: string[]) => {
    const argv = ["bun", "/$bunfs/dist/unf", ...words];
    return [takeProgram(argv), ...argv.slice(2)];
  };
  assert.deepEqual(take(wordFor("/$bunfs/dist/sentinel.cjs"), ...args), ["sentinel", ...args]);
  assert.deepEqual(take("hook", "run", "pi"), ["hook", "hook", "run", "pi"]);
  assert.deepEqual(take("hook", "status"), ["unf", "hook", "status"]);
  assert.deepEqual(take("log", ":daemon"), ["unf", "log", ":daemon"]);
  assert.deepEqual(take(), ["unf"]);
});

test("a person is told of the runtime that runs", () => {
  assert.equal(runtimeName(), `node ${process.versions.node}`);
});
