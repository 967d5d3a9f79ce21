import assert from "node:assert/strict";
import { test } from "node:test";
import type { RelPath, WallMs } from "@unf/core/base";
import type { Gap } from "@unf/core/timeline";
import fc from "fast-check";
import type { FakeProject } from "../testing/fake-project.ts";
import { fakeNow } from "../testing/fake-time.ts";
import { row } from "../testing/fake-timeline.ts";
import { runFake } from "../testing/fake-world.ts";
import { api, shop } from "../testing/shop.ts";

const world = { projects: [shop, api] };
const json = async (argv: string, setup: Parameters<typeof runFake>[1] = world) => {
  const ran = await runFake([...argv.split(" "), "--json"], setup);
  assert.equal(ran.exit, 0, ran.stderr);
  return JSON.parse(ran.stdout);
};
const ids = (document: { entries: { id: string }[] }) => document.entries.map(({ id }) => id);

test("settled versions are listed, newest first, and --all adds the interim ones", async () => {
  assert.deepEqual(ids(await json("log src/cart.ts")), ["v9", "v4", "v1"]);
  assert.deepEqual(ids(await json("log src/cart.ts --all")), ["v9", "v4", "v3", "v1"]);
  assert.deepEqual(ids(await json("log src/cart.ts --reverse")), ["v1", "v4", "v9"]);
});

test("kinds, globs and times narrow a listing, and every condition must hold", async () => {
  assert.deepEqual(ids(await json("log --kind rename,delete")), ["v5"]);
  assert.deepEqual(ids(await json("log --kind rename,delete --all")), ["v6", "v5"]);
  assert.deepEqual(ids(await json("log --include *.ts --exclude cart* --since 15m")), ["v8", "v7"]);
  assert.deepEqual(ids(await json("log --include CART.ts")), []);
  assert.deepEqual(ids(await json("log --include CART.ts -i -n 1")), ["v9"]);
  assert.deepEqual(ids(await json("log --until 80m")), ["v2", "v1"]);
});

test("a rename is found under both of its names", async () => {
  assert.ok(ids(await json("log --include vat.ts")).includes("v5"));
  assert.ok(ids(await json("log --include tax.ts")).includes("v5"));
});

test("the previous version is the one that the listing shows, through a rename", async () => {
  const settled = await json("log src/cart.ts");
  assert.deepEqual(
    settled.entries.map(({ prev }: { prev: string }) => prev),
    ["v4", "v1", null],
  );
  const all = await json("log src/cart.ts --all");
  assert.equal(all.entries[1].prev, "v3");
  assert.equal((await json("log src/tax.ts")).entries[0].prev, "v2");
});

test("a gap is told between the versions around it, as a line and in JSON", async () => {
  const { stdout } = await runFake(["log"], { ...world, tty: true });
  const lines = stdout.split("\n");
  const gapAt = lines.findIndex((line) => /recording gap 13:02:07–13:09:07 daemon away/.test(line));
  assert.match(lines[gapAt - 1] ?? "", /◆ {2}checkpoint/);
  assert.match(lines[gapAt - 2] ?? "", /evil\.ts/);
  assert.match(lines[gapAt + 1] ?? "", /vat\.ts/);
  assert.equal((await json("log")).gaps.length, 1);
});

