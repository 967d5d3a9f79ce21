import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath, WallMs } from "@unf/core/base";
import { fakeNow } from "../testing/fake-time.ts";
import { row } from "../testing/fake-timeline.ts";
import { runFake } from "../testing/fake-world.ts";

const at = (id: number) => (fakeNow - (200 - id) * 60_000) as WallMs;
const edit = (id: number, path: string, more: Partial<Parameters<typeof row>[0]> = {}) =>
  row({ id, path, at: at(id), ...more });

/** `old.ts` is `new.ts` from v40 on; `other.ts` lies in between. */
const rows = [
  edit(1, "old.ts", { event: "create" }),
  edit(2, "other.ts", { event: "create" }),
  ...Array.from({ length: 30 }, (_, i) => edit(3 + i, "old.ts")),
  edit(39, "old.ts", { settled: false }),
  edit(40, "new.ts", { event: "rename", renamedFrom: "old.ts" as RelPath, evidence: "inode" }),
  edit(41, "old.ts", { event: "delete", hash: null, cause: "renamed" }),
  ...Array.from({ length: 30 }, (_, i) => edit(42 + i, "new.ts")),
  edit(80, "old.ts", { event: "create" }),
];
const contents = { 4: "one\ntwo\n", 5: "one\nTWO\n", 6: "one\nTWO\nthree\n" };
const checkpoints = [
  { id: 1, label: "step", message: null, at: at(45), snapshot: 45, files: 2, pinned: false },
];
const projects = [{ root: "/srv/p", history: { rows, checkpoints }, contents }] as never;
const run = (argv: string, more = {}) =>
  runFake(argv.split(" "), { projects, cwd: "/srv/p", ...more });
const list = async (argv: string): Promise<string[]> => {
  const { exit, stdout, stderr } = await run(`${argv} --json`);
  assert.equal(exit, 0, stderr);
  return JSON.parse(stdout).entries.map(({ id }: { id: string }) => id);
};

test("a version lists its file around it, under all of its names", async () => {
  const ids = await list("log v40");
  assert.equal(ids.length, 20);
  assert.deepEqual([ids[0], ids[10], ids.at(-1)], ["v51", "v40", "v24"]);
  assert.deepEqual(await list("log v30 -5"), ["v32", "v31", "v30", "v29", "v28"]);
  assert.deepEqual(await list("log v30 -4 --reverse"), ["v28", "v29", "v30", "v31"]);
  assert.deepEqual((await list("log v71 -3")).slice(0, 2), ["v71", "v70"]);
  assert.deepEqual(await list("log v30~2 -1"), ["v28"]);
});

test("a range as git writes it is its two ends", async () => {
  assert.deepEqual(await list("log v28..v32"), await list("log v28 v32"));
  assert.deepEqual(await list("log v40.. -3"), await list("log v40 -3"));
});

test("one that no listing has by itself is listed where it is asked for", async () => {
  assert.deepEqual(await list("log v39 -3"), ["v40", "v39", "v32"]);
  assert.deepEqual(await list("log v80 -2"), ["v80", "v41"]);
});

test("its line stands out, and the page goes on where it ends", async () => {
  const { stdout, stderr } = await run("log v30 -4 -v", {
    ...{ tty: true, columns: 80, env: { NO_COLOR: "1" } },
  });
  const marked = stdout.split("\n").filter((line) => line.startsWith("▸"));
  assert.match(marked.join("\n"), /^▸\S+ .* v30$/);
  const [, cursor] = /--cursor (\S+)/.exec(stderr) ?? [];
  assert.deepEqual((await list(`log new.ts -2 --cursor ${cursor}`))[0], "v28");
});

test("two versions are the span between them, in either order", async () => {
  const ids = ["v7", "v6", "v5", "v4"];
  assert.deepEqual(await list("log v4 v7"), ids);
  assert.deepEqual(await list("log v7 v4"), ids);
  assert.deepEqual(await list("log v1 v4"), ["v4", "v3", "v1"]);
  assert.deepEqual(await list("log v2 v4"), ["v4", "v3", "v2"]);
  assert.deepEqual(await list("log v2 v4 other.ts"), ["v2"]);
});

test("words that cannot go with a version are refused", async () => {
  for (const argv of ["log v4 new.ts", "log v4 --since 5m", "log v4 --global"])
    assert.equal((await run(argv)).exit, 2, argv);
  assert.equal((await run("log v999")).exit, 3);
});

test("lines of a version, and of a file at one", async () => {
  const blame = async (argv: string) => {
    const { exit, stdout, stderr } = await run(`${argv} --json`);
    assert.equal(exit, 0, stderr);
    const { path, version, lines } = JSON.parse(stdout);
    return { path, version, lines: lines.length };
  };
  const three = { path: "old.ts", version: "v6", lines: 3 };
  for (const argv of ["blame v6", "blame old.ts v6"]) assert.deepEqual(await blame(argv), three);
  assert.deepEqual(await blame("blame v6~1"), { path: "old.ts", version: "v5", lines: 2 });
  assert.equal((await run("blame v6 --at 5m")).exit, 2);
  assert.equal((await run("blame old.ts v6 --at 5m")).exit, 2);
  assert.equal((await run("blame v41")).exit, 3);
});

test("a version before a checkpoint's label, and a version where none is taken", async () => {
  const { stdout } = await run("diff v5 step --json");
  const { from, to } = JSON.parse(stdout);
  assert.deepEqual([from.version, to.checkpoint], ["v5", "cp:1"]);
  const { exit, stderr } = await run("oops v5");
  assert.equal(exit, 3);
  assert.match(stderr, /hint: v5 is a version: unf log v5, unf cat v5/);
});
