import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath } from "@unf/core/base";
import { displayWidth } from "@unf/core/query";
import { utcZone } from "@unf/core/time";
import fc from "fast-check";
import { drawScreen } from "./draw.ts";
import { type Entry, type Mark, toEntries, type Version } from "./entries.ts";
import { linesOf } from "./layout.ts";
import type { PlanValue } from "./plan.ts";
import { openScreen, type Request, type ScreenEvent, type ScreenState } from "./state.ts";
import { beginScreen, stepScreen } from "./step.ts";

const whole = { isOfPaths: false, isOfFile: false, isFiltered: false, isComplete: true };
const day = Date.UTC(2026, 10, 27);

function version(number: number, path: string, more: Partial<Version> = {}): Version {
  return {
    kind: "version",
    id: `v${number}`,
    root: "/p",
    path: path as RelPath,
    event: "modify",
    at: day + number * 10_000,
    author: { type: "human", name: null },
    session: null,
    turn: null,
    operation: null,
    isBaseline: false,
    added: 1,
    removed: 1,
    ...more,
  };
}

const byAgent = { author: { type: "agent", name: "claude" }, session: "s-1", turn: "t-1" } as const;

const turn: Mark = {
  kind: "turn",
  root: "/p",
  id: "t-1",
  session: "s-1",
  agent: "claude",
  label: "tidy up\nand more",
  from: day + 10_000,
  at: day + 50_000,
  isTakenBack: false,
};

const viewing = {
  now: day + 3_600_000,
  zone: utcZone,
  isAscii: false,
  shortenHome: (path: string) => path,
};

/** A screen in a test: the state, and what it has asked for. */
class Played {
  state: ScreenState;
  readonly asked: Request[] = [];

  constructor(entries: readonly Entry[], more: Partial<ScreenState> = {}) {
    const size = { columns: 120, rows: 24 };
    const place = {
      root: "/p",
      directory: undefined,
      scope: "project",
      readOnly: undefined,
    } as const;
    this.state = { ...openScreen({ ...size, ...place }), ...more };
    this.take(beginScreen(this.state));
    this.list(entries);
  }

  take({ state, requests }: ReturnType<typeof beginScreen>): void {
    this.state = state;
    this.asked.push(...requests);
  }

  tell(event: ScreenEvent): this {
    this.take(stepScreen(this.state, event));
    return this;
  }

  list(entries: readonly Entry[], hasMore = false): this {
    return this.tell({ kind: "listed", number: this.state.asked.list, entries, hasMore });
  }

  press(...keys: readonly string[]): this {
    for (const key of keys) this.tell({ kind: "key", key });
    return this;
  }

  /** Answers the plan that was asked for last. */
  planned(plan: Partial<PlanValue>): this {
    const value = { id: "pl-1", files: [], warnings: [], operation: null, ...plan };
    return this.tell({ kind: "planned", number: this.state.asked.plan, plan: value });
  }

  get text(): string {
    return textOf(this.state);
  }

  get here(): string | undefined {
    const entry = linesOf(this.state)[this.state.at]?.entry;
    return entry?.kind === "version" ? entry.id : entry?.kind;
  }

  last<K extends Request["kind"]>(kind: K): Extract<Request, { readonly kind: K }> {
    const found = this.asked.findLast((one) => one.kind === kind);
    assert.ok(found !== undefined, `nothing asked for ${kind}`);
    return found as Extract<Request, { readonly kind: K }>;
  }
}

function textOf(state: ScreenState): string {
  return drawScreen(state, viewing)
    .map((spans) => spans.map(({ text }) => text).join(""))
    .join("\n");
}

const three = [version(3, "src/c.ts"), version(2, "b.ts"), version(1, "a.ts")];

test("what one turn wrote is one entry, also with a person's save in between, and opens to its files", () => {
  const rows = [version(4, "d.ts", byAgent), version(3, "c.ts"), version(2, "b.ts", byAgent)];
  const entries = toEntries(rows, [turn], whole);
  assert.deepEqual(
    entries.map((entry) => entry.kind),
    ["group", "version"],
  );
  const played = new Played(entries);
  assert.match(played.text, /t-1 claude tidy up: 2 files/);
  assert.doesNotMatch(played.text, /d\.ts/);
  played.press("enter");
  assert.match(played.text, /M d\.ts/);
  assert.equal(played.press("j", "j").here, "v2");
  assert.equal(played.press("h").here, "group");
  assert.doesNotMatch(played.text, /M d\.ts/, "closed");
});

