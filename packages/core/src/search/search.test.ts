import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { BlobId, RelPath, SnapshotId, WallMs } from "../base/brand.ts";
import { encodeUtf8 } from "../base/text-codec.ts";
import type { Snapshot } from "../timeline/snapshot.ts";
import { ContentSearch, noMatches } from "./content-search.ts";
import { decodeHitCursor, encodeHitCursor, isBehind } from "./hit-cursor.ts";
import { type HitRequest, LineHistory, type LineHit } from "./line-history.ts";
import { type MatcherRequest, planMatcher } from "./matcher.ts";

function matcherOf(pattern: string, more: Partial<MatcherRequest> = {}) {
  const planned = planMatcher({ pattern, isRegExp: false, ignoreCase: false, ...more });
  if (planned.kind === "invalid") throw new Error(planned.why);
  return planned.matcher;
}

test("a text is searched for as it is, an expression with -E, and -i takes A for a", () => {
  assert.equal(matcherOf("a.c").matches("abc"), false);
  assert.equal(matcherOf("a.c").matches("xa.cx"), true);
  assert.equal(matcherOf("A.C", { ignoreCase: true }).matches("xa.cx"), true);
  assert.equal(matcherOf("A.C", { ignoreCase: true }).matches("abc"), false);
  assert.equal(matcherOf("^a.c$", { isRegExp: true }).matches("abc"), true);
  assert.equal(matcherOf("^A", { isRegExp: true, ignoreCase: true }).matches("abc"), true);
  assert.equal(matcherOf("\\p{Lu}", { isRegExp: true }).matches("ß"), false);
  // Not valid in Unicode mode, and what people write.
  assert.equal(matcherOf("a\\_b", { isRegExp: true }).matches("a_b"), true);
});

test("what no line can hold and what is no expression is refused with the reason", () => {
  for (const [pattern, isRegExp] of [
    ["", false],
    ["a\nb", false],
    ["(", true],
    ["a\r", true],
  ] as const) {
    assert.equal(planMatcher({ pattern, isRegExp, ignoreCase: false }).kind, "invalid", pattern);
  }
});

test("only an expression without repetition needs no watching", () => {
  assert.equal(matcherOf("a|b", { isRegExp: true }).isQuick, true);
  for (const pattern of ["(a+)+$", "(a|a)*b", "(.)\\1", "a?a?a?aaa", "a{2,}"]) {
    assert.equal(matcherOf(pattern, { isRegExp: true }).isQuick, false, pattern);
  }
});

/** A version of which only the content counts. */
const versionOf = (hash: string | null) => ({ hash, path: `${hash}.txt` }) as unknown as Snapshot;

test("a content is read once, and a text found at its first line, without its line end", () => {
  const search = new ContentSearch(matcherOf("a"), 100);
  const contents: Readonly<Record<string, string>> = { one: "x\na1\r\na1\na2", two: "x\ny\n" };
  const reads: string[] = [];
  const look = (...hashes: (string | null)[]) =>
    search.matchesOf(hashes.map(versionOf), ({ hash }) => {
      reads.push(hash ?? "");
      const content = contents[hash ?? ""];
      return content === undefined ? undefined : encodeUtf8(content);
    });
  const wanted = [
    { text: "a1", line: 2 },
    { text: "a2", line: 4 },
  ];
  const first = look("one", null, "lost", "one");
  assert.deepEqual([...first.keys()], ["one"]);
  assert.deepEqual(first.get("one" as BlobId)?.found, wanted);
  const second = look("two", "one");
  assert.deepEqual(second.get("one" as BlobId)?.found, wanted);
  assert.deepEqual(second.get("two" as BlobId), noMatches);
  assert.deepEqual(reads, ["one", "lost", "two"]);
});

test("a search that is cut off says where, and remembers nothing of what it did not finish", () => {
  let isCut = true;
  const search = new ContentSearch(matcherOf("a"), 100, (work) => {
    work();
    if (isCut) throw new Error("cut off");
  });
  const read = () => encodeUtf8("a");
  assert.throws(() => search.matchesOf([versionOf("one"), versionOf("two")], read), /cut off/);
  assert.equal(search.at?.path, "two.txt");
  isCut = false;
  assert.equal(search.matchesOf([versionOf("one")], read).size, 1);
});

