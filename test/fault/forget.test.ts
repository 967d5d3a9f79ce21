import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import type { AbsPath, SnapshotId } from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import { forgetPlanId, type MarkedPlan } from "@unf/core/forget";
import { digest } from "@unf/system/digest";
import { openHomeReader, readForgetSideEffects } from "@unf/wiring";
import { forgetHome, nothingWatched, openRecorderWorld, projectId } from "@unf/wiring/recorder";
import { assertNothingFound } from "./checker/measures.ts";
import { findSecrets, plantSecrets, secretPath, secrets, silent } from "./checker/secret-home.ts";
import { openInterposer } from "./native/interposer.ts";
import { type ChooseCalls, chooseEvery, chooseKinds } from "./row/choose-calls.ts";
import { cutForget } from "./row/cut-forget.ts";
import { killForget } from "./row/kill-forget.ts";
import { isLong, openStage } from "./stage.ts";

const interposer = openInterposer();
after(() => {
  if (typeof interposer !== "string") interposer[Symbol.dispose]();
});
const skip = typeof interposer === "string" ? interposer : false;

test("the secrets that must be forgotten lie in every corner of the home before", async () => {
  using stage = openStage();
  const place = stage.place("planted");
  await plantSecrets(place);
  const found = findSecrets(place.home).join("\n");
  for (const corner of [
    /^projects\/.*timeline\.db/m,
    /^projects\/.*backup/m,
    /^rescue\//m,
    /^trash\//m,
    /^objects\/[0-9a-f]{2}\//m,
    /^objects\/tmp\//m,
    /^lost\+found\/objects\//m,
    /^lost\+found\/timelines\//m,
    /^spool\//m,
  ]) {
    assert.match(found, corner);
  }
  assert.equal(secrets.length, 3);
});

test("an order whose plan means other versions by now is refused, and nothing is deleted", async () => {
  using stage = openStage();
  const place = stage.place("planned");
  await plantSecrets(place);
  const home = place.home as AbsPath;
  const project = projectId(place.root as AbsPath);
  const world = openRecorderWorld(home, defaultConfig, silent);
  const forget = (plan: string) =>
    forgetHome(world, nothingWatched(home), {
      ...{ project, what: "paths", patterns: [`/${secretPath}`], plan },
      ...{ hash: null, before: null, lasting: true },
    });
  const before = findSecrets(place.home);
  await assert.rejects(forget("pl-00000000"), { code: "conflict" });
  assert.deepEqual(findSecrets(place.home), before);
  const planned = await readPlanned(home);
  assert.equal((await forget(forgetPlanId([{ project, ...planned }]))).versions, 3);
  assert.deepEqual(findSecrets(place.home), []);
});

/** The order that means the file with the secrets. */
async function readPlanned(home: AbsPath): Promise<Pick<MarkedPlan, "mark" | "texts">> {
  using reader = openHomeReader(home);
  const [entry] = reader.projects();
  assert.ok(entry !== undefined);
  using opened = reader.open(entry);
  const upTo = Number.MAX_SAFE_INTEGER as SnapshotId;
  const orders = [{ kind: "path", pattern: `/${secretPath}`, upTo, hashes: [] } as const];
  const plan = await opened.planForget(orders);
  const { texts } = await readForgetSideEffects(home, opened, orders, plan);
  return { mark: plan.mark, texts };
}

const chooseSome: ChooseCalls = (calls) => chooseKinds(calls).filter((_, nth) => nth % 3 === 0);
/** Right after the first content is deleted: what was ordered has to be on the disk by then. */
const chooseDeleting: ChooseCalls = (calls) => [
  calls.findIndex((call) => /^unlink \/home\/objects\/[0-9a-f]{2}\//.test(call)) + 2,
];

for (const what of ["file", "project"] as const) {
  test(`a forgotten ${what} is in no file of the home, also when forgetting was killed at any call`, {
    skip,
  }, async (t) => {
    if (typeof interposer === "string") return;
    const choose = isLong ? chooseEvery : what === "file" ? chooseSome : chooseDeleting;
    const { points, measures } = await killForget({ interposer, what, choose });
    t.diagnostic(`${points} calls`);
    assertNothingFound(measures);
  });

  test(`when calls of forgetting a ${what} fail, what it answers is true and the next start finishes it`, {
    skip,
  }, async (t) => {
    if (typeof interposer === "string") return;
    const choose = isLong ? chooseEvery : chooseDeleting;
    const row = { interposer, what, choose, errors: ["EIO", "ENOSPC", "EACCES"] };
    const { points, measures } = await killForget(row);
    t.diagnostic(`${points} calls`);
    assertNothingFound(measures);
  });

  test(`a power cut while a ${what} is forgotten, or right after, brings nothing back`, async (t) => {
    if (typeof interposer === "string") {
      t.skip(interposer);
      return;
    }
    const choose = isLong ? chooseEvery : chooseDeleting;
    const cut = await cutForget({ interposer, what, choose });
    if (typeof cut === "string") {
      t.skip(cut);
      return;
    }
    t.diagnostic(`${cut.points} cuts`);
    assertNothingFound(cut.measures);
  });
}

test("an empty directory that a crash left of a forgotten project keeps nobody from forgetting a content", async () => {
  using stage = openStage();
  const place = stage.place("planted");
  await plantSecrets(place);
  const home = place.home as AbsPath;
  mkdirSync(join(home, "projects/0123456789abcdef"));
  const world = openRecorderWorld(home, defaultConfig, silent);
  const { versions } = await forgetHome(world, nothingWatched(home), {
    ...{ project: null, what: "content", patterns: [], before: null, lasting: false, plan: null },
    hash: digest(Buffer.from("kept 1\n")),
  });
  assert.equal(versions, 1);
});

test("forgetting that was killed, and killed again while it was carried on, forgets all the same", {
  skip: skip !== false ? skip : isLong ? false : "only in the long form",
}, async (t) => {
  if (typeof interposer === "string") return;
  const row = { interposer, choose: chooseKinds, chooseAgain: chooseSome };
  const { points, measures } = await killForget(row);
  t.diagnostic(`${points} pairs of calls`);
  assertNothingFound(measures);
});