test("a file that changed too fast is named where it is listed, and in status", async () => {
  const [root, at] = ["/srv/fast", (fakeNow - 60_000) as WallMs];
  const gap = (path: string, statesMissed: number): Gap => ({
    id: statesMissed,
    from: at,
    to: at,
    reason: "too_fast",
    closedAt: at,
    closedBy: "capture",
    pathsDiffered: null,
    path: path as RelPath,
    statesMissed,
  });
  const rows = [row({ id: 1, path: "a\n/out.json", at }), row({ id: 2, path: "b.txt", at })];
  const gaps = [gap("a\n/out.json", 34), gap("b.txt", 1)];
  const fast = { projects: [{ root, history: { rows, gaps } }], cwd: root };
  const told = async (argv: string) => {
    const { stdout, exit } = await runFake(argv.split(" "), { ...fast, tty: true, columns: 120 });
    assert.equal(exit, 0);
    return stdout.split("\n").filter((line) => line.includes("too fast"));
  };
  assert.match(
    (await told("log")).join("\n"),
    /^[^\n]* 2 files changed too fast, about 35 states not kept/,
  );
  assert.match(
    (await told("log --include out.json")).join(),
    /a\\x0a\/out\.json changed too fast, about 34 states not kept/,
  );
  assert.match(
    (await told("log b.txt")).join(),
    /^[^,]* b\.txt changed too fast, about 1 state not kept/,
  );
  const [line, ...more] = await told("status");
  assert.deepEqual(more, []);
  assert.match(
    line ?? "",
    /about 35 states of a\\x0a\/out\.json and 1 other file not kept: .* 1 m ago/,
  );
  const { projects } = await json("status", fast);
  assert.deepEqual(projects[0].missed_states.states, 35);
  const [first] = (await json("log --include out.json", fast)).gaps;
  assert.deepEqual([first.path, first.states_missed], ["a\n/out.json", 34]);
});

test("checkpoints stand between the versions they were set between, in every form", async () => {
  const { stdout } = await runFake(["log"], { ...world, tty: true, env: { NO_COLOR: "1" } });
  const lines = stdout.split("\n");
  const at = lines.indexOf(" 13:24:07   8m  ◆  checkpoint cp:3");
  assert.match(lines[at - 1] ?? "", /◆ {2}checkpoint cp:4 step$/);
  assert.match(lines[at + 1] ?? "", /v8/);
  const plain = (await runFake(["log"], world)).stdout.split("\n");
  assert.ok(plain.includes("2026-11-20T13:28:07+00:00\tcheckpoint\tcp:5\tstep"));
  const checkpoints = ({ checkpoints: all }: { checkpoints: { id: string }[] }) =>
    all.map(({ id }) => id);
  assert.deepEqual(checkpoints(await json("log")), ["cp:5", "cp:4", "cp:3", "cp:1"]);
  assert.deepEqual(checkpoints(await json("log --since 7m")), ["cp:5", "cp:4"]);
  // Each page tells of its own span, and none twice.
  const first = await json("log -n 2");
  const second = await json(`log -n 2 --cursor ${first.next}`);
  assert.deepEqual([checkpoints(first), checkpoints(second)], [["cp:5", "cp:4", "cp:3"], ["cp:1"]]);
  const records = (await runFake(["log", "--jsonl"], world)).stdout.trimEnd().split("\n");
  assert.equal(records.filter((line) => JSON.parse(line).type === "checkpoint").length, 4);
});

test("a cursor of another listing, a damaged one and one of another project are refused", async () => {
  const { next } = await json("log -n 2");
  for (const argv of [
    ["log", "-n", "2", "--all"],
    ["log", "src"],
    ["log", "--reverse"],
    ["log", "--project", "/home/a/src/api"],
  ]) {
    assert.equal((await runFake([...argv, "--cursor", next], world)).exit, 2, argv.join(" "));
  }
  assert.equal((await runFake(["log", "--cursor", `${next}x`], world)).exit, 2);
  assert.deepEqual(ids(await json(`log -n 2 --cursor ${next}`)), ["v7", "v5"]);
});

test("flags that contradict each other are refused", async () => {
  for (const argv of [
    "log -f --histogram",
    "log --histogram -n 5",
    "log --group file -p",
    "log -f --json",
    "log --include-project x",
    "log --global src",
    "log --since 5m --until 1h",
    "log --json --jsonl",
  ]) {
    assert.equal((await runFake(argv.split(" "), world)).exit, 2, argv);
  }
});

test("unf tail is the listing that goes on, and one document of it there is not", async () => {
  const notices: never[] = [];
  const lines = async (argv: string) => {
    const { exit, stdout, stderr } = await runFake(argv.split(" "), { ...world, notices });
    return [exit, stdout, stderr];
  };
  assert.deepEqual(await lines("tail -2 --jsonl"), await lines("log -f -n 2 --jsonl"));
  assert.deepEqual(await lines("tail --json"), await lines("log -f --json"));
});

