import assert from "node:assert/strict";
import { test } from "node:test";
import type { WallMs } from "../base/brand.ts";
import { parseTime } from "./parse-time.ts";
import type { ParsedTime, TimePurpose } from "./parsed-time.ts";
import { renderLocalIso } from "./render-local.ts";
import { namedZone, utcZone, type Zone } from "./zone.ts";

const berlin = namedZone("Europe/Berlin") ?? utcZone;

/** Friday 20 November 2026, 14:37:07.500 in Berlin. */
const friday = "2026-11-20T14:37:07.500+01:00";

interface Asked {
  readonly now?: string;
  readonly zone?: Zone;
  readonly purpose?: TimePurpose;
}

function ask(
  text: string,
  { now = friday, zone = berlin, purpose = "at" }: Asked = {},
): ParsedTime {
  return parseTime(text, { now: Date.parse(now) as WallMs, zone, purpose });
}

/** The instant as Berlin shows it, or the whole outcome. */
function instantOf(text: string, asked: Asked = {}): unknown {
  const parsed = ask(text, asked);
  if (parsed.kind !== "instant" || parsed.warning !== undefined) return parsed;
  const shown = renderLocalIso(parsed.at, asked.zone ?? berlin);
  const ms = parsed.at % 1000;
  return ms === 0 ? shown : `${shown} ${ms} ms`;
}

function reasonOf(text: string, asked: Asked = {}): string {
  const parsed = ask(text, asked);
  return parsed.kind === "invalid" ? `${parsed.reason}: ${parsed.why}` : parsed.kind;
}

test("a length of time is counted back from now", () => {
  const table: Record<string, string> = {
    "5m": "2026-11-20T14:32:07+01:00 500 ms",
    "5m ago": "2026-11-20T14:32:07+01:00 500 ms",
    " 5 Minutes  ago ": "2026-11-20T14:32:07+01:00 500 ms",
    "90s": "2026-11-20T14:35:37+01:00 500 ms",
    "1h30m": "2026-11-20T13:07:07+01:00 500 ms",
    "1.5h": "2026-11-20T13:07:07+01:00 500 ms",
    "2d": "2026-11-18T14:37:07+01:00 500 ms",
    "30 d": "2026-10-21T15:37:07+02:00 500 ms",
    "3w": "2026-10-30T14:37:07+01:00 500 ms",
    "1mo": "2026-10-20T14:37:07+02:00 500 ms",
    "1y": "2025-11-20T14:37:07+01:00 500 ms",
    "1y2mo3d": "2025-09-17T14:37:07+02:00 500 ms",
    "0s": "2026-11-20T14:37:07+01:00 500 ms",
    now: "2026-11-20T14:37:07+01:00 500 ms",
    "999999999999999y": "1970-01-01T01:00:00+01:00",
    "100y": "1970-01-01T01:00:00+01:00",
    "999999999999999s": "1970-01-01T01:00:00+01:00",
  };
  for (const [text, expected] of Object.entries(table))
    assert.equal(instantOf(text), expected, text);
});

test("a month before the 31st is the last day of a shorter month", () => {
  const now = "2026-03-31T12:00:00+02:00";
  assert.equal(instantOf("1mo", { now }), "2026-02-28T12:00:00+01:00");
  assert.equal(instantOf("25mo", { now }), "2024-02-29T12:00:00+01:00");
});

test("a month that ends in skipped or repeated clock time ends at the jump or in the first pass", () => {
  const skipped = { now: "2026-04-29T02:30:00+02:00" };
  assert.equal(instantOf("1mo", skipped), "2026-03-29T03:00:00+02:00");
  const repeated = { now: "2026-11-25T02:30:00+01:00" };
  assert.equal(instantOf("1mo", repeated), "2026-10-25T02:30:00+02:00");
});

test("a time of day is its most recent occurrence", () => {
  const table: Record<string, string> = {
    "14:32": "2026-11-20T14:32:00+01:00",
    "14:32:07": "2026-11-20T14:32:07+01:00",
    "14:32:07.25": "2026-11-20T14:32:07+01:00 250 ms",
    "14:37:07.500": "2026-11-20T14:37:07+01:00 500 ms",
    "14:37:07.501": "2026-11-19T14:37:07+01:00 501 ms",
    "23:59": "2026-11-19T23:59:00+01:00",
    "9am": "2026-11-20T09:00:00+01:00",
    "9:30 PM": "2026-11-19T21:30:00+01:00",
    "12am": "2026-11-20T00:00:00+01:00",
    "12pm": "2026-11-20T12:00:00+01:00",
    noon: "2026-11-20T12:00:00+01:00",
    midnight: "2026-11-20T00:00:00+01:00",
    "0:00": "2026-11-20T00:00:00+01:00",
  };
  for (const [text, expected] of Object.entries(table))
    assert.equal(instantOf(text), expected, text);
});

