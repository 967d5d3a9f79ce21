import assert from "node:assert/strict";
import { test } from "node:test";
import { UnfError } from "@unf/core/base";
import type { CollectReply } from "@unf/protocol";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { shop } from "../testing/shop.ts";

const none = { objects: 0, bytes: 0 };

const nothing: CollectReply = {
  collected: none,
  packed: none,
  emptied: none,
  trash: none,
  restored: 0,
  young: 0,
};

function setup(reply: Partial<CollectReply>, more: Partial<FakeSetup> = {}): FakeSetup {
  return { projects: [shop], reply: () => ({ ...nothing, ...reply }), ...more };
}

test("a dry run says how much would be free, and asks for nothing else", async () => {
  const collected = { objects: 31, bytes: 1_258_291 };
  const { stdout, requests } = await runFake(["gc", "-n"], setup({ collected }));
  assert.equal(stdout, "Would free 1.2 MiB in 31 objects\n");
  assert.deepEqual(requests, [
    { method: "collect", params: { dry_run: true, empty_trash: false } },
  ]);
});

test("a run says what it did, or that there was nothing to do", async () => {
  const done = {
    collected: { objects: 1, bytes: 3 },
    packed: { objects: 2, bytes: 2048 },
    emptied: { objects: 3, bytes: 5 },
    trash: { objects: 1, bytes: 3 },
    restored: 4,
  };
  assert.deepEqual((await runFake(["gc"], setup(done))).stdout.split("\n"), [
    "Moved 3 B in 1 object to the trash",
    "Freed 2.0 KiB in 2 objects of packs",
    "Deleted 5 B in 3 objects of the trash",
    "Put back 4 objects that something needs",
    "The trash holds 3 B in 1 object",
    "",
  ]);
  assert.equal((await runFake(["gc"], setup({}))).stdout, "Nothing to collect\n");
});

test("emptying the trash needs a yes, and asks nothing of an empty one", async () => {
  const emptied = { objects: 2, bytes: 10 };
  const refused = await runFake(["gc", "--empty-trash"], setup({ emptied }));
  assert.equal(refused.exit, 4);
  assert.deepEqual(
    refused.requests.map(({ params }) => params),
    [{ dry_run: true, empty_trash: true }],
    "nothing was done",
  );
  const asked = await runFake(
    ["gc", "--empty-trash"],
    setup({ emptied }, { tty: true, answers: ["y"] }),
  );
  assert.deepEqual(asked.asked, ["Delete 10 B in 2 objects of the trash for good? [y/N] "]);
  assert.equal(asked.exit, 0);
  const empty = await runFake(["gc", "--empty-trash"], setup({}));
  assert.deepEqual([empty.exit, empty.stdout], [0, "Nothing to collect\n"]);
  const sure = await runFake(["gc", "--empty-trash", "--yes"], setup({ emptied }));
  assert.match(sure.stdout, /^Deleted 10 B in 2 objects of the trash/);
});

test("an agent cannot empty the trash by itself", async () => {
  const emptied = { objects: 2, bytes: 10 };
  const { exit, requests } = await runFake(
    ["gc", "--empty-trash", "--yes"],
    setup({ emptied }, { env: { CLAUDECODE: "1" } }),
  );
  assert.equal(exit, 4);
  assert.equal(requests.length, 1);
});

test("a history that cannot be read ends with 7", async () => {
  const { exit, stderr } = await runFake(["gc"], {
    projects: [shop],
    reply: () => {
      throw new UnfError("store_damaged", "nothing is collected, because x", {
        hint: "unf verify",
      });
    },
  });
  assert.equal(exit, 7);
  assert.match(stderr, /nothing is collected/);
});
