import assert from "node:assert/strict";
import { test } from "node:test";
import { findBaselineEnd, findBeginning, findLastRun } from "@unf/answers";
import type { RelPath } from "@unf/core/base";
import { fakeNow } from "../testing/fake-time.ts";
import { fakeTimeline, row } from "../testing/fake-timeline.ts";
import { runFake } from "../testing/fake-world.ts";
import { shop } from "../testing/shop.ts";

const minute = 60_000;
const root = "/home/a/src/shop";
const world = { projects: [shop] };

const files = async (argv: string, setup: Parameters<typeof runFake>[1] = world) => {
  const ran = await runFake([...argv.split(" "), "--json"], setup);
  assert.equal(ran.exit, 0, ran.stderr);
  return JSON.parse(ran.stdout).files.map(
    (file: { path: string; status: string }) => `${file.status} ${file.path}`,
  );
};

test("the last run of changes goes back to the first pause of more than five minutes", () => {
  const rows = [
    row({ id: 1, path: "a", at: 0, cause: "baseline" }),
    row({ id: 2, path: "a", at: 10 * minute }),
    row({ id: 3, path: "a", at: 20 * minute, settled: false }),
    row({ id: 4, path: "a", at: 20 * minute + 1 }),
    row({ id: 5, path: "b", at: 24 * minute }),
  ];
  const timeline = fakeTimeline({ rows });
  // Version 3 is an interim state of the change that 4 settled, so the run begins before it.
  assert.deepEqual(findLastRun(timeline, []), { before: { id: 2 }, at: 20 * minute + 1 });
  assert.deepEqual(findLastRun(timeline, ["b" as RelPath])?.before, { id: 4 });
  assert.equal(findLastRun(fakeTimeline({ rows: rows.slice(0, 1) }), []), undefined);
});

test("an instant before the first sweep was through means its end", () => {
  const timeline = fakeTimeline({
    rows: [
      row({ id: 1, path: "a", at: 100, cause: "baseline" }),
      row({ id: 2, path: "b", at: 200, cause: "baseline" }),
      row({ id: 3, path: "a", at: 300 }),
    ],
  });
  const end = (at: number) => findBaselineEnd(timeline, at as never)?.id;
  assert.deepEqual([end(50), end(150), end(200), end(300)], [2, 2, undefined, undefined]);
});

test("of a history that begins without a first sweep an instant before it means that nothing stood there", () => {
  const rows = [row({ id: 1, path: "a", at: 100 }), row({ id: 2, path: "b", at: 200 })];
  const timeline = fakeTimeline({ rows });
  const first = (at: number) => findBeginning(timeline, at as never)?.id;
  assert.deepEqual([first(99), first(100), first(150)], [1, undefined, undefined]);
  assert.equal(findBeginning(fakeTimeline({ rows: [] }), 99 as never), undefined);
});

test("two recorded states are compared, and a moved content is a rename", async () => {
  const moved = {
    projects: [
      {
        root,
        history: {
          rows: [
            row({ id: 1, path: "old.ts", at: fakeNow - 9000 }),
            row({
              id: 2,
              path: "new.ts",
              at: fakeNow - 8000,
              hash: row({ id: 1, path: "", at: 0 }).hash,
            }),
            row({ id: 3, path: "old.ts", at: fakeNow - 8000, event: "delete", hash: null }),
          ],
        },
        contents: { 1: "x\n", 2: "x\n" },
      },
    ],
  };
  assert.deepEqual(await files("diff --from v1 --to v3", moved), ["rename new.ts"]);
  assert.deepEqual(await files("diff --from v1 --to v2", moved), ["create new.ts"]);
});

test("the disk is compared byte by byte where it is not as recorded", async () => {
  const disk = {
    [`${root}/src/cart.ts`]: "one\nTWO words\nfour\n",
    [`${root}/src/vat.ts`]: "line 2\n",
  };
  assert.deepEqual(await files("diff --at v9 src/cart.ts", { ...world, disk }), []);
  assert.deepEqual(await files("diff --at v4 src/cart.ts", { ...world, disk }), [
    "modify src/cart.ts",
  ]);
  assert.deepEqual(await files("diff --at v9 src/cart.ts", world), ["delete src/cart.ts"]);
});

test("what became binary is named, not shown", async () => {
  const disk = { [`${root}/src/cart.ts`]: "a\0b" };
  const { stdout } = await runFake(["diff", "--at", "v9", "src/cart.ts"], { ...world, disk });
  assert.equal(stdout, "Binary files a/src/cart.ts and b/src/cart.ts differ\n");
});

test("--exit-code ends with 1 when there are differences and with 0 when not", async () => {
  const argv = ["diff", "--from", "v1", "src/cart.ts", "--exit-code", "--to"];
  assert.equal((await runFake([...argv, "v4"], world)).exit, 1);
  assert.equal((await runFake([...argv, "v2"], world)).exit, 0);
});

