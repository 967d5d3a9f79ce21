import assert from "node:assert/strict";
import { test } from "node:test";
import { UnfError } from "@unf/core/base";
import { openTimeKeeper } from "../frame/world/within-time.ts";
import type { FakeProject } from "../testing/fake-project.ts";
import { fakeNow } from "../testing/fake-time.ts";
import { row } from "../testing/fake-timeline.ts";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";

const minutes = (count: number): number => fakeNow - count * 60_000;
const gone = { event: "delete", hash: null, counts: null } as const;

const shop: FakeProject = {
  root: "/home/a/src/shop",
  history: {
    rows: [
      row({ id: 1, path: "src/vat.ts", at: minutes(60), event: "create", cause: "baseline" }),
      row({ id: 2, path: "src/vat.ts", at: minutes(50), settled: false }),
      row({ id: 3, path: "src/vat.ts", at: minutes(49) }),
      row({ id: 4, path: "src/vat.ts", at: minutes(40), ...gone, cause: "renamed" }),
      row({
        id: 5,
        path: "lib/tax.ts",
        at: minutes(40),
        event: "rename",
        renamedFrom: "src/vat.ts" as never,
        evidence: "inode",
      }),
      row({ id: 6, path: "lib/tax.ts", at: minutes(30) }),
      row({ id: 7, path: "src/cart.ts", at: minutes(20), event: "create" }),
      row({ id: 8, path: "src/cart.ts", at: minutes(10), ...gone }),
      row({ id: 9, path: ".env", at: minutes(5), event: "create" }),
    ],
  },
  contents: {
    1: "vat one\n",
    2: "vat one\nvat interim\n",
    3: "vat one\n\tvat two\n",
    5: "vat one\n\tvat two\n",
    6: "vat one\nend\n",
    7: "Vat of the cart\n",
    9: "VAT_KEY=hunter2\n",
  },
};

const world: FakeSetup = { projects: [shop] };
const found = async (argv: string): Promise<string[]> => {
  const ran = await runFake(["search", ...argv.split(" "), "--json"], world);
  assert.ok(ran.exit === 0 || ran.exit === 3, ran.stderr);
  return JSON.parse(ran.stdout).hits.map(
    (hit: Record<string, string>) =>
      `${hit.version} ${hit.path}:${hit.line} ${hit.text} ${hit.first_version}${hit.live ? "" : ` < ${hit.gone_version}`}`,
  );
};

test("a line is told once, with the first and the last version that had it, through a rename", async () => {
  assert.deepEqual(await found("vat"), [
    "v6 lib/tax.ts:1 vat one v1",
    "v5 lib/tax.ts:2 \tvat two v3 < v6",
  ]);
  assert.deepEqual((await found("vat --all")).at(-1), "v2 src/vat.ts:2 vat interim v2 < v3");
});

test("the word may be an expression, and A may be a", async () => {
  assert.deepEqual(await found("-E ^\\s+vat"), ["v5 lib/tax.ts:2 \tvat two v3 < v6"]);
  assert.equal((await found("-i VAT")).length, 4);
  assert.deepEqual(await found("VAT.KEY"), []);
});

test("paths narrow a search, and a file takes the lines of its former name along", async () => {
  assert.deepEqual(await found("-i vat lib"), await found("vat"));
  assert.deepEqual(await found("vat lib/tax.ts"), await found("vat"));
  assert.deepEqual(await found("vat src"), [
    "v3 src/vat.ts:1 vat one v1 < v4",
    "v3 src/vat.ts:2 \tvat two v3 < v4",
  ]);
});

test("--in and the span ask when a line came or went", async () => {
  assert.deepEqual(await found("vat --in added"), ["v5 lib/tax.ts:2 \tvat two v3 < v6"]);
  assert.deepEqual(await found("-i vat --in removed --since 15m"), [
    "v7 src/cart.ts:1 Vat of the cart v7 < v8",
  ]);
  assert.deepEqual(await found("-i vat --until 55m"), ["v6 lib/tax.ts:1 vat one v1"]);
  assert.equal((await runFake(["search", "x", "--since", "1m", "--until", "5m"], world)).exit, 2);
});

