import assert from "node:assert/strict";
import { test } from "node:test";
import { row } from "../testing/fake-timeline.ts";
import { runFake } from "../testing/fake-world.ts";

const hour = 3600_000;
const at = Date.UTC(2026, 10, 20, 1, 30);
const rows = [
  row({ id: 1, path: "src/a.ts", at: at - 24 * hour, bytes: 100 }),
  row({ id: 2, path: "src/deep/b.ts", at, bytes: 50 }),
  row({ id: 3, path: "README.md", at, bytes: 10 }),
  row({ id: 4, path: "src/a.ts", at, bytes: 100, hash: null, event: "delete" }),
];
const world = (more: object = {}) => ({
  projects: [{ root: "/home/a/src/shop", history: { rows: [...rows, back] } }],
  ...more,
});
/** The same content as v1 at another place: it takes no room again. */
const back = row({ id: 5, path: "a.ts", at, bytes: 100, hash: rows[0]?.hash ?? null });

async function lines(...argv: readonly string[]): Promise<string[]> {
  const { stdout, exit } = await runFake(["du", ...argv], world());
  assert.equal(exit, 0);
  return stdout.trimEnd().split("\n");
}

test("each content counts once, where it was recorded first", async () => {
  assert.deepEqual(await lines(), ["150\t3\tsrc/", "10\t2\t./"]);
  assert.deepEqual(await lines("-d", "2"), ["100\t2\tsrc/", "50\t1\tsrc/deep/", "10\t2\t./"]);
  assert.deepEqual(await lines("--by", "file", "-n", "2"), [
    "100\t2\tsrc/a.ts",
    "50\t1\tsrc/deep/b.ts",
  ]);
  assert.deepEqual(await lines("--by", "ext"), ["150\t4\t.ts", "10\t1\t.md"]);
  assert.deepEqual(await lines("--by", "day"), ["100\t1\t2026-11-19", "60\t4\t2026-11-20"]);
  assert.deepEqual(await lines("--by", "session"), ["160\t5\t(none)"]);
});

test("a place that is named is all that counts", async () => {
  assert.deepEqual(await lines("src"), ["150\t3\tsrc/"]);
  assert.deepEqual(await lines("a.ts", "--by", "file"), ["100\t1\ta.ts"]);
});

test("a person sees bars, shares and what the store takes on its disk", async () => {
  const { stdout } = await runFake(["du", "--color", "never"], world({ tty: true }));
  assert.match(stdout, /^ {4}150 B {3}94% {2}█{15} {3}src\/ {2}3 versions$/m);
  assert.match(stdout, /^ {4}160 B {2}in all versions$/m);
  assert.match(stdout, /^The store on its disk: 16 MiB, 284 KiB of it count for the cap$/m);
  assert.match(stdout, /^ {2}124 KiB {2}objects {4}31 files$/m);
  assert.doesNotMatch(stdout, /packs/);
});

test("levels of directories go with directories only", async () => {
  const { exit, stderr } = await runFake(["du", "--by", "ext", "-d", "2"], world());
  assert.equal(exit, 2);
  assert.match(stderr, /--depth goes with --by dir/);
});
