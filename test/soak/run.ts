// npm run soak -- 30m [--seed S]
//
// A daemon and its sentinel record three projects that are written to all the time, while one fault
// after the other befalls them; prints for each kind what it cost. Ends with 1 when a promise is not
// kept. `--only <part of a name>` plays that kind alone.

import { spawnSync } from "node:child_process";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Random } from "../engine/random.ts";
import type { Fault } from "./fault.ts";
import { faults } from "./faults.ts";
import { Place } from "./place.ts";
import { listViolations, renderTable } from "./report.ts";
import { type Played, Soak } from "./soak.ts";

/** Set in the process that runs inside the namespaces. */
const marker = "UNF_SOAK_OWN_MOUNTS";

/** In the 30-minute form each fault has a minute. */
const faultsPerRun = 30;

const pace = { operations: 120, restMs: 2000 };
const options = { pace, holdMs: 10_000, limitMs: 120_000 };

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: "string" }, only: { type: "string" } },
  });
  const durationMs = parseDuration(positionals[0] ?? "30m");
  const seed = Number(values.seed ?? 1);
  if (durationMs === undefined || !Number.isInteger(seed)) {
    console.error("npm run soak -- <minutes>m [--seed <number>] [--only <part of a name>]");
    process.exitCode = 2;
    return;
  }
  const hasMounts = process.env[marker] === "1";
  if (!hasMounts && runWithMounts()) return;
  await using place = await Place.open({ seed, hasMounts, homeSize: "512m" });
  // Nothing that was started outlives a Ctrl-C.
  process.once("SIGINT", () => void place[Symbol.asyncDispose]().then(() => process.exit(130)));
  const wanted = faults.filter(({ name }) => name.includes(values.only ?? ""));
  const playable = listPlayable(place, wanted);
  const started = performance.now();
  const played = await playAll(place, playable, durationMs);
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  console.log(`\n${minutes} minutes, ${played.length} faults, seed ${seed}\n`);
  console.log(renderTable(playable, played));
  const violations = listViolations(played);
  console.log(violations.length === 0 ? "\nevery promise was kept" : `\n${violations.join("\n")}`);
  process.exitCode = violations.length === 0 ? 0 : 1;
}

/** Runs itself again in namespaces of its own. False where that cannot be. */
function runWithMounts(): boolean {
  if (spawnSync("unshare", ["-Urm", "true"]).status !== 0) return false;
  const words = ["-Urm", process.execPath, ...process.argv.slice(1)];
  const env = { ...process.env, [marker]: "1" };
  process.exitCode = spawnSync("unshare", words, { env, stdio: "inherit" }).status ?? 1;
  return true;
}

function listPlayable(place: Place, wanted: readonly Fault[]): Fault[] {
  return wanted.filter((fault) => {
    const why = fault.skip(place);
    if (why !== undefined) console.log(`left out, ${fault.name}: ${why}`);
    return why === undefined;
  });
}

/** Each kind once before one comes again, in an order that the seed decides. */
async function playAll(
  place: Place,
  playable: readonly Fault[],
  durationMs: number,
): Promise<Played[]> {
  const random = new Random(place.seed);
  const soak = new Soak(place, options);
  const started = performance.now();
  const played: Played[] = [];
  let left: Fault[] = [];
  while (performance.now() - started < durationMs) {
    if (left.length === 0) left = random.shuffled(playable);
    const fault = left.pop();
    if (fault === undefined) break;
    const one = await soak.play(fault);
    played.push(one);
    const minute = ((performance.now() - started) / 60_000).toFixed(1);
    const span = one.span.ms === undefined ? "never" : `${(one.span.ms / 1000).toFixed(1)} s`;
    const { asked, said, words } = one.span.sayings;
    console.log(`${minute} min  ${fault.name}: ${span}, said ${said}/${asked} ${words ?? ""}`);
    for (const line of listViolations([one])) console.log(`          ${line}`);
    const next = started + (played.length * durationMs) / faultsPerRun;
    await pause(Math.max(0, next - performance.now()));
  }
  return played;
}

function parseDuration(text: string): number | undefined {
  const minutes = /^(\d+)m$/.exec(text)?.[1];
  return minutes === undefined ? undefined : Number(minutes) * 60_000;
}

await main();
