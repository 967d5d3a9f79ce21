import assert from "node:assert/strict";
import * as disk from "node:fs";
import { test } from "node:test";
import { pathToColumn, type RelPath } from "@unf/core/base";
import type { Timeline } from "@unf/core/ports";
import type { JournalStep } from "@unf/core/timeline";
import { projectWork } from "@unf/wiring/recorder";
import { FakeClock } from "../kit/fake-clock.ts";
import { readPicture, Stage } from "./stage.ts";

const files = 25;
const journalSteps = 10;

/** Every file gone, and where they all were. */
async function emptied(stage: Stage) {
  for (let n = 0; n < files; n += 1) stage.write(`d${n % 3}/f${n}.txt`, `${n}\n`);
  await stage.start();
  const target = { id: (await stage.flush()) ?? 0 } as never;
  const full = readPicture(stage.root);
  for (let n = 0; n < 3; n += 1) disk.rmSync(stage.at(`d${n}`), { recursive: true });
  await stage.flush();
  return { target, full };
}

type Written = readonly Omit<JournalStep, "failure">[];

interface Watched {
  /** Steps that were written at a time. */
  readonly written: number[];
  /** Steps that were read at a time. */
  readonly read: number[];
  failAt: number;
}

function watchSteps(timeline: Timeline, watched: Watched): Timeline {
  const write = <T>(steps: Written, work: () => T): T => {
    watched.written.push(steps.length);
    if (watched.written.length === watched.failAt) throw new Error("planted: killed");
    return work();
  };
  return {
    ...timeline,
    startOperation: (given, steps) => write(steps, () => timeline.startOperation(given, steps)),
    addSteps: (id, steps) => write(steps, () => timeline.addSteps(id, steps)),
    steps: (...asked) => {
      const steps = timeline.steps(...asked);
      watched.read.push(asked[2] ?? Number.POSITIVE_INFINITY);
      return steps;
    },
  };
}

test("a long plan is journalled in slices with turns between them, and its undo reads it in pages", async () => {
  const clock = new FakeClock({ start: Date.now() - 86_400_000 });
  const watched: Watched = { written: [], read: [], failAt: 0 };
  const turns: number[] = [];
  await using stage = new Stage({
    clock,
    limits: { journalSteps },
    wrapTimeline: (timeline) => watchSteps(timeline, watched),
  });
  const { target, full } = await emptied(stage);
  clock.onBreathe = () => void turns.push(watched.written.length);
  const { operation } = await stage.restore({ target });
  assert.deepEqual(readPicture(stage.root), full);
  assert.deepEqual(watched.written, [10, 10, 8], "25 files in 3 directories");
  assert.ok(
    [1, 2].every((slices) => turns.includes(slices)),
    "others had their turn in between",
  );
  assert.equal(stage.timeline.operation(operation ?? 0)?.files, files);
  const paths = stage.timeline.steps(operation ?? 0).map(({ path }) => path);
  assert.deepEqual(paths, paths.toSorted(), "in path order over all slices");
  watched.read.length = 0;
  await stage.invert("undo");
  assert.deepEqual(readPicture(stage.root), {});
  assert.ok(watched.read.length > 0 && watched.read.every((limit) => limit < 1000));
  await stage.invert("redo");
  assert.deepEqual(readPicture(stage.root), full);
});

test("an operation whose journal is written in part never counts as begun", async () => {
  const watched: Watched = { written: [], read: [], failAt: 2 };
  await using stage = new Stage({
    limits: { journalSteps },
    wrapTimeline: (timeline) => watchSteps(timeline, watched),
  });
  const { target, full } = await emptied(stage);
  await assert.rejects(stage.restore({ target }));
  assert.deepEqual(readPicture(stage.root), {}, "nothing was changed");
  assert.equal(stage.timeline.operation(1)?.state, "abandoned");
  assert.deepEqual(stage.timeline.unfinishedOperations(), []);
  await stage.restore({ target });
  assert.deepEqual(readPicture(stage.root), full);
});

test("what a killed process had journalled in part is cleared away", async () => {
  const watched: Watched = { written: [], read: [], failAt: 2 };
  await using stage = new Stage({
    limits: { journalSteps },
    wrapTimeline: (timeline) => ({
      ...watchSteps(timeline, watched),
      finishOperation: (id, end) => {
        if (watched.failAt === watched.written.length) throw new Error("planted: killed");
        timeline.finishOperation(id, end);
      },
    }),
  });
  const { target, full } = await emptied(stage);
  await assert.rejects(stage.restore({ target }));
  assert.equal(stage.timeline.operation(1)?.state, "staging");
  assert.equal(stage.timeline.steps(1).length, journalSteps);
  watched.failAt = 0;
  await stage.crash();
  assert.equal(stage.timeline.operation(1)?.state, "abandoned");
  assert.deepEqual(readPicture(stage.root), {});
  await stage.restore({ target });
  assert.deepEqual(readPicture(stage.root), full);
});

test("a brief reply names only what the plan did not say, and leaves nothing else out", async () => {
  await using stage = new Stage();
  for (let n = 0; n < 5; n += 1) stage.write(`f${n}.txt`, "1\n");
  await stage.start();
  const id = (await stage.flush()) ?? 0;
  for (let n = 0; n < 5; n += 1) disk.rmSync(stage.at(`f${n}.txt`));
  disk.writeFileSync(stage.at("f3.txt"), Buffer.from([0, 1, 2]));
  stage.write("later.txt", "1\n");
  await stage.flush();
  const request = {
    ...{ target: { id: id as never }, within: [], include: [], exclude: [] },
    deletions: "keep",
    overwrite: "if-changed",
  } as const;
  const root = pathToColumn(stage.root as string as RelPath);
  const params = { ...request, root, plan: null, argv: ["restore"] };
  const reply = await projectWork.restore.carryOut(stage.project, { ...params, brief: true });
  assert.deepEqual(
    reply.actions.map(({ path, action, rescued }) => [path, action, rescued !== undefined]),
    [
      ["f3.txt", "write", true],
      ["later.txt", "kept_newer", false],
    ],
  );
  assert.equal(Object.keys(readPicture(stage.root)).length, 6);
  const back = { root, kind: "undo", operation: null, plan: null, argv: ["undo"] } as const;
  const undone = await projectWork.invert.carryOut(stage.project, { ...back, brief: true });
  assert.deepEqual(undone.actions, []);
  assert.equal(Object.keys(readPicture(stage.root)).length, 2);
});
