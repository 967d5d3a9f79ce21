import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { isLongForm, keptProgram } from "../kit/index.ts";
import type { Ack } from "./checker/ack.ts";
import type { Away } from "./checker/check-home.ts";
import type { Trees } from "./checker/check-operation.ts";
import type { Told } from "./checker/told.ts";
import type { Place } from "./program/recording.ts";

/** The repository whose sources are tried; mutants are tried in a copy of it. */
export const repository = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");

/** True for the long form: more seeds, and every call instead of every k-th. */
export const isLong = isLongForm("UNF_FAULT");

/** A private directory for the places of one row. */
export interface Stage extends Disposable {
  readonly directory: string;
  /** A new, empty place; `name` is part of its path and of no other's. */
  place(name: string): Place;
}

/**
 * `disk`: the disk itself matters, or how long it takes. What a killed program leaves does not depend
 * on it, so otherwise places are in memory where that is possible, which is many times faster. The
 * name holds that of the directory for temporary files: the runner looks whether any is left.
 */
export function openStage(on: "disk" | "memory" = "memory"): Stage {
  const parent = on === "memory" && existsSync(inMemory) ? inMemory : tmpdir();
  const directory = realpathSync(mkdtempSync(join(parent, `unf-fault-${basename(tmpdir())}-`)));
  return {
    directory,
    place: (name) => {
      const place = { home: join(directory, name, "home"), root: join(directory, name, "root") };
      mkdirSync(place.root, { recursive: true });
      return place;
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }),
  };
}

const inMemory = "/dev/shm";

/** No threads of V8's own: where no core idles they cost more than they do, and there are hundreds of such programs. */
const engineWords = ["--disable-warning=ExperimentalWarning", "--single-threaded"];

export type ProgramName =
  | "record"
  | "recover"
  | "fail"
  | "load"
  | "read"
  | "supervise"
  | "operate"
  | "fail-operation"
  | "convert"
  | "forget";

export interface ProgramRun {
  readonly name: ProgramName;
  readonly args: readonly string[];
  /** The repository, or a copy of it. */
  readonly tree?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Longer than this and it hangs. Unit: ms. */
  readonly limitMs?: number;
}

/** One line a program of this folder said; which members are there depends on the program. */
export interface Line {
  readonly acks?: readonly Ack[];
  readonly generation?: number | string;
  readonly home?: string;
  readonly root?: string;
  readonly where?: string;
  readonly away?: readonly Away[];
  readonly end?: string;
  readonly bugs?: readonly string[];
  readonly crash?: string;
  readonly done?: true;
  readonly action?: string;
  readonly trying?: string;
  readonly wrong?: readonly string[];
  readonly answers?: readonly string[];
  readonly whole?: readonly string[];
  readonly trees?: Trees;
  readonly told?: Told;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly lines: readonly Line[];
  readonly stderr: string;
  readonly hung: boolean;
}

/** A program that is running, and what it says. */
export interface Running {
  readonly child: ChildProcess;
  readonly lines: readonly Line[];
  readonly ended: Promise<Ended>;
}

/** Starts a program of this folder. It is killed when it does not end in its time. */
export function startProgram(run: ProgramRun): Running {
  const { name, args, tree = repository, env = {}, limitMs = 60_000 } = run;
  const words = [...keptProgram(`test/fault/program/${name}.ts`, tree), ...args];
  const child = spawn(process.execPath, [...engineWords, ...words], {
    cwd: "/",
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: Line[] = [];
  createInterface(child.stdout).on("line", (line) => lines.push(JSON.parse(line) as Line));
  let stderr = "";
  child.stderr.on("data", (bytes: Buffer) => {
    stderr += bytes.toString("utf8");
  });
  return { child, lines, ended: waitForEnd() };

  async function waitForEnd(): Promise<Ended> {
    let hung = false;
    const limit = setTimeout(() => {
      hung = true;
      child.kill("SIGKILL");
    }, limitMs);
    await once(child, "close");
    clearTimeout(limit);
    return { code: child.exitCode, signal: child.signalCode, lines, stderr, hung };
  }
}

export function runProgram(run: ProgramRun): Promise<Ended> {
  return startProgram(run).ended;
}

/** Runs `work` for every item, two at a time. */
export async function eachOf<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const lane = async (): Promise<void> => {
    for (let next = iterator.next(); next.done !== true; next = iterator.next()) {
      await work(next.value);
    }
  };
  await Promise.all([lane(), lane()]);
}

/** Recovers all places with one program; what each said, by its home. */
export async function recoverAll(
  stage: Stage,
  places: readonly Place[],
  tree?: string,
): Promise<ReadonlyMap<string, Line>> {
  const list = join(stage.directory, "places.json");
  writeFileSync(list, JSON.stringify(places));
  const run = { name: "recover", args: [list], limitMs: 120_000 } as const;
  const { lines, stderr, code } = await runProgram(tree === undefined ? run : { ...run, tree });
  const said = new Map(lines.map((line) => [line.home ?? "", line]));
  for (const { home } of places) {
    if (!said.has(home)) said.set(home, { home, crash: `said nothing (${code}): ${stderr}` });
  }
  return said;
}

/** Everything a program acknowledged before it ended. */
export function acksOf(lines: readonly Line[]): Ack[] {
  return lines.flatMap(({ acks }) => acks ?? []);
}