test("keys move within the list, which scrolls, and never out of it", () => {
  const many = Array.from({ length: 100 }, (_, i) => version(100 - i, `f${i}.ts`));
  const played = new Played(many);
  assert.equal(played.press("k").here, "v100");
  assert.equal(played.press("j", "down").here, "v98");
  assert.equal(played.press("G").here, "v1");
  assert.match(played.text, />.* M f99\.ts/);
  assert.equal(played.press("pagedown", "j").here, "v1");
  assert.equal(played.press("g").here, "v100");
  played.press("pagedown");
  assert.match(played.text, new RegExp(`>.* M f${played.state.at}\\.ts`));
});

test("the cursor stays on its line when rows come above it, and at the top it shows the newest", () => {
  const played = new Played(three).press("j").list([version(4, "new.ts"), ...three]);
  assert.equal(played.here, "v2");
  played.press("g").list([version(5, "newer.ts"), version(4, "new.ts"), ...three]);
  assert.equal(played.here, "v5");
});

test("an answer to an older question changes nothing", () => {
  const played = new Played(three);
  const early = played.last("detail").number;
  played.press("j");
  const detail = { key: "old", lines: [{ look: "plain", text: "OLD" }], top: 0 } as const;
  played.tell({ kind: "detailed", number: early, detail });
  assert.doesNotMatch(played.text, /OLD/);
  const list = played.last("list").number;
  played.press("d");
  played.tell({ kind: "listed", number: list, entries: three, hasMore: false });
  assert.equal(played.state.entries, undefined);
});

test("a plan comes with Cancel as its default, and only a yes carries it out", () => {
  const files = [
    { path: "a.ts", action: "write" },
    { path: "k.ts", action: "kept_newer", why: "newer" },
  ];
  const played = new Played(three).press("r", "1").planned({ files });
  assert.match(played.text, /\[ Cancel \]/);
  assert.match(played.text, /1 file written, 1 file kept/);
  assert.ok(played.text.indexOf("k.ts") < played.text.indexOf("a.ts "), "what is kept comes first");
  played.press("enter");
  assert.equal(played.state.dialog, undefined);
  assert.ok(!played.asked.some(({ kind }) => kind === "apply"));
  played.press("r", "1").planned({ files }).press("tab", "enter");
  assert.deepEqual(played.last("apply").plan, "pl-1");
  const applied = played.asked.length;
  played.press("enter", "y", "escape");
  assert.equal(played.asked.length, applied, "once, and it is not left while it is under way");
});

test("a plan that has nothing to do cannot be carried out", () => {
  const played = new Played(three).press("u").planned({ files: [{ path: "a", action: "kept" }] });
  played.press("y", "tab", "enter");
  assert.ok(!played.asked.some(({ kind }) => kind === "apply"));
});

test("a plan that was left is not shown when it comes", () => {
  const played = new Played(three).press("u");
  const { number } = played.last("plan");
  played.press("escape");
  const plan = { id: "pl-1", files: [], warnings: [], operation: null };
  played.tell({ kind: "planned", number, plan }).press("y");
  assert.equal(played.state.dialog, undefined);
});

test("nothing is planned where the screen is read-only, and it says why", () => {
  const played = new Played(three, { readOnly: "an agent runs this" });
  for (const key of ["r", "o", "u", "R", "c"]) {
    played.press(key);
    assert.equal(played.state.dialog, undefined, key);
    assert.match(played.text, /an agent runs this/);
  }
  assert.ok(!played.asked.some(({ kind }) => kind === "plan"));
});

test("restores say before and after, and a file that came goes with what it was before", () => {
  const played = new Played([version(2, "b.ts", { event: "create" })]).press("r", "2");
  assert.deepEqual(played.last("plan").order, {
    name: "restore",
    root: "/p",
    paths: ["b.ts"],
    at: "2026-11-27T00:00:19.999Z",
    version: undefined,
    removes: true,
  });
  const deleted = new Played([version(2, "b.ts", { event: "delete" })]).press("r");
  assert.match(deleted.text, /1 this file as it was before v2/);
});

test("oops offers the turn of the line, the last turn and the last run", () => {
  const own = { ...byAgent, turn: "t-2" };
  const entries = toEntries(
    [version(4, "d.ts", own), version(3, "c.ts", byAgent), version(2, "b.ts")],
    [turn],
    whole,
  );
  const played = new Played(entries).press("j", "o");
  assert.match(played.text, /1 what t-1 did[\s\S]*2 what t-2 did[\s\S]*3 the last run of changes/);
  const { order } = played.press("2").last("plan");
  assert.deepEqual(order, { name: "oops", root: "/p", turn: "t-2" });
});

