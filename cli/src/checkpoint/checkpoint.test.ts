import assert from "node:assert/strict";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { type RelPath, type SnapshotId, UnfError } from "@unf/core/base";
import type { Head } from "@unf/core/timeline";
import { row } from "../testing/fake-timeline.ts";
import { type FakeRun, type FakeSetup, runFake } from "../testing/fake-world.ts";
import { shop } from "../testing/shop.ts";
import { fullPlan } from "../testing/shop-plans.ts";

const root = "/home/a/src/shop";
const world: FakeSetup = {
  env: { NO_COLOR: "1" },
  projects: [{ ...shop, plan: (request) => ({ ...fullPlan, request }) }],
  reply: (method) => (method === "checkpoint" ? { id: 5, created: true } : {}),
};
/** Parameters of the only request of a run. */
function paramsOf({ requests }: FakeRun): Record<string, unknown> {
  const [request] = requests;
  assert.ok(request !== undefined && requests.length === 1);
  return request.params as Record<string, unknown>;
}
const run = (argv: string, setup: FakeSetup = world) => runFake(argv.split(" "), setup);

test("a checkpoint is asked for with everything that was given, bytes as they are", async () => {
  const input = Buffer.of(0, 0xff, 10, 13);
  const { requests, stdout, exit } = await runFake(
    ["checkpoint", "two words", "-m", "why", "--payload", "-", "--pinned"],
    { ...world, input },
  );
  assert.equal(exit, 0);
  assert.deepEqual(requests, [
    {
      method: "checkpoint",
      params: {
        root,
        label: "two words",
        message: "why",
        payload_b64: input.toString("base64"),
        pinned: true,
      },
    },
  ]);
  assert.equal(stdout, "Checkpoint step: 4 files, 0 new bytes\n");
});

test("without a name it has its number, and a person sees both", async () => {
  const bare = await run("checkpoint", { ...world, reply: () => ({ id: 3, created: true }) });
  assert.deepEqual(paramsOf(bare).label, null);
  assert.equal(bare.stdout, "Checkpoint cp:3: 4 files, 4 new bytes\n");
  const seen = await run("checkpoint step", { ...world, tty: true });
  assert.equal(seen.stdout, "◆ cp:5 step  13:28:07  4 files (0 B new)\n");
  const same = await run("checkpoint step", {
    ...world,
    tty: true,
    reply: () => ({ id: 5, created: false }),
  });
  assert.match(same.stdout, /nothing has changed since it was set/);
});

