import { execFile } from "node:child_process";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { ProjectReader } from "@unf/answers";
import type { RelPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Snapshot } from "@unf/core/timeline";
import { countRight, readProject } from "../recorded.ts";
import { startRecorder } from "../recorder.ts";
import type { RunRow } from "../row.ts";
import { renderMs } from "../statistics.ts";

const files = 50;
const pace = 5000;
/** How much later than planned a state may be read: one slice of work and one commit. Unit: ms. */
const toleranceMs = 100;
const writer = fileURLToPath(new URL("../child/storm-writer.ts", import.meta.url));

/** 5,000 closed writes a second over 50 files: which of their states are kept. */
export const runStorm: RunRow = async (bench) => {
  const seconds = bench.size(10, 3);
  await using recorder = await startRecorder(bench);
  const root = recorder.home.project;
  await recorder.watch(root);
  const args = [writer, root, String(files), String(pace), String(seconds)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const done = JSON.parse(stdout) as { readonly written: number; readonly seconds: number };
  // No flush before this: what the daemon has by itself is what counts.
  await pause(limits.burst.settleMs + 1000);
  using reader = readProject(recorder.unfHome, root);
  const names = Array.from({ length: files }, (_, n) => `hot-${n}.ts` as RelPath);
  const right = countRight(reader, root, names);
  const kept = names.map((name) => versionsOf(reader, name));
  const steps = kept.flatMap(stepsOf);
  const late = steps.filter(({ gapMs, plannedMs }) => gapMs > plannedMs + toleranceMs);
  const worst = Math.max(...steps.map(({ gapMs, plannedMs }) => gapMs - plannedMs));
  const versions = kept.reduce((sum, list) => sum + list.length, 0);
  return [
    {
      work: `${Math.round(done.written / done.seconds).toLocaleString("en")} closed writes a second over ${files} files for ${seconds} s`,
      ours: `${versions} versions kept of ${done.written.toLocaleString("en")} writes, ${right} of ${files} final states right`,
      yardstick: `the plan: a state of each file after 100 ms, then 200, 400 … ${limits.burst.hotGapMsMax}`,
      ratio: (steps.length - late.length) / steps.length,
      target: "states as planned, all finals",
      isMet: right === files && late.length === 0,
      notes: [
        `${late.length} of ${steps.length} steps came more than ${toleranceMs} ms late; the latest by ${renderMs(worst)}`,
        `gaps recorded: ${reader.timeline.gaps().length}`,
      ],
    },
  ];
};

function versionsOf(reader: ProjectReader, name: RelPath): Snapshot[] {
  return [...reader.timeline.find({ within: [name], interim: true, order: "oldest" })];
}

/** From each version to the next, with the longest time that the plan allows. */
function stepsOf(
  versions: readonly Snapshot[],
): { readonly gapMs: number; readonly plannedMs: number }[] {
  const { hotGapMs, hotGapMsMax } = limits.burst;
  return versions.slice(1).map(({ at }, index) => ({
    gapMs: at - (versions[index]?.at ?? at),
    plannedMs: Math.min(hotGapMs * 2 ** index, hotGapMsMax),
  }));
}
