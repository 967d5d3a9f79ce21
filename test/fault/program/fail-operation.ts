import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { tightenUmask } from "@unf/system";
import { readPicture } from "../checker/picture.ts";
import type { Told } from "../checker/told.ts";
import { chooseEvery, chooseKinds, choosePlacing } from "../row/choose-calls.ts";
import { attempt, catchUncaught } from "./attempt.ts";
import { answerOf, goOn, type OperationName, operations } from "./operation.ts";
import { Recording } from "./recording.ts";
import { sayLine } from "./say.ts";

// `fail-operation.ts DIRECTORY OPERATION ACTIONS once|lasting every|kinds|placing`: plays an operation once
// for each call that changes something in the home or in the project, and lets that call fail, or it
// and all later ones until the operation has answered. Says what it answered. In every second trial
// the recorder then goes on; in the others it is as if it had been killed.

tightenUmask();
catchUncaught();
const [directory = "", name = "", actionList = "", span = "", choice = ""] = process.argv.slice(2);
const operation = operations[name as OperationName];
const actions = actionList.split(",");
const control = process.env.FAULT_CONTROL ?? "";
const log = process.env.FAULT_LOG ?? "";
const choices = { every: chooseEvery, kinds: chooseKinds, placing: choosePlacing } as const;

/** Waiting that a program does after a failure need not be waited for: the clock goes forward. */
const realNow = performance.now.bind(performance);
let skipped = 0;
performance.now = () => realNow() + skipped;

const calls = await listCalls();
for (const at of choices[choice as keyof typeof choices](calls)) {
  const action = actions[at % actions.length] ?? "";
  const count = `${at + 1}${span === "lasting" ? "+" : ""}`;
  await play(`n${at + 1}-${action}`, [`LOG ${at + 1}`, `${action} ${count}`], at % 2 === 0);
}
process.exit(0);

/** Its calls one by one; they may be others the next time, as what was just saved is read twice. */
async function listCalls(): Promise<string[]> {
  await play("whole", ["LOG 1+"]);
  return readCalls("whole");
}

function readCalls(place: string): string[] {
  return readFileSync(log, "utf8").replaceAll(join(directory, place), "").trimEnd().split("\n");
}

async function play(place: string, rules: readonly string[], goesOn = false): Promise<void> {
  const home = join(directory, place, "home");
  const root = join(directory, place, "root");
  mkdirSync(root, { recursive: true });
  const recording = await Recording.open({ home, root }, () => undefined);
  await recording.start();
  const { act, after } = await operation(recording);
  const trees = { before: readPicture(root), after };
  const failures: unknown[] = [];
  truncateSync(log);
  writeFileSync(control, rules.map((rule) => `* ${join(directory, place)}/ ${rule}\n`).join(""));
  const end = await attempt(act, failures);
  rmSync(control);
  const bugs: string[] = [];
  if (goesOn) {
    skipped += 60_000;
    const later: unknown[] = [];
    await attempt(() => goOn(recording), later);
    bugs.push(...later.map((thrown) => `it does not go on: ${answerOf(thrown).text}`));
  }
  const where = `${rules.at(-1)} (${readCalls(place)[0]})`;
  sayLine({ where, home, root, trees, told: toldOf(end, failures), bugs });
}

function toldOf(end: Awaited<ReturnType<typeof attempt>>, failures: readonly unknown[]): Told {
  if (end === "done") return { exit: 0, text: "" };
  const [failure] = failures;
  if (end === "failed") return answerOf(failure);
  return { exit: 70, text: `${end}: ${answerOf(failure).text}` };
}