test("a payload comes from a file, and one that is too large or not there is refused", async () => {
  const directory = mkdtempSync(join(tmpdir(), "unf-payload-"));
  try {
    const file = join(directory, "chat.json");
    writeFileSync(file, "[]");
    const ran = await run(`checkpoint --payload ${file}`);
    assert.equal(paramsOf(ran).payload_b64, "W10=");
    truncateSync(file, 16 * 1024 * 1024 + 1);
    assert.equal((await run(`checkpoint --payload ${file}`)).exit, 2);
    assert.equal((await run(`checkpoint --payload ${directory}`)).exit, 2);
    assert.equal((await run(`checkpoint --payload ${file}x`)).exit, 3);
    const input = new Uint8Array(16 * 1024 * 1024 + 1);
    assert.equal((await run("checkpoint --payload -", { ...world, input })).exit, 2);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("names are numbers or labels, of which the newest counts", async () => {
  const shown = async (name: string) => {
    const { stdout, exit } = await run(`checkpoint --show ${name} --json`);
    return exit === 0 ? JSON.parse(stdout).id : exit;
  };
  assert.deepEqual(await Promise.all(["step", "cp:step", "4", "cp:3", "2", "x"].map(shown)), [
    "cp:5",
    "cp:5",
    "cp:4",
    "cp:3",
    3,
    3,
  ]);
});

test("the digest of a tree depends on what was recorded at that row and nothing else", async () => {
  const digest = async (id: number) =>
    JSON.parse((await run(`checkpoint --show ${id} --json`)).stdout).digest;
  const [one, two, three] = [await digest(1), await digest(4), await digest(5)];
  assert.match(one, /^b3:[0-9a-f]{64}$/);
  assert.equal(new Set([one, two, three]).size, 3);
  assert.equal(await digest(1), one);
});

test("the payload comes out as it went in, and nothing with it", async () => {
  const chunks: Uint8Array[] = [];
  const { exit } = await runFake(["checkpoint", "--show", "3", "--payload", "-"], {
    ...world,
    onStdout: (chunk) => chunks.push(chunk),
  });
  assert.equal(exit, 0);
  assert.deepEqual(Buffer.concat(chunks), Buffer.of(0x7b, 0x7d, 0x00, 0xff));
  assert.equal((await run("checkpoint --show 1 --payload -")).exit, 3);
  assert.equal((await run("checkpoint --show 3 --payload out.bin")).exit, 2);
});

test("the list has one line each, for a pipe with tabs", async () => {
  const { stdout } = await run("checkpoint --list");
  assert.deepEqual(stdout.trimEnd().split("\n"), [
    "2026-11-20T13:28:07+00:00\tcp:5\tstep\t4\t-\t-\t-",
    "2026-11-20T13:26:07+00:00\tcp:4\tstep\t4\t-\t-\t-",
    "2026-11-20T13:24:07+00:00\tcp:3\t-\t4\t4\t-\tall tests pass\\x0afor once",
    "2026-11-20T13:20:07+00:00\tcp:1\tbefore-refactor\t2\t-\tpinned\tthe last that worked",
  ]);
  const seen = await run("checkpoint --list", { ...world, tty: true });
  assert.match(
    seen.stdout,
    /^◆ cp:3 +2026-11-20 13:24:07 {2}4 files {2}payload 4 B {2}all tests pass$/m,
  );
});

test("--restore is unf restore --at cp:… --exact: plan, question and request are the same", async () => {
  const reply = () => ({ plan: fullPlan.id, operation: null, actions: [] });
  const one = await run("checkpoint --restore step --yes", { ...world, reply });
  const other = await run("restore --at cp:5 --exact --yes", { ...world, reply });
  const asked = (ran: FakeRun) => ({ ...paramsOf(ran), argv: [] });
  assert.deepEqual(asked(one), asked(other));
  assert.equal(one.stdout, other.stdout);
  assert.equal(one.exit, other.exit);
  assert.deepEqual(one.requests[0]?.method, "restore");
  const preview = await run("checkpoint --restore 1 -n");
  assert.deepEqual(preview.requests, []);
  assert.equal((await run("checkpoint --restore 1")).exit, 4, "nobody said yes");
  assert.equal((await run("checkpoint --restore 1 --plan pl-other --yes")).exit, 5);
});

test("deleting asks, and what goes is the bookmark", async () => {
  const refused = await run("checkpoint --delete 1");
  assert.deepEqual([refused.exit, refused.requests], [4, []]);
  const asked = await run("checkpoint --delete 1", { ...world, tty: true, answers: ["y"] });
  assert.match(asked.asked[0] ?? "", /cp:1 before-refactor\? Every version of its files stays/);
  assert.deepEqual(asked.requests, [{ method: "checkpoint_delete", params: { root, id: 1 } }]);
  const dry = await run("checkpoint --delete 1 --dry-run");
  assert.deepEqual([dry.exit, dry.requests], [0, []]);
});

test("a pin is set and taken away", async () => {
  const pinned = await run("checkpoint --pin 1");
  assert.deepEqual(pinned.requests[0]?.params, { root, id: 1, pinned: true });
  assert.equal(pinned.stdout, "Pinned checkpoint cp:1 before-refactor\n");
  const unpinned = await run("checkpoint --unpin cp:3");
  assert.deepEqual(unpinned.requests[0]?.params, { root, id: 3, pinned: false });
});

test("names that mean something else, and flags that do not go together, are refused", async () => {
  for (const argv of [
    "checkpoint 12",
    "checkpoint cp:a",
    "checkpoint --list --show 1",
    "checkpoint --show 1 -m text",
    "checkpoint --list name",
    "checkpoint --pin 1 --pinned",
    "checkpoint name --plan pl-1",
    "checkpoint a b",
  ]) {
    const { exit, requests } = await run(argv);
    assert.deepEqual([exit, requests], [2, []], argv);
  }
});

test("a failure of the writer is the answer", async () => {
  const reply = () => {
    throw new UnfError("no_space", "the store is full");
  };
  assert.equal((await run("checkpoint name", { ...world, reply })).exit, 9);
});

test("status counts what differs from a checkpoint, from the newest if none is named", async () => {
  const disk = { [`${root}/src/cart.ts`]: "one\nTWO words\nthree\n" };
  const heads = [headOf("src/cart.ts", 9), headOf("src/vat.ts", 2)];
  const [project] = world.projects ?? [];
  assert.ok(project !== undefined);
  const setup = {
    ...world,
    disk,
    projects: [{ ...project, history: { ...project.history, heads } }],
  };
  const since = async (argv: string) => {
    const { stdout, exit } = await run(`status --since-checkpoint${argv} --json`, setup);
    return exit === 0 ? JSON.parse(stdout).since_checkpoint : exit;
  };
  const first = await since(" before-refactor");
  assert.equal(first.checkpoint.id, "cp:1");
  // The cart is as it was then, whatever was recorded since; the tax file is gone.
  assert.deepEqual(first.files, [{ path: "src/tax.ts", status: "delete", bytes: 0 }]);
  assert.deepEqual(first.summary, { changed: 1, created: 0, modified: 0, deleted: 1, renamed: 0 });
  assert.deepEqual(await since("=1"), first);
  assert.equal((await since("")).checkpoint.id, "cp:5");
  assert.equal(await since(" nothing"), 3);
  assert.equal(await since("=1 2"), 2);
  assert.equal((await run("status before-refactor", setup)).exit, 2);
  const { stdout } = await run("status --since-checkpoint 1", setup);
  assert.equal(stdout, "D\tsrc/tax.ts\n");
});

function headOf(path: string, id: number): Head {
  const stat = { dev: 0n, ino: 0n, size: 0n, mtimeNs: 0n, ctimeNs: 0n, mode: 0o100644 };
  const hash = row({ id, path, at: 0 }).hash;
  assert.ok(hash !== null);
  return {
    path: path as RelPath,
    snapshot: id as SnapshotId,
    hash,
    bytes: 10,
    mode: 0o100644,
    stat,
    racy: false,
  };
}

test("verbs are words as well as flags, and set makes one of any name", async () => {
  const same = async (words: string, flags: string) => {
    const [one, other] = [await run(words), await run(flags)];
    assert.deepEqual([one.exit, one.stdout], [other.exit, other.stdout], words);
    assert.notEqual(one.stdout, "", one.stderr);
    assert.deepEqual(one.requests, other.requests);
  };
  await same("checkpoint list", "checkpoint --list");
  await same("checkpoint show step", "checkpoint --show step");
  await same("checkpoint restore step -n", "checkpoint --restore step -n");
  await same("checkpoint delete step --yes", "checkpoint --delete step --yes");
  await same("checkpoint pin step", "checkpoint --pin step");
  for (const argv of ["checkpoint set list", "checkpoint -- list"])
    assert.equal(paramsOf(await run(argv)).label, "list", argv);
  assert.equal(paramsOf(await run("checkpoint set restore")).label, "restore");
});

test("a verb without its name sets no checkpoint, and says how one of that name is set", async () => {
  for (const verb of ["show", "restore", "delete", "pin", "unpin"]) {
    const { exit, stderr, requests } = await run(`checkpoint ${verb}`);
    assert.deepEqual([exit, requests], [2, []], verb);
    assert.match(stderr, new RegExp(`hint: .*unf checkpoint set ${verb}`));
  }
  for (const argv of ["checkpoint a b", "checkpoint list b", "checkpoint pin a --pin b"])
    assert.equal((await run(argv)).exit, 2, argv);
});