test("pages put together are the whole search, and a cursor is for one search only", async () => {
  const page = async (...more: string[]) =>
    JSON.parse(
      (await runFake(["search", "-i", "vat", "-n", "1", "--json", ...more], world)).stdout,
    );
  const texts: string[] = [];
  let next: string | null = null;
  do {
    const { hits, next: after }: { hits: { text: string }[]; next: string | null } = await page(
      ...(next === null ? [] : ["--cursor", next]),
    );
    texts.push(...hits.map(({ text }) => text));
    next = after;
  } while (next !== null);
  assert.deepEqual(texts, ["VAT_KEY=[masked:env]", "Vat of the cart", "vat one", "\tvat two"]);
  const { next: cursor } = await page();
  assert.equal((await runFake(["search", "vat", "--cursor", cursor], world)).exit, 2);
});

test("a pipe gets version, path, number and text; a terminal what a person asks for", async () => {
  assert.equal(
    (await runFake(["search", "vat"], world)).stdout,
    "v6:lib/tax.ts:1:vat one\nv5:lib/tax.ts:2:\tvat two\n",
  );
  const { stdout } = await runFake(["search", "vat", "--color", "never"], { ...world, tty: true });
  assert.equal(
    stdout,
    "v6  lib/tax.ts:1  since 1h             vat one\nv5  lib/tax.ts:2  since 49m, gone 30m  vat two\n",
  );
});

test("secrets are masked unless they are to be seen, in every form", async () => {
  for (const form of [[], ["--json"], ["--jsonl"]]) {
    const shown = await runFake(["search", "hunter2", ...form], world);
    assert.equal(shown.exit, 0);
    assert.ok(!shown.stdout.includes("hunter2"), shown.stdout);
  }
  assert.match((await runFake(["search", "hunter2", "--reveal"], world)).stdout, /VAT_KEY=hunter2/);
});

test("nothing found is exit 3, and a word that is no question exit 2", async () => {
  const none = await runFake(["search", "nowhere"], world);
  assert.deepEqual([none.exit, none.stdout, none.stderr], [3, "", "nothing matches\n"]);
  assert.equal((await runFake(["search", "-E", "("], world)).exit, 2);
  assert.equal((await runFake(["search", "two\nlines"], world)).exit, 2);
});

test("a version whose content is lost is left out, and that is said", async () => {
  const contents = new Proxy(shop.contents ?? {}, {
    get: (all, id) => {
      if (id === "7") throw new UnfError("store_damaged", "content lost");
      return all[Number(id)];
    },
  });
  const ran = await runFake(["search", "-i", "vat"], { projects: [{ ...shop, contents }] });
  assert.equal(ran.exit, 0);
  assert.match(ran.stderr, /not searched: 1 version whose content is lost/);
  assert.ok(!ran.stdout.includes("cart"));
});

test("an expression that would take for ever ends with an error", async () => {
  const contents = { ...shop.contents, 7: `${"a".repeat(50)}b\n` };
  const ran = await runFake(["search", "-E", "^(a+)+$"], { projects: [{ ...shop, contents }] });
  assert.equal(ran.exit, 1);
  assert.match(ran.stderr, /takes too long on v7 of src\/cart\.ts/);
});

test("work in time is done, and its own failure is its own", () => {
  const runWithin = openTimeKeeper();
  let done = 0;
  assert.equal(
    runWithin(10_000, () => (done += 1)),
    true,
  );
  assert.equal(done, 1);
  assert.throws(() => runWithin(10_000, () => raise()), RangeError);
});

function raise(): never {
  throw new RangeError("mine");
}

test("a terminal shows where the text stands in the line, late in a long one too", async () => {
  const long = `${"x".repeat(5000)}needle${"y".repeat(900)}`;
  const project: FakeProject = {
    root: shop.root,
    history: { rows: [row({ id: 1, path: "a", at: minutes(9) })] },
    contents: { 1: `one.two\noneZtwo\n${long}\n` },
  };
  const shown = async (...argv: string[]) => {
    const setup = { projects: [project], tty: true };
    const { stdout } = await runFake(["search", ...argv, "--color", "always"], setup);
    return stdout;
  };
  const bold = (text: string) => `\u001b[1m${text}\u001b[22m`;
  const literal = await shown("e.t");
  assert.ok(literal.includes(`on${bold("e.t")}wo`) && !literal.includes("Z"));
  assert.ok((await shown("-E", "e.t")).includes(`on${bold("eZt")}wo`));
  assert.ok((await shown("-i", "NEEDLE")).includes(`xx${bold("needle")}yy`));
  assert.ok((await shown("-E", "(n+)+eedle")).includes("xxxx"), "no match is looked for");
});
