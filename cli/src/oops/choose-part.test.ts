import assert from "node:assert/strict";
import { test } from "node:test";
import { type BlobId, finish, type RelPath } from "@unf/core/base";
import { type OopsRequest, type PathDeeds, planOops } from "@unf/core/operations";
import type { StepState } from "@unf/core/timeline";
import { sha256 } from "../testing/fake-project.ts";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { shop } from "../testing/shop.ts";

const cart = "src/cart.ts" as RelPath;
const made = "src/made.ts" as RelPath;
const lines = (changed: Readonly<Record<number, string>>) =>
  Array.from({ length: 40 }, (_, index) => `${changed[index + 1] ?? index + 1}\n`).join("");
const before = Buffer.from(lines({}));
const after = Buffer.from(lines({ 2: "two", 20: "twenty", 39: "end" }));
const contents = new Map([before, after].map((bytes) => [sha256(bytes), bytes]));
const absent: StepState = { kind: "absent" };
const recorded = (bytes: Buffer): StepState => ({
  ...{ kind: "recorded", hash: sha256(bytes), bytes: bytes.length },
  ...{ mode: 0o100644, snapshot: null },
});

/** A turn that edited one file in three places and made another. */
const deeds: readonly PathDeeds[] = [
  { path: cart, runs: [{ from: recorded(before), to: recorded(after) }] },
  { path: made, runs: [{ from: absent, to: recorded(after) }] },
];

function world(
  more: FakeSetup = {},
  disk: Buffer = after,
  requests: OopsRequest[] = [],
): FakeSetup {
  const oopsPlan = (request: OopsRequest) => {
    requests.push(request);
    const { within = [] } = request;
    const meant = deeds.filter(({ path }) => within.length === 0 || within.includes(path));
    const { plan, contents: merged } = finish(
      planOops(
        "turn 3",
        meant,
        {
          now: () => recorded(disk),
          entries: () => undefined,
          obstacle: () => undefined,
          isKept: () => true,
          isRescued: () => false,
          content: (hash) => contents.get(hash) ?? (hash === sha256(disk) ? disk : undefined),
          digest: (bytes) => sha256(bytes),
        },
        request.hunks,
      ),
    );
    const all = new Map<BlobId, Uint8Array>([...contents, ...merged]);
    return { plan, scopes: [{ kind: "turn", turn: 3 }] as const, doubtful: [], contents: all };
  };
  return {
    projects: [{ ...shop, oopsPlan }],
    disk: {
      "/home/a/src/shop/src/cart.ts": disk.toString(),
      "/home/a/src/shop/src/made.ts": disk.toString(),
    },
    reply: () => ({ plan: "pl-1", operation: 7, actions: [] }),
    ...more,
  };
}

type Sent = readonly { readonly params: unknown }[];
const wishOf = (requests: Sent) => (requests[0]?.params as { wish: object } | undefined)?.wish;
const asking = (...answers: string[]) => world({ tty: true, answers });
const patch = ["oops", "-p", "--color", "never"];

test("each hunk and each file that goes whole is asked about, and what was chosen is ordered", async () => {
  const { exit, stdout, asked, requests } = await runFake(patch, asking("y", "n", "y", "n"));
  assert.equal(exit, 0);
  assert.deepEqual(asked, [
    "(1/3) Take back this hunk [y,n,q,a,d,?]? ",
    "(2/3) Take back this hunk [y,n,q,a,d,?]? ",
    "(3/3) Take back this hunk [y,n,q,a,d,?]? ",
    "(1/1) Take back this file [y,n,q,a,d,?]? ",
  ]);
  assert.deepEqual(wishOf(requests), {
    ...{ kind: "turns", turns: [3] },
    ...{ within: [cart], hunks: [{ path: cart, chosen: [0, 2] }] },
  });
  assert.match(stdout, /^src\/cart\.ts\n@@ .*\n[^@]*-two\n\+2\n/m);
});

test("the plan counts the lines of each file that is written", async () => {
  const { stdout } = await runFake(["oops", "-n", "--color", "never"], world({ tty: true }));
  assert.match(stdout, /^ {2}~ src\/cart\.ts {2}\+3 -3$/m);
  assert.match(stdout, /^ {2}- src\/made\.ts {2}removed$/m);
});

test("a file of which all was chosen goes whole, and q ends it with what was chosen", async () => {
  const whole = await runFake(patch, asking("a", "y"));
  assert.deepEqual(wishOf(whole.requests), { kind: "turns", turns: [3], within: [cart, made] });
  const ended = await runFake(patch, asking("y", "q"));
  assert.deepEqual(wishOf(ended.requests), {
    ...{ kind: "turns", turns: [3] },
    ...{ within: [cart], hunks: [{ path: cart, chosen: [0] }] },
  });
  for (const answers of [["q"], ["d", "n"], ["y"]]) {
    const { exit, requests } = await runFake(patch, asking(...answers));
    assert.deepEqual([exit, requests], [4, []], answers.join());
  }
});

test("-i takes the files that are picked from the list", async () => {
  const setup = world({ tty: true, answers: ["2", "y"] });
  const { exit, requests } = await runFake(["oops", "-i", "--color", "never"], setup);
  assert.equal(exit, 0);
  assert.deepEqual(wishOf(requests), { kind: "turns", turns: [3], within: [made] });
});

test("without a terminal hunks go by number, of one file, with the plan that showed them", async () => {
  const dry = await runFake(["oops", "-p", "-n", "--json"], world());
  const document = JSON.parse(dry.stdout);
  assert.deepEqual(
    document.hunks.map(({ path, number }: { path: string; number: number }) => [path, number]),
    [
      [cart, 1],
      [cart, 2],
      [cart, 3],
    ],
  );
  const some = ["oops", "--hunks", "2-3", "--plan", document.plan, "--yes"];
  const done = await runFake(some, world());
  assert.equal(done.exit, 0, done.stderr);
  assert.deepEqual(wishOf(done.requests), {
    ...{ kind: "turns", turns: [3] },
    ...{ within: [cart], hunks: [{ path: cart, chosen: [1, 2] }] },
  });
  assert.equal((await runFake([...some.slice(0, 2), "4", ...some.slice(3)], world())).exit, 3);
  const changed = Buffer.from(lines({ 2: "two", 20: "20.5", 39: "end" }));
  assert.equal((await runFake(some, world({}, changed))).exit, 5, "the plan is another");
  assert.equal((await runFake(["oops", "-p", "--yes"], world())).exit, 2);
  assert.equal((await runFake(["oops", "-p", "-i"], world())).exit, 2);
});
