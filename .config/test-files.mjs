// Runs test files, each in a process and with a scratch of its own.

import { spawn } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { secondsOfEnded, watchAdopted } from "./processor-time.mjs";
import { openDirectory, openScratch } from "./scratch.mjs";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** Tests wait for other processes: with two files for each core, a quarter of the machine idled. */
export const beside = Math.max(2, availableParallelism()) * 3;

/**
 * V8 collects and compiles in threads of its own, which only a core that idles makes quicker: without
 * them the unit tests took 7 % less of the processor. For the tests themselves, not for the programs.
 */
export const engineWords = ["--single-threaded"];

/** Of one file; the long form may take as long as it likes. */
const limitMs = () => (process.env.UNF_TEST_FORM === "long" ? 7_200_000 : 1_200_000);
const drainMs = 2000;
const within = { cwd: root, exclude: (name) => name === "node_modules" };
const reporter = pathToFileURL(join(root, ".config/report-tests.mjs")).href;
const compiled = join(root, "node_modules/.cache/node-compile");

/** Below which there are tests. */
const parts = ["packages", "daemon", "sentinel", "cli", "test"];

/**
 * Tests whose subject is not the disk: their files lie in memory, where that is possible, as a disk
 * takes a test of many small files up to four times the work. What is durable, what a file system
 * does, the daemon under load for long, and what the kernel counts of pages are tried on the disk, and
 * in the long form everything is.
 */
const inMemory =
  /^test\/(e2e\/(?!beside-commands|hookless)|engine\/|differential\/|fuzz\/|conformance\/watcher|fault\/uninstall|tidy\/)/;
const wantsMemory = (file) => process.env.UNF_TEST_FORM !== "long" && inMemory.test(file);

/** All test files, as paths below the root. */
export function findAllTests() {
  return findTests(parts.filter((part) => globSync(`${part}/**/*.test.ts`, within).length > 0));
}

/** Those that `words` name: files, directories and patterns. */
export function findTests(words) {
  const found = words.flatMap((word) => {
    const path = resolve(word);
    const pattern = !existsSync(path)
      ? word
      : statSync(path).isDirectory()
        ? `${relative(root, path)}/**/*.test.ts`
        : relative(root, path);
    const files = globSync(pattern, within);
    if (files.length === 0) throw new Error(`${word} names no test file`);
    return files;
  });
  return [...new Set(found)].sort();
}

/**
 * Files of one folder that need no process of their own: to start one for each, and to import the
 * same modules into it, took two fifths of their time. Those of the browser share it.
 */
const together = /^test\/(engine|differential|browser)\//;

/**
 * The files that are run as one, with a name: each file, but those of a folder that need no process of their
 * own together, and these first, because they take long.
 */
export function gather(files) {
  const folders = Map.groupBy(files, (file) => (together.test(file) ? dirname(file) : file));
  const all = [...folders].map(([name, list]) => ({
    name: list.length > 1 ? name : list[0],
    files: list,
  }));
  return all.sort((one, other) => other.files.length - one.files.length);
}

/**
 * Runs one file, or several in one process, under a name. `failures` are titles of tests, and what
 * else went wrong; `output` is all that was printed; `seconds` are the clock's, `processorSeconds` those
 * of all processors, with whatever the file starts.
 */
export async function runTestFiles(name, files) {
  const scratch = openScratch({ wantsMemory: files.every(wantsMemory) });
  const directory = openDirectory(tmpdir(), "unf-test-notes-");
  const notes = join(directory.path, "tests");
  const adopted = watchAdopted(scratch.env.TMPDIR);
  const start = performance.now();
  const { code, output, processorSeconds } = await runNode(files, notes, scratch.env);
  const seconds = (performance.now() - start) / 1000;
  const left = await scratch.end();
  const tests = readNotes(notes);
  directory.remove();
  const failures = tests.filter(({ outcome }) => outcome === "failed").map(({ title }) => title);
  if (tests.length === 0) failures.push("(no test ran)");
  else if (code !== 0 && failures.length === 0) failures.push(`(the file ended with ${code})`);
  if (left.length > 0) failures.push("(nothing is left behind)");
  return {
    file: name,
    seconds,
    processorSeconds: processorSeconds + adopted.end(),
    passed: tests.filter(({ outcome }) => outcome === "passed").length,
    skipped: tests.filter(({ outcome }) => outcome === "skipped").length,
    failures,
    output: [output.trimEnd(), ...left].join("\n"),
  };
}

/** Runs `work` for each item, `beside` at a time, in their order. */
export async function eachBeside(items, work, most = beside) {
  const waiting = [...items];
  const worker = async () => {
    while (waiting.length > 0) await work(waiting.shift());
  };
  await Promise.all(Array.from({ length: Math.min(most, waiting.length) }, worker));
}

function runNode(files, notes, env) {
  const reporters = [
    ["spec", "stdout"],
    [reporter, notes],
  ];
  const words = reporters.flatMap(([name, destination]) => [
    `--test-reporter=${name}`,
    `--test-reporter-destination=${destination}`,
  ]);
  words.push(...engineWords);
  if (files.length > 1) words.push("--test", "--test-isolation=none");
  const { NODE_TEST_CONTEXT: _, ...outer } = env;
  const child = spawn(process.execPath, [...words, ...files.map((file) => join(root, file))], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compiled, ...outer },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const timer = setTimeout(() => {
    output += `\nkilled after ${limitMs() / 1000} s\n`;
    child.kill("SIGKILL");
  }, limitMs());
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("exit", async (code, signal) => {
      const processorSeconds = secondsOfEnded();
      clearTimeout(timer);
      // A program that was left behind holds the pipes for as long as it likes.
      const closed = new Promise((resolve) => child.on("close", resolve));
      await Promise.race([closed, pause(drainMs, undefined, { ref: false })]);
      done({ code: code ?? signal, output, processorSeconds });
    });
  });
}

function readNotes(path) {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}
