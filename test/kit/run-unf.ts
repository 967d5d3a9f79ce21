import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { bundleOfTest, wordsOfUnf } from "./programs.ts";
import type { TempHome } from "./temp-home.ts";

/** The results of a finished program. */
export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Stdout as it was, for contents that are not text. */
  readonly stdoutBytes: Buffer;
}

export interface RunOptions {
  readonly home: TempHome;
  /** Working directory; the home's project unless given. */
  readonly cwd?: string;
  /** All of standard input; empty unless given. */
  readonly stdin?: string | Uint8Array;
  /** Variables beside the allowed ones; `undefined` takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The program is killed and the call fails after this time; 120,000 unless given. */
  readonly limitMs?: number;
  /** Another program than `unf`: a file that Node runs, or the words that start it. */
  readonly program?: string | readonly string[];
  /** The home that a `watch` makes is one like a person's; else it is one to be thrown away. */
  readonly isLasting?: boolean;
  /** Words before the program's own: it runs as this one's argument, `setpriv --reuid=1000`. */
  readonly via?: readonly string[];
}

const compileCache = fileURLToPath(
  new URL("../../node_modules/.cache/node-compile", import.meta.url),
);

/** Variables that reach a program under test. The rest of ours could change what it does. */
const allowedVariables = [
  "PATH",
  "LANG",
  "LC_ALL",
  "TZ",
  "TMPDIR",
  "TEMP",
  "TMP",
  "SystemRoot",
  "UNF_BACKEND",
];

/** The environment of a program under test: the allowed variables, and this home. */
export function testEnvironment(
  home: TempHome,
  more: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const own = allowedVariables.map((name) => [name, process.env[name]]);
  const all = [
    ...own,
    ["HOME", home.home],
    ["UNF_HOME", home.unfHome],
    // Halves the start of a program that runs from its sources.
    ["NODE_COMPILE_CACHE", compileCache],
    ...Object.entries(more),
  ];
  const last: Record<string, string | undefined> = Object.fromEntries(all);
  const isSet = (entry: [string, string | undefined]): entry is [string, string] =>
    entry[1] !== undefined;
  return Object.fromEntries(Object.entries(last).filter(isSet));
}

/**
 * Runs `unf <args>` with this very Node, and waits until it has ended. A home that `watch` makes is one
 * to be thrown away, so that tests may stop and delete there also where an agent runs them.
 */
export async function runUnf(args: readonly string[], options: RunOptions): Promise<Finished> {
  const { home, cwd = home.project, stdin = "", limitMs = 120_000 } = options;
  const words = [
    ...(options.via ?? []),
    ...startOf(options.program),
    ...args,
    ...(makesHome(args, options) ? ["--scratch-home"] : []),
  ];
  const child = spawn(words[0] ?? "", words.slice(1), {
    cwd,
    env: testEnvironment(home, options.env),
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A program that ends without reading its input breaks the pipe; that is no failure.
  child.stdin.on("error", () => undefined).end(stdin);
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (bytes: Buffer) => stdout.push(bytes));
  child.stderr.on("data", (bytes: Buffer) => stderr.push(bytes));
  const failure = await waitForEnd(child, limitMs);
  const stdoutBytes = Buffer.concat(stdout);
  const finished = {
    code: child.exitCode,
    signal: child.signalCode,
    stdout: stdoutBytes.toString("utf8"),
    stderr: Buffer.concat(stderr).toString("utf8"),
    stdoutBytes,
  };
  if (failure === undefined) {
    if (options.program === undefined) await requireDeclared(args, finished.stdout);
    return finished;
  }
  const seen = `\nstdout: ${finished.stdout}\nstderr: ${finished.stderr}`;
  throw new Error(`unf ${args.join(" ")}: ${failure}${seen}`);
}

function startOf(program: RunOptions["program"]): readonly string[] {
  if (program === undefined) return wordsOfUnf();
  return typeof program === "string" ? [process.execPath, program] : program;
}

/** Throws where a document that a program prints with `--json` is not as `unf schema` says. */
async function requireDeclared(args: readonly string[], stdout: string): Promise<void> {
  const own = args.includes("--") ? args.slice(0, args.indexOf("--")) : args;
  if (!own.includes("--json") || stdout === "") return;
  // Its two hundred files would be a third of the start of each file of tests.
  const { checkDocument }: typeof import("@unf/answers/schemas") = await import(
    bundleOfTest("packages/answers/src/schemas.ts")
  );
  const complaints = checkDocument(JSON.parse(stdout));
  if (complaints.length > 0) {
    throw new Error(`unf ${args.join(" ")}\n${complaints.join("\n")}\n${stdout}`);
  }
}

function makesHome(args: readonly string[], { home, isLasting, env }: RunOptions): boolean {
  if (isLasting === true || env?.UNF_HOME !== undefined) return false;
  return args[0] === "watch" && !args.includes("--") && !existsSync(home.unfHome);
}

/** Resolves when the program has ended and its output is complete; with text when that never came. */
function waitForEnd(child: ChildProcess, limitMs: number): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      const ended = child.exitCode !== null || child.signalCode !== null;
      child.kill("SIGKILL");
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve(
        ended
          ? `ended, but something it started held its output open for ${limitMs} ms`
          : `did not end within ${limitMs} ms`,
      );
    }, limitMs);
    child.once("error", (error) => {
      clearTimeout(limit);
      reject(error);
    });
    child.once("close", () => {
      clearTimeout(limit);
      resolve(undefined);
    });
  });
}
