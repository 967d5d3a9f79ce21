import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { HappeningsQuestion } from "@unf/answers";
import { checkDocument } from "@unf/answers/schemas";
import type { AbsPath, WallMs } from "@unf/core/base";
import type { Answered } from "@unf/ui";
import { openPastWorld } from "../../../test/conformance/past-world.ts";
import { testEnvironment } from "../../../test/kit/index.ts";
import { runHere, worldOf } from "../testing/run-here.ts";
import { openUiHost } from "./open-ui-host.ts";

// Questions of the page are answered in this process, over a real store that nobody records into.

const minute = 60_000;

function answerOf<T extends object>(answered: Answered<T>, schema: string): T {
  assert.ok(answered.kind === "answered", JSON.stringify(answered));
  const document = { schema, generated_at: "2026-11-20T13:32:07.000Z", ...answered.value };
  assert.deepEqual(checkDocument(document), []);
  return answered.value;
}

const all: HappeningsQuestion = {
  ...{ isGlobal: false, since: undefined, until: undefined, authors: [], text: undefined },
  ...{ include: [], exclude: [], kinds: [], limit: 50, before: undefined },
};

test("what happened is told one thing each, newest first, in pages that miss nothing, and counted", async () => {
  const start = (Date.now() - 300 * minute) as WallMs;
  const at = (minutes: number) => (start + minutes * minute) as WallMs;
  const crowd = Array.from({ length: 60 }, (_, i) => ({
    at: at(60),
    path: `f${i}.ts`,
    text: `${i}\n`,
  }));
  await using world = openPastWorld(
    [
      { at: at(0), path: "a.ts", text: "one\n" },
      { at: at(1), path: "b.ts", text: "one\n" },
      { at: at(2), path: "a.ts", text: "one\ntwo\n" },
      ...crowd,
      { at: at(120), path: "<script>\u202e.ts", text: "x\n" },
    ],
    (words, home) =>
      runHere(words, { env: testEnvironment(home), directory: home.project as AbsPath }),
  );
  const { project } = world.home;
  const silent = { write: () => undefined };
  const place = { env: testEnvironment(world.home), directory: project as AbsPath };
  const host = openUiHost(worldOf(place, { stdout: silent, stderr: silent }));
  const ask = async (more: Partial<HappeningsQuestion> = {}) =>
    answerOf(await host.answer("happenings", project, { ...all, ...more }), "unf.happenings/1");

  const { happenings, next, recording } = await ask();
  assert.deepEqual(
    happenings.map(({ kind, files }) => [kind, files]),
    [
      ["stretch", 1],
      ["mass", 60],
      ["stretch", 2],
    ],
  );
  assert.equal(recording, false, "nobody records here");
  assert.equal(next, null);
  const [hostile, mass, first] = happenings;
  assert.equal(hostile?.title, "<script>\u202e.ts", "a name is data");
  assert.deepEqual([mass?.paths.length, mass?.more_paths], [50, 10]);
  assert.deepEqual(
    first?.paths.map(({ path, version, before, kind }) => [path, version, before, kind]),
    [
      ["a.ts", "v3", null, "modify"],
      ["b.ts", "v2", null, "create"],
    ],
  );

  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await ask({ limit: 1, before: cursor ?? undefined });
    seen.push(...page.happenings.map(({ kind, files }) => `${kind} ${files}`));
    cursor = page.next;
  } while (cursor !== null);
  assert.deepEqual(seen, ["stretch 1", "mass 60", "stretch 2"]);
  assert.deepEqual((await ask({ include: ["b.ts"] })).happenings.length, 1);
  const told = async (more: Partial<HappeningsQuestion>) =>
    (await ask(more)).happenings.map(({ kind, files }) => `${kind} ${files}`);
  assert.deepEqual(await told({ kinds: ["mass"], limit: 1 }), ["mass 60"], "found beyond a page");
  assert.deepEqual(await told({ kinds: ["turn", "gap"] }), []);
  assert.deepEqual(await told({ text: "B.TS" }), ["stretch 1"]);
  assert.deepEqual(await told({ text: "no such word" }), []);
  assert.deepEqual(await told({ authors: ["claude", "codex"] }), []);
  const { next: later } = await ask({ limit: 1, kinds: ["mass", "stretch"] });
  const other = { ...all, limit: 1, kinds: ["mass" as const], before: later ?? "" };
  const foreign = await host.answer("happenings", project, other);
  assert.ok(foreign.kind === "failed" && foreign.code === "usage", "of another question");
  const strange = await host.answer("happenings", project, { ...all, before: "x" });
  assert.ok(strange.kind === "failed" && strange.code === "usage");

  const { limit: _limit, before: _before, ...filters } = all;
  const asked = { ...filters, buckets: 10 };
  const density = answerOf(await host.answer("density", project, asked), "unf.density/1");
  assert.equal(density.total, 64);
  assert.ok(density.buckets.length <= 10);
  assert.equal(
    density.buckets.reduce((sum, { total }) => sum + total, 0),
    64,
  );

  for (const { total, by, human, unknown } of density.buckets)
    assert.deepEqual([by, human, unknown], [{}, total, 0], "no agent was ever about");
  const agents = { ...asked, authors: ["claude", "codex"] };
  const nothing = answerOf(await host.answer("density", project, agents), "unf.density/1");
  assert.equal(nothing.total, 0);
  const people = { ...asked, authors: ["human", "codex"] };
  const peoples = answerOf(await host.answer("density", project, people), "unf.density/1");
  assert.equal(peoples.total, 64);

  const named = await host.answer("density", project, { ...asked, text: "f1" });
  assert.ok(named.kind === "answered" && named.value.total === 11, JSON.stringify(named));

  const tree = async (more: object) => {
    const asked = { path: undefined, at: undefined, limit: 1000, after: undefined, ...more };
    return answerOf(await host.answer("tree", project, asked), "unf.tree/1");
  };
  const { entries, total } = await tree({ at: "v2" });
  assert.deepEqual(
    entries.slice(0, 4).map(({ path, version, state }) => [path, version, state]),
    [
      ["<script>\u202e.ts", "v64", "new"],
      ["a.ts", "v1", "changed"],
      ["b.ts", "v2", "same"],
      ["f0.ts", "v4", "new"],
    ],
  );
  assert.equal(total, 63);
  const paged: string[] = [];
  let after: string | undefined;
  do {
    const page = await tree({ limit: 20, after });
    assert.equal(page.total, 63);
    paged.push(...page.entries.map(({ path }) => path));
    after = page.next ?? undefined;
  } while (after !== undefined);
  assert.equal(new Set(paged).size, 63);
  assert.equal(paged.length, 63);
  const treeFails = async (more: object) => {
    const asked = { path: undefined, at: undefined, limit: 1, after: undefined, ...more };
    const answered = await host.answer("tree", project, asked);
    return answered.kind === "failed" ? answered.code : answered;
  };
  assert.equal(await treeFails({ after: "%" }), "usage");
  assert.equal(await treeFails({ at: "nonsense" }), "bad_time");
  assert.equal(await treeFails({ path: join(project, "never") }), "not_found");
  assert.equal(await treeFails({ path: join(project, "..") }), "not_found");
  assert.deepEqual(
    (await tree({ path: join(project, "a.ts") })).entries,
    [],
    "a file has no level",
  );
  const versionsOf = { path: join(project, "a.ts"), limit: 1, before: undefined };
  const newest = answerOf(await host.answer("versions", project, versionsOf), "unf.versions/1");
  const older = { ...versionsOf, before: newest.next ?? "" };
  const rest = answerOf(await host.answer("versions", project, older), "unf.versions/1");
  assert.deepEqual(
    [...newest.versions, ...rest.versions].map(({ id }) => id),
    ["v3", "v1"],
  );
  assert.equal(rest.next, null);
  assert.deepEqual([newest.total, rest.total], [2, 2], "of all pages");

  await world.unf("restore", "a.ts", "--at", "v1", "--yes");
  const [operation] = (await ask()).happenings;
  assert.deepEqual([operation?.kind, operation?.operation], ["operation", "op-1"]);
  assert.match(operation?.title ?? "", /restore/);
  assert.equal(operation?.taken_back_by, null);
  await world.unf("undo", "--yes");
  const [undo, undone] = (await ask()).happenings;
  assert.equal(undone?.taken_back_by, undo?.operation);
});

