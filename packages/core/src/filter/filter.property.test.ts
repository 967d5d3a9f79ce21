import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@unf/test";
import { character } from "@unf/test/character";
import fc from "fast-check";
import type { RelPath } from "../base/brand.ts";
import { parentPath } from "../base/path.ts";
import { encodeUtf8 } from "../base/text-codec.ts";
import { createFilter } from "./create-filter.ts";
import type { FilterOptions } from "./filter.ts";

const runs = propertyRuns(1000);

const name = fc.constantFrom(
  "a",
  "b",
  "x.log",
  "dist",
  ".env",
  ".github",
  ".x",
  "node_modules",
  "\udc80",
);
const path = fc
  .array(name, { minLength: 1, maxLength: 5 })
  .map((names) => names.join("/") as RelPath);
const line = fc
  .tuple(
    fc.constantFrom("", "!", "/", "!/", "**/"),
    fc.array(fc.constantFrom("a", "b", "*", "dist", "*.log", ".*", "**", "[ab]"), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.constantFrom("", "/"),
  )
  .map(([start, segments, end]) => start + segments.join("/") + end);
const ignoreFile = fc.array(line, { maxLength: 4 }).map((lines) => encodeUtf8(lines.join("\n")));
const holder = fc.constantFrom(
  ".gitignore",
  ".unfignore",
  "a/.gitignore",
  "a/.unfignore",
  "dist/.gitignore",
);
const files = fc.uniqueArray(fc.tuple(holder, ignoreFile), {
  selector: ([at]) => at,
  maxLength: 4,
});
const options = fc.record(
  { includeIgnored: fc.array(line, { maxLength: 2 }), ignoreCase: fc.boolean() },
  { requiredKeys: [] },
);

function filterOver(contents: ReadonlyMap<string, Uint8Array>, given: FilterOptions) {
  return createFilter(given, { read: (at) => contents.get(at) });
}

test("whatever is recorded lies in covered directories only", () => {
  fc.assert(
    fc.property(files, options, fc.array(path, { maxLength: 30 }), (written, given, paths) => {
      const filter = filterOver(new Map(written), given);
      for (const one of paths) {
        if (!filter.verdict(one, "file").recorded) continue;
        for (let up = parentPath(one); up !== ""; up = parentPath(up)) {
          assert.ok(filter.covers(up), `${one} is recorded, ${up} is not covered`);
        }
      }
    }),
    { numRuns: runs },
  );
});

test("without include patterns everything below a directory that is not recorded shares its verdict", () => {
  fc.assert(
    fc.property(files, path, path, (written, directory, below) => {
      const filter = filterOver(new Map(written), {});
      const verdict = filter.verdict(directory, "directory");
      if (verdict.recorded) return;
      assert.equal(filter.verdict(`${directory}/${below}` as RelPath, "file"), verdict);
      assert.equal(filter.covers(`${directory}/${below}` as RelPath), false);
    }),
    { numRuns: runs },
  );
});

test("what is remembered changes no verdict", () => {
  fc.assert(
    fc.property(files, options, fc.array(path, { maxLength: 40 }), (written, given, paths) => {
      const contents = new Map(written);
      const remembering = filterOver(contents, given);
      const forgetful = filterOver(contents, { ...given, directoriesRemembered: 2 });
      for (const one of paths) {
        const expected = filterOver(contents, given).verdict(one, "file");
        assert.deepEqual(remembering.verdict(one, "file"), expected);
        assert.deepEqual(forgetful.verdict(one, "file"), expected);
      }
    }),
    { numRuns: propertyRuns(300) },
  );
});

test("after an ignore file changed and was forgotten, verdicts are those of a new filter", () => {
  fc.assert(
    fc.property(
      files,
      holder,
      ignoreFile,
      fc.array(path, { maxLength: 30 }),
      (written, at, changed, paths) => {
        const contents = new Map(written);
        const filter = filterOver(contents, {});
        for (const one of paths) filter.verdict(one, "file");
        contents.set(at, changed);
        filter.forget(at as RelPath);
        for (const one of paths) {
          const expected = filterOver(contents, {}).verdict(one, "file");
          assert.deepEqual(filter.verdict(one, "file"), expected);
        }
      },
    ),
    { numRuns: runs },
  );
});

test("any name and any ignore file has a verdict", () => {
  const anyName = fc
    .string({ unit: character, minLength: 1, maxLength: 8 })
    .filter((text) => !/[/\0]/.test(text));
  const anyPath = fc
    .array(anyName, { minLength: 1, maxLength: 4 })
    .map((names) => names.join("/") as RelPath);
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 60 }),
      anyPath,
      fc.boolean(),
      (bytes, one, ignoreCase) => {
        const filter = filterOver(new Map([[".gitignore", bytes]]), { ignoreCase });
        for (const kind of ["file", "directory", "link"] as const) filter.verdict(one, kind);
      },
    ),
    { numRuns: runs },
  );
});
