import assert from "node:assert/strict";
import { test } from "node:test";
import type { VerifyReport } from "@unf/answers";
import { damagedReport } from "../testing/damaged-report.ts";
import { runFake } from "../testing/fake-world.ts";
import { assertGolden } from "../testing/golden.ts";
import { shop } from "../testing/shop.ts";

const clean: VerifyReport = { ...damagedReport, errors: [], leftovers: 0, unreferenced: 4 };

const lost = {
  timelines: [
    {
      project: "0000000000000002",
      versions: 3991,
      kept_in: "/home/a/.unfudged/lost+found/timelines/0000000000000002.5d2c90ab",
    },
  ],
  objects: [
    {
      hash: "a".repeat(64),
      outcome: "lost",
      kept_in: `/home/a/.unfudged/lost+found/objects/${"a".repeat(64)}.5d2c90ab`,
    },
  ],
  packs: [
    {
      name: "6e1f0c2ab94d17e853c0",
      kept_in: "/home/a/.unfudged/lost+found/packs/6e1f0c2ab94d17e853c0.5d2c90ab",
    },
  ],
  leftovers: 1,
};

const healed = { ...lost, objects: [{ ...lost.objects[0], outcome: "healed" }] };

/** A home that gives these reports one after the other, the last one again and again. */
function home(...reports: readonly VerifyReport[]) {
  let next = 0;
  return {
    projects: [shop],
    wiring: {
      verifyHome: async () => {
        next += 1;
        return reports[Math.min(next, reports.length) - 1] ?? clean;
      },
    },
  };
}

test("a repair is reported with what it did, and ends with 7 while something is newly lost", async () => {
  const setup = { ...home(damagedReport, clean), reply: () => lost };
  const ran = await runFake(["verify", "--repair", "--json"], setup);
  assert.equal(ran.exit, 7);
  assertGolden(
    "json/verify-repair.json",
    `${JSON.stringify(JSON.parse(ran.stdout), undefined, 2)}\n`,
  );
  assert.deepEqual(
    ran.requests.map(({ params }) => params),
    [
      {
        timelines: ["0000000000000002"],
        objects: ["a".repeat(64)],
        packs: ["6e1f0c2ab94d17e853c0"],
      },
    ],
  );
});

test("a repair that healed everything ends with 0", async () => {
  const setup = { ...home(damagedReport, clean), reply: () => healed };
  const { exit, stdout } = await runFake(["verify", "--repair"], setup);
  assert.equal(exit, 0);
  assert.deepEqual(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t").slice(0, 3)),
    [
      ["rebuilt", "timeline of ~/src/api", "3 991 versions"],
      ["healed", "v12", "src/cart.ts"],
      ["healed", "v19", "src/cart.ts"],
      [
        "rebuilt",
        "pack 6e1f0c2ab94d17e853c0",
        "kept in /home/a/.unfudged/lost+found/packs/6e1f0c2ab94d17e853c0.5d2c90ab",
      ],
      ["lost", "v7", "src/vat.ts"],
      [
        "14 208 versions, 9 120 objects, 0 errors, 1 content known to be lost, 4 unreferenced, 2 objects in the trash",
      ],
    ],
  );
});

test("without --repair, and with --dry-run, nothing is asked of anybody", async () => {
  for (const argv of [["verify"], ["verify", "--repair", "--dry-run"]]) {
    const { exit, requests, stdout } = await runFake(argv, home(damagedReport));
    assert.deepEqual([exit, requests], [7, []]);
    assert.match(stdout, /3 errors.*; unf verify --repair\n$/);
  }
});

test("a repair that cannot make things better gives up and says so", async () => {
  const failed = {
    timelines: [{ project: "0000000000000002", versions: 0, kept_in: null, why: "disk is full" }],
    objects: [],
    packs: [],
    leftovers: 0,
  };
  const setup = { ...home(damagedReport), reply: () => failed };
  const { exit, requests, stdout } = await runFake(["verify", "--repair"], setup);
  assert.deepEqual([exit, requests.length], [7, 1]);
  assert.match(stdout, /^failed\ttimeline of ~\/src\/api\tdisk is full$/m);
});