test("a page ends within a long stretch, but in no mass change", async () => {
  const hourAgo = (Date.now() - 60 * minute) as WallMs;
  const acts = Array.from({ length: 1100 }, (_, n) => ({
    at: (hourAgo + n) as WallMs,
    path: `f${n}.ts`,
    text: "x\n",
  }));
  await using world = openPastWorld(acts, (words, home) =>
    runHere(words, { env: testEnvironment(home), directory: home.project as AbsPath }),
  );
  const silent = { write: () => undefined };
  const place = { env: testEnvironment(world.home), directory: world.home.project as AbsPath };
  const host = openUiHost(worldOf(place, { stdout: silent, stderr: silent }));
  const read = async (before?: string) => {
    const asked = { ...all, before };
    const answered = await host.answer("happenings", world.home.project, asked);
    const { happenings, next } = answerOf(answered, "unf.happenings/1");
    return { told: happenings.map(({ files }) => files), next };
  };
  const first = await read();
  assert.deepEqual(first.told, [1000]);
  assert.deepEqual(await read(first.next ?? ""), { told: [100], next: null });
  world.write((timeline) =>
    timeline.markBurst({ before: 0, from: hourAgo, to: (hourAgo + 1100) as WallMs }),
  );
  assert.deepEqual(await read(), { told: [1100], next: null });
});

