import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { systemCode, UnfError } from "@unf/core/base";
import { tightenUmask } from "@unf/system";
import type { Ack } from "../checker/ack.ts";
import type { Away } from "../checker/check-home.ts";
import {
  chooseEvery,
  chooseFew,
  chooseFirst,
  chooseKinds,
  chooseMany,
  chooseTelling,
  chooseWrite,
} from "../row/choose-calls.ts";
import { attempt, catchUncaught } from "./attempt.ts";
import { Recording } from "./recording.ts";
import { sayLine } from "./say.ts";
import { type ScenarioName, scenarios } from "./scenario.ts";

// `fail.ts DIRECTORY SCENARIO ACTIONS once|lasting every|telling|kinds|few|many|first|write [PART]`: plays a scenario once for
// each call that changes something in the home, or in PART of it, and lets that call fail, or it and all later ones
// until the scenario has failed. Then the fault is over. A recorder that is still there is asked to
// flush; and the home is copied as it is, as if the program had been killed at that instant.

tightenUmask();
const [directory = "", name = "", actionList = "", span = "", choice = "", part = ""] =
  process.argv.slice(2);
const scenario = scenarios[name as ScenarioName];
const actions = actionList.split(",");
const control = process.env.FAULT_CONTROL ?? "";
const log = process.env.FAULT_LOG ?? "";
const choices = {
  every: chooseEvery,
  telling: chooseTelling,
  kinds: chooseKinds,
  few: chooseFew,
  many: chooseMany,
  first: chooseFirst,
  write: chooseWrite,
} as const;

/** How a trial ended: what is expected of the home afterwards does not depend on it. */
type End =
  /** The fault was overcome: everything that was asked for was done. */
  | "absorbed"
  /** It failed, and recorded again when the fault was over. */
  | "resumed"
  /** It has to be started anew. */
  | "ended";

interface Trial {
  readonly acks: Ack[];
  recording: Recording;
}

catchUncaught();

/** Waiting that a program does after a failure need not be waited for: the clock goes forward. */
const realNow = performance.now.bind(performance);
let skipped = 0;
performance.now = () => realNow() + skipped;

const calls = await listCalls();
sayLine({ calls: calls.length });
for (const at of choices[choice as keyof typeof choices](calls)) {
  const action = actions[at % actions.length] ?? "";
  const where = `${action} at call ${at + 1} of ${calls.length} (${calls[at]})`;
  await tryOne(at + 1, action, where);
}
process.exit(0);

async function listCalls(): Promise<string[]> {
  const { recording } = await prepare("whole");
  const { home } = recording.place;
  arm(`* ${home}/${part} LOG 1+`);
  await scenario.act(recording);
  disarm();
  return readFileSync(log, "utf8").replaceAll(home, "").trimEnd().split("\n");
}

async function prepare(place: string): Promise<Trial> {
  const home = join(directory, place, "home");
  const root = join(directory, place, "root");
  mkdirSync(root, { recursive: true });
  const acks: Ack[] = [];
  const recording = await Recording.open({ home, root }, (said) => {
    if ("acks" in said) acks.push(...said.acks);
  });
  await recording.start();
  await scenario.prepare(recording);
  return { acks, recording };
}

async function tryOne(at: number, action: string, where: string): Promise<void> {
  const { acks, recording } = await prepare(`n${at}-${action}`);
  const { home, root } = recording.place;
  const failures: unknown[] = [];
  arm(planRules(`${home}/${part}`, action, at));
  const acted = await attempt(() => scenario.act(recording), failures);
  const away: Away[] = [];
  const from = Date.now();
  disarm();
  let end: End = acted === "done" ? "absorbed" : "ended";
  if (acted === "failed" && !name.startsWith("drain")) {
    if (span === "lasting") away.push({ from, to: from });
    skipped += 60_000;
    if ((await attempt(() => recording.flush(), failures)) === "done") end = "resumed";
  }
  const copy = `${home}-after`;
  cpSync(home, copy, { recursive: true });
  const bugs = failures.filter((thrown) => !isForeseen(thrown)).map(describe);
  sayLine({ where, home: copy, root, acks, away: end === "resumed" ? away : [], end, bugs });
}

/**
 * `FULL`: the disk takes half of the bytes, and then none. The second rule does not count the call
 * to which the first one applied.
 */
function planRules(path: string, action: string, at: number): string {
  if (action === "FULL") return `* ${path} SHORT ${at}\n* ${path} ENOSPC ${at}`;
  return `* ${path} ${action} ${at}${span === "lasting" ? "+" : ""}`;
}

function arm(rules: string): void {
  writeFileSync(control, `${rules}\n`);
}

function disarm(): void {
  rmSync(control, { force: true });
}

/** A failure of the machine, not a mistake of the program's. */
function isForeseen(thrown: unknown): boolean {
  return thrown instanceof UnfError || systemCode(thrown) !== undefined;
}

function describe(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
