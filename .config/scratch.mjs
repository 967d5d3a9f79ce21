// A place for what tests leave: a directory for temporary files that everything they start inherits
// in its environment, so that whatever still runs or lies there afterwards is known to be theirs. In
// memory, where that is asked for and there is room: a disk takes a test up to three times as long.

import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { freemem, homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";

/** Where tests put what must be fast (`test/fault/stage.ts`); such names hold the scratch's own. */
const memory = "/dev/shm";

/** Room that must be free there for the scratches of all files that run at a time. Unit: bytes. */
const memoryBytesMin = 4 * 2 ** 30;

/** The directory in which tools that a test runs keep code for their next start. */
const compileCache = "node-compile-cache";

/** Programs of a finished test may need so long to end. Unit: ms. */
const graceMs = 10_000;

/**
 * `env` is for the tests; `end` removes everything, and gives one line for each thing that was left.
 * `wantsMemory`: it lies in memory if that can be.
 */
export function openScratch({ wantsMemory = false } = {}) {
  const parent = wantsMemory && isMemoryFit() ? memory : tmpdir();
  const { path: directory, remove } = openDirectory(parent, "unf-tests-");
  // As every directory for temporary files is: tests also play other users.
  chmodSync(directory, 0o1777);
  const realHome = join(homedir(), ".unfudged");
  const hadHome = existsSync(realHome);
  const inMemory = () =>
    (existsSync(memory) ? readdirSync(memory) : [])
      .filter((name) => name.includes(basename(directory)))
      .map((name) => join(memory, name))
      .filter((path) => path !== directory);
  return {
    env: { ...process.env, TMPDIR: directory },
    end: async () => {
      const processes = await endProcesses(directory);
      const names = readdirSync(directory).filter((name) => name !== compileCache);
      const files = [...names.map((name) => join(directory, name)), ...inMemory()];
      remove();
      for (const path of files) rmSync(path, { recursive: true, force: true, maxRetries: 5 });
      const home = !hadHome && existsSync(realHome) ? [`a home was made: ${realHome}`] : [];
      return [...processes, ...files.map((path) => `left: ${path}`), ...home];
    },
  };
}

/** Whether files may lie in memory: there is room for them, and programs among them can be run. */
function isMemoryFit() {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  if (Math.min(bavail * bsize, freemem()) < memoryBytesMin) return false;
  let place;
  try {
    place = mkdtempSync(join(memory, "unf-probe-"));
    const program = join(place, "program");
    writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
    return spawnSync(program).status === 0;
  } catch (thrown) {
    if (["EACCES", "EPERM", "EROFS", "ENOSPC"].includes(thrown.code)) return false;
    throw thrown;
  } finally {
    if (place !== undefined) rmSync(place, { recursive: true });
  }
}

/** Removed also when the runner is ended by a key. */
const open = new Set();

/** A directory of the runner's own; `remove` is for its end. */
export function openDirectory(parent, prefix) {
  if (!process.listeners("SIGINT").includes(endBy)) {
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(name, endBy);
  }
  const path = realpathSync(mkdtempSync(join(parent, prefix)));
  open.add(path);
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 });
      open.delete(path);
    },
  };
}

function endBy(name) {
  const how = { recursive: true, force: true, maxRetries: 5 };
  for (const directory of open) rmSync(directory, how);
  process.kill(process.pid, name);
}

/** Ends what still runs after a while; gives a line for each. */
async function endProcesses(mark) {
  const start = performance.now();
  while (marked(mark).length > 0 && performance.now() - start < graceMs) await pause(50);
  const left = marked(mark);
  for (const { pid } of left) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (thrown) {
      if (thrown.code !== "ESRCH") throw thrown;
    }
  }
  return left.map(({ pid, command }) => `still running: ${pid} ${command}`);
}

/** Processes with `mark` in their environment or command line. Reads /proc: none elsewhere than on Linux. */
function marked(mark) {
  if (!existsSync("/proc/self/environ")) return [];
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name) || name === String(process.pid)) return [];
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
      const isOurs = [command, readFileSync(`/proc/${name}/environ`, "utf8")].some((text) =>
        text.includes(mark),
      );
      return isOurs ? [{ pid: Number(name), command: command.replaceAll("\0", " ").trim() }] : [];
    } catch (thrown) {
      // It has ended, or it is somebody else's.
      if (["ENOENT", "ESRCH", "EACCES", "EPERM"].includes(thrown.code)) return [];
      throw thrown;
    }
  });
}