test("what was deleted is told in pages, with how much there is", async () => {
  const hourAgo = (Date.now() - 60 * minute) as WallMs;
  const names = Array.from({ length: 7 }, (_, n) => `f${n}.ts`);
  await using world = openPastWorld(
    [
      ...names.map((path) => ({ at: hourAgo, path, text: path })),
      ...names.map((path, n) => ({
        at: (hourAgo + (n + 1) * minute) as WallMs,
        path,
        text: undefined,
      })),
    ],
    (words, home) =>
      runHere(words, { env: testEnvironment(home), directory: home.project as AbsPath }),
  );
  const silent = { write: () => undefined };
  const place = { env: testEnvironment(world.home), directory: world.home.project as AbsPath };
  const host = openUiHost(worldOf(place, { stdout: silent, stderr: silent }));
  const read = (before: string | undefined) =>
    host.answer("deleted", world.home.project, { paths: [], since: undefined, limit: 3, before });
  const pages: string[] = [];
  for (let next: string | null | undefined; next !== null; ) {
    const page = answerOf(await read(next), "unf.deleted/1");
    assert.ok("total" in page);
    pages.push([page.total, page.more, ...page.files.map(({ path }) => path)].join(" "));
    next = page.next;
  }
  assert.deepEqual(pages, ["7 4 f6.ts f5.ts f4.ts", "7 1 f3.ts f2.ts f1.ts", "7 0 f0.ts"]);
  const strange = await read("f0.ts");
  assert.ok(strange.kind === "failed" && strange.code === "usage");
});

