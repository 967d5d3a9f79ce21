import { fstatSync, readSync } from "node:fs";
import { type AbsPath, systemCode, UnfError, type WallMs } from "@unf/core/base";
import type { Zone } from "@unf/core/time";
import { askApart } from "@unf/system/line-apart";
import { localOffset } from "@unf/system/local-offset";
import { readOwnDirectory } from "@unf/system/own-process";
import { Interrupted } from "./frame/failure/interrupted.ts";
import { breakable } from "./frame/terminal/breakable.ts";
import { openSink, ReaderGone } from "./frame/terminal/output.ts";
import type { TerminalFacts } from "./frame/terminal/terminal.ts";
import { wrapSink } from "./frame/terminal/wrap-words.ts";
import type { EndSignal, Pager, World } from "./frame/world/world.ts";

/** The real process: its streams, clock, environment and programs. */
export function openProcessWorld(): World {
  const stdout = openSink(1);
  const facts = readTerminalFacts();
  const stderr = wrapSink(openSink(2), () => columnsOfStderr(facts));
  return {
    servesAgent: false,
    processesAbove: async () => (await import("@unf/system")).readProcessesAbove(),
    env: process.env,
    facts,
    stdout,
    stderr,
    cwd: readWorkingDirectory,
    now: () => Date.now() as WallMs,
    localZone,
    wiring: () => import("@unf/wiring"),
    projectRules: async (home, project) =>
      (await import("@unf/wiring")).openProjectRules(home, project),
    fileSystem: async () => (await import("@unf/system")).openFileSystem(),
    digest: async () => (await import("@unf/system/digest")).digest,
    readInput,
    settingsDisk: async () => (await import("./hook/open-settings-disk.ts")).openSettingsDisk(),
    hookPlace: async () => (await import("./hook/open-hook-place.ts")).openHookPlace(),
    ask(question) {
      if (askApart === undefined) stderr.write(question);
      const answered = askApart?.(question) ?? breakable(readLine);
      if (answered !== "interrupted") return answered.value;
      stderr.write("\n");
      throw new Interrupted("SIGINT", ...leftQuestion);
    },
    hostName: () => process.getBuiltinModule("node:os").hostname(),
    uptime: () => process.getBuiltinModule("node:os").uptime(),
    platform: process.platform,
    startApart: async (argv, input) =>
      (await import("./ui/start-apart.ts")).startApart(argv, input),
    beginSmall: async () => (await import("@unf/system")).beginSmall(),
    runProgram,
    askProgram: async (argv, bounds) =>
      (await import("./frame/terminal/ask-program.ts")).askProgram(argv, bounds),
    startChild: async (argv, variables) =>
      (await import("./exec/start-child.ts")).startChild(argv, variables),
    ownProcess: async () => (await import("./exec/start-child.ts")).ownProcess(),
    endBy,
    tellAgentEvents: async (events) =>
      (await import("./exec/tell-quietly.ts")).tellQuietly(process.env, events),
    setVariables: (variables) => {
      for (const [name, value] of Object.entries(variables)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    },
    startPager,
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    every: (ms, ring) => {
      const timer = setInterval(ring, ms).unref();
      return { [Symbol.dispose]: () => clearInterval(timer) };
    },
    interrupted: () => new Promise((resolve) => process.once("SIGINT", () => resolve())),
    endAsked: () => new Promise((resolve) => void onEndAsked(resolve)),
    onEndAsked,
  };
}

const leftQuestion = [
  "interrupted at the question; nothing of what it asks was done",
  "again: the same command; without the question: add --yes",
] as const;

/** The same signal once more ends the process. */
function onEndAsked(tell: (signal: EndSignal) => void): Disposable {
  const listeners = (["SIGINT", "SIGTERM", "SIGHUP"] as const).map((name) => {
    const listener = () => tell(name);
    process.once(name, listener);
    return () => process.removeListener(name, listener);
  });
  return {
    [Symbol.dispose]: () => {
      for (const remove of listeners) remove();
    },
  };
}

/** The process's own zone. */
const localZone: Zone = {
  name: "local time",
  offsetAt: localOffset,
};

function readTerminalFacts(): TerminalFacts {
  const isStdoutTty = isTty(1);
  return {
    env: process.env,
    get isStdinTty() {
      return isTty(0);
    },
    isStdoutTty,
    get isStderrTty() {
      return isTty(2);
    },
    columns: isStdoutTty ? process.stdout.columns : undefined,
    rows: isStdoutTty ? process.stdout.rows : undefined,
  };
}

/** `undefined` where nobody reads it on a terminal. */
function columnsOfStderr(facts: TerminalFacts): number | undefined {
  if (!facts.isStderrTty) return undefined;
  return Math.max(20, facts.columns || process.stderr.columns || 80);
}

/** Files and pipes are no terminals; only for the rest `node:tty` is loaded, which takes 2 ms. */
function isTty(fd: number): boolean {
  try {
    const stat = fstatSync(fd);
    // Major number 1 on Linux: /dev/null and its like.
    const isMemoryDevice = process.platform === "linux" && ((stat.rdev >> 8) & 0xfff) === 1;
    if (!stat.isCharacterDevice() || isMemoryDevice) return false;
  } catch (thrown) {
    if (systemCode(thrown) === "EBADF") return false;
    throw thrown;
  }
  return process.getBuiltinModule("node:tty").isatty(fd);
}

function readWorkingDirectory(): AbsPath {
  try {
    return readOwnDirectory();
  } catch (thrown) {
    if (systemCode(thrown) !== "ENOENT") throw thrown;
    throw new UnfError("failed", "the current directory was deleted", {
      hint: "cd to another directory; unf restore --project <dir> brings files back",
      cause: thrown,
    });
  }
}

/** Reads up to the end of the line, byte by byte: whatever follows belongs to someone else. */
function readLine(): string | undefined {
  const bytes: number[] = [];
  const one = new Uint8Array(1);
  while (bytes.length < longestAnswer && readByte(one)) {
    if (one[0] === 10) return Buffer.from(bytes).toString("utf8");
    bytes.push(one[0] ?? 0);
  }
  return bytes.length === 0 ? undefined : Buffer.from(bytes).toString("utf8");
}

const longestAnswer = 1000;

function readByte(into: Uint8Array): boolean {
  return readSome(into) === 1;
}

/** Reads from stdin as much as comes at once; 0 at its end. */
function readSome(into: Uint8Array): number {
  for (;;) {
    try {
      return readSync(0, into);
    } catch (thrown) {
      const code = systemCode(thrown);
      if (code === "EOF") return 0;
      if (code !== "EAGAIN") throw thrown;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

function readInput(bytesMax: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  for (let left = bytesMax; left > 0; ) {
    const piece = new Uint8Array(Math.min(left, 64 * 1024));
    const count = readSome(piece);
    if (count === 0) break;
    pieces.push(piece.subarray(0, count));
    left -= count;
  }
  return Buffer.concat(pieces);
}

async function runProgram(argv: readonly string[]): Promise<number> {
  const { spawn } = await import("node:child_process");
  const [program = "", ...args] = argv;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: "inherit" });
    child.once("error", (thrown) => {
      if (systemCode(thrown) === "ENOENT") resolve(notFoundExit);
      else reject(thrown);
    });
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** Exit code of shells for a program that is not there. */
const notFoundExit = 127;

function endBy(signal: NodeJS.Signals): number {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  return 128 + (process.getBuiltinModule("node:os").constants.signals[signal] ?? 0);
}

async function startPager(argv: readonly string[]): Promise<Pager | undefined> {
  const { spawn } = await import("node:child_process");
  const [program = "", ...args] = argv;
  const child = spawn(program, args, {
    stdio: ["pipe", "inherit", "inherit"],
    // R: colours; F: no pager for less than a screen; X: leave the text on the screen. Secure: no
    // shell, no editor, no files from inside the pager.
    env: { ...process.env, LESS: "FRX", LESSSECURE: "1", LV: "-c" },
  });
  const started = await new Promise<boolean>((resolve, reject) => {
    child.once("spawn", () => resolve(true));
    child.once("error", (thrown) => {
      if (systemCode(thrown) === "ENOENT") resolve(false);
      else reject(thrown);
    });
  });
  const { stdin } = child;
  if (!started || stdin === null) return undefined;
  // While a person reads, Ctrl-C belongs to the pager.
  const ignoreInterrupt = (): void => undefined;
  process.on("SIGINT", ignoreInterrupt);
  let isGone = false;
  stdin.on("error", () => {
    // The person left before the end of the text.
    isGone = true;
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    write(content) {
      if (isGone) throw new ReaderGone("the pager was left");
      stdin.write(content);
    },
    async close() {
      stdin.end();
      await ended;
      process.off("SIGINT", ignoreInterrupt);
    },
  };
}
