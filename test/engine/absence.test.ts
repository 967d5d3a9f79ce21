import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { test } from "node:test";
import type { RelPath, SnapshotId, WallMs } from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import type { RestoreAction } from "@unf/core/restore";
import { configuredPolicy, olderThan } from "@unf/core/retention";
import { decayProject, oopsProject, pruneProject } from "@unf/engine";
import { Agent, claim } from "./agent.ts";
import { Stage } from "./stage.ts";

// A version that is not kept any more is never taken for a file that was not there.

const minuteMs = 60_000;
const dayMs = 86_400_000;
const decay = configuredPolicy(defaultConfig);

/** Records a version at a later minute; its id. */
async function save(stage: Stage, path: string, text: string): Promise<SnapshotId> {
  stage.clock.stall(10 * minuteMs);
  stage.save(path, text);
  await stage.flush();
  return newest(stage);
}

function newest(stage: Stage): SnapshotId {
  return stage.timeline.facts().lastId as SnapshotId;
}

/** Lets two days pass, after which the automatic thinning has one version of each hour left. */
async function thin(stage: Stage): Promise<void> {
  stage.clock.stall(2 * dayMs);
  assert.ok((await decayProject(stage.project, decay, stage.clock.wall())) > 0);
}

/** A project in which of one hour only the last version of `f` is left: the point before is its second. */
async function thinnedStage() {
  const stage = new Stage();
  await stage.start();
  // At ten past some hour, so that all of it lies in one.
  stage.clock.stall(60 * minuteMs - (stage.clock.wall() % (60 * minuteMs)));
  await save(stage, "f", "1\n");
  const then = await save(stage, "g", "g\n");
  const at = stage.clock.wall();
  const last = await save(stage, "f", "2\n");
  await save(stage, "young", "young\n");
  await thin(stage);
  return { stage, then, at, last };
}

/** The text of a file; `undefined` where there is none. */
function text(stage: Stage, path: string): string | undefined {
  return existsSync(stage.at(path)) ? readFileSync(stage.at(path), "utf8") : undefined;
}

function tell(actions: readonly RestoreAction[]): string[] {
  return actions.map((action) => {
    const why = action.kind === "refused" ? ` ${action.why} ${action.nearest}` : "";
    return `${action.kind} ${action.path}${why}`;
  });
}

test("a file that stood at an instant is not deleted because its version of then was thinned away", async () => {
  const { stage, then, at, last } = await thinnedStage();
  await using _ = stage;
  for (const target of [{ id: then }, { at }]) {
    const { plan } = await stage.restore({ target, deletions: "remove" });
    const done = tell(plan.actions);
    assert.ok(done.includes(`refused f content_thinned ${last}`), done.join());
  }
  assert.equal(text(stage, "f"), "2\n");
  // Everything is known of one that came later.
  assert.equal(text(stage, "young"), undefined);
});

test("without being asked to delete, nothing says of it that it was created since", async () => {
  const { stage, then, last } = await thinnedStage();
  await using _ = stage;
  const { plan } = await stage.restore({ target: { id: then }, deletions: "keep" });
  assert.deepEqual(tell(plan.actions), [`refused f content_thinned ${last}`, "kept_newer young"]);
});

test("between two versions that are kept the older one is not taken for one that went", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.clock.stall(60 * minuteMs - (stage.clock.wall() % (60 * minuteMs)));
  const first = await save(stage, "f", "1\n");
  stage.clock.stall(60 * minuteMs);
  const then = await save(stage, "f", "2\n");
  await save(stage, "f", "3\n");
  await thin(stage);
  assert.equal(stage.timeline.snapshot(then), undefined);
  assert.equal(stage.timeline.pathAt("f" as RelPath, { id: first }).kind, "kept");
  const state = stage.timeline.pathAt("f" as RelPath, { id: then });
  assert.deepEqual(state, { kind: "thinned", path: "f", since: then });
});

test("before the start that a prune gave the history there is no state, but at checkpoints", async () => {
  await using stage = new Stage();
  await stage.start();
  const early = await save(stage, "f", "1\n");
  const marked = await save(stage, "f", "2\n");
  const given = { label: null, message: null, payload: null, pinned: false } as const;
  stage.timeline.addCheckpoint({ ...given, at: stage.clock.wall(), snapshot: marked, files: 1 });
  await save(stage, "g", "1\n");
  stage.clock.stall(5 * dayMs);
  const late = await save(stage, "f", "3\n");
  const lateAt = stage.clock.wall();
  stage.clock.stall(2 * dayMs);
  const request = { policy: olderThan(3 * dayMs), now: stage.clock.wall(), upTo: newest(stage) };
  await pruneProject(stage.project, {
    request: { ...request, include: [], exclude: [], maxBytes: null },
    ...{ planId: undefined, cause: "asked", argv: [] },
  });
  const { timeline } = stage;
  const start = (request.now - 3 * dayMs) as WallMs;
  assert.deepEqual(
    [{ id: early }, { at: (start - 1) as WallMs }, { id: 0 as SnapshotId }].map(timeline.reaches),
    [false, false, false],
  );
  assert.deepEqual(
    [{ id: marked }, { at: start }, { id: late }, { at: lateAt }].map(timeline.reaches),
    [true, true, true, true],
  );
  for (const deletions of ["keep", "remove"] as const) {
    const restore = stage.restore({ target: { id: early }, deletions });
    await assert.rejects(restore, { code: "not_found" });
  }
  await stage.restore({ target: { id: marked }, deletions: "remove" });
  assert.deepEqual([text(stage, "f"), text(stage, "g")], ["2\n", undefined]);
});

