import type { Answer } from "./scripted-server.ts";

const project = { id: "p-1", root: "/home/ana/shop" };
const base = Date.UTC(2026, 10, 27, 14, 0);
const at = (minutes: number) => new Date(base + minutes * 60_000).toISOString();
const you = { type: "human", name: null, confidence: "unknown" };
const claude = { type: "agent", name: "claude-code", confidence: "hook" };

function file(path: string, n: number, kind = "modify", added = 2, removed = 1) {
  return {
    path,
    kind,
    version: `v${n}`,
    before: kind === "create" ? null : `v${n - 1}`,
    added,
    removed,
  };
}

const none = { added: null, removed: null, files: 0, paths: [] };

/** An afternoon, newest first. */
export const afternoon = [
  {
    id: "h9",
    kind: "turn",
    project,
    from: at(118),
    to: at(121),
    author: claude,
    title: "Make the total robust against empty carts",
    turn: "t9",
    session: "s1",
    files: 3,
    added: 6,
    removed: 2,
    paths: [
      file("src/cart/total.ts", 90),
      file("src/cart/total.test.ts", 92, "create", 3, 0),
      file("docs/cart.md", 94, "modify", 1, 1),
    ],
  },
  {
    id: "h8",
    kind: "stretch",
    project,
    from: at(96),
    to: at(112),
    author: you,
    title: "src/cart/total.ts",
    files: 1,
    added: 4,
    removed: 0,
    paths: [file("src/cart/total.ts", 80)],
  },
  {
    id: "h7",
    kind: "checkpoint",
    project,
    from: at(90),
    to: at(90),
    author: you,
    title: "before the rewrite",
    ...none,
  },
  {
    id: "h6",
    kind: "gap",
    project,
    from: at(70),
    to: at(85),
    author: null,
    title: "Not recording for 15 min",
    cause: "daemon_away",
    ...none,
  },
  {
    id: "h5",
    kind: "mass",
    project,
    from: at(60),
    to: at(60),
    author: you,
    title: "git checkout feat/prices",
    files: 64,
    added: 900,
    removed: 120,
    more_paths: 62,
    paths: [file("src/prices/list.ts", 40), file("src/prices/tax.ts", 42)],
  },
  {
    id: "h4",
    kind: "turn",
    project,
    from: at(31),
    to: at(36),
    author: claude,
    title: "Rename price to amount everywhere",
    turn: "t4",
    session: "s1",
    taken_back_by: "op-3",
    files: 1,
    added: 12,
    removed: 12,
    paths: [file("src/prices/list.ts", 30)],
  },
  {
    id: "h1",
    kind: "baseline",
    project,
    from: at(0),
    to: at(0),
    author: null,
    title: "Recording began",
    ...none,
    files: 212,
  },
];

const lines = (text: string) =>
  text.split("\n").map((line) => ({ op: line[0] ?? " ", text: line.slice(1) }));

/** The only part of a file that changed, from its first line on. */
const part = (old_lines: number, new_lines: number, text: string) => ({
  ...{ old_start: Math.min(1, old_lines), old_lines, new_start: 1, new_lines },
  lines: lines(text),
});

const totalHunk = part(
  5,
  6,
  [
    ' import { sum } from "../sum.ts";',
    " ",
    "-export function total(cart: Cart): number {",
    "+export function total(cart: Cart | undefined): number {",
    "+  if (cart === undefined) return 0;",
    "   return sum(cart.lines.map((line) => line.amount * line.count));",
    " }",
  ].join("\n"),
);
const totals = totalHunk.lines;

const testHunk = part(
  0,
  3,
  '+test("an empty cart costs nothing", () => {\n+  assert.equal(total(undefined), 0);\n+});',
);

const docHunk = part(
  3,
  3,
  " # The cart\n \n-Its total is the sum of its lines.\n+Its total is the sum of its lines, 0 without any.",
);

const change = { old_version: "v89", new_version: "v90", truncated: false };

export const diffFiles = [
  { path: "src/cart/total.ts", status: "modify", added: 2, removed: 1, hunks: [totalHunk] },
  { path: "src/cart/total.test.ts", status: "create", added: 3, removed: 0, hunks: [testHunk] },
  { path: "docs/cart.md", status: "modify", added: 1, removed: 1, hunks: [docHunk] },
].map((file) => ({ ...change, ...file }));