test("a pipe gets a patch, whatever the environment wishes; --color=always is for eyes", async () => {
  const argv = ["diff", "--from", "v1", "--to", "v4", "src/cart.ts"];
  const patch = "diff --git a/src/cart.ts b/src/cart.ts\n";
  const env = { FORCE_COLOR: "1", CLICOLOR_FORCE: "1" };
  assert.ok((await runFake(argv, { ...world, env })).stdout.startsWith(patch));
  assert.ok(!(await runFake([...argv, "--color=always"], world)).stdout.startsWith(patch));
});

test("a name of a version is checked against the paths that are named", async () => {
  assert.equal((await runFake(["diff", "--version", "v4", "src/tax.ts"], world)).exit, 3);
  assert.equal((await runFake(["diff", "--version", "v4", "src"], world)).exit, 0);
});

test("sides and forms that contradict each other are refused", async () => {
  for (const argv of [
    "--at 5m --from 1h",
    "--to 5m",
    "--from 5m --to 1h",
    "--stat --word",
    "--version 12",
    "--at v4 --version v4",
  ]) {
    assert.equal((await runFake(["diff", ...argv.split(" ")], world)).exit, 2, argv);
  }
});

test("a terminal is shown no values of .env, a pipe and --reveal are", async () => {
  const env = {
    projects: [
      {
        root: "/home/a/src/shop",
        history: {
          rows: [
            row({ id: 1, path: ".env", at: fakeNow - 9000, event: "create" }),
            row({ id: 2, path: ".env", at: fakeNow - 8000 }),
          ],
        },
        contents: { 1: "A=first\n", 2: "A=second\n" },
      },
    ],
  };
  const shown = async (argv: string, tty: boolean) =>
    (await runFake(argv.split(" "), { ...env, tty, env: { NO_COLOR: "1" } })).stdout;
  for (const command of ["diff --version v2", "diff --version v2 --word", "log -p .env"]) {
    const masked = await shown(command, true);
    assert.match(masked, /A=\[masked:env a\]/, command);
    assert.doesNotMatch(masked, /first|second/, command);
    assert.match(await shown(`${command} --reveal`, true), /second/, command);
  }
  assert.match(await shown("diff --version v2", false), /^\+A=second$/m);
  assert.doesNotMatch(await shown("cat .env", true), /second/);
  assert.match(await shown("cat .env --raw", true), /second/);
  assert.match(await shown("cat .env --reveal", true), /second/);
  assert.match((await runFake(["diff", "--raw"], env)).stderr, /hint: --reveal/);
  assert.match(await shown("diff --version v2", true), /-A=.*:env a\]\n\+A=.*:env b\]/);
});

test("what a file held while it was called .env is masked in its diff under another name, too", async () => {
  const renamed = row({ id: 2, path: "old.txt", at: fakeNow - 8000, event: "rename" });
  const setup = {
    projects: [
      {
        root: "/home/a/src/shop",
        history: {
          rows: [
            row({ id: 1, path: ".env", at: fakeNow - 9000, event: "create" }),
            { ...renamed, renamedFrom: ".env" as RelPath },
          ],
        },
        contents: { 1: "A=first\n", 2: "A=second\n" },
      },
    ],
  };
  for (const [line, tty] of [
    ["diff --version v2", true],
    ["diff --version v2 --json", false],
    ["log -p old.txt", true],
    ["log -p old.txt", false],
    ["log -p old.txt --json", false],
  ] as const) {
    const { stdout } = await runFake(line.split(" "), { ...setup, tty });
    assert.match(stdout, /A=\[masked:env a\]/, line);
    assert.doesNotMatch(stdout, /first|second/, line);
  }
});

test("a line that would fill the screen is cut there, and nowhere else", async () => {
  const rows = [1, 2].map((id) => row({ id, path: "min.js", at: fakeNow - 9000 + id }));
  const contents = { 1: "x\n", 2: `${"ab".repeat(50_000)}\n` };
  const projects = [{ root: "/home/a/src/shop", history: { rows }, contents }];
  const shown = async (argv: string, tty: boolean) =>
    (await runFake(argv.split(" "), { projects, tty, columns: 80, env: { NO_COLOR: "1" } })).stdout;
  const cut = await shown("diff --version v2", true);
  assert.match(cut, /b… 99 200 more characters \(-v\)$/m);
  assert.ok(cut.length < 1000);
  for (const [argv, tty] of [
    ["diff --version v2 -v", true],
    ["diff --version v2", false],
  ] as const)
    assert.ok((await shown(argv, tty)).length > 100_000, argv);
});