/** One version of a story: path, the lines it has, and what else is to be said of its row. */
type Told = readonly [path: string, lines: string | null, row?: Partial<Snapshot>];

/** Follows the lines with `!` through versions whose ids and instants count up from 1. */
function follow(story: readonly Told[], request: Partial<HitRequest> = {}): LineHit[] {
  const search = new ContentSearch(matcherOf("!"), 1000);
  const history = new LineHistory({
    change: "any",
    show: (matches, _, line) => matches.lines[line - 1] ?? "",
    goesOn: () => true,
    ...request,
  });
  for (const [index, [path, lines, row]] of story.entries()) {
    const id = index + 1;
    const given = { id, path, at: id, hash: lines, cause: "event", renamedFrom: null, ...row };
    const version = given as unknown as Snapshot;
    const content = encodeUtf8((lines ?? "").split(" ").join("\n"));
    const matches = search.matchesOf([version], () => (lines === "lost" ? undefined : content));
    history.record(version, lines === null ? noMatches : matches.get(lines as BlobId));
  }
  return history.hits();
}

const inShort = ({ text, path, first, last, gone, line }: LineHit): string =>
  `${text} ${path}:${line} v${first.id}-v${last.id}${gone === null ? "" : ` gone v${gone.id}`}`;

const hits = (story: readonly Told[], request?: Partial<HitRequest>): string[] =>
  follow(story, request).map(inShort);

test("a line stands from the first to the last version that has it, wherever it moves", () => {
  assert.deepEqual(
    hits([
      ["f", "a! b"],
      ["f", "b a!"],
      ["f", "b"],
      ["f", "c"],
    ]),
    ["a! f:2 v1-v2 gone v3"],
  );
  assert.deepEqual(
    hits([
      ["f", "a! a!"],
      ["f", "x a!"],
      ["g", "a!"],
    ]),
    ["a! g:1 v3-v3", "a! f:2 v1-v2"],
  );
});

test("a line that came back stands again, and its first version stays the first", () => {
  assert.deepEqual(
    hits([
      ["f", "a!"],
      ["f", "b"],
      ["f", "b a!"],
    ]),
    ["a! f:2 v1-v3"],
  );
});

test("each time that a line came and went is told, of many the newest ten", () => {
  const stood = (story: readonly Told[]) =>
    follow(story).map((hit) => hit.stood.map(({ came, went }) => [came, went]));
  const story: readonly Told[] = [
    ["f", "a!"],
    ["f", "a! b"],
    ["f", "b"],
    ["f", null],
    ["f", "a!"],
  ];
  assert.deepEqual(stood(story), [
    [
      [1, 3],
      [5, null],
    ],
  ]);
  const often = Array.from({ length: 24 }, (_, n): Told => ["f", n % 2 === 0 ? "a!" : "b"]);
  const [times = []] = stood(often);
  assert.equal(times.length, 10);
  assert.deepEqual(
    [times[0], times.at(-1)],
    [
      [5, 6],
      [23, 24],
    ],
  );
});

test("a deleted file takes its lines along", () => {
  assert.deepEqual(
    hits([
      ["f", "a!"],
      ["f", null],
    ]),
    ["a! f:1 v1-v1 gone v2"],
  );
});

test("a renamed file stays one file, whichever of the two rows comes first", () => {
  const rename = { event: "rename", renamedFrom: "f" as RelPath } as const;
  const departure = { event: "delete", cause: "renamed" } as const;
  const wanted = ["a! g:1 v1-v4"];
  assert.deepEqual(
    hits([
      ["f", "a!"],
      ["f", null, departure],
      ["g", "a!", rename],
      ["g", "a! b"],
    ]),
    wanted,
  );
  assert.deepEqual(
    hits([
      ["f", "a!"],
      ["g", "a!", rename],
      ["f", null, departure],
      ["g", "a! b"],
    ]),
    wanted,
  );
});

test("a file that took the place of another is not that one", () => {
  const story: Told[] = [
    ["g", "a!"],
    ["g", null],
    ["f", "b!"],
    ["f", null, { cause: "renamed" }],
    ["g", "b!", { renamedFrom: "f" as RelPath }],
    ["g", "a!"],
  ];
  assert.deepEqual(hits(story), ["a! g:1 v6-v6", "b! g:1 v3-v5 gone v6", "a! g:1 v1-v1 gone v2"]);
});

