import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { limits } from "@unf/core/config";
import { until } from "../../kit/index.ts";
import { readBytesBelow, readKeptBytes } from "../home-bytes.ts";
import { readCpuMs } from "../process-cost.ts";
import { readProject } from "../recorded.ts";
import { startRecorder } from "../recorder.ts";
import type { Finding, RunRow } from "../row.ts";
import { randomBelow } from "../source-tree.ts";
import { renderMs } from "../statistics.ts";

const files = 200;
const linesPerFile = 60;
/** Files rewritten before the daemon is waited for: below what counts as a mass change. */
const together = 50;
const words = "account batch cart client column cursor event field frame group index layer".split(
  " ",
);

/** Many versions of some small files: what the daemon works for them, and what they take in the home. */
export const runVersions: RunRow = async (bench) => {
  const wanted = bench.size(20_000, 1000);
  await using recorder = await startRecorder(bench);
  const root = recorder.home.project;
  const below = randomBelow(5);
  const word = () => words[below(words.length)] ?? "word";
  const line = () => `  const ${word()} = ${word()}.${word()}(${below(10_000)});`;
  const texts = Array.from({ length: files }, () => Array.from({ length: linesPerFile }, line));
  const write = (file: number) =>
    writeFileSync(join(root, `f${file}.ts`), (texts[file] ?? []).join("\n"));
  for (let file = 0; file < files; file += 1) write(file);
  await recorder.watch(root);
  using reader = readProject(recorder.unfHome, root);
  const pid = recorder.daemonPid();
  const empty = readKeptBytes(recorder.unfHome);
  const cpu = readCpuMs(pid);
  bench.doing(`writing ${wanted} versions`);
  let versions = reader.timeline.facts().snapshots;
  for (let written = 0; written < wanted; written += together) {
    for (let n = written; n < written + together; n += 1) {
      const lines = texts[n % files] ?? [];
      for (let edits = 1 + below(2); edits > 0; edits -= 1) lines[below(linesPerFile)] = line();
      write(n % files);
    }
    versions += together;
    // So that each of them is captured, and none is slowed down for what it costs.
    await until("all are recorded", () => reader.timeline.facts().snapshots >= versions, {
      limitMs: 60_000,
      everyMs: 5,
    });
  }
  await pause(limits.burst.settleMs + 1000);
  const worked = readCpuMs(pid) - cpu;
  await recorder.unf("stop");
  const bytes = readKeptBytes(recorder.unfHome) - empty;
  const kept = `${wanted.toLocaleString("en")} versions of ${files} files of 2 kB, a line or two changed`;
  return [
    {
      ...judge(worked / 8000, "≤ 8 s"),
      work: `the daemon's processor time for ${kept}`,
      ours: `${renderMs(worked)}, ${Math.round((1000 * worked) / wanted)} µs a version`,
      yardstick: "8 s",
      notes: ["without what leaves the inbox at the stop"],
    },
    {
      ...judge(bytes / wanted / 1000, "≤ 1.0 kB a version"),
      work: `bytes that ${kept}, add to the home after a clean stop`,
      ours: `${Math.round(bytes / wanted)} bytes a version`,
      yardstick: "1 kB",
      notes: [
        `of it packs: ${Math.round(readBytesBelow(join(recorder.unfHome, "packs")) / wanted)}`,
      ],
    },
  ];
};

function judge(ratio: number, target: string): Pick<Finding, "ratio" | "target" | "isMet"> {
  return { ratio, target, isMet: ratio <= 1 };
}
