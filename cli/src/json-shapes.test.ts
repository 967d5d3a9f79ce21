import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkDocument, schemaAnswer, schemasAnswer } from "@unf/answers/schemas";
import type { BlobId, RelPath, SnapshotId } from "@unf/core/base";
import type { RestoreParams } from "@unf/protocol";
import { commands } from "./commands.ts";
import { attic } from "./testing/attic.ts";
import { damagedReport } from "./testing/damaged-report.ts";
import { type FakeSetup, runFake } from "./testing/fake-world.ts";
import { foreignHistories } from "./testing/foreign-histories.ts";
import { assertGolden } from "./testing/golden.ts";
import { api, daemonStatus, shop } from "./testing/shop.ts";
import { fullPlan, fullUndo } from "./testing/shop-plans.ts";
import { studio } from "./testing/studio.ts";

const running = { daemon: daemonStatus, sentinel: 4117, intended: true };
const world: FakeSetup = {
  projects: [
    {
      ...shop,
      plan: (request) => ({ ...fullPlan, request }),
      undoPlan: (kind) => ({ ...fullUndo, kind, inverts: kind === "undo" ? 1 : 3 }),
    },
    api,
  ],
  running,
  settings: new Map([
    ["/home/a/.claude/settings.json", '{ "model": "opus" }\n'],
    ["/home/a/.codex/hooks.json", "not JSON"],
    ["/home/a/.codex/config.toml", "[features]\nhooks = false\n"],
  ]),
  reply: (method) => replies[method as keyof typeof replies],
  wiring: { verifyHome: async () => damagedReport, planImport: async () => foreignHistories },
};

/** The shop, where an oops has something to take back. */
const withOops: FakeSetup = {
  ...world,
  projects: [
    {
      ...shop,
      oopsPlan: () => ({
        plan: { id: fullUndo.id, actions: fullUndo.actions, unchanged: 3 },
        scopes: [{ kind: "rows", after: 3 as SnapshotId, upTo: 9 as SnapshotId }],
        doubtful: ["src/both.ts" as RelPath],
        contents: new Map(),
      }),
    },
  ],
  reply: () => ({ ...replies.invert, operation: 9 }),
};
const withService: FakeSetup = {
  ...world,
  wiring: {
    readService: async () => ({
      state: "enabled",
      problem: undefined,
      manager: "systemd-user",
      file: "/home/a/.config/systemd/user/unf.service",
      isEdited: false,
      answer: "yes",
    }),
  },
};
const forgotten = {
  texts: [{ of: "cp:1", part: "payload" }],
  files: ["projects/0000000000000001/backup/timeline-v5-x.db"],
  owners: new Map(),
} as const;
/** The shop, of which one content stays and one goes. */
const withForget: FakeSetup = {
  ...world,
  wiring: { readForgetSideEffects: async () => forgotten },
  projects: [
    {
      ...shop,
      forgetPlan: {
        versions: 2,
        mark: "5".repeat(16),
        paths: [{ path: "src/cart.ts" as RelPath, versions: 2 }],
        contents: [
          {
            hash: "a".repeat(64) as BlobId,
            bytes: 7,
            version: 1 as SnapshotId,
            path: "src/cart.ts" as RelPath,
          },
          {
            hash: "b".repeat(64) as BlobId,
            bytes: 9,
            version: 2 as SnapshotId,
            path: "src/cart.ts" as RelPath,
          },
        ],
        shared: new Map([["b".repeat(64) as BlobId, "src/copy.ts" as RelPath]]),
        onDisk: ["src/cart.ts" as RelPath],
        operations: [2],
      },
    },
  ],
  reply: () => ({
    ...{ versions: 2, contents: 1, others: 2, pending: false },
    texts: [{ project: `${1}`.padStart(16, "0"), of: "cp:1", part: "payload" }],
    removed: forgotten.files,
    ...{ searched: true, files: 14, bytes: 81_920, found: [], unread: [] },
  }),
};
/** A project in which agents work. */
const withAgents: FakeSetup = { projects: [studio], cwd: studio.root, running };

/** A checkout with two files that are in no commit. */
function sayGit(argv: readonly string[]): Uint8Array {
  return Buffer.from(argv.includes("status") ? " M src/cart.ts\0?? notes.txt\0" : "\n");
}

/** A project that files were deleted from. */
const withDeleted: FakeSetup = {
  ...world,
  projects: [attic],
  cwd: attic.root,
  reply: (_method, params) => {
    const { within, plan } = params as RestoreParams;
    const action = { action: "write", from: null, to: "v4" };
    return { plan, operation: 5, actions: within.map((path) => ({ path, ...action })) };
  },
};