test("a renamed file without matches inherits none, and what it replaced is gone", () => {
  const rename = { renamedFrom: "f" as RelPath };
  assert.deepEqual(
    hits([
      ["g", "a!"],
      ["f", "x"],
      ["g", "x", rename],
      ["g", "x a!"],
    ]),
    ["a! g:2 v4-v4", "a! g:1 v1-v1 gone v3"],
  );
});

test("a version whose content is lost ends no line, and may be a rename", () => {
  assert.deepEqual(
    hits([
      ["f", "a! b!"],
      ["f", "lost"],
      ["g", "lost", { renamedFrom: "f" as RelPath }],
      ["g", "b!"],
    ]),
    ["b! g:1 v1-v4", "a! g:1 v1-v1 gone v4"],
  );
});

test("where the new name is not looked at, the departure is the end", () => {
  const story: Told[] = [
    ["f", "a!"],
    ["f", null, { cause: "renamed" }],
  ];
  assert.deepEqual(hits(story, { goesOn: () => false }), ["a! f:1 v1-v1 gone v2"]);
});

test("added, removed and any ask what happened within the span", () => {
  const story: Told[] = [
    ["f", "old! x", { cause: "baseline" }],
    ["f", "old! x a!"],
    ["f", "old! a! b!"],
    ["f", "old! b!"],
    ["f", "b!"],
  ];
  const found = (request: Partial<HitRequest>) =>
    follow(story, request)
      .map(({ text }) => text)
      .sort();
  const at = (instant: number) => instant as WallMs;
  assert.deepEqual(found({}), ["a!", "b!", "old!"]);
  assert.deepEqual(found({ since: at(5) }), ["b!", "old!"]);
  assert.deepEqual(found({ until: at(1) }), ["old!"]);
  assert.deepEqual(found({ since: at(3), until: at(3) }), ["a!", "b!", "old!"]);
  assert.deepEqual(found({ change: "added" }), ["a!", "b!"]);
  assert.deepEqual(found({ change: "added", since: at(3) }), ["b!"]);
  assert.deepEqual(found({ change: "removed" }), ["a!", "old!"]);
  assert.deepEqual(found({ change: "removed", until: at(4) }), ["a!"]);
});

test("what left the record is not told as removed", () => {
  const story: Told[] = [
    ["f", "a!"],
    ["f", null, { cause: "excluded" }],
  ];
  assert.deepEqual(hits(story, { change: "removed" }), []);
  assert.deepEqual(hits(story), ["a! f:1 v1-v1 gone v2"]);
});

test("first, last and presence agree with looking at every version", () => {
  const content = fc.array(fc.constantFrom<string>("a!", "b!", "c!", "x"), { maxLength: 5 });
  fc.assert(
    fc.property(fc.array(content, { minLength: 1, maxLength: 12 }), (contents) => {
      const found = follow(contents.map((lines) => ["f", lines.join(" ")] as const));
      for (const text of ["a!", "b!", "c!"]) {
        const at = contents.flatMap((lines, index) => (lines.includes(text) ? [index + 1] : []));
        const hit = found.find((one) => one.text === text);
        assert.equal(hit?.first.id, at[0]);
        assert.equal(hit?.last.id, at.at(-1));
        if (hit === undefined) continue;
        assert.equal(hit.gone === null, at.at(-1) === contents.length);
        assert.equal(contents[(at.at(-1) ?? 0) - 1]?.indexOf(text), hit.line - 1);
      }
    }),
  );
});

test("a cursor names a place, for one question only", () => {
  const place = { version: 12 as SnapshotId, line: 3 };
  const cursor = encodeHitCursor(place, "0123abcd");
  assert.deepEqual(decodeHitCursor(cursor, "0123abcd"), place);
  for (const other of ["h_", "", `${cursor}A`, cursor.toUpperCase(), cursor.slice(1)]) {
    assert.equal(decodeHitCursor(other, "0123abcd"), undefined, other);
  }
  assert.equal(decodeHitCursor(cursor, "0123abce"), undefined);
  assert.equal(isBehind(place, place), false);
  assert.equal(isBehind(place, { ...place, line: 4 }), true);
  assert.equal(isBehind(place, { version: 11 as SnapshotId, line: 1 }), true);
  assert.equal(isBehind(place, { version: 13 as SnapshotId, line: 9 }), false);
});
