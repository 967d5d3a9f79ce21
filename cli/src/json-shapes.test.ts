import assert from "node:assert/strict";
import { test } from "node:test";
import { commands } from "./commands.ts";
import { damagedReport } from "./testing/damaged-report.ts";
import { type FakeSetup, runFake } from "./testing/fake-world.ts";
import { assertGolden } from "./testing/golden.ts";
import { api, daemonStatus, fullPlan, shop } from "./testing/shop.ts";

const running = { daemon: daemonStatus, sentinel: 4117, intended: true };
const world: FakeSetup = {
  projects: [{ ...shop, plan: (request) => ({ ...fullPlan, request }) }, api],
  running,
  reply: (method) => replies[method as keyof typeof replies],
  wiring: { verifyHome: async () => damagedReport },
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
  unwatch: { root: "/home/a/src/shop", bytes: 12_582_912 },
  restore: {
    plan: "pl-5d2c90ab",
    operation: 1,
    actions: [
      { path: "src/cart.ts", action: "write", from: "v9", to: "v4", added: null, removed: null },
      { path: "src/vat.ts", action: "write", from: null, to: "v2", added: null, removed: null },
      {
        path: "run.sh",
        action: "chmod",
        from: "v2",
        to: "v2",
        added: null,
        removed: null,
        why: "EACCES",
        failed: true,
      },
    ],
  },
};

/** Golden file → command line and the exit code it ends with. */
const cases: Readonly<Record<string, { readonly argv: string; readonly exit?: number }>> = {
  "log.json": { argv: "log" },
  "log-all-limit.json": { argv: "log --all -n 3" },
  "log-global.json": { argv: "log --global -n 4" },
  "log-group.json": { argv: "log --group file src/cart.ts" },
  "log-patch.json": { argv: "log -p -n 1 src/cart.ts" },
  "log-histogram.json": { argv: "log --histogram=4 --since 2h" },
  "show.json": { argv: "cat src/cart.ts --at 6m" },
  "diff.json": { argv: "diff --from v1 --to v4 src/cart.ts --word" },
  "diff-version.json": { argv: "diff --version v5" },
  "restore-plan.json": { argv: "restore --at v4 --dry-run", exit: 8 },
  "restore.json": { argv: "restore src --at v4 --yes", exit: 8 },
  "status.json": { argv: "status" },
  "projects.json": { argv: "list --all" },
  "flush.json": { argv: "flush" },
  "watch.json": { argv: "watch ." },
  "unwatch.json": { argv: "unwatch" },
  "verify.json": { argv: "verify", exit: 7 },
  "doctor.json": { argv: "doctor" },
  "start.json": { argv: "start" },
  "stop.json": { argv: "stop" },
  "ignore.json": { argv: "ignore check src/cart.ts node_modules/x.js logo.png", exit: 1 },
};

for (const [name, { argv, exit = 0 }] of Object.entries(cases)) {
  test(`unf ${argv} --json is as reviewed`, async () => {
    const ran = await runFake([...argv.split(" "), "--json"], world);
    assert.equal(ran.stderr, "");
    assert.equal(ran.exit, exit);
    const document = JSON.parse(ran.stdout);
    assert.match(document.schema, /^unf\.[a-z]+\/1$/);
    assert.equal(document.generated_at, "2026-11-20T13:32:07.000Z");
    assert.ok(!ran.stdout.includes("\u001b"), "an escape character in JSON");
    assertGolden(`json/${name}`, `${JSON.stringify(document, undefined, 2)}\n`);
  });
}

test("--jsonl ends with a record of type end, and every record before has another type", async () => {
  for (const argv of ["log", "log --global", "list", "flush", "watch .", "cat v1", "version"]) {
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
      const { schema, code, exit: told, message } = JSON.parse(stderr);
      assert.equal(schema, "unf.error/1");
      assert.equal(told, exit);
      assert.ok(exit > 1 && typeof code === "string" && message.length > 0, argv);
    }
  }
});

test("every command that answers has its JSON among the reviewed shapes", () => {
  const shown = new Set(Object.values(cases).map(({ argv }) => argv.split(" ")[0]));
  // These print texts, versions of the machine, or what lies in a real home.
  const elsewhere = new Set(["help", "version", "config", "restart"]);
  for (const { name } of commands) assert.ok(shown.has(name) || elsewhere.has(name), name);
});