/** As where a program of before thinned up to the newest row: what no row tells of is not known. */
function doubt(stage: Stage): void {
  const { timeline } = stage;
  const to = newest(stage);
  const real = timeline.pathsAt.bind(timeline);
  timeline.pathsAt = (point) => (path) => {
    const state = real(point)(path);
    const isDoubtful = "id" in point && point.id < to && state.kind === "absent";
    return isDoubtful ? { ...state, kind: "unknown" } : state;
  };
  timeline.pathAt = (path, point) => timeline.pathsAt(point)(path);
}

test("where older programs thinned, a path without a row may have been there", async () => {
  await using stage = new Stage();
  await stage.start();
  await save(stage, "f", "1\n");
  const then = newest(stage);
  await save(stage, "g", "1\n");
  doubt(stage);
  const { plan } = await stage.restore({ target: { id: then }, deletions: "remove" });
  assert.deepEqual(tell(plan.actions), ["kept_newer g"]);
  assert.equal(text(stage, "g"), "1\n");
});

test("an oops deletes nothing of which nobody knows whether it stood there before", async () => {
  await using stage = new Stage();
  await stage.start();
  const agent = new Agent(stage);
  await agent.tell({ kind: "prompt", text: "go" });
  await agent.use(claim(stage, "f"), async () => {
    stage.save("f", "1\n");
    await stage.flush();
  });
  await agent.tell({ kind: "stop" });
  await save(stage, "g", "1\n");
  doubt(stage);
  const request = { kind: "turns", turns: [1] } as const;
  const order = { request, planId: undefined, argv: ["oops"] };
  const { plan } = await oopsProject(stage.project, order);
  assert.deepEqual(
    plan.actions.map((one) => [one.kind, one.path, "why" in one && one.why]),
    [["refused", "f", "content_thinned"]],
  );
  assert.equal(text(stage, "f"), "1\n");
});

test("of a file that was excluded and vanished unseen nobody says that it stood there, or did not", async () => {
  await using stage = new Stage();
  await stage.start();
  const had = await save(stage, "f.log", "1\n");
  await save(stage, ".gitignore", "*.log\n");
  const meanwhile = await save(stage, "g", "1\n");
  // Removed and made anew, both while it is excluded.
  rmSync(stage.at("f.log"));
  await stage.crash();
  await stage.project.start({ cause: "sweep" });
  const later = await save(stage, "g", "2\n");
  rmSync(stage.at(".gitignore"));
  stage.hint({ kind: "gone", path: ".gitignore" as RelPath });
  await save(stage, "f.log", "2\n");
  for (const id of [meanwhile, later]) {
    assert.equal(stage.timeline.pathAt("f.log" as RelPath, { id }).kind, "unknown");
    const { plan } = await stage.restore({ target: { id }, deletions: "remove" });
    assert.ok(!tell(plan.actions).includes("delete f.log"), tell(plan.actions).join());
    assert.equal(text(stage, "f.log"), "2\n");
  }
  await stage.restore({ target: { id: had }, deletions: "remove" });
  assert.equal(text(stage, "f.log"), "1\n");
});

test("what thinning takes of a file that left the record says neither that it stood there nor that it did not", async () => {
  await using stage = new Stage();
  await stage.start();
  stage.clock.stall(60 * minuteMs - (stage.clock.wall() % (60 * minuteMs)));
  await save(stage, "f", "1\n");
  await save(stage, ".gitignore", "/f\n");
  rmSync(stage.at("f"));
  stage.hint({ kind: "gone", path: "f" as RelPath });
  const then = await save(stage, "g", "1\n");
  rmSync(stage.at(".gitignore"));
  stage.hint({ kind: "gone", path: ".gitignore" as RelPath });
  await save(stage, "f", "2\n");
  await save(stage, "f", "3\n");
  await save(stage, "young", "young\n");
  await thin(stage);
  assert.equal(stage.timeline.pathAt("f" as RelPath, { id: then }).kind, "unknown");
  const target = { id: then };
  const { plan } = await stage.restore({ target, deletions: "remove" });
  assert.deepEqual(tell(plan.actions), ["write .gitignore", "kept_newer f", "delete young"]);
  assert.equal(text(stage, "f"), "3\n");
});
