import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { type BlobId, finish, type RelPath } from "@unf/core/base";
import { chooseHunks } from "@unf/core/lines";
import { type DiskState, planRestore, type RestoreRequest } from "@unf/core/restore";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { shop } from "../testing/shop.ts";
import { wanted } from "../testing/shop-plans.ts";

const path = "src/cart.ts" as RelPath;
const onDisk = "/home/a/src/shop/src/cart.ts";
const lines = (changed: Readonly<Record<number, string>>) =>
  Array.from({ length: 40 }, (_, index) => `${changed[index + 1] ?? index + 1}\n`).join("");
const then = lines({});
const now = lines({ 2: "two", 20: "twenty", 39: "end" });
const hash = (text: string | Uint8Array) =>
  createHash("sha256").update(text).digest("hex") as BlobId;

/** One file that differs in three places; `contents`: what the disk has at each look, the last one from then on. */
function world(more: FakeSetup = {}, contents: readonly string[] = [now]): FakeSetup {
  let looks = 0;
  const file = { ...wanted(path, 4), hash: hash(then) };
  const plan = (request: RestoreRequest) => {
    const text = contents[Math.min(looks, contents.length - 1)] ?? "";
    looks += 1;
    const disk: DiskState = {
      kind: "file",
      hash: hash(text),
      mode: 0o100644,
      bytes: text.length,
      snapshot: null,
    };
    return finish(
      planRestore(request, {
        wanted: [file],
        newer: [],
        isAbsent: () => true,
        disk: () => disk,
        obstacle: () => undefined,
        entries: () => undefined,
        isKept: () => true,
        choose: (_, __, chosen) => {
          const bytes = chooseHunks(Buffer.from(text), Buffer.from(then), chosen);
          return bytes && { hash: hash(bytes), bytes: bytes.length };
        },
        digest: (text) => hash(text),
      }),
    );
  };
  const action = { path, action: "write", from: null, to: "v4", added: null, removed: null };
  return {
    projects: [{ ...shop, plan, contents: { 4: then } }],
    disk: { [onDisk]: contents[0] ?? "" },
    reply: () => ({ plan: "pl-1", operation: 7, actions: [action] }),
    ...more,
  };
}

const words = ["restore", "-p", "src/cart.ts", "--at", "v4", "--color", "never"];
const asking = (...answers: string[]) => world({ tty: true, answers });
type Sent = { plan?: string; hunks?: { path: string; chosen: number[] }[] };
const sent = (requests: readonly { readonly params: unknown }[]) =>
  (requests[0]?.params ?? {}) as Sent;
const hunksOf = (requests: readonly { readonly params: unknown }[]) => sent(requests).hunks;

test("each hunk is shown and asked about, and only the chosen ones go into one operation", async () => {
  const { exit, stdout, asked, requests } = await runFake(words, asking("y", "n", "y"));
  assert.equal(exit, 0);
  assert.deepEqual(hunksOf(requests), [{ path, chosen: [0, 2] }]);
  assert.deepEqual(asked, [
    "(1/3) Restore this hunk [y,n,q,a,d,?]? ",
    "(2/3) Restore this hunk [y,n,q,a,d,?]? ",
    "(3/3) Restore this hunk [y,n,q,a,d,?]? ",
  ]);
  assert.match(stdout, /-two\n\+2\n/);
  assert.match(stdout, /-twenty\n\+20\n/);
  assert.match(stdout, /Restored {2}1 file . saved op-7/);
});

test("the plan that is carried out is that of the chosen hunks", async () => {
  const plans = await Promise.all(
    [["y", "d"], ["n", "a"], ["a"]].map(async (answers) => {
      const { requests } = await runFake(words, asking(...answers));
      return sent(requests).plan;
    }),
  );
  assert.equal(new Set(plans).size, 3);
});