const replies = {
  ping: { pid: 4121 },
  flush: { projects: [{ root: "/home/a/src/shop", last_id: 9, recorded: 2 }] },
  watch: {
    id: "0000000000000001",
    root: "/home/a/src/shop",
    already: false,
    backend: "inotify",
    directories: 214,
    files_recorded: 1611,
    files_skipped: { ignored: 198, binary: 27, too_large: 6 },
    bytes: 9_214_331,
  },
  prune: {
    plan: "pl-0a1b2c3d",
    pruning: 3,
    versions_removed: 2,
    versions_kept: 7,
    bytes_freed: 4096,
    operations_aged: 0,
  },
  checkpoint: { id: 5, created: true },
  checkpoint_delete: {},
  checkpoint_pin: {},
  accept_rules: { accepted: [] },
  unwatch: { root: "/home/a/src/shop", bytes: 12_582_912 },
  collect: {
    collected: { objects: 31, bytes: 1_258_291 },
    packed: { objects: 0, bytes: 0 },
    emptied: { objects: 2, bytes: 4096 },
    trash: { objects: 31, bytes: 1_258_291 },
    restored: 0,
    young: 5,
  },
  invert: {
    plan: "pl-9a07c3e1",
    inverted: 1,
    operation: 5,
    actions: [
      { path: "run.sh", action: "chmod" },
      {
        path: "src/cart.ts",
        action: "write",
        rescued: "/home/a/.unfudged/rescue/op-5/src/cart.ts",
      },
      { path: "src/new.ts", action: "delete" },
      { path: "src/price.ts", action: "kept", why: "overlaps" },
      { path: "src/tax.ts", action: "write", merged: true },
      { path: "src/vat.ts", action: "write" },
      { path: "src/blocked", action: "refused", why: "directory_in_the_way" },
    ],
  },
  restore: {
    plan: "pl-5d2c90ab",
    operation: 1,
    actions: [
      { path: "src/cart.ts", action: "write", from: "v9", to: "v4" },
      { path: "src/vat.ts", action: "write", from: null, to: "v2" },
      {
        path: "run.sh",
        action: "refused",
        from: "v2",
        to: "v2",
        why: "EACCES",
      },
    ],
  },
};

interface Case {
  readonly argv: string;
  readonly exit?: number;
  readonly setup?: FakeSetup;
}

