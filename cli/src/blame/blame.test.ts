import assert from "node:assert/strict";
import { test } from "node:test";
import { UnfError } from "@unf/core/base";
import type { FakeProject } from "../testing/fake-project.ts";
import { fakeNow } from "../testing/fake-time.ts";
import { row } from "../testing/fake-timeline.ts";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";

const minutes = (count: number): number => fakeNow - count * 60_000;
const hash = (name: string) => name.padStart(64, "0") as never;
const gone = { event: "delete", hash: null, counts: null } as const;

/** Lines of `text`, written one beside the other. */
const lines = (text: string): string => text.split(" ").join("\n").concat("\n");

const shop: FakeProject = {
  root: "/home/a/src/shop",
  history: {
    rows: [
      row({ id: 1, path: "vat.ts", at: minutes(60), event: "create", hash: hash("1") }),
      row({ id: 2, path: "vat.ts", at: minutes(50), hash: hash("2"), settled: false }),
      row({ id: 3, path: "vat.ts", at: minutes(49), hash: hash("3") }),
      row({ id: 4, path: "vat.ts", at: minutes(40), ...gone, cause: "renamed" }),
      row({
        id: 5,
        path: "tax.ts",
        at: minutes(40),
        hash: hash("3"),
        event: "rename",
        renamedFrom: "vat.ts" as never,
        evidence: "inode",
      }),
      row({ id: 6, path: "tax.ts", at: minutes(30), hash: hash("6") }),
      row({
        id: 7,
        path: "tax.ts",
        at: minutes(20),
        hash: hash("3"),
        cause: "operation",
        operation: 1,
      }),
      row({ id: 8, path: "tax.ts", at: minutes(10), hash: hash("8") }),
      row({ id: 9, path: "tax.ts", at: minutes(5), ...gone, cause: "excluded" }),
      row({ id: 10, path: "tax.ts", at: minutes(4), event: "create", hash: hash("a") }),
      row({ id: 11, path: ".env", at: minutes(3), event: "create", hash: hash("b") }),
    ],
  },
  contents: {
    1: lines("a b"),
    2: lines("a b c"),
    3: lines("a b c d"),
    5: lines("a b c d"),
    6: lines("x"),
    7: lines("a b c d"),
    8: lines("a b c d e"),
    10: lines("a b c d e f"),
    11: "# mine\nKEY=hunter2\n",
  },
};

const world: FakeSetup = { projects: [shop] };
const origins = async (argv: string) => {
  const ran = await runFake(["blame", ...argv.split(" "), "--json"], world);
  assert.equal(ran.exit, 0, ran.stderr);
  const document = JSON.parse(ran.stdout);
  return document.lines
    .map((line: { n: number; version: string }) => `${line.n}:${line.version}`)
    .join(" ");
};

test("lines keep their origin through a rename, a restore and a time in which nothing was recorded", async () => {
  assert.equal(await origins("tax.ts"), "1:v1 2:v1 3:v3 4:v3 5:v8 6:v10");
  assert.equal(await origins("tax.ts --all"), "1:v1 2:v1 3:v2 4:v3 5:v8 6:v10");
});

test("an earlier state is blamed with --at, under the name the file had then", async () => {
  assert.equal(await origins("tax.ts --at 25m"), "1:v6");
  assert.equal(await origins("vat.ts --at v3"), "1:v1 2:v1 3:v3 4:v3");
});

test("-L takes some lines and keeps their numbers; a line behind the end does not exist", async () => {
  assert.equal(await origins("tax.ts -L 3,4"), "3:v3 4:v3");
  assert.equal(await origins("tax.ts --line-range 6,"), "6:v10");
  assert.equal((await runFake(["blame", "tax.ts", "-L", "7,9"], world)).exit, 3);
  assert.equal((await runFake(["blame", "tax.ts", "-L", "4,3"], world)).exit, 2);
});

test("a former name and the number there are told where they are others", async () => {
  const { stdout } = await runFake(["blame", "tax.ts", "-L", "4", "--json"], world);
  const [line] = JSON.parse(stdout).lines;
  assert.deepEqual([line.original_path, line.original_n, line.text], ["vat.ts", 4, "d"]);
});

test("on a terminal the version is told once for lines that belong together", async () => {
  const { stdout } = await runFake(["blame", "tax.ts", "--color", "never"], {
    ...world,
    tty: true,
  });
  assert.equal(
    stdout,
    [
      "v1    1h  vat.ts  1 │ a",
      "                  2 │ b",
      "v3   49m  vat.ts  3 │ c",
      "                  4 │ d",
      "v8   10m          5 │ e",
      "v10   4m          6 │ f",
      "",
    ].join("\n"),
  );
});

test("in a pipe each line is author, turn, instant, version, number and text", async () => {
  const { stdout } = await runFake(["blame", "tax.ts", "-L", "6"], world);
  assert.equal(stdout, "you\t-\t2026-11-20T13:28:07+00:00\tv10\t6\tf\n");
});

test("secrets are masked unless they are to be seen", async () => {
  const shown = await runFake(["blame", ".env", "--json"], world);
  assert.ok(!shown.stdout.includes("hunter2"));
  assert.deepEqual(JSON.parse(shown.stdout).lines[1].masked, true);
  assert.match((await runFake(["blame", ".env", "--reveal"], world)).stdout, /KEY=hunter2/);
});

test("a deleted file says where its lines can be blamed", async () => {
  const { exit, stderr } = await runFake(["blame", "vat.ts"], world);
  assert.equal(exit, 3);
  assert.match(stderr, /vat\.ts was renamed to tax\.ts in v5/);
  assert.match(stderr, /hint: unf blame tax\.ts --at v5/);
});

test("a content that is lost is passed over with a warning; without its own there is no answer", async () => {
  const lossy = (lost: number): FakeSetup => ({
    projects: [
      {
        ...shop,
        contents: new Proxy(shop.contents ?? {}, {
          get: (contents, id) => {
            if (id === String(lost)) throw new UnfError("store_damaged", "content lost");
            return contents[Number(id)];
          },
        }),
      },
    ],
  });
  const older = await runFake(["blame", "tax.ts"], lossy(8));
  assert.equal(older.exit, 0);
  assert.match(older.stderr, /the content of v8 is lost/);
  assert.match(older.stdout, /v10\t5\te/);
  assert.equal((await runFake(["blame", "tax.ts"], lossy(10))).exit, 7);
});
