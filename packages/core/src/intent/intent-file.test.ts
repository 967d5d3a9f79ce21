import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import { character } from "@unf/test/character";
import fc from "fast-check";
import type { AbsPath, ProjectId, WallMs } from "../base/brand.ts";
import { decodePath } from "../base/path.ts";
import { latestInstant } from "../time/utc.ts";
import { chooseIntent, type FoundIntent } from "./choose-intent.ts";
import { emptyIntent, type IntendedProject, type Intent } from "./intent.ts";
import { parseIntent, renderIntent } from "./intent-file.ts";

const sample: Intent = {
  generation: 7,
  running: true,
  projects: [
    {
      id: "3c1e5a0f9b7d2468" as ProjectId,
      root: "/home/a/src/shop" as AbsPath,
      addedAt: Date.parse("2026-11-20T13:32:07.114Z") as WallMs,
      options: {},
    },
    {
      id: "00000000000000ff" as ProjectId,
      root: decodePath(Uint8Array.of(0x2f, 0x68, 0x2f, 0xe9)) as AbsPath,
      addedAt: 0 as WallMs,
      options: { maxFileBytes: 4096, includeIgnored: ["dist/*.js"] },
      quarantined: { since: 1 as WallMs, reason: "crashed the daemon 3 times" },
    },
  ],
};

/** The example of docs/format/intent.md. */
const sampleText = `{
  "format": 1,
  "generation": 7,
  "running": true,
  "projects": [
    {
      "id": "3c1e5a0f9b7d2468",
      "root": "/home/a/src/shop",
      "added_at": "2026-11-20T13:32:07.114Z",
      "options": {}
    },
    {
      "id": "00000000000000ff",
      "root": "/h///e9",
      "root_b64": "L2gv6Q==",
      "added_at": "1970-01-01T00:00:00.000Z",
      "options": {
        "max_file_bytes": 4096,
        "include_ignored": [
          "dist/*.js"
        ]
      },
      "quarantined": {
        "since": "1970-01-01T00:00:00.001Z",
        "reason": "crashed the daemon 3 times"
      }
    }
  ],
  "checksum": "9268bcbd"
}
`;

/** The text with a right check sum, made without the code under test. */
function sealed(text: string): string {
  const cut = text.lastIndexOf('"checksum": "') + '"checksum": "'.length;
  const sum = crc32(text.slice(0, cut)).toString(16).padStart(8, "0");
  return `${text.slice(0, cut)}${sum}"\n}\n`;
}

test("the file is this, to the byte", () => {
  assert.equal(renderIntent(sample), sampleText);
  assert.equal(sampleText, sealed(sampleText));
  assert.equal(
    renderIntent(emptyIntent),
    sealed(
      '{\n  "format": 1,\n  "generation": 0,\n  "running": false,\n  "projects": [],\n  "checksum": "',
    ),
  );
});

const names = fc
  .uint8Array({ minLength: 1, maxLength: 6 })
  .filter((bytes) => !bytes.includes(0) && !bytes.includes(0x2f) && !(bytes[0] === 0x2e));
const roots = fc
  .array(names, { minLength: 1, maxLength: 4 })
  .map((list) => decodePath(Uint8Array.from(list.flatMap((name) => [0x2f, ...name]))) as AbsPath);
const instants = fc.integer({ min: 0, max: latestInstant }).map((ms) => ms as WallMs);
const project: fc.Arbitrary<IntendedProject> = fc.record(
  {
    id: fc.nat().map((n) => n.toString(16).padStart(16, "0") as ProjectId),
    root: roots,
    addedAt: instants,
    options: fc.record(
      { maxFileBytes: fc.maxSafeNat(), includeIgnored: fc.array(fc.string(), { minLength: 1 }) },
      { requiredKeys: [], noNullPrototype: true },
    ),
    quarantined: fc.record(
      { since: instants, reason: fc.string({ unit: character }) },
      { noNullPrototype: true },
    ),
  },
  { requiredKeys: ["id", "root", "addedAt", "options"], noNullPrototype: true },
);
const intents: fc.Arbitrary<Intent> = fc.record(
  {
    generation: fc.maxSafeNat(),
    running: fc.boolean(),
    projects: fc
      .uniqueArray(project, { selector: ({ id }) => id, maxLength: 5 })
      .map((list) => [...new Map(list.map((one) => [one.root, one])).values()]),
  },
  { noNullPrototype: true },
);

test("every intent comes back from its text, roots of any bytes included", () => {
  fc.assert(
    fc.property(intents, (intent) => {
      assert.deepEqual(parseIntent(renderIntent(intent)), { kind: "ok", intent });
    }),
  );
});

test("every truncation is found", () => {
  const text = renderIntent(sample);
  for (let length = 0; length < text.length; length += 1) {
    assert.equal(parseIntent(text.slice(0, length)).kind, "damaged", `${length} characters`);
    assert.equal(parseIntent(text.slice(text.length - length)).kind, "damaged", `last ${length}`);
  }
});

test("every flipped bit is found", () => {
  const bytes = new TextEncoder().encode(renderIntent(sample));
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += 1) {
    for (let bit = 0; bit < 8; bit += 1) {
      const flipped = Uint8Array.from(bytes);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << bit);
      assert.equal(parseIntent(decoder.decode(flipped)).kind, "damaged", `byte ${at} bit ${bit}`);
    }
  }
});

