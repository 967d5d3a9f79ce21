import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImportReply } from "@unf/protocol";
import { runFake } from "../testing/fake-world.ts";
import { foreignHistories } from "../testing/foreign-histories.ts";

const world = {
  wiring: { planImport: async () => foreignHistories },
  reply: () => foreignHistories,
};

test("a person reads of every history what comes along, what is left out and why", async () => {
  const { stdout, exit } = await runFake(["import", "unfudged", "/old", "--yes"], world);
  assert.equal(exit, 0);
  assert.deepEqual(stdout.trimEnd().split("\n"), [
    "~/src/shop  120 versions of 14 files, 2026-02-09 to 2026-11-19",
    "  left out 9: recorded after the history here began",
    "  left out 2: content missing there",
    "  41 own versions get numbers higher by 120",
    "  the timeline from before: /home/a/.unfudged/lost+found/timelines/0000000000000001.x",
    "~/src/new  3 versions of 2 files, 2026-02-09 to 2026-02-10, 1 session, 1 checkpoint",
    "~/src/known  imported already",
    "~/src/empty  nothing to import",
    "  left out 1: private keys and credentials",
    "Imported 123 versions of 2 projects",
    "They are recorded from now on once they are watched: unf watch <dir>",
  ]);
});

test("nothing is asked of the daemon before somebody agrees to other numbers", async () => {
  const alone = await runFake(["import", "unfudged", "/old"], world);
  assert.deepEqual([alone.exit, alone.requests.length], [4, 0]);
  const no = await runFake(["import", "unfudged", "/old"], { ...world, tty: true, answers: ["n"] });
  assert.deepEqual([no.exit, no.requests.length], [4, 0]);
  const yes = await runFake(["import", "unfudged", "/old"], {
    ...world,
    tty: true,
    answers: ["y"],
  });
  assert.equal(yes.exit, 0);
  assert.deepEqual(yes.requests, [
    { method: "import", params: { source: "unfudged", directory: "/old", only: null } },
  ]);
  const dry = await runFake(["import", "unfudged", "/old", "-n"], world);
  assert.deepEqual([dry.exit, dry.requests.length], [0, 0]);
});

test("where nothing would get another number nobody is asked", async () => {
  const [, fresh] = foreignHistories.histories;
  assert.ok(fresh);
  const reply: ImportReply = { histories: [fresh] };
  const setup = { wiring: { planImport: async () => reply }, reply: () => reply };
  const { exit, requests } = await runFake(["import", "agent-undo", "/p"], setup);
  assert.deepEqual([exit, requests.length], [0, 1]);
});

test("one that cannot be read is named, and the exit code says whether the others came", async () => {
  const failed = { ...foreignHistories.histories[2], state: "failed", why: "no database" } as const;
  const only = { histories: [failed] } as ImportReply;
  const some = { histories: [...foreignHistories.histories, failed] } as ImportReply;
  const run = (reply: ImportReply) =>
    runFake(["import", "unfudged", "/old", "-n"], { wiring: { planImport: async () => reply } });
  assert.equal((await run(only)).exit, 7);
  const partly = await run(some);
  assert.equal(partly.exit, 8);
  assert.match(partly.stdout, /~\/src\/known {2}failed: no database/);
});

test("what is no source, and agent-undo without a project, is wrong usage", async () => {
  assert.equal((await runFake(["import", "rsync"], world)).exit, 2);
  assert.equal((await runFake(["import", "agent-undo"], world)).exit, 2);
});
