import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath } from "@unf/core/base";
import type { Operation } from "@unf/core/timeline";
import { fakeNow } from "../testing/fake-time.ts";
import { row } from "../testing/fake-timeline.ts";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { studio } from "../testing/studio.ts";

const root = "/srv/p";
const minute = 60_000;
const before = (minutes: number) => fakeNow - minutes * minute;

const crowd = (first: number, minutes: number, more: Partial<Parameters<typeof row>[0]> = {}) =>
  Array.from({ length: 12 }, (_, i) =>
    row({ id: first + i, path: `src/lib/f${i}.ts`, at: before(minutes) + i, ...more }),
  );

const operation = {
  id: 4,
  kind: "restore",
  argv: ["restore", "src", "--at", "5m"],
  inverts: null,
  state: "done",
  startedAt: before(5),
  files: 12,
  before: 61,
} as unknown as Operation;

const rows = [
  ...crowd(1, 90, { event: "create", cause: "baseline" }),
  ...crowd(21, 60),
  row({ id: 41, path: "note.md", at: before(30) }),
  ...crowd(50, 20, { event: "delete", hash: null }),
  ...crowd(70, 5, { event: "create", cause: "operation", operation: 4 }),
];

const seconds = (minutes: number) => Math.floor(before(minutes) / 1000);
const hashes = `${"a".repeat(40)} ${"b".repeat(40)}`;
const reflog = (message: string) =>
  `${hashes} me <a@b.c> ${seconds(60)} +0000\tcheckout: moving from main to ${message}\n`;

const setup: FakeSetup = {
  projects: [{ root, history: { rows, operations: [operation] } }],
  cwd: root,
  tty: true,
  columns: 80,
  env: { NO_COLOR: "1" },
  disk: { [`${root}/.git/logs/HEAD`]: reflog("feat") },
};
const lines = async (argv: string, more: Partial<FakeSetup> = {}): Promise<string[]> => {
  const { stdout, exit } = await runFake(argv.split(" "), { ...setup, ...more });
  assert.equal(exit, 0);
  return stdout.trimEnd().split("\n");
};

test("what happened to many files is one line, named by its cause", async () => {
  const story = await lines("log");
  assert.match(
    story[1] ?? "",
    /^ 13:27:07 {3}4m {2}A {2}unf restore src --at 5m: 12 files .* op-4$/,
  );
  assert.match(story[2] ?? "", /^ 13:12:07 {2}19m {2}D {2}12 files in src\/lib .* v61$/);
  assert.match(story[3] ?? "", / M {2}note\.md /);
  assert.match(story[4] ?? "", / M {2}git checkout feat: 12 files in src\/lib .* v32$/);
  assert.match(story[5] ?? "", / A {2}recording began: 12 files in src\/lib .* v12$/);
  assert.equal(story.length, 6);
  assert.ok(story.every((line) => line.length <= 80));
});

test("where agents have a column the number of files stays, and the name gives way", async () => {
  const { sessions, turns } = studio.history ?? {};
  const author = { agent: "claude-code", confidence: "hook", session: "s-7f3a", turn: 1 } as const;
  const worked = row({
    id: 90,
    path: "a.ts",
    at: before(1),
    author: { ...author, toolCall: null },
  });
  const history = { rows: [...rows, worked], operations: [operation], sessions, turns };
  const projects = [{ root, history }] as FakeSetup["projects"] & object;
  for (const columns of [78, 80, 84, 120]) {
    const story = (await lines("log", { projects, columns })).join("\n");
    assert.match(story, / M {2}git (checkout feat|[a-z ]+…): 12 files /, String(columns));
    assert.match(story, / claude-code s-7f3a/);
  }
});

test("a flush in the middle of a checkout makes no two happenings of it", async () => {
  const swept = crowd(33, 60, { cause: "sweep" }).map((one, i) => ({
    ...one,
    path: `src/lib/g${i}.ts` as RelPath,
  }));
  const projects = [{ root, history: { rows: [...crowd(21, 60), ...swept] } }];
  const [, ...story] = await lines("log", { projects });
  assert.match(story.join("\n"), /^.* M {2}git checkout feat: 24 files in src\/lib .* v44$/);
});

test("--files, a patch, bars and interim versions show each file, and so does a pipe", async () => {
  for (const flags of ["--files", "--stat", "--all"]) {
    assert.ok((await lines(`log ${flags}`)).length > 49, flags);
  }
  assert.equal((await lines("log", { tty: false })).length, 49);
  assert.equal((await lines("log --group file")).length, 13);
});

