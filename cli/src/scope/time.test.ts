import assert from "node:assert/strict";
import { test } from "node:test";
import { resolveTime, timeFields, toPoint } from "@unf/answers";
import { type RelPath, type SnapshotId, UnfError, type WallMs } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import { namedZone, utcZone, type Zone } from "@unf/core/time";
import { parseNaturalTime } from "../frame/world/natural-time.ts";
import { fakeTimeline, row } from "../testing/fake-timeline.ts";
import { shop } from "../testing/shop.ts";
import { studio } from "../testing/studio.ts";

const now = Date.UTC(2026, 10, 20, 13, 32, 7) as WallMs;
const timeline = fakeTimeline({
  rows: [
    row({ id: 1, path: "a", at: now - 9000 }),
    row({ id: 2, path: "b", at: now - 8000 }),
    row({ id: 3, path: "a", at: now - 7000, settled: false }),
    row({ id: 4, path: "a", at: now - 6000 }),
    row({ id: 5, path: "a", at: now - 5000 }),
  ],
});

const resolve = (
  input: string,
  more: {
    zone?: Zone;
    purpose?: "at" | "since" | "until";
    file?: string;
    timeline?: TimelineReader;
    warn?: (text: string) => void;
  } = {},
) =>
  resolveTime(input, {
    viewer: { now, zone: more.zone ?? utcZone },
    purpose: more.purpose ?? "at",
    flag: "--at",
    timeline: more.timeline ?? timeline,
    file: more.file as RelPath | undefined,
    asker: {
      warn: more.warn ?? (() => undefined),
      naturalTime: async (text, facts) => parseNaturalTime(text, facts),
    },
  });

const utc = async (input: string, more = {}) =>
  new Date((await resolve(input, more)).at).toISOString();
const version = async (input: string, file?: string) =>
  (await resolve(input, file === undefined ? {} : { file })).version?.id;

test("our own words and versions are read without asking anyone", async () => {
  assert.equal(await utc("5m"), "2026-11-20T13:27:07.000Z");
  assert.equal(await version("v5"), 5);
  assert.equal(await version("v5~1"), 4);
  assert.equal(await version("v5~2"), 1);
  assert.equal(await version("@prev", "a"), 4);
});

test("a mass change names the state before it; without a number the latest is meant", async () => {
  const bursts = [2, 4].map((before, index) => ({
    id: index + 1,
    before: before as SnapshotId,
    from: (now - 5000 + index) as WallMs,
    to: now,
    changed: 300,
    deleted: 0,
  }));
  const world = fakeTimeline({ rows: [], bursts });
  const point = async (input: string, from = world) =>
    toPoint(await resolve(input, { timeline: from }));
  assert.deepEqual(await point("burst"), { id: 4 });
  assert.deepEqual(await point("Burst:1"), { id: 2 });
  await assert.rejects(point("burst:3"), { code: "not_found" });
  await assert.rejects(point("burst", timeline), { code: "not_found" });
  await assert.rejects(point("burst:0"), { code: "bad_time" });
});

test("an operation names the state before it, a checkpoint its own", async () => {
  const world = fakeTimeline(shop.history);
  const point = async (input: string) => toPoint(await resolve(input, { timeline: world }));
  assert.deepEqual(await point("op:1"), { id: 8 });
  assert.deepEqual(await point("cp:before-refactor"), { id: 6 });
  assert.deepEqual(await point("cp:1"), { id: 6 });
  for (const input of ["op:9", "cp:Before-Refactor", "cp:2"]) {
    await assert.rejects(point(input), { code: "not_found" }, input);
  }
  const named = await resolve("cp:before-refactor", { timeline: world });
  assert.deepEqual(timeFields(named), {
    input: "cp:before-refactor",
    resolved: "2026-11-20T13:20:07.000Z",
    checkpoint: "cp:1",
  });
});

