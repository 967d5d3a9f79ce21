import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath } from "../base/brand.ts";
import { encodeUtf8 } from "../base/text-codec.ts";
import { limits } from "../config/limits.ts";
import { createFilter } from "./create-filter.ts";
import type { Filter } from "./filter.ts";
import { renderSetAside } from "./set-aside.ts";

const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join("\n");
const hostile = lines(2000, (i) => `/**/*b*/**/*c${i}*`);
const heavy = lines(550, (i) => `/**/*b*/**/*c${i}*`);

function filterOver(contents: Map<string, string | "too_large">): Filter {
  return createFilter(
    {},
    {
      read: (path) => {
        const content = contents.get(path);
        return content === undefined || content === "too_large" ? content : encodeUtf8(content);
      },
    },
  );
}

function named(filter: Filter): string[] {
  return filter.setAside().map(({ file, reason }) => `${file} ${reason}`);
}

const isRecorded = (filter: Filter, path: string) =>
  filter.verdict(path as RelPath, "file").recorded;

test("a file whose rules cost too much is set aside, and the others count", () => {
  const filter = filterOver(
    new Map([
      [".gitignore", "*.log\n"],
      ["vendor/.gitignore", `${hostile}\n*.txt\n`],
      ["vendor/in/.gitignore", "*.tmp\n"],
      ["many/.gitignore", lines(limits.filter.rulesMax + 1, (i) => `n${i}`)],
      ["large/.gitignore", "too_large"],
    ]),
  );
  assert.deepEqual(named(filter), []);
  assert.equal(isRecorded(filter, "vendor/in/a.txt"), true);
  assert.equal(isRecorded(filter, "vendor/in/a.tmp"), false);
  assert.equal(isRecorded(filter, "vendor/a.log"), false);
  assert.equal(isRecorded(filter, "many/n1"), true);
  assert.equal(isRecorded(filter, "large/a"), true);
  assert.deepEqual(named(filter), [
    "vendor/.gitignore too_much_work",
    "many/.gitignore too_many_rules",
    "large/.gitignore too_large",
  ]);
  const above = filter.setAsideAbove("vendor/in/a.txt" as RelPath);
  assert.deepEqual(
    above.map((one) => one.file),
    ["vendor/.gitignore"],
  );
  for (const one of filter.setAside()) assert.notEqual(renderSetAside(one), "");
});

test("files that are well each, and too much together, are set aside from the innermost on", () => {
  const filter = filterOver(
    new Map([
      [".gitignore", `${heavy}\n*.1\n`],
      ["a/.gitignore", `${heavy}\n*.2\n`],
      ["a/a/.gitignore", `${heavy}\n*.3\n`],
      ["a/a/.unfignore", "*.4\n"],
      ["b/.gitignore", "*.5\n"],
    ]),
  );
  assert.equal(isRecorded(filter, "a/a/x.1"), false);
  assert.equal(isRecorded(filter, "a/a/x.2"), false);
  assert.equal(isRecorded(filter, "a/a/x.3"), true);
  assert.equal(isRecorded(filter, "a/a/x.4"), false);
  assert.equal(isRecorded(filter, "b/x.5"), false);
  assert.deepEqual(named(filter), ["a/a/.gitignore too_much_together"]);
});

test("rules that are too many together are not read again for every path", () => {
  const content = encodeUtf8(lines(50_000, (i) => `n${i}`));
  let reads = 0;
  const filter = createFilter(
    {},
    {
      read: (path) => {
        if (!/^(?:a\/)*\.gitignore$/.test(path)) return undefined;
        reads += 1;
        return content;
      },
    },
  );
  const above = "a/".repeat(3);
  for (let i = 0; i < 100; i += 1) {
    assert.equal(isRecorded(filter, `${above}b${i}/n1`), false);
    assert.equal(isRecorded(filter, `${above}b${i}/x`), true);
  }
  assert.equal(reads, 4);
  assert.equal(named(filter).length, 3);
});

test("an ignore file that lies outside the project can be set aside, too", () => {
  const outer = [
    { name: "/home/a/.config/git/ignore", content: encodeUtf8(hostile), prefix: "" as RelPath },
  ];
  const filter = createFilter({ outer }, { read: () => undefined });
  filter.forget("" as RelPath);
  assert.deepEqual(named(filter), ["/home/a/.config/git/ignore too_much_work"]);
  assert.equal(filter.setAsideAbove("any/where" as RelPath).length, 1);
});

test("a file is named until it is mended, gone or left out, also while it is looked at anew", () => {
  const contents = new Map([["v/.gitignore", hostile]]);
  const filter = filterOver(contents);
  const whole = "" as RelPath;
  const expected = ["v/.gitignore too_much_work"];
  isRecorded(filter, "v/a");
  filter.forget(whole);
  assert.deepEqual(named(filter), expected);

  contents.set("v/.gitignore", "*.b\n");
  filter.forget(whole);
  assert.equal(isRecorded(filter, "v/a.b"), false);
  assert.deepEqual(named(filter), []);

  contents.set("v/.gitignore", hostile);
  filter.forget(whole);
  isRecorded(filter, "v/a");
  contents.set(".unfignore", "v/\n");
  filter.forget(whole);
  assert.deepEqual(named(filter), []);

  contents.delete(".unfignore");
  filter.forget(whole);
  isRecorded(filter, "v/a");
  contents.delete("v/.gitignore");
  filter.forget(whole);
  assert.deepEqual(named(filter), []);
});

test("of many files set aside the first are named", () => {
  const contents = new Map(Array.from({ length: 50 }, (_, i) => [`d${i}/.gitignore`, "too_large"]));
  const filter = filterOver(contents);
  for (let i = 0; i < 50; i += 1) isRecorded(filter, `d${i}/a`);
  assert.equal(filter.setAside().length, limits.filter.setAsideNamedMax);
});
