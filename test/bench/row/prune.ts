import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import type { AbsPath, WallMs } from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import { timelinePath } from "@unf/core/home";
import type { Log } from "@unf/core/ports";
import { olderThan } from "@unf/core/retention";
import { type PruneReport, pruneProject } from "@unf/engine";
import { openHome, systemClock } from "@unf/system";
import { openProject, openRecorderWorld, projectId } from "@unf/wiring/recorder";
import { openLongHistory } from "../long-history.ts";
import type { RunRow } from "../row.ts";
import { clock, renderMs } from "../statistics.ts";
import { TurnMeter } from "../turn-meter.ts";

/** Nine rows of ten of a million go, against one statement of SQLite that deletes as many. */
export const runPrune: RunRow = async (bench) => {
  const history = openLongHistory(bench);
  const root = history.home.project as AbsPath;
  const id = projectId(root);
  const copy = (name: string): AbsPath => {
    const home = join(bench.scratch(name), "home") as AbsPath;
    openHome(home, { create: true });
    mkdirSync(dirname(timelinePath(home, id)), { recursive: true });
    copyFileSync(timelinePath(history.unfHome, id), timelinePath(home, id));
    return home;
  };
  const home = copy("prune");
  const world = openRecorderWorld(home, defaultConfig, silent);
  const intended = { id, root, addedAt: 0 as WallMs, options: {} };
  const project = openProject(world, { intended, nestedRoots: [], onCommitted: () => undefined });
  const { lastId } = project.ports.timeline.facts();
  const request = {
    ...{
      policy: olderThan(0),
      now: (systemClock.wall() + 1e11) as WallMs,
      upTo: lastId ?? (0 as const),
    },
    ...{ include: [], exclude: [], maxBytes: null },
  };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let report: PruneReport | undefined;
  delay.enable();
  const cpuBefore = process.cpuUsage();
  const turns = new TurnMeter();
  const ours = await clock(async () => {
    const { breathe } = turns;
    const order = { request, planId: undefined, cause: "asked", argv: [], breathe } as const;
    turns.begin();
    report = await pruneProject(project, order);
  });
  delay.disable();
  const { user, system } = process.cpuUsage(cpuBefore);
  await project.close();
  const deleted = report?.deleted ?? 0;
  const yardstick = await clock(() => {
    using database = new DatabaseSync(timelinePath(copy("plain"), id));
    database.exec(`PRAGMA secure_delete = ON; PRAGMA synchronous = FULL;
      DELETE FROM versions WHERE id <= ${deleted}`);
  });
  return [
    {
      work: `prune ${deleted.toLocaleString("en")} of ${history.rows.toLocaleString("en")} versions`,
      ours: renderMs(ours),
      yardstick: `one DELETE of as many rows: ${renderMs(yardstick)}`,
      ratio: ours / yardstick,
      target: "longest turn ≤ 50 ms of the processor",
      isMet: turns.longestMs <= 50,
      notes: [
        `longest turn: ${renderMs(turns.longestMs)} of the processor`,
        `longest gap of the event loop: ${renderMs(delay.max / 1e6)}, 99 %: ${renderMs(delay.percentile(99) / 1e6)}`,
        `${Math.round(deleted / (ours / 1000)).toLocaleString("en")} versions a second, ${renderMs((user + system) / 1000)} of a core in all`,
      ],
    },
  ];
};

const silent: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