/** Golden file → command line and the exit code it ends with. */
const cases: Readonly<Record<string, Case>> = {
  "log.json": { argv: "log" },
  "log-all-limit.json": { argv: "log --all -n 3" },
  "log-global.json": { argv: "log --global -n 4" },
  "log-group.json": { argv: "log --group file src/cart.ts" },
  "log-patch.json": { argv: "log -p -n 1 src/cart.ts" },
  "log-histogram.json": { argv: "log --histogram=4 --since 2h" },
  "du.json": { argv: "du --by file -n 3" },
  "stats.json": { argv: "stats" },
  "show.json": { argv: "cat src/cart.ts --at 6m" },
  "diff.json": { argv: "diff --from v1 --to v4 src/cart.ts --word" },
  "diff-version.json": { argv: "diff --version v5" },
  "diff-quiet.json": { argv: "diff --quiet --checkpoint 1 --to-checkpoint cp:4", exit: 1 },
  "checkpoint.json": { argv: "checkpoint step" },
  "checkpoints.json": { argv: "checkpoint --list" },
  "checkpoint-show.json": { argv: "checkpoint --show cp:3" },
  "checkpoint-payload.json": { argv: "checkpoint --show 3 --payload -" },
  "checkpoint-delete.json": { argv: "checkpoint --delete step --yes" },
  "checkpoint-restore.json": { argv: "checkpoint --restore 1 --dry-run", exit: 8 },
  "status-since-checkpoint.json": { argv: "status --since-checkpoint before-refactor" },
  "blame.json": { argv: "blame src/cart.ts --at 6m" },
  "search.json": { argv: "search -i two" },
  "log-authors.json": { argv: "log -n 5", setup: withAgents },
  "log-group-turn.json": { argv: "log --group turn -n 4", setup: withAgents },
  "log-sessions.json": { argv: "log --sessions", setup: withAgents },
  "diff-turn.json": { argv: "diff --turn t-2", setup: withAgents },
  "blame-authors.json": { argv: "blame cart.ts", setup: withAgents },
  "sessions.json": { argv: "sessions", setup: withAgents },
  "turns.json": { argv: "turns s-7f3a", setup: withAgents },
  "session.json": { argv: "session s-7f3a", setup: withAgents },
  "recap.json": { argv: "recap", setup: { ...withAgents, programs: sayGit } },
  "status-session.json": { argv: "status --short --session", setup: withAgents },
  "restore-plan.json": { argv: "restore --at v4 --dry-run", exit: 8 },
  "restore.json": { argv: "restore src --at v4 --yes", exit: 8 },
  "undo-plan.json": { argv: "undo --dry-run", exit: 8 },
  "undo.json": { argv: "undo op-1 --yes", exit: 8 },
  "oops-plan.json": { argv: "oops -n", exit: 8, setup: withOops },
  "oops.json": { argv: "oops --yes", exit: 8, setup: withOops },
  "redo.json": { argv: "redo op-1 --yes", exit: 8 },
  "ops.json": { argv: "ops --all" },
  "complete.json": { argv: "complete und" },
  "completion.json": { argv: "completion fish" },
  "uninstall.json": { argv: "uninstall -n" },
  "update.json": { argv: "update" },
  "man.json": { argv: "man flush" },
  "prompt.json": { argv: "prompt" },
  "deleted.json": { argv: "deleted", setup: withDeleted },
  "deleted-restore.json": { argv: "deleted --restore 1-3 --yes", setup: withDeleted },
  "forget-plan.json": { argv: "forget src/cart.ts --dry-run", setup: withForget },
  "forget.json": { argv: "forget src/cart.ts --yes", setup: withForget },
  "forget-list.json": { argv: "forget --list" },
  "status.json": { argv: "status" },
  "projects.json": { argv: "list --all" },
  "flush.json": { argv: "flush" },
  "session-end.json": { argv: "session end code-mod-0123456789ab" },
  "watch.json": { argv: "watch ." },
  "watch-dry-run.json": { argv: "watch /home/a/new -n" },
  "unwatch.json": { argv: "unwatch" },
  "export-git.json": { argv: "export git /home/a/history -n", setup: withAgents },
  "export-tar.json": { argv: "export tar --at 10m -n", setup: withAgents },
  "import.json": { argv: "import unfudged /home/a/old -n" },
  "verify.json": { argv: "verify", exit: 7 },
  "prune.json": { argv: "prune --older-than 30m --yes -v" },
  "prune-plan.json": { argv: "prune --older-than 30m -n" },
  "gc.json": { argv: "gc -n" },
  "doctor.json": { argv: "doctor" },
  "start.json": { argv: "start" },
  "stop.json": { argv: "stop" },
  "service-enable.json": { argv: "service enable" },
  "service-status.json": { argv: "service status", setup: withService },
  "service-disable.json": { argv: "service disable -n", setup: withService },
  "hook-status.json": { argv: "hook status" },
  "hook-install.json": { argv: "hook install claude-code codex cursor --dry-run", exit: 8 },
  "schema.json": { argv: "schema changes" },
  "ignore.json": { argv: "ignore check src/cart.ts node_modules/x.js logo.png", exit: 1 },
};

for (const [name, { argv, exit = 0, setup = world }] of Object.entries(cases)) {
  test(`unf ${argv} --json is as reviewed`, async () => {
    const ran = await runFake([...argv.split(" "), "--json"], setup);
    assert.equal(ran.stderr, "");
    assert.equal(ran.exit, exit);
    const document = JSON.parse(ran.stdout);
    assert.match(document.schema, /^unf\.[a-z]+\/1$/);
    assert.equal(document.generated_at, "2026-11-20T13:32:07.000Z");
    assert.ok(!ran.stdout.includes("\u001b"), "an escape character in JSON");
    assert.deepEqual(checkDocument(document), []);
    assertGolden(`json/${name}`, `${JSON.stringify(document, undefined, 2)}\n`);
  });
}

/** Command lines whose documents have a form of their own, beside those that are compared. */
const otherForms: readonly Case[] = [
  { argv: "prune --undo -n" },
  { argv: "forget --list", setup: withForget },
  { argv: "ignore add *.log -n" },
  { argv: "ignore accept -n" },
  { argv: "config get" },
  { argv: "config get record.binary" },
  { argv: "config set record.binary true -n" },
  { argv: "config path" },
  { argv: "config default" },
  { argv: "hook uninstall claude-code -n" },
  { argv: "service status", exit: 1 },
  { argv: "session start" },
  { argv: "schema" },
  { argv: "help log" },
  { argv: "version" },
  { argv: "gc --empty-trash --yes" },
  { argv: "verify --repair -n", exit: 7 },
  { argv: "unwatch -n" },
  { argv: "stop -n" },
  { argv: "restart -n" },
];

