import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { AbsPath } from "@unf/core/base";
import { projectId } from "@unf/wiring/recorder";
import { filesBelow } from "../checker/check-home.ts";
import { type Measures, noFindings } from "../checker/measures.ts";
import { openStage, runProgram, type Stage } from "../stage.ts";
import { createDraw } from "./kill-random.ts";

export interface DamageRow {
  readonly seed: number;
  readonly damages: number;
  /** Another copy of the repository. */
  readonly tree?: string;
}

type Draw = (below: number) => number;

interface Damage {
  readonly name: string;
  /** Changes a file; gives false where there is nothing to change. */
  readonly apply: (path: string, draw: Draw) => void;
}

const damages: readonly Damage[] = [
  {
    name: "bit flipped",
    apply: (path, draw) => changeByte(path, draw, (byte) => byte ^ (1 << draw(8))),
  },
  { name: "byte cleared", apply: (path, draw) => changeByte(path, draw, () => 0) },
  { name: "block cleared", apply: clearBlock },
  { name: "truncated", apply: (path, draw) => truncateSync(path, draw(readFileSync(path).length)) },
  { name: "emptied", apply: (path) => truncateSync(path, 0) },
  { name: "removed", apply: (path) => rmSync(path) },
  {
    name: "replaced by a directory",
    apply: (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  },
];

/**
 * Damages one file of a home at a time, reads all of it and records there again. No program may
 * crash, no wrong byte may be served, and a project whose files are whole stays readable.
 */
export async function damageHomes(
  row: DamageRow,
): Promise<{ readonly answers: Readonly<Record<string, number>>; readonly measures: Measures }> {
  using stage = openStage();
  const draw = createDraw(row.seed);
  const measures = noFindings();
  const { home, roots } = await recordTwoProjects(stage, row.tree);
  const list = Array.from({ length: row.damages }, (_, at) => {
    const copy = join(stage.directory, `damaged${at}`, "home");
    copyHome(home, copy);
    const target = pick(targets(copy), draw);
    const damage = pick(damages, draw);
    damage.apply(join(copy, target), draw);
    return { home: copy, roots, target, where: `seed ${row.seed}, ${target} ${damage.name}` };
  });
  const file = join(stage.directory, "damaged.json");
  writeFileSync(file, JSON.stringify(list));
  const ended = await runProgram({
    name: "read",
    args: [file],
    limitMs: 300_000,
    ...(row.tree === undefined ? {} : { tree: row.tree }),
  });
  if (ended.hung) measures.hangs.push("reading damaged homes");
  const said = new Map(ended.lines.map((line) => [line.home ?? line.trying, line]));
  const answers: Record<string, number> = {};
  for (const { home: copy, target, where } of list) {
    const line = said.get(copy);
    if (line?.trying !== undefined || line === undefined) {
      measures.crash.push(`${where}: ${ended.signal ?? ended.code} ${ended.stderr}`);
      break;
    }
    measures.crash.push(...(line.bugs ?? []).map((bug) => `${where}: ${bug}`));
    measures.servedWrong.push(...(line.wrong ?? []).map((wrong) => `${where}: ${wrong}`));
    for (const answer of line.answers ?? []) answers[answer] = (answers[answer] ?? 0) + 1;
    for (const root of wholeProjects(target, roots)) {
      if (line.whole?.includes(root) !== true) measures.contentLost.push(`${where}: of ${root}`);
    }
  }
  return { answers, measures };
}

/** Two roots in one home; the first one's timeline still has its write-ahead log. */
async function recordTwoProjects(
  stage: Stage,
  tree: string | undefined,
): Promise<{ readonly home: string; readonly roots: readonly string[] }> {
  const { home, root: second } = stage.place("second");
  const { root: first } = stage.place("first");
  const runs = [
    [home, second, "drain", "exit"],
    [home, second, "intent", "exit"],
    [home, first, "repeat", "exit"],
  ];
  for (const args of runs) {
    const run = { name: "record", args } as const;
    const { code, stderr } = await runProgram(tree === undefined ? run : { ...run, tree });
    if (code !== 0) throw new Error(`nothing to damage was recorded: ${stderr}`);
  }
  return { home, roots: [first, second] };
}

/** With its modes: a home that others can enter would be refused. */
function copyHome(from: string, to: string): void {
  mkdirSync(join(to, ".."));
  const { status } = spawnSync("cp", ["-a", from, to]);
  if (status !== 0) throw new Error(`${from} could not be copied`);
}

/** Files a program reads, each kind as likely as another. */
function targets(home: string): string[] {
  const files = filesBelow(home).map((path) => relative(home, path));
  const objects = files.filter((path) => path.startsWith("objects/"));
  return [...files.filter((path) => !path.startsWith("objects/")), ...objects.slice(0, 3)];
}

/** The roots whose history must be whole although this file of the home is not. */
function wholeProjects(target: string, roots: readonly string[]): readonly string[] {
  if (/^(intent|run\/)/.test(target)) return roots;
  const damaged = /^projects\/([0-9a-f]+)\//.exec(target)?.[1];
  if (damaged === undefined) return [];
  return roots.filter((root) => projectId(root as AbsPath) !== damaged);
}

function pick<T>(from: readonly T[], draw: Draw): T {
  const one = from[draw(from.length)];
  if (one === undefined) throw new Error("there is nothing to pick from");
  return one;
}

function changeByte(path: string, draw: Draw, change: (byte: number) => number): void {
  const bytes = readFileSync(path);
  if (bytes.length === 0) return;
  const at = draw(bytes.length);
  bytes[at] = change(bytes[at] ?? 0);
  rewrite(path, bytes);
}

function clearBlock(path: string, draw: Draw): void {
  const bytes = readFileSync(path);
  const at = draw(Math.max(1, Math.floor(bytes.length / 512))) * 512;
  bytes.fill(0, at, Math.min(at + 512, bytes.length));
  rewrite(path, bytes);
}

/** Objects cannot be written by anyone, so the file is made anew. */
function rewrite(path: string, bytes: Buffer): void {
  if (existsSync(path)) rmSync(path);
  writeFileSync(path, bytes, { mode: 0o600 });
}
