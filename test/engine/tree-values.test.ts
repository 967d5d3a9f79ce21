import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openTree, type TreeHistory } from "@unf/client";
import type { AbsPath } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { ProjectIdentity } from "@unf/core/ports";
import { TreeRecorder } from "@unf/engine";
import { digest } from "@unf/system/digest";
import { openTimeline } from "@unf/timeline";
import { always } from "../kit/always.ts";
import { type TempHome, tempHome } from "../kit/index.ts";
import { Stage } from "./stage.ts";

async function open(home: TempHome, options = {}): Promise<TreeHistory & { store: string }> {
  const store = join(home.root, "store");
  const trees = await openTree(store, options);
  home.onDispose(() => trees.close());
  return Object.assign(trees, { store });
}

const texts = (tree: ReadonlyMap<string, Uint8Array>): Record<string, string> =>
  Object.fromEntries([...tree].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));

/** Bytes of all files below the directory. */
function bytesIn(directory: string): number {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

test("a tree of values goes back to each of its states, byte for byte", async () => {
  await using home = tempHome();
  const trees = await open(home);
  const every = Uint8Array.from({ length: 512 }, (_, byte) => byte % 256);
  const strange: [string, string | Uint8Array][] = [
    ["Readme", "upper\n"],
    ["readme", "lower\n"],
    ["caf\u00e9", "one code point"],
    ["cafe\u0301", "two"],
    [".git/config", "recorded like any other"],
    [".gitignore", "*\n"],
    ["node_modules/x/id_rsa", "-----BEGIN OPENSSH PRIVATE KEY-----\n"],
    ["__proto__", "a name"],
    ['with\nnewline and "quotes"', ""],
    ["bytes", every],
    ["big", new Uint8Array(10 * 2 ** 20).fill(7)],
  ];
  const first = await trees.checkpoint(new Map(strange), { label: "all of it", payload: "{}" });
  assert.deepEqual([first.files, first.created], [strange.length, true]);
  const empty = await trees.checkpoint({}, { label: "nothing" });
  assert.equal(empty.files, 0);
  const third = await trees.checkpoint({ readme: "lower\nmore\n", data: every });

  const back = await trees.restore(first.id);
  assert.equal(back.size, strange.length);
  for (const [path, content] of strange) {
    const [found, given] = [back.get(path) ?? "gone", content as string].map((one) =>
      Buffer.from(one),
    );
    assert.ok(given?.equals(found ?? every), path);
  }
  assert.equal((await trees.restore(empty.id)).size, 0);
  assert.deepEqual(await trees.read(first.id, "bytes"), every);
  assert.equal(await trees.read(third.id, "bytes"), undefined);
  assert.equal(Buffer.from((await trees.payload(first.id)) ?? []).toString(), "{}");

  const { files } = await trees.diffStat(first.id, third.id);
  const changed = files.filter(({ status }) => status !== "deleted");
  assert.deepEqual(changed, [
    { path: "data", status: "created", added: null, removed: null },
    { path: "readme", status: "modified", added: 1, removed: 0 },
  ]);
  assert.equal(files.length, strange.length + 1);
  const patch = await trees.diff(first.id, third.id);
  assert.match(patch, /^Binary files \/dev\/null and b\/data differ$/m);
  assert.match(patch, /^--- a\/readme\n\+\+\+ b\/readme\n@@ -1 \+1,2 @@\n lower\n\+more$/m);
  assert.match(await trees.diff(third.id, first.id), /^-more$/m);

  await trees.close();
  await assert.rejects(trees.checkpoint({}), { code: "usage" });
});

test("a checkpoint holds what its tree was when it was asked for, and the same twice is one", async () => {
  await using home = tempHome();
  const trees = await open(home);
  const bytes = Uint8Array.of(1, 2, 3);
  const tree = new Map<string, string | Uint8Array>([["a", bytes]]);
  const payload = Uint8Array.of(9);
  const asked = trees.checkpoint(tree, { label: "one", payload });
  bytes[0] = 99;
  payload[0] = 0;
  tree.set("b", "later");
  const { id } = await asked;
  const copy = await trees.restore(id);
  assert.deepEqual([...copy], [["a", Uint8Array.of(1, 2, 3)]]);
  assert.deepEqual(await trees.payload(id), Uint8Array.of(9));
  // The caller's own copy.
  copy.get("a")?.fill(0);
  assert.deepEqual(await trees.read(id, "a"), Uint8Array.of(1, 2, 3));

  const same = { a: Uint8Array.of(1, 2, 3) };
  const again = await trees.checkpoint(same, { label: "one", payload: Uint8Array.of(9) });
  assert.deepEqual([again.id, again.created], [id, false]);
  for (const other of [{ label: "two" }, { label: "two", payload: "x" }, { label: "two" }])
    assert.equal((await trees.checkpoint(same, other)).created, true, JSON.stringify(other));
  // There and back again is another state in time, though the tree is equal.
  await trees.checkpoint({}, { label: "between" });
  assert.equal((await trees.checkpoint(same, { label: "two" })).created, true);
});

test("a path that no directory could have is refused, and nothing of its tree recorded", async () => {
  await using home = tempHome();
  const trees = await open(home);
  const paths = [
    "",
    "/a",
    "a/",
    "a//b",
    "../a",
    "a/../b",
    "./a",
    ".",
    "..",
    "a\0b",
    "a/.",
    "\ud800",
  ];
  for (const path of paths) {
    const tree = new Map([
      ["good", "1"],
      [path, "2"],
    ]);
    await assert.rejects(trees.checkpoint(tree), { code: "usage" }, JSON.stringify(path));
  }
  await assert.rejects(trees.checkpoint({ a: "1", "a/b/c": "2" }), {
    code: "usage",
    message: '"a/b/c" lies below "a", a file',
  });
  await assert.rejects(trees.checkpoint({ a: "\udc00" }), { code: "usage" });
  await assert.rejects(trees.checkpoint({ a: 1 as never }), { code: "usage" });
  // No tree at all is not one without files: that would record that everything is gone.
  for (const none of [null, undefined, "", [], new Set(["a"])])
    await assert.rejects(trees.checkpoint(none as never), { code: "usage" });
  assert.deepEqual(await trees.checkpoints(), []);
  const { id, files } = await trees.checkpoint({ "a.b": "1", "a/b": "2", ab: "3" });
  assert.equal(files, 3);
  assert.deepEqual(texts(await trees.restore(id)), { "a.b": "1", "a/b": "2", ab: "3" });
});

test("a label may be a prompt of any length, and its first line is the name", async () => {
  await using home = tempHome();
  const trees = await open(home);
  const prompt = `Make it blue.\n${"here is the whole log: \u{1f4a5} ".repeat(40_000)}`;
  assert.ok(prompt.length > 262_144);
  await trees.checkpoint({ a: "1" }, { label: prompt });
  const [known] = await trees.checkpoints();
  assert.equal(known?.label, "Make it blue.");
  assert.equal(known?.message, prompt);
  const again = await trees.checkpoint({ a: "1" }, { label: prompt });
  assert.equal(again.created, false);
});

test("the oldest checkpoints go beyond maxCheckpoints, pinned ones never", async () => {
  await using home = tempHome();
  const trees = await open(home, { maxCheckpoints: 3 });
  const first = await trees.checkpoint({ a: "0" }, { label: "0", pinned: true });
  const ids = [];
  for (let n = 1; n <= 5; n += 1) ids.push((await trees.checkpoint({ a: `${n}` })).id);
  const left = (await trees.checkpoints()).map(({ id }) => id);
  assert.deepEqual(left, [...ids.slice(-3).reverse(), first.id]);
  assert.deepEqual(texts(await trees.restore(ids[2] ?? 0)), { a: "3" });
  await assert.rejects(trees.restore(ids[0] ?? 0), { code: "not_found" });
  assert.equal(await trees.delete(first.id), true);
  assert.equal(await trees.delete(first.id), false);
  assert.equal(await trees.pin(ids[2] ?? 0, true), true);
  for (const max of [0, 1.5, -1, Number.NaN]) {
    await assert.rejects(openTree(trees.store, { maxCheckpoints: max }), { code: "usage" });
  }
});

test("a store that is opened anew lists its checkpoints only where just so many are kept", async () => {
  await using stage = new Stage();
  const identity = { project: "0123456789abcdef", root: "/values", dev: 0n, ino: 0n };
  const create = { ...identity, createdAt: stage.clock.wall() } as ProjectIdentity;
  const path = join(stage.directory, "values.db") as AbsPath;
  using timeline = openTimeline(path, always, { create });
  let lists = 0;
  const checkpoints = () => {
    lists += 1;
    return timeline.checkpoints();
  };
  const contents = stage.openContents();
  const set = (text: string, label: string, checkpointsMax?: number) =>
    // As each process does, and each call after a pause.
    new TreeRecorder({
      ...{ timeline: { ...timeline, checkpoints }, digest, clock: stage.clock, contents },
      limits: { commit: limits.commit, messageCharsMax: 1000 },
    }).checkpoint(new Map([["a", Buffer.from(text)]]), {
      ...{ label, message: null, payload: null, pinned: false, checkpointsMax },
    });
  for (const text of ["1", "2", "3"]) assert.equal(set(text, text).created, true);
  assert.equal(set("3", "3").created, false);
  assert.equal(lists, 0);
  set("4", "4", 2);
  assert.deepEqual(
    timeline.checkpoints().map(({ label }) => label),
    ["4", "3"],
  );
});

test("300 checkpoints of 1,000 files take no more room than what differs between them", async () => {
  await using home = tempHome();
  const trees = await open(home);
  const tree = new Map<string, string>();
  for (let n = 0; n < 1000; n += 1) {
    tree.set(`src/part${n % 20}/file${n}.ts`, `export const value${n} = ${n};\n`.repeat(30));
  }
  await trees.checkpoint(tree, { label: "begin" });
  await trees.close();
  const before = bytesIn(trees.store);
  await using again = await openTree(trees.store);
  const paths = [...tree.keys()];
  let differs = 0;
  for (let step = 0; step < 300; step += 1) {
    for (const at of [step * 7, step * 11, step * 13]) {
      const path = paths[at % paths.length] ?? "";
      const text = `${tree.get(path)}// ${step} of ${at}\n`;
      tree.set(path, text);
      differs += text.length;
    }
    await again.checkpoint(tree, { label: `step ${step}` });
  }
  await again.close();
  const grown = bytesIn(trees.store) - before;
  assert.ok(grown < differs, `${grown} bytes for ${differs} of changed files`);
});