test("a day word with a time of day is that time on that day", () => {
  const table: Record<string, string> = {
    "today 9:30": "2026-11-20T09:30:00+01:00",
    "yesterday 14:00": "2026-11-19T14:00:00+01:00",
    "Yesterday at 23:00": "2026-11-19T23:00:00+01:00",
    "yesterday noon": "2026-11-19T12:00:00+01:00",
    "yesterday midnight": "2026-11-19T00:00:00+01:00",
    "monday 9:30": "2026-11-16T09:30:00+01:00",
    "thu 18:00": "2026-11-19T18:00:00+01:00",
    "friday 9:30": "2026-11-20T09:30:00+01:00",
    "friday 18:00": "2026-11-13T18:00:00+01:00",
    "sat 0:00": "2026-11-14T00:00:00+01:00",
  };
  for (const [text, expected] of Object.entries(table))
    assert.equal(instantOf(text), expected, text);
});

test("a date with a time of day is local unless it carries an offset", () => {
  const table: Record<string, string> = {
    "2026-11-20 14:32": "2026-11-20T14:32:00+01:00",
    "2026-11-20T14:32:07": "2026-11-20T14:32:07+01:00",
    "2026-11-20t14:32:07.250+01:00": "2026-11-20T14:32:07+01:00 250 ms",
    "2026-11-20T14:32:07.2509999": "2026-11-20T14:32:07+01:00 250 ms",
    "2026-11-20T13:32:07.114Z": "2026-11-20T14:32:07+01:00 114 ms",
    "2026-11-20 14:32:07 +01:00": "2026-11-20T14:32:07+01:00",
    "2026-11-20T08:32-05": "2026-11-20T14:32:00+01:00",
    "2026-11-20T08:32-0500": "2026-11-20T14:32:00+01:00",
    "2026-11-20T19:17+05:45": "2026-11-20T14:32:00+01:00",
    "2026-11-20 13:32 UTC": "2026-11-20T14:32:00+01:00",
    "2026-11-20 9am": "2026-11-20T09:00:00+01:00",
    "2024-02-29 00:00": "2024-02-29T00:00:00+01:00",
    "@1763645527": "2025-11-20T14:32:07+01:00",
    "@1763645527.25": "2025-11-20T14:32:07+01:00 250 ms",
    "@0": "1970-01-01T01:00:00+01:00",
  };
  for (const [text, expected] of Object.entries(table))
    assert.equal(instantOf(text), expected, text);
});

test("a whole day begins a span at 00:00 and ends one at 24:00, or now while it lasts", () => {
  const table: readonly (readonly [string, string, string])[] = [
    ["2026-11-18", "2026-11-18T00:00:00+01:00", "2026-11-19T00:00:00+01:00"],
    ["2026-03-29", "2026-03-29T00:00:00+01:00", "2026-03-30T00:00:00+02:00"],
    ["yesterday", "2026-11-19T00:00:00+01:00", "2026-11-20T00:00:00+01:00"],
    ["today", "2026-11-20T00:00:00+01:00", "2026-11-20T14:37:07+01:00 500 ms"],
    ["2026-11-20", "2026-11-20T00:00:00+01:00", "2026-11-20T14:37:07+01:00 500 ms"],
    ["friday", "2026-11-20T00:00:00+01:00", "2026-11-20T14:37:07+01:00 500 ms"],
    ["saturday", "2026-11-14T00:00:00+01:00", "2026-11-15T00:00:00+01:00"],
    ["monday", "2026-11-16T00:00:00+01:00", "2026-11-17T00:00:00+01:00"],
  ];
  for (const [text, since, until] of table) {
    assert.equal(instantOf(text, { purpose: "since" }), since, text);
    assert.equal(instantOf(text, { purpose: "until" }), until, text);
    assert.match(reasonOf(text), /^malformed: it names a whole day/, text);
  }
});

test("a time of day that happened twice is the first, with a warning that names both", () => {
  assert.deepEqual(ask("2026-10-25 02:30"), {
    kind: "instant",
    at: Date.parse("2026-10-25T00:30Z"),
    warning:
      "2026-10-25T02:30 happened twice in Europe/Berlin; " +
      "taking the first, 2026-10-25T02:30+02:00, not 2026-10-25T02:30+01:00",
  });
  const now = "2026-10-25T02:15:00+01:00";
  assert.deepEqual((ask("2:30", { now }) as { at: number }).at, Date.parse("2026-10-25T00:30Z"));
});

test("both readings the warning offers are read as the two instants", () => {
  assert.equal(instantOf("2026-10-25T02:30+02:00"), "2026-10-25T02:30:00+02:00");
  assert.equal(instantOf("2026-10-25T02:30+01:00"), "2026-10-25T02:30:00+01:00");
});

test("a time of day that clocks skipped is an error, before the jump the last real one", () => {
  const expected =
    "malformed: 2026-03-29T02:30 did not happen in Europe/Berlin: clocks went forward over it";
  assert.equal(reasonOf("2026-03-29 02:30"), expected);
  assert.equal(reasonOf("02:30", { now: "2026-03-29T09:00:00+02:00" }), expected);
  assert.equal(reasonOf("sunday 02:30", { now: "2026-03-30T09:00:00+02:00" }), expected);
  const now = "2026-03-29T01:30:00+01:00";
  assert.equal(instantOf("02:30", { now }), "2026-03-28T02:30:00+01:00");
});

