import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { AbsPath } from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import type { Log } from "@unf/core/ports";
import { openHome } from "@unf/system";
import { openProject, openRecorderWorld, projectId, WatchBackends } from "@unf/wiring/recorder";
import { openBenchHome } from "../recorder.ts";
import type { RunRow } from "../row.ts";
import { saveFinding, saveGapMs, timeDurableWrite } from "../save-finding.ts";
import { growTree } from "../source-tree.ts";

/**
 * A save until its row is durable, measured inside the process that records: the real watcher,
 * SQLite and disk, without a socket or a second process in between.
 */
export const runSave: RunRow = async (bench) => {
  const home = openBenchHome(bench);
  const tree = growTree(home.project, bench.size(1000, 100), 4);
  const root = tree.root as AbsPath;
  openHome(home.unfHome as AbsPath, { create: true });
  const world = openRecorderWorld(home.unfHome as AbsPath, defaultConfig, silent);
  const watcher = new WatchBackends("auto");
  let waiting: { readonly path: string; readonly done: (at: number) => void } | undefined;
  const project = openProject(world, {
    intended: { id: projectId(root), root, options: {} },
    nestedRoots: [],
    watch: (scope, deliver) => watcher.watch(root, scope, deliver),
    onCommitted: (rows) => {
      const at = performance.now();
      if (rows.some(({ snapshot }) => snapshot.path === waiting?.path)) waiting?.done(at);
    },
  });
  await project.recover();
  await project.start({ cause: "baseline" });
  const samples: number[] = [];
  const writes: number[] = [];
  try {
    for (let n = 0; n < bench.size(200, 20); n += 1) {
      const path = tree.files[n % tree.files.length] ?? "";
      const committed = new Promise<number>((done) => {
        waiting = { path, done };
      });
      const start = performance.now();
      writeFileSync(join(root, path), `saved ${n}\n`.repeat(300));
      samples.push((await committed) - start);
      writes.push(timeDurableWrite(join(home.root, `plain-${n}`)));
      await pause(saveGapMs);
    }
  } finally {
    await project.close();
  }
  return [
    saveFinding("save → durable row, inside the recording process", samples, writes, {
      medianMax: 20,
      p99Max: 100,
    }),
  ];
};

const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: (event, fields) => console.error(event, fields),
};