test("a count is one of lines, and a cursor goes on behind the last", async () => {
  const { stdout, stderr } = await runFake(["log", "-n", "2", "-v"], setup);
  assert.equal(stdout.trimEnd().split("\n").length, 3);
  const [, cursor = ""] = /--cursor (\S+)/.exec(stderr) ?? [];
  const rest = await lines(`log --cursor ${cursor}`);
  assert.match(rest[1] ?? "", /note\.md/);
  assert.equal(rest.length, 4);
});

test("in a worktree the reflog is where its .git file says", async () => {
  const disk = {
    [`${root}/.git`]: "gitdir: ../main/.git/worktrees/p\n",
    [`${root}/../main/.git/worktrees/p/logs/HEAD`]: reflog("side"),
  };
  assert.match((await lines("log", { disk })).join("\n"), /git checkout side: 12 files/);
  const story = (await lines("log", { disk: {} })).join("\n");
  assert.match(story, / M {2}12 files in src\/lib /);
});

test("a name of git reaches no terminal as it is", async () => {
  const disk = { [`${root}/.git/logs/HEAD`]: reflog("\u001b[31m\u202egnp") };
  const story = (await lines("log", { disk, columns: 140 })).join("\n");
  assert.match(story, /git checkout \\x1b\[31m/);
  assert.ok(!story.includes("\u001b") && !story.includes("\u202e"));
});

test("a filter that leaves nothing leaves no marks either", async () => {
  const gap = { id: 1, from: before(15), to: before(10), reason: "daemon_away" };
  const gaps = [{ ...gap, closedAt: before(10), closedBy: "sweep", pathsDiffered: 0 }];
  const projects = [{ root, history: { rows, gaps } }] as never as FakeSetup["projects"];
  const shown = async (argv: string) =>
    (await runFake(argv.split(" "), { ...setup, ...(projects && { projects }) })).stdout;
  assert.match(await shown("log"), /recording gap/);
  assert.equal(await shown("log --include nothing.ts"), "");
  assert.match(await shown("log src/lib/f1.ts"), /recording gap/);
});

test("a file's story has no state of the whole project", async () => {
  const checkpoints = [
    { id: 1, label: "step", message: null, at: before(10), snapshot: 61, files: 1, pinned: false },
  ];
  const projects = [{ root, history: { rows, checkpoints } }] as never as FakeSetup["projects"];
  const shown = async (argv: string) =>
    (await runFake(argv.split(" "), { ...setup, ...(projects && { projects }) })).stdout;
  assert.match(await shown("log"), /checkpoint/);
  assert.match(await shown("log src/lib"), /checkpoint/);
  const file = await shown("log src/lib/f1.ts");
  assert.ok(!file.includes("checkpoint"));
  assert.equal(file.trimEnd().split("\n").length, 5);
});

test("a letter of its own says that not all files had the same done to them", async () => {
  const mixed = rows.map((one, i) =>
    one.id === 50 ? { ...one, event: "modify" as const, path: `x${i}` as RelPath } : one,
  );
  const story = await lines("log", { projects: [{ root, history: { rows: mixed } }] });
  assert.match(story.join("\n"), / ~ {2}12 files /);
});

test("a directory that was moved is told with both of its names, and files that got others are counted", async () => {
  const moved = (to: (n: number) => string) =>
    crowd(21, 40).map((one, i) => ({
      ...one,
      event: "rename" as const,
      evidence: "inode" as const,
      renamedFrom: one.path,
      path: to(i) as RelPath,
    }));
  const told = async (to: (n: number) => string) => {
    const projects = [{ root, history: { rows: [...crowd(1, 90), ...moved(to)] } }];
    return (await lines("log", { projects }))[1] ?? "";
  };
  assert.match(await told((n) => `src/new/f${n}.ts`), / R {2}src\/new ← src\/lib: 12 files /);
  assert.match(await told((n) => `web/lib/f${n}.ts`), / R {2}web ← src: 12 files /);
  assert.match(await told((n) => `f${n}.ts`), / R {2}\. ← src\/lib: 12 files /);
  assert.match(await told((n) => `src/lib/g${n}.ts`), / R {2}12 files in src\/lib /);
});

test("where nothing is recorded yet that is said, and not that nothing matches", async () => {
  const empty = { projects: [{ root, history: { rows: [] } }] };
  const said = async (argv: string) =>
    (await runFake(argv.split(" "), { ...setup, ...empty })).stderr.trim();
  assert.match(await said("log"), /^nothing is recorded here yet/);
  assert.match(await said("log --since 5m"), /no versions match$/);
  assert.match(await said("log --include *.ts"), /^no versions match/);
});
