// A place for what tests leave: a directory for temporary files that everything they start inherits
// in its environment, so that whatever still runs or lies there afterwards is known to be theirs.

import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";

/** Where tests put what must be fast (`test/fault/stage.ts`); such names hold the scratch's own. */
const memory = "/dev/shm";

/** What tools that a test runs keep there for their next start. */
const compileCache = "node-compile-cache";

/** Programs of a finished test may need so long to end. Unit: ms. */
const graceMs = 10_000;

/** `env` is for the tests; `end` removes everything, and gives one line for each thing that was left. */
export function openScratch() {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "unf-tests-")));
  // As every directory for temporary files is: tests also play other users.
  chmodSync(directory, 0o1777);
  const realHome = join(homedir(), ".unfudged");
  const hadHome = existsSync(realHome);
  const inMemory = () =>
    (existsSync(memory) ? readdirSync(memory) : [])
      .filter((name) => name.includes(basename(directory)))
      .map((name) => join(memory, name));
  return {
    env: { ...process.env, TMPDIR: directory },
    end: async () => {
      const processes = await endProcesses(directory);
      const names = readdirSync(directory).filter((name) => name !== compileCache);
      const files = [...names.map((name) => join(directory, name)), ...inMemory()];
      for (const path of [directory, ...files]) {
        rmSync(path, { recursive: true, force: true, maxRetries: 5 });
      }
      const home = !hadHome && existsSync(realHome) ? [`a home was made: ${realHome}`] : [];
      return [...processes, ...files.map((path) => `left: ${path}`), ...home];
    },
  };
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