test("a version, a version before it, and the one before the current content are named", () => {
  assert.deepEqual(ask("v1234"), { kind: "version", id: 1234, back: 0 });
  assert.deepEqual(ask("V1234~2"), { kind: "version", id: 1234, back: 2 });
  assert.deepEqual(ask("v1234~"), { kind: "version", id: 1234, back: 1 });
  assert.deepEqual(ask("v1234~0"), { kind: "version", id: 1234, back: 0 });
  assert.deepEqual(ask("@prev"), { kind: "previous" });
  assert.deepEqual(ask("burst"), { kind: "burst", id: undefined });
  assert.deepEqual(ask(" BURST:12 "), { kind: "burst", id: 12 });
  for (const text of ["bursts", "burst:", "burst:x", "burst 3"]) {
    assert.deepEqual(ask(text), { kind: "unknown" }, text);
  }
});

test("an operation and a checkpoint are named, the latter by its label as it was written", () => {
  assert.deepEqual(ask("op:91"), { kind: "operation", id: 91 });
  assert.deepEqual(ask("OP-91"), { kind: "operation", id: 91 });
  assert.equal(ask("op:0").kind, "invalid");
  assert.equal(ask("op:99999999999999999999").kind, "invalid");
  for (const text of ["op", "op:", "op:x", "op 3", "op:-1"]) {
    assert.deepEqual(ask(text), { kind: "unknown" }, text);
  }
  assert.deepEqual(ask("cp:3"), { kind: "checkpoint", name: "3" });
  const label = `Vor  dem Umbau ${"x".repeat(150)} ٣`;
  assert.deepEqual(ask(` CP:${label} `), { kind: "checkpoint", name: label });
  assert.equal(ask("cp: ").kind, "invalid");
});

test("a session and a turn name where they began or ended; without a word, the end that is asked for", () => {
  assert.deepEqual(ask("session"), { kind: "session", id: undefined, edge: "start" });
  assert.deepEqual(ask("session:7f3a.end"), { kind: "session", id: "s-7f3a", edge: "end" });
  assert.deepEqual(ask("S-7F.start"), { kind: "session", id: "s-7f", edge: "start" });
  assert.deepEqual(ask("session:s-7f"), ask("s-7f"));
  assert.deepEqual(ask("turn.end"), { kind: "turn", id: undefined, edge: "end" });
  for (const text of ["t-12", "turn:12", "turn:t-12", "turn:12.start"]) {
    assert.deepEqual(ask(text), { kind: "turn", id: 12, edge: "start" }, text);
  }
  // As agents call their prompts, whole, in the letters in which they do.
  for (const id of ["3f0c9a52-1b7e-4c1d-9a55-0123456789ab", "msg_01JZq8WkT3mVb5xYcD7eFgHiJk"]) {
    assert.deepEqual(ask(id), { kind: "turn", id, edge: "start" });
    assert.deepEqual(ask(`${id}.end`), { kind: "turn", id, edge: "end" });
    assert.notEqual(ask(id.slice(0, 12)).kind, "turn");
  }
  assert.deepEqual(ask("t-12", { purpose: "until" }), { kind: "turn", id: 12, edge: "end" });
  assert.deepEqual(ask("t-12", { purpose: "since" }), { kind: "turn", id: 12, edge: "start" });
  for (const text of ["turn:0", "t-0", "t-99999999999999999", "turn:", "turn:x", "session:xyz"]) {
    assert.equal(ask(text).kind, "invalid", text);
  }
  for (const text of ["turns", "turn 3", "turn: 3", "t12", "t-x", "turn.middle", "prompt-1.end"]) {
    assert.equal(ask(text).kind, "unknown", text);
  }
});

test("what an agent calls its session or its prompt stands for a time as well, in its own letters", () => {
  const own = "msg_01AbC:d-e";
  assert.deepEqual(ask(`turn:${own}`), { kind: "turn", id: own, edge: "start" });
  assert.deepEqual(ask(` TURN:${own}.END `), { kind: "turn", id: own, edge: "end" });
  assert.deepEqual(ask(`session:${own}`), { kind: "session", id: own, edge: "start" });
  const long = `u${"A".repeat(255)}`;
  assert.deepEqual(ask(`turn:${long}`), { kind: "turn", id: long, edge: "start" });
  assert.deepEqual(ask(`session:${long}.end`), { kind: "session", id: long, edge: "end" });
  // As `--turn` of other commands reads it: more digits than a number of unf's own has.
  assert.deepEqual(ask("turn:1234567890123456"), {
    kind: "turn",
    id: "1234567890123456",
    edge: "start",
  });
});

test("a length of time, a version and a time with an offset never ask the zone", () => {
  const closed: Zone = {
    name: "closed",
    offsetAt: () => {
      throw new Error("the zone was asked");
    },
  };
  for (const text of [
    "5m",
    "1h30m ago",
    "2d",
    "3w",
    "now",
    "v12~3",
    "@prev",
    "@0",
    "2026-11-20T13:32:07Z",
  ]) {
    assert.notEqual(ask(text, { zone: closed }).kind, "unknown", text);
  }
});