test("zeros, other texts and another program's JSON are damage, never an empty intent", () => {
  const texts = [
    "",
    " ",
    "\0".repeat(300),
    "null",
    "[]",
    "{}",
    '{"format":1,"projects":[]}',
    `\ufeff${renderIntent(sample)}`,
    `${renderIntent(sample)}\n`,
    `${renderIntent(sample).slice(0, -1)} `,
    renderIntent(sample).repeat(2),
  ];
  for (const text of texts) assert.equal(parseIntent(text).kind, "damaged", text.slice(0, 30));
  fc.assert(fc.property(fc.string(), (text) => assert.equal(parseIntent(text).kind, "damaged")));
});

test("a whole file of a later format is newer, a broken one is damaged", () => {
  const later = sealed('{\n  "format": 2,\n  "anything": [],\n  "checksum": "');
  assert.deepEqual(parseIntent(later), { kind: "newer", format: 2 });
  assert.equal(parseIntent(later.replace("anything", "anythink")).kind, "damaged");
});

test("members of a later minor version are passed over", () => {
  const text = renderIntent(sample).replace('"running": true,', '"running": true,\n  "more": 1,');
  assert.deepEqual(parseIntent(sealed(text)), { kind: "ok", intent: sample });
});

test("one wrong member makes the whole file damaged, with the place in the reason", () => {
  const table: readonly (readonly [string, string, RegExp])[] = [
    ['"format": 1', '"format": 0', /format/],
    ['"format": 1', '"format": "1"', /format/],
    ['"generation": 7', '"generation": -7', /generation/],
    ['"generation": 7', '"generation": 1e300', /generation/],
    ['"running": true', '"running": "true"', /running/],
    ['"projects": [', '"projects": {}, "x": [', /projects/],
    ["3c1e5a0f9b7d2468", "3C1E5A0F9B7D2468", /project 1: id/],
    ["3c1e5a0f9b7d2468", "00000000000000ff", /project 2 is listed twice/],
    ["/home/a/src/shop", "home/a", /project 1: root/],
    ["/home/a/src/shop", "/", /project 1: root/],
    ["/home/a/src/shop", "/home/a/", /project 1: root/],
    ["/home/a/src/shop", "/home//a", /project 1: root/],
    ["/home/a/src/shop", "/home/../a", /project 1: root/],
    ["/home/a/src/shop", "/home/\\u0000", /project 1: root/],
    ["/home/a/src/shop", "/home/\\udce9", /project 1: root/],
    ["L2gv6Q==", "L2gv6Q=", /project 2: root/],
    ["L2gv6Q==", "aGkvYQ==", /project 2: root/],
    ["2026-11-20T13:32:07.114Z", "2026-11-20", /project 1: added_at/],
    ['"options": {}', '"options": []', /project 1: options/],
    ['"max_file_bytes": 4096', '"max_file_bytes": "4096"', /project 2: options/],
    ['"dist/*.js"', "5", /project 2: options/],
    ['"reason": "crashed', '"because": "crashed', /project 2: quarantined/],
  ];
  for (const [from, to, why] of table) {
    const text = renderIntent(sample);
    assert.ok(text.includes(from), from);
    const parsed = parseIntent(sealed(text.replace(from, to)));
    assert.ok(parsed.kind === "damaged", `${from} → ${to}`);
    assert.match(parsed.why, why);
  }
});

test("a hundred thousand projects are read", () => {
  const projects = Array.from(
    { length: 100_000 },
    (_, index): IntendedProject => ({
      id: index.toString(16).padStart(16, "0") as ProjectId,
      root: `/home/a/${index}` as AbsPath,
      addedAt: 0 as WallMs,
      options: {},
    }),
  );
  const parsed = parseIntent(renderIntent({ generation: 1, running: true, projects }));
  assert.ok(parsed.kind === "ok" && parsed.intent.projects.length === 100_000);
});

test("the current file counts, then the one before it, and nothing is known when both are bad", () => {
  const ok = (generation: number): FoundIntent => ({
    kind: "ok",
    intent: { ...sample, generation },
  });
  const damaged: FoundIntent = { kind: "damaged", why: "bad" };
  const newer: FoundIntent = { kind: "newer", format: 2 };
  const absent: FoundIntent = { kind: "absent" };
  const table: readonly (readonly [FoundIntent, FoundIntent, string])[] = [
    [ok(2), ok(1), "known 2"],
    [ok(2), damaged, "known 2"],
    [ok(2), newer, "known 2"],
    [ok(1), absent, "known 1"],
    [damaged, ok(1), "known 1 warned"],
    [absent, ok(1), "known 1 warned"],
    [absent, absent, "known 0"],
    [damaged, absent, "unknown"],
    [absent, damaged, "unknown"],
    [damaged, damaged, "unknown"],
    [newer, ok(1), "newer"],
    [damaged, newer, "newer"],
    [absent, newer, "newer"],
  ];
  for (const [current, previous, expected] of table) {
    const chosen = chooseIntent(current, previous);
    const warned = chosen.kind === "known" && chosen.warning !== undefined ? " warned" : "";
    const text =
      chosen.kind === "known" ? `known ${chosen.intent.generation}${warned}` : chosen.kind;
    assert.equal(text, expected, `${current.kind} ${previous.kind}`);
  }
});
