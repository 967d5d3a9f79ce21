import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { AbsPath } from "@unf/core/base";
import { ToldRows } from "../../kit/told-rows.ts";
import { startRecorder } from "../recorder.ts";
import type { RunRow } from "../row.ts";
import { saveFinding, saveGapMs, timeDurableWrite } from "../save-finding.ts";
import { growTree } from "../source-tree.ts";

/** A save until a subscriber on the socket of a running daemon hears of its durable row. */
export const runSaveDaemon: RunRow = async (bench) => {
  await using recorder = await startRecorder(bench);
  const { home } = recorder;
  const tree = growTree(home.project, bench.size(1000, 100), 5);
  await recorder.watch(tree.root);
  const told = new ToldRows(recorder.unfHome, tree.root as AbsPath);
  await recorder.writer().request("ping", {});
  await pause(500);
  const samples: number[] = [];
  const writes: number[] = [];
  for (let n = 0; n < bench.size(200, 20); n += 1) {
    const path = tree.files[n % tree.files.length] ?? "";
    const start = performance.now();
    writeFileSync(join(tree.root, path), `saved ${n}\n`.repeat(300));
    await told.until(path);
    samples.push(performance.now() - start);
    writes.push(timeDurableWrite(join(home.root, `plain-${n}`)));
    await pause(saveGapMs);
  }
  told.end();
  return [
    saveFinding("save → a subscriber of the daemon is told", samples, writes, {
      medianMax: 20,
      p99Max: 100,
    }),
  ];
};
