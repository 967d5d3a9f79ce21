import assert from "node:assert/strict";
import { test } from "node:test";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { hostileName, shop } from "../testing/shop.ts";
import { studio } from "../testing/studio.ts";

const world: FakeSetup = { projects: [studio], cwd: studio.root };
const ask = async (argv: string, setup = world) => {
  const { exit, stdout, stderr } = await runFake([...argv.split(" "), "--json"], setup);
  assert.equal(exit, 0, stderr);
  return JSON.parse(stdout);
};

test("what is counted is what the log lists", async () => {
  const stats = await ask("stats");
  const { entries } = await ask("log -n 1000");
  assert.equal(stats.versions, entries.length);
  assert.equal(stats.files, new Set(entries.map(({ path }: { path: string }) => path)).size);
  const sum = (of: "added" | "removed") =>
    entries.reduce((all: number, entry: Record<typeof of, number>) => all + entry[of], 0);
  assert.deepEqual([stats.added, stats.removed], [sum("added"), sum("removed")]);
  const { kinds, authors } = stats;
  const total = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  assert.equal(total(Object.values(kinds)), stats.versions);
  assert.equal(
    total(authors.map(({ versions }: { versions: number }) => versions)),
    stats.versions,
  );
});

test("the busiest come first, and what stands beside the versions is counted as well", async () => {
  const stats = await ask("stats -n 2");
  const counts = stats.authors.map(({ versions }: { versions: number }) => versions);
  assert.deepEqual(
    counts,
    counts.toSorted((a: number, b: number) => b - a),
  );
  assert.deepEqual(stats.most_changed[0], { path: "cart.ts", versions: 5 });
  assert.equal(stats.most_changed.length, 2);
  const { sessions, turns, operations, gaps } = stats;
  assert.deepEqual([sessions, turns, operations, gaps], [3, 3, 1, { count: 1, ms: 60_000 }]);
  assert.deepEqual(stats.busiest_day, { day: "2026-11-20", versions: stats.versions });
});

test("a span and paths narrow it, and nothing is no failure", async () => {
  const late = await ask("stats --since 15m");
  assert.ok(late.versions > 0 && late.versions < (await ask("stats")).versions);
  assert.deepEqual([late.turns, late.gaps], [1, { count: 1, ms: 60_000 }]);
  assert.equal((await ask("stats cart.ts")).files, 1);
  const none = await ask("stats --since 1s");
  assert.deepEqual([none.versions, none.first_at, none.authors], [0, null, []]);
  assert.equal((await runFake(["stats", "no-such"], world)).exit, 3);
  assert.match((await runFake(["stats", "--since", "1s"], { ...world, tty: true })).stdout, /^No /);
});

test("a person gets lines and bars that fit, a pipe words and numbers", async () => {
  const seen = { ...world, tty: true, columns: 80, env: { NO_COLOR: "1" } };
  const lines = (await runFake(["stats"], seen)).stdout.split("\n");
  assert.ok(
    lines.every((line) => line.length <= 80),
    lines.join("\n"),
  );
  assert.match(lines.join("\n"), / claude-code +\d+ {2}█+\n/);
  const { stdout } = await runFake(["stats"], world);
  assert.match(stdout, /^versions\t\d+\tfiles\t\d+$/m);
  assert.match(stdout, /^author\tagent\tcodex\t\d+$/m);
});

test("a hostile name does nothing on a terminal", async () => {
  const { stdout } = await runFake(["stats", "-n", "20", "--color", "never"], {
    ...{ projects: [shop], cwd: shop.root, tty: true },
  });
  assert.ok(!stdout.includes(hostileName) && stdout.includes("\\x1b"));
});