const plan = {
  plan: "pl-1",
  root: project.root,
  unchanged: 0,
  operation: null,
  actions: [
    { path: "src/cart/total.ts", action: "write", from: "v90", to: "v89" },
    { path: "src/cart/total.test.ts", action: "delete", from: "v92", to: null },
    { path: "docs/cart.md", action: "kept", from: "v95", to: "v93", why: "overlap" },
  ],
};

const buckets = Array.from({ length: 60 }, (_, n) => {
  const claudes = (n * 7) % 11 > 6 ? (n * 5) % 9 : 0;
  const yours = (n * 3) % 7;
  const nobodys = n % 9 === 4 ? 3 : 0;
  return {
    from: at(n * 2),
    to: at(n * 2 + 2),
    total: claudes + yours + nobodys,
    by: claudes === 0 ? {} : { "claude-code": claudes },
    human: yours,
    unknown: nobodys,
  };
});

/** The afternoon as far as the time and the kinds that were asked for go. */
function listed({ since = at(0), until = at(122), kinds = [] }: Record<string, unknown>) {
  const isWanted = (kind: string) =>
    !Array.isArray(kinds) || kinds.length === 0 || kinds.includes(kind);
  return afternoon.filter(
    ({ from, to, kind }) => to >= String(since) && from <= String(until) && isWanted(kind),
  );
}

/** Answers of a quiet afternoon in one project. */
export function storyAnswers(): Record<string, Answer> {
  return {
    self: () => ({ version: "0.1.0", read_only: false, port: 1, projects: 1 }),
    projects: () => ({
      projects: [
        {
          ...project,
          watched: true,
          state: "watching",
          reason: null,
          files: 212,
          versions: 4810,
          bytes: 18_000_000,
        },
        {
          id: "p-2",
          root: "/home/ana/notes",
          watched: true,
          state: "watching",
          reason: null,
          files: 30,
          versions: 90,
          bytes: 200_000,
        },
      ],
    }),
    happenings: (asked) => ({ happenings: listed(asked), next: null, recording: true }),
    density: ({ since = at(0), until = at(122) }) => ({
      from: since,
      to: until,
      buckets: buckets.filter(({ from }) => from >= String(since) && from < String(until)),
    }),
    diff: ({ from, paths = [] }) => ({
      files: diffFiles.filter(({ path }) => from === undefined || String(paths).endsWith(path)),
    }),
    versions: () => ({ versions: totalVersions, total: totalVersions.length, next: null }),
    blame: ({ path }) => ({
      lines: String(path).endsWith(".test.ts") ? blamedTest : blamed,
    }),
    deleted: () => ({ files: deletedFiles, total: deletedFiles.length, next: null }),
    search: () => ({ hits, next: null }),
    tree: () => ({ entries: treeEntries, total: treeEntries.length, next: null }),
    status: () => ({ daemon: { uptime_ms: 7_200_000 }, projects: [recorded] }),
    doctor: () => ({ healthy: true, checks }),
    prune: ({ olderThan }) => ({ dry_run: true, projects: [prunePreview(olderThan)] }),
    du: () => ({
      rows: [
        { key: "src/", bytes: 12_000_000, versions: 4000 },
        { key: "docs/", bytes: 3_200_000, versions: 510 },
        { key: "test/", bytes: 2_500_000, versions: 280 },
        { key: "package-lock.json", bytes: 300_000, versions: 20 },
      ],
      total_bytes: 18_000_000,
      store: { disk_bytes: 21_000_000 },
    }),
    "plan/bring-back": () => ({ plan: "pl-3", restores: [{ actions: [broughtBack] }] }),
    "plan/checkpoint": () => ({ plan: "pl-4" }),
    "plan/oops": () => plan,
    "plan/restore": () => ({ ...plan, hunks: [{ number: 1, hunk: turned }] }),
    "plan/undo": () => ({ ...plan, plan: "pl-2", actions: plan.actions.slice(0, 1) }),
    apply: () => ({ ...plan, operation: "op-9" }),
  };
}

const turned = {
  ...totalHunk,
  lines: [
    ...totals.slice(0, 2),
    { op: "-", text: totals[3]?.text ?? "" },
    { op: "-", text: totals[4]?.text ?? "" },
    { op: "+", text: totals[2]?.text ?? "" },
    ...totals.slice(5),
  ],
};

