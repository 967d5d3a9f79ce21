import { loadavg } from "node:os";
import process from "node:process";
import { type Beside, watchBeside } from "../large/beside.ts";
import { type ManyFiles, manyFiles } from "../large/files.ts";
import { runTold, type Told } from "../large/told.ts";
import { settleDisk } from "../machine.ts";
import { readProject } from "../recorded.ts";
import { startRecorder } from "../recorder.ts";
import type { Bench, Finding, RunRow } from "../row.ts";
import { renderMs } from "../statistics.ts";

/**
 * Restore, undo and redo of 200,000 small files by the real programs: what they take, and what
 * the daemon does for others meanwhile. Minutes, so it runs only when it is named.
 * UNF_BENCH_FILES: another number; UNF_BENCH_LARGE: `gone` or `changed`, one of the two scenes.
 */
export const runLarge: RunRow = async (bench) => {
  const count = Number(process.env.UNF_BENCH_FILES ?? bench.size(200_000, 5000));
  const findings: Finding[] = [];
  for (const scene of ["gone", "changed"] as const) {
    const asked = process.env.UNF_BENCH_LARGE;
    if (asked === undefined || asked === scene) findings.push(...(await play(bench, scene, count)));
  }
  return findings;
};

interface Act {
  readonly words: readonly string[];
  /** The version that stands there after it. */
  readonly version: number | undefined;
}

async function play(bench: Bench, scene: "gone" | "changed", count: number): Promise<Finding[]> {
  await using recorder = await startRecorder(bench);
  const root = recorder.home.project;
  const files = manyFiles(root, count);
  bench.doing(`writing and recording ${count} files`);
  files.write(1);
  await recorder.watch(root);
  await recorder.unf("checkpoint", "before");
  bench.doing("changing all of them");
  if (scene === "gone") files.remove();
  else files.write(2);
  await recorder.flush(root);
  const other = bench.scratch("other");
  await recorder.watch(other);
  using beside = readProject(recorder.unfHome, other);
  const after = scene === "gone" ? undefined : 2;
  const acts: readonly Act[] = [
    { words: ["restore", "--at", "cp:before"], version: 1 },
    { words: ["undo"], version: after },
    { words: ["redo"], version: 1 },
  ];
  const findings: Finding[] = [];
  for (const act of acts) {
    settleDisk();
    bench.doing(`unf ${act.words.join(" ")}`);
    const done = await watchBeside(recorder, beside, () =>
      runTold(bench, recorder, [...act.words, "--yes", "--project", root]),
    );
    findings.push(finding(act, done, { files, scene, yardstick: findings[0] }));
    process.stderr.write(`${findings.at(-1)?.notes.join("\n")}\n`);
  }
  return findings;
}

interface Played {
  readonly files: ManyFiles;
  readonly scene: string;
  /** That of the restore. */
  readonly yardstick: Finding | undefined;
}

function finding(
  { words, version }: Act,
  [told, beside]: readonly [Told, Beside],
  { files, scene, yardstick }: Played,
): Finding {
  const strangers = files.strangers();
  const first = Number(yardstick?.ours.replace(/[^0-9.]/g, "") ?? told.ms);
  return {
    work: `unf ${words[0]} of ${files.count.toLocaleString("en")} files that are ${scene}`,
    ours: renderMs(told.ms),
    yardstick: yardstick === undefined ? "itself" : `the restore: ${yardstick.ours}`,
    ratio: told.ms / first,
    target: "none set",
    isMet: undefined,
    notes: [
      `exit ${told.code}; ${files.countRight(version)} files right, ${strangers.length} strangers; ${told.end}`,
      `memory at most: daemon ${told.daemonMb.toFixed(0)} MB, command ${told.commandMb.toFixed(0)} MB`,
      `ping at most ${renderMs(beside.pingMs)} (${renderMs(beside.pingCpuMs)} of the loop's processor time, ${beside.pings} pings)${beside.isLost ? ", THE DAEMON WAS LOST" : ""}`,
      `save beside it recorded after at most ${renderMs(beside.saveMs)} (${beside.saves} saves)`,
      `progress ${told.phases.join(", ")}; still for at most ${renderMs(told.stillMs)}; load ${loadavg()[0]?.toFixed(1)}`,
    ],
  };
}