test("projects are chosen by name, by path and with a star", async () => {
  assert.deepEqual(ids(await json("log --global --include-project api")), ["v1"]);
  assert.deepEqual(ids(await json("log --global --include-project /home/a/src/a*")), ["v1"]);
  assert.deepEqual(ids(await json("log --global --exclude-project sh*")), ["v1"]);
  assert.equal((await runFake(["log", "--global", "--include-project", "nope"], world)).exit, 3);
});

test("a histogram counts what a listing lists, with globs too", async () => {
  for (const filter of [
    "",
    " --include cart.ts",
    " --include vat.ts",
    " --kind create",
    " --since 20m",
    " --all",
    " src",
    " src --all",
    " src/vat.ts",
    " src/tax.ts",
    " src/tax.ts --no-follow",
  ]) {
    const { total, buckets } = await json(`log --histogram=6${filter}`);
    const listed = ids(await json(`log -n 1000${filter}`)).length;
    assert.equal(total, listed, filter);
    assert.equal(
      buckets.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
      listed,
      filter,
    );
    assert.ok(buckets.length <= 6);
  }
});

test("a mass change is one line above its versions, and its name is the time before it", async () => {
  const { stdout } = await runFake(["log", "--color", "never"], { ...world, tty: true });
  const lines = stdout.split("\n");
  const at = lines.findIndex((line) => line.includes("before it: burst:3"));
  assert.match(
    lines[at] ?? "",
    /^ ◆ burst {2}1\W240 files changed, 12 deleted · before it: burst:3$/u,
  );
  assert.match(lines[at + 1] ?? "", /evil\.ts/);
  const { bursts } = await json("log");
  assert.deepEqual(
    bursts.map((burst: { id: string; before: string; deleted: number }) => [
      burst.id,
      burst.before,
      burst.deleted,
    ]),
    [["burst:3", "v6", 12]],
  );
});

// Pages of any size, put together, are the whole listing: every version and every gap once, in
// order, over several projects with equal instants.
test("pages of any size put together are the whole listing", async () => {
  const histories = fc.array(
    fc.record({
      instants: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 12, size: "max" }),
      gaps: fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 3 },
  );
  await fc.assert(
    fc.asyncProperty(
      histories,
      fc.integer({ min: 1, max: 5 }),
      fc.boolean(),
      async (drawn, size, isReversed) => {
        const projects = drawn.map(fakeProject);
        const flags = `log --global${isReversed ? " --reverse" : ""}`;
        const whole = await json(`${flags} -n 1000`, { projects });
        const entries: unknown[] = [];
        const gaps: unknown[] = [];
        let cursor = "";
        let pages = 0;
        do {
          pages += 1;
          assert.ok(pages < 100, "a cursor leads back");
          const page = await json(`${flags} -n ${size}${cursor}`, { projects });
          entries.push(...page.entries);
          gaps.push(...page.gaps);
          cursor = page.next === null ? "" : ` --cursor ${page.next}`;
        } while (cursor !== "");
        assert.deepEqual(entries, whole.entries);
        assert.deepEqual(gaps, whole.gaps);
      },
    ),
    { numRuns: 60 },
  );
});

function fakeProject(
  { instants, gaps }: { readonly instants: readonly number[]; readonly gaps: readonly number[] },
  index: number,
): FakeProject {
  const at = (minutes: number) => (fakeNow - (30 - minutes) * 60_000) as WallMs;
  return {
    root: `/srv/p${index}`,
    history: {
      rows: instants
        .toSorted((a, b) => a - b)
        .map((minutes, i) => row({ id: i + 1, path: `f${i % 3}`, at: at(minutes) })),
      gaps: gaps.map(
        (minutes, i): Gap => ({
          id: i,
          from: at(minutes - 1),
          to: at(minutes),
          reason: "overflow",
          closedAt: null,
          closedBy: null,
          pathsDiffered: null,
        }),
      ),
    },
  };
}