test("a filter is letters in their order, is seen while it is typed, and goes with Escape", () => {
  const played = new Played(three).press("/", "s", "c");
  assert.deepEqual(
    linesOf(played.state).map(({ key }) => key),
    ["/p v3 modify"],
  );
  assert.equal(linesOf(played.press("enter").state).length, 1);
  assert.equal(linesOf(played.press("escape").state).length, 3);
});

test("a, f, d, s and Tab ask for another list", () => {
  const played = new Played([version(3, "c.ts", byAgent), ...three.slice(1)]);
  played.press("enter", "escape", "a");
  assert.match(JSON.stringify(new Played(three).press("a").last("list").question.only), /human/);
  assert.equal(played.last("list").question.only.author?.word, "claude");
  assert.equal(played.press("escape").last("list").question.only.author, undefined);
  const files = new Played(three).press("f").last("list").question.only.file;
  assert.deepEqual(files, { root: "/p", path: "src/c.ts" });
  assert.equal(new Played(three).press("d").last("list").question.source.kind, "deleted");
  const found = new Played(three).press("s", "x", "space", "y", "enter").last("list").question;
  assert.deepEqual(found.source, { kind: "search", text: "x y" });
  assert.equal(
    new Played(three).press("tab").last("list").question.scope,
    "all",
    "no session here",
  );
  const inSession = new Played([version(3, "c.ts", { ...byAgent, turn: null })]).press("tab");
  assert.equal(inSession.last("list").question.only.session, "s-1");
});

test("older and newer versions of the file are stepped through", () => {
  const older = [version(3, "a.ts"), version(2, "a.ts"), version(1, "a.ts", { event: "create" })];
  const played = new Played([older[0] as Version]).press("[");
  assert.deepEqual(played.last("versions").path, "a.ts");
  played.tell({ kind: "versions", path: "a.ts", list: older });
  const shown = () => {
    const { question } = played.last("detail");
    return "version" in question ? question.version : undefined;
  };
  assert.equal(shown(), "v2");
  played.press("[");
  assert.equal(shown(), "v1");
  assert.match(played.press("[").text, /no older version/);
  played.press("]");
  assert.equal(shown(), "v2");
});

test("the end of the list comes into view: more is read, and once", () => {
  const many = Array.from({ length: 40 }, (_, i) => version(100 - i, `f${i}.ts`));
  const played = new Played(many).list(many, true);
  const lists = () => played.asked.filter(({ kind }) => kind === "list").length;
  const before = lists();
  played.press("G", "k", "j");
  assert.equal(lists(), before + 1);
  assert.equal(played.last("list").question.limit, 1200);
});

test("where nothing is recorded the first row says so", () => {
  const played = new Played(three).tell({ kind: "recording", trouble: "stopped: unf start" });
  assert.match(played.text.split("\n")[0] ?? "", /NOT RECORDING: stopped: unf start/);
  assert.doesNotMatch(played.tell({ kind: "recording", trouble: null }).text, /NOT RECORDING/);
});

const keys = [
  ..."jkgGdsafrouRchlq?/[]xy1".split(""),
  ...[
    "tab",
    "enter",
    "space",
    "escape",
    "backspace",
    "pagedown",
    "pageup",
    "ctrl-d",
    "left",
    "right",
  ],
];
const names = [
  "a.ts",
  "\u001b[2J",
  "x\ny",
  "\u202egnp.exe",
  "漢字.md",
  "e\u0301\u0301.c",
  "🙂".repeat(40),
];

test("whatever is pressed on whatever size, every row fits and no name acts on the terminal", () => {
  const anySize = fc.record({
    columns: fc.integer({ min: 1, max: 300 }),
    rows: fc.integer({ min: 1, max: 100 }),
  });
  fc.assert(
    fc.property(anySize, fc.array(fc.constantFrom(...keys), { maxLength: 30 }), (size, pressed) => {
      const rows = names.map((name, i) => version(9 - i, name, i % 2 === 0 ? byAgent : {}));
      const played = new Played(toEntries(rows, [turn], whole)).tell({ kind: "size", ...size });
      for (const key of pressed) {
        played.press(key);
        if (played.state.entries === undefined) played.list(rows);
        const frame = drawScreen(played.state, viewing);
        assert.equal(frame.length, size.rows);
        for (const { column, text } of frame.flat()) {
          assert.ok(column + displayWidth(text) <= size.columns, `${key}: ${text}`);
          assert.doesNotMatch(text, /[\p{Cc}\u202a-\u202e]/u);
        }
      }
    }),
    { numRuns: 150 },
  );
});