test("whether it is safe is examined, and what another retention would leave is said before", async () => {
  const daysAgo = (days: number) => (Date.now() - days * 24 * 60 * minute) as WallMs;
  await using world = openPastWorld(
    [90, 60, 30, 1].map((days) => ({ at: daysAgo(days), path: "a.ts", text: `${days}\n` })),
    (words, home) =>
      runHere(words, { env: testEnvironment(home), directory: home.project as AbsPath }),
  );
  const { project } = world.home;
  const silent = { write: () => undefined };
  const place = { env: testEnvironment(world.home), directory: project as AbsPath };
  const host = openUiHost(worldOf(place, { stdout: silent, stderr: silent }));

  const { checks } = answerOf(await host.answer("doctor", undefined, {}), "unf.doctor/1");
  const stateOf = (wanted: string) => checks.find(({ id }) => id === wanted)?.state;
  assert.equal(stateOf("blake3"), "ok");
  assert.notEqual(stateOf("daemon"), "ok", "nobody records here");

  const words = { keepWithin: undefined, keepHourly: undefined, keepDaily: undefined };
  const preview = async (olderThan: string | undefined) => {
    const asked = {
      policy: { ...words, keepWeekly: undefined, olderThan },
      ...{ include: [], exclude: [], maxSize: undefined, plan: undefined, allProjects: false },
    };
    const { dry_run, projects } = answerOf(
      await host.answer("prune", project, asked),
      "unf.prune/1",
    );
    assert.equal(dry_run, true);
    const [one] = projects;
    return [one?.versions_removed, one?.versions_kept];
  };
  assert.deepEqual(await preview("45d"), [1, 3], "what stood 45 days ago stays");
  assert.deepEqual(await preview("2d"), [2, 2]);
  assert.deepEqual(await preview(undefined), [0, 4], "by the settings");
  assert.deepEqual(await preview("2d"), [2, 2], "nothing went");

  const away = new AbortController();
  away.abort();
  for (const answered of [
    await host.answer("happenings", project, all, away.signal),
    await host.answer("doctor", undefined, {}, away.signal),
  ])
    assert.ok(answered.kind === "failed" && answered.code === "interrupted");
});

test("an order of the page is carried out as it was planned, and refused where the disk has changed", async () => {
  const hourAgo = (Date.now() - 60 * minute) as WallMs;
  await using world = openPastWorld(
    [
      { at: hourAgo, path: "a.ts", text: "one\n" },
      { at: (hourAgo + minute) as WallMs, path: "a.ts", text: "two\n" },
    ],
    (words, home) =>
      runHere(words, { env: testEnvironment(home), directory: home.project as AbsPath }),
  );
  const project = world.home.project as AbsPath;
  const silent = { write: () => undefined };
  const place = { env: testEnvironment(world.home), directory: project };
  const own = worldOf(place, { stdout: silent, stderr: silent });
  const host = openUiHost(own);
  const file = join(project, "a.ts");
  const none = { at: undefined, turn: undefined, session: undefined, include: [], exclude: [] };
  const modes = { deletions: "keep", overwrite: "if-changed" } as const;
  const asked = { paths: [file], version: "v1", ...none, ...modes };
  const planned = await host.plan("restore", project, asked);
  assert.ok(planned.kind === "answered", JSON.stringify(planned));
  assert.equal(readFileSync(file, "utf8"), "two\n", "a plan changes nothing");

  writeFileSync(file, "three\n");
  const stale = await host.carryOut("restore", project, asked, planned.value.plan);
  assert.ok(stale.kind === "failed" && stale.code === "conflict", JSON.stringify(stale));
  assert.equal(readFileSync(file, "utf8"), "three\n");

  const anew = await host.plan("restore", project, asked);
  assert.ok(anew.kind === "answered");
  const done = await host.carryOut("restore", project, asked, anew.value.plan);
  assert.ok(done.kind === "answered" && done.value.operation === "op-1", JSON.stringify(done));
  assert.equal(readFileSync(file, "utf8"), "one\n");
  const { stdout } = await world.unf("ops", "--json");
  assert.deepEqual(JSON.parse(stdout).operations[0].argv, ["ui", "restore"]);

  const person = { ...own, processesAbove: async () => [] };
  assert.equal(await openUiHost(person).whyReadOnly(), undefined);
  assert.match(String(await openUiHost({ ...person, servesAgent: true }).whyReadOnly()), /agent/);
  const env = { ...own.env, CLAUDECODE: "1" };
  assert.match(String(await openUiHost({ ...person, env }).whyReadOnly()), /agent/);
});
