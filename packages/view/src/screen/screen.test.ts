import assert from "node:assert/strict";
import { test } from "node:test";
import { displayWidth } from "@unf/core/query";
import { utcZone } from "@unf/core/time";
import fc from "fast-check";
import type { Entry, EntryFile } from "../happenings/entry.ts";
import { drawScreen } from "./draw.ts";
import { keyOf, type Listing } from "./entries.ts";
import { linesOf } from "./lines.ts";
import type { PlanValue } from "./plan.ts";
import { openScreen, type Request, type ScreenEvent, type ScreenState } from "./state.ts";
import { beginScreen, stepScreen } from "./step.ts";

const day = Date.UTC(2026, 10, 27);

const instant = (number: number) => new Date(day + number * 10_000).toISOString();

/** Edits of some files at an instant, of which each version has its number. */
function entry(number: number, paths: readonly string[], more: Partial<Entry> = {}): Entry {
  const files = paths.map((path, index): EntryFile => {
    return {
      path,
      kind: "modify",
      version: `v${number - index}`,
      before: "v0",
      added: 1,
      removed: 1,
    };
  });
  return {
    id: `e-${number}`,
    kind: "stretch",
    project: { id: "p-1", root: "/p" },
    from: instant(number),
    to: instant(number),
    author: { type: "human", name: null },
    title: paths.length === 1 ? (paths[0] ?? "") : `${paths.length} files`,
    files: paths.length,
    added: paths.length,
    removed: paths.length,
    paths: files,
    ...more,
  };
}

const saved = (number: number, path: string, kind: EntryFile["kind"] = "modify"): Entry => {
  const { paths, ...rest } = entry(number, [path]);
  return { ...rest, paths: paths.map((file) => ({ ...file, kind })) };
};

const byAgent = {
  kind: "turn",
  author: { type: "agent", name: "claude" },
  session: "s-1",
  turn: "t-1",
} as const;