const totalVersions = [
  { id: "v90", kind: "modify", at: at(120), author: claude, added: 2, removed: 1 },
  { id: "v80", kind: "modify", at: at(100), author: you, added: 4, removed: 0 },
  { id: "v12", kind: "create", at: at(2), author: you, added: 3, removed: 0 },
].map((version) => ({ ...version, path: "src/cart/total.ts" }));

const turnLabel = "Rename price to amount everywhere";
const totalText = [
  'import { sum } from "../sum.ts";',
  'import type { Cart } from "./cart.ts";',
  "",
  "/** The price of a cart, taxes included. Unit: cents. */",
  "export function total(cart: Cart) {",
  "  const lines = cart.lines.map((line) => line.amount * line.count);",
  "  return sum(lines) + taxOf(cart);",
  "}",
  "",
  "const legacyTotal = 0;",
];
const blamed = totalText.map((text, n) => {
  const origin =
    n < 3
      ? { version: "v12", at: at(2), author: you }
      : n < 6
        ? { version: "v30", at: at(33), author: claude, turn: "t4", turn_label: turnLabel }
        : { version: "v80", at: at(100), author: you };
  return { n: n + 1, text, ...origin };
});

const blamedTest = testHunk.lines.map(({ text }, n) => ({
  ...{ n: n + 1, text },
  ...{ version: "v92", at: at(120), author: claude, turn: "t9", turn_label: afternoon[0]?.title },
}));

const broughtBack = { path: "docs/old.md", action: "write", from: null, to: "v60" };

const icons = ["cart", "coin", "star"].map((name, n) => ({
  path: `assets/icons/${name}.svg`,
  deletion: `v6${n + 5}`,
  last_version: `v5${n}`,
  bytes: 840 + n,
  author: claude,
}));
const deletedFiles = [
  { path: "docs/old.md", deletion: "v70", last_version: "v60", bytes: 1200, author: claude },
  { path: ".env", deletion: "v71", last_version: "v61", bytes: 80, author: you, withheld: true },
  ...icons,
].map((file, n) => ({
  ...file,
  number: n + 1,
  deleted_at: at(file.path.includes("icons") ? 34 : 58),
}));

const hits = [
  { version: "v12", line: 7, gone: "v50", stood: [{ came: at(2), went: at(58) }] },
  {
    ...{ version: "v80", line: 9, gone: null },
    stood: [
      { came: at(2), went: at(31) },
      { came: at(60), went: null },
    ],
  },
].map(({ gone, stood, ...hit }) => ({
  ...hit,
  path: "src/cart/total.ts",
  text: "const legacyTotal = 0;",
  first_version: "v12",
  first_at: at(2),
  gone_version: gone,
  gone_at: gone === null ? null : (stood.at(-1)?.went ?? null),
  stood,
}));

const recorded = {
  root: project.root,
  state: "watching",
  reason: null,
  last_event_at: at(121),
  files: 212,
  versions: 4810,
  open_gaps: 0,
  missed_states: null,
};

const checks = [
  { id: "daemon.version", state: "ok", message: "the daemon is of this version", fix: null },
  {
    id: "watch.limit",
    state: "warn",
    message: "inotify is nearly used up",
    fix: "sysctl fs.inotify.max_user_watches",
  },
];

/** The shorter history is kept, the more goes. */
function prunePreview(olderThan: unknown) {
  const removed = { "30d": 1200, "7d": 3900 }[String(olderThan)] ?? 0;
  return {
    root: project.root,
    versions_removed: removed,
    versions_kept: 4810 - removed,
    bytes_freed: removed * 3_100,
    operations_aged: removed > 3000 ? 2 : 0,
  };
}

const treeEntries = [
  { path: "assets", kind: "directory", state: "gone" },
  { path: "docs", kind: "directory", state: "same" },
  { path: "src", kind: "directory", state: "changed" },
  { path: "README.md", kind: "file", state: "same", version: "v3", bytes: 2300 },
  { path: "notes.md", kind: "file", state: "new", version: "v88", bytes: 300 },
  { path: "old.md", kind: "file", state: "gone", version: "v60", bytes: 1200 },
  { path: "package.json", kind: "file", state: "changed", version: "v14", bytes: 1100 },
];
