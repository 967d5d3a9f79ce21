import assert from "node:assert/strict";
import { test } from "node:test";
import { comparePaths, type RelPath, type SnapshotId } from "@unf/core/base";
import type { PathSpan, StandingFile, StatePair } from "@unf/core/timeline";
import { compareLevel } from "./compare-level.ts";

/** A state, as `path content` of each file; `*` is a content that is no longer kept. */
type State = readonly string[];

/** Reads both states as a timeline does, and counts what is read. */
function readerOf(then: State, now: State) {
  const contents = [then, now].map(
    (state) => new Map(state.map((file) => file.split(" ") as [string, string])),
  );
  const paths = [...new Set(contents.flatMap((state) => [...state.keys()]))].sort(comparePaths);
  const reader = {
    count: 0,
    read: ({ below, after, limit }: PathSpan): StatePair[] => {
      const found = paths
        .filter((path) => below === "" || path.startsWith(`${below}/`))
        .filter((path) => after === undefined || comparePaths(path, after) > 0)
        .slice(0, limit);
      reader.count += found.length;
      return found.map((path) => {
        const [old, present] = contents.map((state) => state.get(path));
        const isSameContent = old === present;
        return { path: path as RelPath, past: sideOf(old), now: sideOf(present), isSameContent };
      });
    },
  };
  return reader;
}

function sideOf(content: string | undefined): StatePair["past"] {
  const file: StandingFile = { version: 1 as SnapshotId, bytes: 1, mode: 0o100644 };
  if (content === undefined) return undefined;
  return content === "*" ? "thinned" : file;
}

async function told(directory: string, then: State, now: State): Promise<string[]> {
  const level = await compareLevel(directory as RelPath, readerOf(then, now).read);
  return level.map(({ path, kind, state }) => `${path} ${kind} ${state}`);
}

test("one level is told, a directory by all that lies below it", async () => {
  const then = ["a 1", "b/x 1", "b/y 1", "c/d/e 1", "gone 1", "old/x 1", "s/x 1"];
  const now = ["a 2", "b/x 1", "b/y 2", "c/d/e 1", "new/x 1", "s/x 1", "s/y 1"];
  assert.deepEqual(await told("", then, now), [
    "a file changed",
    "b directory changed",
    "c directory same",
    "gone file gone",
    "new directory new",
    "old directory gone",
    "s directory changed",
  ]);
  assert.deepEqual(await told("c", then, now), ["c/d directory same"]);
  assert.deepEqual(await told("b", then, now), ["b/x file same", "b/y file changed"]);
  assert.deepEqual(await told("b", ["bc 1"], ["b.x 1"]), [], "a name that only begins so");
});

test("what took the place of a file or a directory does not hide what was there", async () => {
  assert.deepEqual(await told("", ["a 1"], ["a/b 1"]), ["a file gone"]);
  assert.deepEqual(await told("", ["a/b 1"], ["a 1"]), ["a directory gone"]);
  assert.deepEqual(await told("", ["a *"], ["a 1"]), ["a file thinned"]);
  assert.deepEqual(await told("", ["a 1"], ["a *"]), ["a file gone"], "not kept any more");
});

test("a directory that is known to have changed is not read to its end, and nothing behind it is missed", async () => {
  const many = Array.from({ length: 5000 }, (_, n) => `d/f${String(n).padStart(4, "0")}`);
  const then = [...many.map((path) => `${path} 1`), "a 1", "d.x 1", "e/x 1", "e/y 1", "z 1"];
  const now = then.map((file) => file.replace(/^(d.f0003|e.y) 1/, "$1 2"));
  const reader = readerOf(then, now);
  const level = await compareLevel("" as RelPath, reader.read);
  assert.deepEqual(
    level.map(({ path, state }) => `${path} ${state}`),
    ["a same", "d changed", "d.x same", "e changed", "z same"],
  );
  assert.ok(reader.count < 200, `${reader.count} read`);

  const last = `d/\u{10ffff}x`;
  const strange = await told("", [...then, `${last} 1`], [...now, `${last} 1`]);
  assert.equal(strange.length, 5, "a name behind all others");
  const flat = many.map((path) => `${path.slice(2)} 1`);
  assert.equal((await told("", flat, flat)).length, 5000);
});

test("whoever waits no longer is asked while a large level is read", async () => {
  const many = Array.from({ length: 5000 }, (_, n) => `f${n} 1`);
  let breaths = 0;
  const stop = compareLevel("" as RelPath, readerOf(many, many).read, async () => {
    breaths += 1;
    if (breaths === 3) throw new Error("nobody waits");
  });
  await assert.rejects(stop, /nobody waits/);
});