test("a session and a turn name the state before them and the one they left", async () => {
  const world = fakeTimeline(studio.history);
  const point = async (input: string, purpose: "at" | "until" = "at") =>
    toPoint(await resolve(input, { timeline: world, purpose }));
  assert.deepEqual(await point("turn:2.start"), { id: 7 });
  assert.deepEqual(await point("t-2.end"), { id: 9 });
  assert.deepEqual(await point("turn:1"), { id: 4 });
  assert.deepEqual(await point("turn:1", "until"), { id: 7 });
  assert.deepEqual(await point("turn"), { id: 10 }, "the newest");
  assert.deepEqual(await point("turn.end"), { id: 14 }, "it goes on");
  assert.deepEqual(await point("session:7f3a"), { id: 4 });
  assert.deepEqual(await point("s-7f3.end"), { id: 9 });
  // No prompt, and no row that is certainly its own: all there is, is when it began.
  assert.deepEqual(await point("session"), { id: 12 });
  for (const input of ["turn:9", "session:7f", "session:ab"]) {
    await assert.rejects(point(input), { code: "not_found" }, input);
  }
  assert.deepEqual(await point("turn:a3b1c9d0-0000-4000-8000-000000000012.end"), { id: 7 });
  assert.deepEqual(await point("session:own-s-7f3a"), { id: 4 });
  const several = {
    code: "not_found",
    message: /^2 turns begin with a3b1c9, such as t-2 and t-1,/,
  };
  await assert.rejects(point("turn:a3b1c9"), several);
  assert.deepEqual(timeFields(await resolve("turn:1.end", { timeline: world })), {
    input: "turn:1.end",
    resolved: "2026-11-20T13:06:07.000Z",
    turn: "t-1.end",
  });
});

test("an instant at which the clock jumped is taken with a warning", async () => {
  const jump = {
    id: 1,
    from: (now - 600_000) as WallMs,
    to: (now - 60_000) as WallMs,
    reason: "clock_jump",
    closedAt: null,
    closedBy: null,
    pathsDiffered: null,
  } as const;
  const warnings: string[] = [];
  const world = fakeTimeline({ rows: [], gaps: [jump, { ...jump, reason: "overflow" }] });
  const warn = (text: string) => void warnings.push(text);
  await resolve("5m", { timeline: world, warn });
  assert.equal(warnings.length, 1, warnings.join("\n"));
  await resolve("30s", { timeline: world, warn });
  await resolve("11m", { timeline: world, warn });
  assert.equal(warnings.length, 1);
});

test("other English is read when all of it is a time in the past", async () => {
  assert.equal(await utc("2 hours and 5 minutes ago"), "2026-11-20T11:27:07.000Z");
  assert.equal(await utc("last friday at 9am"), "2026-11-13T09:00:00.000Z");
  assert.equal(await utc("november 3rd at noon"), "2026-11-03T12:00:00.000Z");
  assert.equal(await utc("november 3rd", { purpose: "since" }), "2026-11-03T00:00:00.000Z");
  assert.equal(await utc("november 3rd", { purpose: "until" }), "2026-11-04T00:00:00.000Z");
});

test("local English goes by the local zone, at its date", async () => {
  const zone = namedZone("Europe/Berlin");
  assert.ok(zone);
  // Summer time then, winter time now.
  assert.equal(await utc("july 3rd at noon", { zone }), "2026-07-03T10:00:00.000Z");
});

const refusals = {
  bad_time: [
    "",
    "soon",
    "yesterday-ish",
    "before 5 pm maybe",
    "last friday at 9am or so",
    "3 days ago maybe",
    "from monday to tuesday",
    "5",
    "5x",
    "-5m",
    "25:00",
    "2026-02-30",
    "NaN",
    "1e308",
    "v0",
    "x".repeat(1000),
  ],
  future_time: [
    "tomorrow",
    "in 5 minutes",
    "next friday at noon",
    "2027-01-01 10:00",
    "@9999999999",
  ],
  not_found: ["v99", "v1~1", "v99~1"],
  usage: ["@prev"],
};

for (const [code, inputs] of Object.entries(refusals)) {
  for (const input of inputs) {
    test(`"${input.slice(0, 30)}" is refused with ${code}`, async () => {
      await assert.rejects(
        resolve(input),
        (thrown) => thrown instanceof UnfError && thrown.code === code,
      );
    });
  }
}

test("of a time that the clock showed twice the later is meant, and both are named", async () => {
  const timeline = fakeTimeline({
    rows: [
      row({ id: 1, path: "a", at: now - 9_000_000 }),
      row({ id: 2, path: "a", at: now - 1000 }),
      row({ id: 3, path: "a", at: now - 400_000, skewMs: 399_000 }),
    ],
  });
  const warnings: string[] = [];
  const warn = (text: string) => void warnings.push(text);
  await resolve("5m", { timeline, warn });
  assert.match(warnings.join(), /v3 is the newest .* meant, v1 is the newest of the earlier/);
  await resolve("0s", { timeline, warn });
  assert.equal(warnings.length, 1);
});
