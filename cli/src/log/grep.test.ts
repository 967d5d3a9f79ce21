import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath } from "@unf/core/base";
import { fakeNow } from "../testing/fake-time.ts";
import { row } from "../testing/fake-timeline.ts";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";

const at = (id: number) => fakeNow - 900_000 + id * 1000;
const gone = { event: "delete", hash: null, bytes: 0, mode: 0 } as const;

const rows = [
  row({ id: 1, path: "a.ts", at: at(1), event: "create" }),
  row({ id: 2, path: "a.ts", at: at(2) }),
  row({ id: 3, path: "a.ts", at: at(3) }),
  row({ id: 4, path: "b.ts", at: at(4), event: "create" }),
  row({ id: 5, path: "a.ts", at: at(5) }),
  row({ id: 6, path: "c.ts", at: at(6), event: "rename", renamedFrom: "b.ts" as RelPath }),
  row({ id: 7, path: "b.ts", at: at(6), ...gone, cause: "renamed" }),
  row({ id: 8, path: "a.ts", at: at(8), ...gone }),
];
const contents = {
  1: "one\nNOTE first\n",
  2: "one\nNOTE first\nmore\n",
  3: "one\nmore\n",
  4: "x note\n",
  5: "one\nmore\nNOTE again\n",
  6: "x note\n",
};
const setup: FakeSetup = {
  projects: [{ root: "/srv/p", history: { rows }, contents }],
  cwd: "/srv/p",
};
const list = async (argv: readonly string[]): Promise<string[]> => {
  const { exit, stdout, stderr } = await runFake([...argv, "--json"], setup);
  assert.equal(exit, 0, stderr);
  return JSON.parse(stdout).entries.map(({ id }: { id: string }) => id);
};

test("a version is listed where a line that matches came or went", async () => {
  assert.deepEqual(await list(["log", "--grep", "NOTE"]), ["v8", "v5", "v3", "v1"]);
  assert.deepEqual(await list(["log", "--grep", "^one$"]), ["v8", "v1"]);
  assert.deepEqual(await list(["log", "--grep", "nothing"]), []);
});

test("letters count unless -i says otherwise, and a rename brings no line", async () => {
  assert.deepEqual(await list(["log", "--grep", "note"]), ["v4"]);
  assert.deepEqual(await list(["log", "-i", "--grep", "note"]), ["v8", "v5", "v4", "v3", "v1"]);
  assert.deepEqual(await list(["log", "c.ts", "--grep", "note"]), ["v4"]);
});

test("it goes with paths, other filters, pages and sums", async () => {
  assert.deepEqual(await list(["log", "a.ts", "--grep", "NOTE", "--kind", "modify"]), ["v5", "v3"]);
  const first = await runFake(["log", "--grep", "NOTE", "-n", "2", "--json"], setup);
  const { next } = JSON.parse(first.stdout);
  assert.deepEqual(await list(["log", "--grep", "NOTE", "--cursor", next]), ["v3", "v1"]);
  assert.equal((await runFake(["log", "--grep", "one", "--cursor", next], setup)).exit, 2);
  const sums = await runFake(["log", "--grep", "NOTE", "--histogram", "--json"], setup);
  assert.equal(JSON.parse(sums.stdout).total, 4);
});

test("what is no expression, and what never ends, is refused", async () => {
  assert.equal((await runFake(["log", "--grep", "("], setup)).exit, 2);
  assert.equal((await runFake(["log", "-f", "--grep", "x"], setup)).exit, 2);
  const evil = { ...contents, 1: `${"a".repeat(60)}!\n` };
  const { exit, stderr } = await runFake(["log", "--grep", "^(a+)+$"], {
    ...setup,
    projects: [{ root: "/srv/p", history: { rows }, contents: evil }],
  });
  assert.equal(exit, 1);
  assert.match(stderr, /takes too long/);
});