for (const { argv, exit = 0, setup = world } of otherForms) {
  test(`unf ${argv} --json is declared`, async () => {
    const ran = await runFake([...argv.split(" "), "--json"], setup);
    assert.equal(ran.exit, exit, ran.stderr);
    assert.deepEqual(checkDocument(JSON.parse(ran.stdout)), []);
  });
}

test("every document that a source of the program names is declared, and has a JSON Schema", () => {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(join(import.meta.dirname, name), "utf8"));
  const named = new Set(sources.flatMap((text) => text.match(/"unf\.[a-z_]+\/1"/g) ?? []));
  // They have no JSON: what runs below them prints, a protocol of its own is spoken, a screen is drawn.
  for (const name of ['"unf.answer/1"', '"unf.exec/1"', '"unf.mcp/1"', '"unf.tui/1"'])
    assert.ok(named.delete(name), name);
  const undeclared = [...named].filter((name) =>
    checkDocument({ schema: JSON.parse(name) }).some((fault) => fault.endsWith("nowhere")),
  );
  assert.deepEqual(undeclared, []);
  const { names } = schemasAnswer();
  assert.ok(names.length > 30, `${names.length} documents`);
  // The page in the browser asks for them; cli/src/ui has their test.
  const ofThePage = ["unf.density/1", "unf.happenings/1", "unf.tree/1", "unf.versions/1"];
  for (const name of names.filter((one) => !ofThePage.includes(one))) {
    assert.ok(named.has(JSON.stringify(name)), `${name} is printed by nothing`);
    assert.match(String(schemaAnswer(name).json_schema.$schema), /2020-12/);
  }
});

test("a document that is declared nowhere is a fault, and so is a field", () => {
  const generated_at = "2026-11-20T13:32:07.000Z";
  const names = ["log"];
  assert.deepEqual(checkDocument({ schema: "unf.schemas/1", generated_at, names }), []);
  for (const schema of ["unf.schemas/2", "unf.nonsense/1", "toString"]) {
    assert.deepEqual(checkDocument({ schema, generated_at, names }), [
      `${schema} is declared nowhere`,
    ]);
  }
  assert.match(
    checkDocument({ schema: "unf.schemas/1", generated_at, names, more: 1 })[0] ?? "",
    /more/,
  );
});

test("--jsonl ends with a record of type end, and every record before has another type", async () => {
  for (const argv of [
    "log",
    "log --global",
    "list",
    "flush",
    "watch .",
    "cat v1",
    "ops",
    "deleted",
    "blame src/cart.ts",
    "sessions",
    "turns",
    "recap",
    "log --sessions",
    "log --group session",
    "search one",
    "version",
  ]) {
    const { stdout, exit } = await runFake([...argv.split(" "), "--jsonl"], world);
    assert.equal(exit, 0, argv);
    const types = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).type);
    assert.equal(types.at(-1), "end", argv);
    assert.ok(
      types.slice(0, -1).every((type) => typeof type === "string" && type !== "end"),
      argv,
    );
  }
});

test("an error in JSON is one document on stderr, and stdout stays empty", async () => {
  const elsewhere = { ...world, cwd: "/tmp" };
  for (const argv of ["log", "log --limit 0", "nonsense", "cat --at tomorrow x", "log --bogus"]) {
    for (const format of ["--json", "--jsonl"]) {
      const { stdout, stderr, exit } = await runFake([...argv.split(" "), format], elsewhere);
      assert.equal(stdout, "", argv);
      const document = JSON.parse(stderr);
      const { schema, code, exit: told, message } = document;
      assert.deepEqual(checkDocument(document), []);
      assert.equal(schema, "unf.error/1");
      assert.equal(told, exit);
      assert.ok(exit > 1 && typeof code === "string" && message.length > 0, argv);
    }
  }
});

test("every command that answers has its JSON among the reviewed shapes", () => {
  const shown = new Set(Object.values(cases).map(({ argv }) => argv.split(" ")[0]));
  // These print texts, versions of the machine, what lies in a real home, another protocol, a screen, what never ends, or nothing of their own.
  const elsewhere = new Set([
    "help",
    "version",
    "config",
    "restart",
    "exec",
    "mcp",
    "tail",
    "answer",
    "tui",
    "ui",
  ]);
  for (const { name } of commands) assert.ok(shown.has(name) || elsewhere.has(name), name);
});