const turn = entry(4, ["d.ts", "src/b.ts"], {
  ...byAgent,
  title: "tidy up\nand more",
  from: instant(1),
});

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

  constructor(entries: readonly Listing[], more: Partial<ScreenState> = {}) {
    const size = { columns: 120, rows: 24 };
    const place = {
      root: "/p",
      directory: undefined,
      scope: "project",
      only: {},
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

  list(entries: readonly Listing[], next: string | null = null): this {
    return this.tell({ kind: "listed", number: this.state.asked.list, entries, next });
  }

  older(entries: readonly Listing[], next: string | null = null): this {
    return this.tell({ kind: "older", number: this.state.asked.older, entries, next });
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
    const line = linesOf(this.state)[this.state.at];
    const isFile = line?.isInside === true || line?.listing.kind === "stretch";
    return isFile ? line.file?.version : line?.listing.kind;
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

const three = [saved(3, "src/c.ts"), saved(2, "b.ts"), saved(1, "a.ts")];

test("what happened is a line each, and opens to its files", () => {
  const played = new Played([turn, saved(1, "c.ts")]);
  assert.match(played.text, /> t-1 claude tidy up: 2 files/);
  assert.doesNotMatch(played.text, /and more/, "only the first line of what was asked for");
  assert.doesNotMatch(played.text, /M d\.ts/);
  played.press("enter");
  assert.match(played.text, /M d\.ts/);
  assert.equal(played.press("j", "j").here, "v3");
  assert.equal(played.press("h").here, "turn");
  assert.doesNotMatch(played.text, /M d\.ts/, "closed");
});

test("each kind of happening says what it is", () => {
  const many = entry(9, ["a.ts", "b.ts"]);
  const played = new Played([
    { ...many, id: "gap-1", kind: "gap", title: "not recorded", cause: "daemon_down", files: 0 },
    { ...many, kind: "checkpoint", title: "before\u001b tea", files: 0 },
    { ...many, kind: "operation", operation: "op-3", title: "unf undo", taken_back_by: "op-4" },
    { ...many, kind: "mass", cause: "git checkout feat", title: "git checkout feat" },
    { ...many, kind: "mass", title: "2 files", from: instant(8) },
    { ...many, kind: "baseline", title: "recording began", more_paths: 7, files: 9 },
    { ...many, kind: "turn", turn: "t-9", author: { type: "agent", name: "codex" } },
    many,
    saved(1, "old.ts", "delete"),
  ]);
  const told = [
    /! not recorded: daemon down/,
    /= checkpoint before\\x1b tea/,
    /> op-3 unf undo: 2 files +\+2 -2 taken back/,
    /> git checkout feat: 2 files/,
    /> at once: 2 files/,
    /> recording began: 9 files/,
    /> t-9 codex: 2 files/,
    /> 2 files: a\.ts, b\.ts +\+2 -2 you/,
    /D old\.ts/,
  ];
  for (const one of told) assert.match(played.text, one);
  played.press("j", "j", "j", "j", "j", "enter");
  assert.match(played.text, /and 7 files more/);
});

test("keys move within the list, which scrolls, and never out of it", () => {
  const many = Array.from({ length: 100 }, (_, i) => saved(100 - i, `f${i}.ts`));
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
  const played = new Played(three).press("j").list([saved(4, "new.ts"), ...three]);
  assert.equal(played.here, "v2");
  played.press("g").list([saved(5, "newer.ts"), saved(4, "new.ts"), ...three]);
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
  played.tell({ kind: "listed", number: list, entries: three, next: null });
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

test("a yes to a plan that does not stand there yet is none", () => {
  const played = new Played(three).press("u", "y", "tab");
  played.planned({ files: [{ path: "a.ts", action: "write" }] });
  assert.match(played.text, /\[ Cancel \]/);
  assert.ok(!played.asked.some(({ kind }) => kind === "apply"));
});

test("a text that cannot be read says why where it would stand", () => {
  const played = new Played(three);
  const { number } = played.last("detail");
  played.tell({ kind: "failed", of: "detail", number, text: "no longer\u001b kept" });
  assert.match(played.text, /no longer\\x1b kept/);
  assert.equal(played.state.message, undefined);
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
  const played = new Played([saved(2, "b.ts", "create")]).press("r", "2");
  assert.deepEqual(played.last("plan").order, {
    name: "restore",
    root: "/p",
    paths: ["b.ts"],
    at: "2026-11-27T00:00:19.999Z",
    version: undefined,
    removes: true,
  });
  const deleted = new Played([saved(2, "b.ts", "delete")]).press("r");
  assert.match(deleted.text, /1 this file as it was before v2/);
  const whole = new Played([turn]).press("r", "1").last("plan").order;
  assert.ok(whole.name === "restore");
  assert.deepEqual([whole.paths, whole.at], [["d.ts", "src/b.ts"], "2026-11-27T00:00:09.999Z"]);
  const cut = new Played([{ ...turn, more_paths: 3 }]).press("r");
  assert.doesNotMatch(cut.text, /these files/, "not some of them");
});

test("oops offers the turn of the line, the last turn, the operation and the last run", () => {
  const newest = entry(9, ["e.ts"], { ...byAgent, turn: "t-2" });
  const operation = entry(6, ["d.ts"], { kind: "operation", operation: "op-7" });
  const played = new Played([newest, operation, turn]).press("G", "o");
  assert.match(played.text, /1 what t-1 did[\s\S]*2 what t-2 did[\s\S]*3 the last run of changes/);
  const { order } = played.press("2").last("plan");
  assert.deepEqual(order, { name: "oops", root: "/p", turn: "t-2" });
  const undo = new Played([operation]).press("o", "1").last("plan").order;
  assert.deepEqual(undo, { name: "undo", root: "/p", kind: "undo", operation: "op-7" });
  const foreign = { ...newest, project: { id: "p-2", root: "/q" } };
  assert.match(new Played([foreign, operation]).press("G", "o").text, /2 the last run of changes/);
  const undone = new Played([{ ...operation, taken_back_by: "op-8" }]).press("o");
  assert.doesNotMatch(undone.text, /op-7 did/);
});

test("a filter is letters in their order, is seen while it is typed, and goes with Escape", () => {
  const played = new Played(three).press("/", "s", "c");
  assert.deepEqual(
    linesOf(played.state).map(({ key }) => key),
    [keyOf(three[0] as Entry)],
  );
  assert.equal(linesOf(played.press("enter").state).length, 1);
  assert.equal(linesOf(played.press("escape").state).length, 3);
});

test("pasted text is one line where a text is asked for, and does nothing elsewhere", () => {
  const played = new Played(three).tell({ kind: "paste", text: "uy\rq" });
  assert.match(played.text, /pasted text does nothing here/);
  assert.equal(played.state.dialog, undefined);
  played.press("s").tell({ kind: "paste", text: `\n one\r\ntwo\u001b[2J ${"x".repeat(500)}` });
  assert.match(played.text, /search: one two \[2J x/);
  const dialog = played.state.dialog as ScreenState["dialog"];
  assert.ok(dialog?.kind === "input" && dialog.text.length === 200);
  assert.equal(
    linesOf(played.press("escape", "/").tell({ kind: "paste", text: "sc" }).state).length,
    1,
  );
});

test("a, f, d, s and Tab ask for another list", () => {
  const played = new Played([entry(3, ["c.ts"], byAgent), ...three.slice(1)]);
  played.press("a");
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
  const inSession = new Played([turn]).press("tab");
  assert.equal(inSession.last("list").question.only.session, "s-1");
  assert.equal(inSession.list([turn]).press("escape").last("list").question.scope, "project");
});

test("older and newer versions of the file are stepped through", () => {
  const list = [3, 2, 1].map((n) => ({ id: `v${n}`, path: "a.ts", kind: "modify" }) as const);
  const played = new Played([saved(3, "a.ts")]).press("[");
  assert.deepEqual(played.last("versions").path, "a.ts");
  played.tell({ kind: "versions", path: "a.ts", list });
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

test("a file of a happening is seen from what stood before the happening", () => {
  const played = new Played([turn]).press("enter", "j");
  const { question } = played.last("detail");
  assert.deepEqual(question, {
    ...{ shows: "span", root: "/p", key: "key" in question ? question.key : "" },
    ...{ from: "v0", to: "v4", paths: ["d.ts"] },
  });
});

test("the end of the list comes into view: the page behind it is read, once, and put to it", () => {
  const many = Array.from({ length: 40 }, (_, i) => saved(100 - i, `f${i}.ts`));
  const played = new Played([]).press("d", "d").list(many, "c-1").list(many, "c-1");
  const asked = () => played.asked.filter(({ kind }) => kind === "older").length;
  played.press("G", "k", "j");
  assert.equal(asked(), 1);
  assert.equal(played.last("older").question.before, "c-1");
  // News come between, and hinder nothing.
  played.tell({ kind: "news" }).list([saved(101, "new.ts"), ...many], "c-1");
  played.older([saved(50, "older.ts")]);
  assert.match(played.press("G").text, /M older\.ts/);
  assert.match(played.press("g").text, /M new\.ts/);
  assert.equal(asked(), 1);
  const { number } = played.last("older");
  played.press("d", "d").list(three);
  played.tell({ kind: "older", number, entries: [saved(40, "late.ts")], next: null });
  assert.doesNotMatch(played.text, /late\.ts/, "of a list that was left");
});

test("some of the newest are shown at once, and all of their page takes their place", () => {
  const played = new Played([]).press("d", "d");
  assert.equal(played.last("list").question.isPreview, true);
  played.list(three.slice(0, 2), "c-8").press("j");
  assert.equal(played.here, "v2");
  assert.equal(played.last("list").question.isPreview, false);
  assert.ok(!played.asked.some(({ kind }) => kind === "older"), "of what is on its way");
  played.list(three, "c-1");
  assert.equal(played.here, "v2");
  assert.equal(linesOf(played.state).length, 3);
  assert.equal(played.last("older").question.before, "c-1");
});

test("where nothing is recorded the first row says so", () => {
  const played = new Played(three).tell({
    kind: "recording",
    trouble: "not recording since 1:00 - unf start",
  });
  assert.match(played.text.split("\n")[0] ?? "", / NOT RECORDING since 1:00 - unf start/);
  const other = "recording in safe mode - unf restart";
  assert.doesNotMatch(played.tell({ kind: "recording", trouble: other }).text, /NOT RECORDING/);
  assert.match(played.text, / recording in safe mode/);
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
      const rows: Listing[] = [
        entry(20, names, { ...byAgent, title: names.join(" ") }),
        entry(19, names.slice(1)),
        ...names.map((name, i) => saved(9 - i, name)),
        { ...entry(1, []), kind: "checkpoint", title: names.join("") },
        { ...entry(0, []), kind: "gap", title: names.join("") },
      ];
      const played = new Played(rows).tell({ kind: "size", ...size });
      for (const key of pressed) {
        played.press(key);
        if (played.state.entries === undefined) played.list(rows);
        const frame = drawScreen(played.state, viewing);
        assert.equal(frame.length, size.rows);
        for (const { text } of drawScreen(played.state, { ...viewing, isAscii: true }).flat())
          assert.doesNotMatch(text, /[^\p{ASCII}]/u);
        for (const { column, text } of frame.flat()) {
          assert.ok(column + displayWidth(text) <= size.columns, `${key}: ${text}`);
          assert.doesNotMatch(text, /[\p{Cc}\u202a-\u202e]/u);
        }
      }
    }),
    { numRuns: 150 },
  );
});