test("the letters mean what they mean to git", async () => {
  const chosen = async (...answers: string[]) => {
    const { exit, requests } = await runFake(words, asking(...answers));
    return exit === 0 ? hunksOf(requests)?.[0]?.chosen : exit;
  };
  assert.deepEqual(await chosen("a"), [0, 1, 2]);
  assert.deepEqual(await chosen("n", "a"), [1, 2]);
  assert.deepEqual(await chosen("y", "q"), [0]);
  assert.deepEqual(await chosen("y", "d"), [0]);
  assert.deepEqual(await chosen("Y", " N ", "y"), [0, 2]);
  assert.deepEqual(await chosen("?", "what", "y", "q"), [0]);
  assert.equal(await chosen("q"), 4, "nothing was chosen");
  assert.equal(await chosen("y", "y"), 4, "the answers ended before the last hunk");
});

test("without a terminal hunks are chosen by number, and nobody is asked about them", async () => {
  const nobody = await runFake([...words, "--yes"], world());
  assert.equal(nobody.exit, 2);
  assert.match(nobody.stderr, /--hunks 1,3/);
  const chosen = await runFake(
    [...words.slice(0, 1), ...words.slice(2), "--hunks", "1,3"],
    world(),
  );
  assert.equal(chosen.exit, 4, "it needs a yes like every restore");
  const done = await runFake([...words, "--hunks", "2-3", "--yes"], world());
  assert.equal(done.exit, 0);
  assert.deepEqual(hunksOf(done.requests), [{ path, chosen: [1, 2] }]);
  assert.deepEqual([nobody.requests, chosen.requests, done.asked], [[], [], []]);
});

test("a dry run numbers the hunks, and its plan can be asked for together with some of them", async () => {
  const dry = await runFake([...words, "-n", "--json"], world());
  const document = JSON.parse(dry.stdout);
  assert.deepEqual(
    document.hunks.map((one: { number: number; hunk: { old_start: number } }) => [
      one.number,
      one.hunk.old_start,
    ]),
    [
      [1, 1],
      [2, 17],
      [3, 36],
    ],
  );
  const text = await runFake([...words, "-n"], world());
  assert.match(text.stdout, /hunk 3\n@@ -36,5 \+36,5 @@/);
  const some = [...words, "--hunks", "3", "--plan", document.plan, "--yes"];
  assert.equal((await runFake(some, world())).exit, 0);
  const other = now.replace("twenty", "20.5");
  const stale = await runFake(some, world({}, [other]));
  assert.equal(stale.exit, 5);
  const one = await runFake([...words, "--hunks", "3", "-n", "--json"], world());
  const chosen = JSON.parse(one.stdout).hunks.map((hunk: { chosen: boolean }) => hunk.chosen);
  assert.deepEqual(chosen, [false, false, true]);
  assert.deepEqual([dry.requests, text.requests, stale.requests, one.requests], [[], [], [], []]);
});

test("a file that changes while somebody chooses is a conflict, and nothing is restored", async () => {
  for (const later of [lines({ 2: "two" }), now.replace("end", "END"), then]) {
    const { exit, requests } = await runFake(words, {
      ...world({ tty: true, answers: ["n", "n", "y"] }, [now, later]),
    });
    assert.equal(exit, 5);
    assert.deepEqual(requests, []);
  }
});

test("numbers and files that have no hunks are refused in one line each", async () => {
  const exits = async (argv: readonly string[], setup = world()) =>
    (await runFake(argv, setup)).exit;
  assert.equal(await exits([...words, "--hunks", "4", "--yes"]), 3);
  assert.equal(await exits([...words, "--hunks", "0", "--yes"]), 2);
  assert.equal(await exits([...words, "--hunks", "", "--yes"]), 2);
  assert.equal(await exits([...words, "--delete"]), 2);
  assert.equal(await exits([...words, "--overwrite", "never"]), 2);
  assert.equal(await exits([...words, "-i"]), 2);
  assert.equal(await exits([...words, "--to", "/tmp/x"]), 2);
  assert.equal(await exits(words, world({ tty: true }, ["a\0b\n"])), 4);
  assert.equal(await exits(words, world({ tty: true }, [then])), 0, "nothing to restore");
});
