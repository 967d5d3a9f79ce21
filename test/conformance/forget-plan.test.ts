import assert from "node:assert/strict";
import { test } from "node:test";
import { type AbsPath, type BlobId, encodeUtf8, type SnapshotId } from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import { type ForgetOrder, forgetPlanId } from "@unf/core/forget";
import { timelinePath } from "@unf/core/home";
import type { ForgetParams } from "@unf/protocol";
import { openHome } from "@unf/system";
import { digest } from "@unf/system/digest";
import { openTimelineReader } from "@unf/timeline";
import { openHomeReader, readForgetSideEffects } from "@unf/wiring";
import {
  forgetHome,
  nothingWatched,
  openRecorderWorld,
  type RecorderWorld,
} from "@unf/wiring/recorder";
import { Random } from "../engine/random.ts";
import { tempHome, testSeed } from "../kit/index.ts";
import { makeForgetHome, makeTimeline, projects, recordContent } from "./forget-home.ts";
import { start } from "./timeline-worlds.ts";

const silent = {
  ...{ debug: () => undefined, info: () => undefined },
  ...{ warn: () => undefined, error: () => undefined },
};

type ForgetRequest = Pick<ForgetParams, "what" | "project" | "patterns" | "hash" | "before">;

/** Any order there can be. */
function chooseRequest(home: AbsPath, random: Random): ForgetRequest {
  const project = random.pick(projects);
  const nothing = { project, patterns: [], hash: null, before: null };
  using timeline = openTimelineReader(timelinePath(home, project));
  const row = timeline.snapshot((1 + random.below(8)) as SnapshotId);
  const patterns = random.pick([["/.env"], ["*.ts"], ["/src"], ["/notes.md", "/.env"]]);
  return random.pick<ForgetRequest>([
    { ...nothing, what: "paths", patterns },
    { ...nothing, what: "paths", patterns },
    { ...nothing, what: "content", project: null, hash: row?.hash ?? null },
    { ...nothing, what: "before", before: 1 + random.below(8) },
    { ...nothing, what: "project" },
  ]);
}

function ordersOf({ what, patterns, hash, before }: ForgetRequest): ForgetOrder[] {
  const usual = { pattern: null, upTo: Number.MAX_SAFE_INTEGER as SnapshotId, hashes: [] };
  if (what === "paths") return patterns.map((pattern) => ({ ...usual, kind: "path", pattern }));
  if (what === "content") return [{ ...usual, kind: "content", hashes: [hash as BlobId] }];
  if (what === "before") return [{ ...usual, kind: "before", upTo: before as SnapshotId }];
  return [{ ...usual, kind: "project" }];
}

/** Renders the plan that comes before anything is done. */
async function plan(home: AbsPath, request: ForgetRequest) {
  using reader = openHomeReader(home);
  const named = reader
    .projects()
    .filter(({ id }) => request.project === null || id === request.project)
    .map(async (entry) => {
      using opened = reader.open(entry);
      const meant = await opened.planForget(ordersOf(request));
      const besides = await readForgetSideEffects(home, opened, ordersOf(request), meant);
      return { id: entry.id, meant, ...besides };
    });
  const all = (await Promise.all(named)).filter(({ meant }) => meant.versions > 0);
  const hashes = new Set(all.flatMap(({ meant }) => meant.contents.map(({ hash }) => hash)));
  for (const { meant, owners } of all) {
    for (const hash of [...meant.shared.keys(), ...owners.keys()]) hashes.delete(hash);
  }
  return {
    id: forgetPlanId(all.map(({ id, meant, texts }) => ({ project: id, mark: meant.mark, texts }))),
    changes: {
      versions: all.reduce((sum, { meant }) => sum + meant.versions, 0),
      contents: hashes.size,
      texts: all
        .flatMap(({ id, texts }) => texts.map((place) => ({ project: id, ...place })))
        .map(inWords),
      removed: [...new Set(all.flatMap(({ files }) => files))].sort(),
    },
  };
}

const inWords = ({ project, of, part }: { project: string; of: string; part: string }) =>
  `${project} ${of} ${part}`;

async function carryOut(world: RecorderWorld, request: ForgetRequest, id: string) {
  const params = { ...request, plan: id, lasting: false };
  const done = await forgetHome(world, nothingWatched(world.home), params);
  const { versions, contents, texts, removed } = done;
  assert.equal(done.others, texts.length + removed.length);
  return { versions, contents, texts: texts.map(inWords), removed: [...removed].sort() };
}

test("what a dry run names is what the real run deletes and changes, whatever the order and the home", async () => {
  const seed = testSeed();
  let named = 0;
  for (let trial = 0; trial < 12; trial += 1) {
    const random = new Random(seed + trial);
    await using temp = tempHome();
    const home = temp.unfHome as AbsPath;
    makeForgetHome(home, random);
    const request = chooseRequest(home, random);
    const planned = await plan(home, request);
    // The command says then that there is nothing, and orders nothing.
    if (planned.changes.versions === 0) continue;
    const world = openRecorderWorld(home, defaultConfig, silent);
    const done = await carryOut(world, request, planned.id);
    const what = `trial ${trial} of seed ${seed}: ${JSON.stringify(request)}`;
    assert.deepEqual(done, planned.changes, what);
    named += done.texts.length;
  }
  assert.ok(named > 0, "some trial changes a text");
});

test("a content that is forgotten by its digest goes from the texts of every project that has it", async () => {
  await using temp = tempHome();
  const home = temp.unfHome as AbsPath;
  openHome(home, { create: true });
  const secret = "a line that two projects have in one content";
  for (const id of projects) {
    using timeline = makeTimeline(home, id);
    recordContent(home, timeline, { path: "a.txt", text: secret });
    const checkpoint = { label: null, at: start, snapshot: 1 as SnapshotId, files: 1 };
    const message = `about ${secret}`;
    timeline.addCheckpoint({ ...checkpoint, message, payload: null, pinned: false });
  }
  const hash = digest(encodeUtf8(secret));
  const request = { what: "content", project: null, patterns: [], hash, before: null } as const;
  const planned = await plan(home, request);
  const done = await carryOut(openRecorderWorld(home, defaultConfig, silent), request, planned.id);
  assert.deepEqual(done, planned.changes);
  assert.deepEqual(
    done.texts,
    projects.map((id) => `${id} cp:1 message`),
  );
});
