import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { type AbsPath, comparePaths, parentPath, type RelPath } from "@unf/core/base";
import type { FileMode, Step } from "@unf/core/timeline";
import { digest } from "@unf/system/digest";
import { recording } from "../conformance/timeline-rows.ts";
import { FakeClock } from "../kit/fake-clock.ts";
import { Stage } from "./stage.ts";

/** Directories that the files of `manyMade` lie in. */
export const partsOfMany = 50;

const content = Buffer.from("made by the operation\n");
const hash = digest(content);

/**
 * A project in which a restore has made so many files, all of one content, as timeline and disk would
 * tell of it: to really restore them takes ten times as long.
 */
export async function manyMade(count: number): Promise<Stage> {
  // Ahead of the disk's time, so that what was recorded is taken on trust.
  const stage = new Stage({ clock: new FakeClock({ start: Date.now() + 86_400_000 }) });
  const paths = Array.from({ length: count }, (_, n) => `part-${n % partsOfMany}/file-${n}.txt`)
    .sort(comparePaths)
    .map((path) => path as RelPath);
  recordFiles(stage, paths);
  writeJournal(stage, paths);
  await stage.start();
  return stage;
}

const atOnce = 1000;

function recordFiles(stage: Stage, paths: readonly RelPath[]): void {
  for (let n = 0; n < partsOfMany; n += 1) mkdirSync(stage.at(`part-${n}`));
  for (let from = 0; from < paths.length; from += atOnce) {
    const recordings = paths.slice(from, from + atOnce).map((path) => {
      writeFileSync(stage.at(path), content);
      const stat = stage.fs.lstat(stage.at(path) as AbsPath);
      assert.ok(stat !== undefined);
      const head = { path, hash, bytes: content.length, mode: stat.mode };
      const row = recording(path, { ...head, event: "create" });
      return { ...row, head: { ...head, stat, racy: false } };
    });
    const inbox = [{ hash, bytes: content }];
    stage.timeline.commit({ inbox, recordings, restats: [], settlements: [] });
  }
}

function writeJournal(stage: Stage, paths: readonly RelPath[]): void {
  const { timeline, clock } = stage;
  const how = { kind: "restore", argv: ["restore"], plan: "pl-00000000", inverts: null } as const;
  const id = timeline.startOperation({ ...how, before: 0, startedAt: clock.wall() }, []);
  let slice: Step[] = [];
  const write = () => {
    timeline.addSteps(
      id,
      slice.map((step) => ({ ...step, temporary: null })),
    );
    slice = [];
  };
  for (const step of madeSteps(stage, paths)) {
    slice.push(step);
    if (slice.length === atOnce) write();
  }
  write();
  timeline.commitOperation(id);
  timeline.finishOperation(id, { at: clock.wall(), state: "done" });
}

function* madeSteps({ timeline }: Stage, paths: readonly RelPath[]): Generator<Step> {
  const from = { kind: "absent" } as const;
  let directory: RelPath | undefined;
  for (const path of paths) {
    if (parentPath(path) !== directory) {
      directory = parentPath(path);
      yield { path: directory, from, to: { kind: "directory", mode: 0o040755 as FileMode } };
    }
    const head = timeline.head(path);
    assert.ok(head !== undefined);
    const { bytes, mode, snapshot } = head;
    yield { path, from, to: { kind: "recorded", hash, bytes, mode, snapshot } };
  }
}
