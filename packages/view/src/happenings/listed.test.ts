import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Entry, EntryFile } from "./entry.ts";
import { keyOfEntry, type Listed, takeFirstPage, takeOlderPage } from "./listed.ts";

const instant = (second: number) => new Date(second * 1000).toISOString();

function file(path: string, version: number, before: string | null = null): EntryFile {
  return { path, kind: "modify", version: `v${version}`, before, added: 2, removed: 1 };
}

function entry(from: number, to: number, more: Partial<Entry> = {}): Entry {
  const paths = more.paths ?? [file(`f${to}`, to)];
  return {
    id: `stretch-p-1-v${to}`,
    kind: "stretch",
    project: { id: "p-1", root: "/work" },
    from: instant(from),
    to: instant(to),
    author: { type: "human", name: null },
    title: "",
    files: paths.length,
    added: paths.length * 2,
    removed: paths.length,
    paths,
    ...more,
  };
}

const ids = ({ entries }: Listed) => entries.map(({ id }) => id);

test("a turn that two pages have a part of is one entry, with the sum of both", () => {
  const by = { kind: "turn", turn: "t-1" } as const;
  const newer = entry(5, 6, { ...by, paths: [file("a", 6, "v5"), file("b", 5)] });
  const older = entry(1, 2, { ...by, paths: [file("a", 2, "v1"), file("c", 1)] });
  const listed = takeOlderPage(
    { entries: [newer, entry(3, 4)], next: "c-1" },
    { entries: [older, entry(0, 0)], next: null },
  );
  assert.deepEqual(
    listed.entries.map(({ kind }) => kind),
    ["turn", "stretch", "stretch"],
  );
  const [whole] = listed.entries;
  assert.deepEqual([whole?.files, whole?.added, whole?.from], [3, 8, instant(1)]);
  assert.deepEqual(
    whole?.paths.map(({ path, version, before, added }) => [path, version, before, added]),
    [
      ["a", "v6", "v1", 4],
      ["b", "v5", null, 2],
      ["c", "v1", null, 2],
    ],
  );
  assert.equal(listed.next, null);
});

test("an entry that grew takes the place of its former self, and older pages stay", () => {
  const listed = { entries: [entry(5, 6), entry(3, 4), entry(1, 2)], next: "c-9" };
  const grown = entry(5, 7);
  const read = takeFirstPage(listed, { entries: [entry(8, 8), grown], next: "c-5" });
  assert.deepEqual(
    ids(read),
    [8, 7, 4, 2].map((to) => `stretch-p-1-v${to}`),
  );
  assert.equal(keyOfEntry(grown), keyOfEntry(entry(5, 6)), "the line with the cursor stays");
  assert.equal(read.next, "c-9");
});

test("a first page that does not reach what is listed is all that there is", () => {
  const listed = { entries: [entry(1, 2)], next: "c-9" };
  const page = { entries: [entry(8, 9), entry(5, 6)], next: "c-5" };
  assert.deepEqual(takeFirstPage(listed, page), page);
  const atOnce = { entries: [entry(8, 9), entry(2, 2, { id: "stretch-p-1-v3" })], next: "c-5" };
  assert.deepEqual(takeFirstPage(listed, atOnce), atOnce, "what came at the same time is another");
});

test("an entry that was read whole stays whole when the first page cuts it, and starts anew when it grew", () => {
  const whole = entry(1, 6, { kind: "operation", operation: "op-1" });
  const listed = { entries: [whole, entry(0, 0)], next: null };
  const cut = { ...whole, from: instant(4) };
  const kept = takeFirstPage(listed, { entries: [entry(7, 7), cut], next: "c-4" });
  assert.deepEqual(kept.entries[1], whole);
  const page = { entries: [{ ...cut, id: "grown", to: instant(7) }], next: "c-4" };
  assert.deepEqual(takeFirstPage(listed, page), page);
});

test("edits that a page cuts and that did not go on stay whole, and are listed once", () => {
  const whole = entry(1, 6);
  const listed = { entries: [whole, entry(0, 0)], next: null };
  const cut = { ...whole, from: instant(4) };
  const read = takeFirstPage(listed, { entries: [entry(7, 7), cut], next: "c-4" });
  assert.deepEqual(read, { entries: [entry(7, 7), ...listed.entries], next: null });
});

test("a first page that has nothing and goes on changes nothing", () => {
  const listed = { entries: [entry(1, 2)], next: "c-9" };
  assert.deepEqual(takeFirstPage(listed, { entries: [], next: "c-5" }), listed);
  assert.deepEqual(takeFirstPage(listed, { entries: [], next: null }).entries, []);
});

test("nothing is lost where the clock was set back between two entries", () => {
  const listed = { entries: [entry(5, 5), entry(80, 90), entry(1, 1)], next: "c-9" };
  const page = { entries: [entry(6, 6), entry(5, 5)], next: "c-5" };
  const read = takeFirstPage(listed, page);
  assert.deepEqual(
    ids(read),
    [6, 5, 90, 1].map((to) => `stretch-p-1-v${to}`),
  );
});

test("however a history is read, page by page and anew in between, each entry is listed once, in order", () => {
  const history = Array.from({ length: 40 }, (_, n) => entry(n, n)).reverse();
  const pageOf = (from: number, upTo: number, size: number): Listed => {
    const all = history.slice(40 - upTo).filter(({ to }) => Date.parse(to) / 1000 < from);
    const entries = all.slice(0, size);
    return {
      entries,
      next: all.length > size ? String(Date.parse(entries.at(-1)?.to ?? "")) : null,
    };
  };
  const anyStep = fc.oneof(fc.constant("older"), fc.integer({ min: 0, max: 9 }));
  fc.assert(
    fc.property(fc.array(anyStep), fc.integer({ min: 1, max: 7 }), (steps, size) => {
      let upTo = 10;
      let listed = pageOf(100, upTo, size);
      for (const step of steps) {
        if (step === "older") {
          if (listed.next === null) continue;
          listed = takeOlderPage(listed, pageOf(Number(listed.next) / 1000, upTo, size));
        } else {
          upTo = Math.min(40, upTo + Number(step));
          listed = takeFirstPage(listed, pageOf(100, upTo, size));
        }
        const expected = history.slice(40 - upTo).slice(0, listed.entries.length);
        assert.deepEqual(
          ids(listed),
          expected.map(({ id }) => id),
        );
        if (listed.next === null) assert.equal(listed.entries.length, upTo);
      }
    }),
  );
});
