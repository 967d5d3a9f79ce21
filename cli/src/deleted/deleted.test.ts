import assert from "node:assert/strict";
import { test } from "node:test";
import { bringBackRequest, type DeletedFile, isPassing } from "@unf/answers";
import type { RelPath, WallMs } from "@unf/core/base";
import type { Snapshot } from "@unf/core/timeline";
import { attic } from "../testing/attic.ts";
import { fakeNow } from "../testing/fake-time.ts";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { studio } from "../testing/studio.ts";
import { chooseDeleted } from "./choose.ts";

const world = (more: FakeSetup = {}): FakeSetup => ({
  projects: [attic],
  cwd: attic.root,
  ...more,
});

async function listed(argv: readonly string[] = []) {
  const { stdout, exit } = await runFake(["deleted", ...argv, "--json"], world());
  const { files, more } = JSON.parse(stdout);
  const names = files.map((one: { number: number; path: string; last_version: string }) =>
    [one.number, one.path, one.last_version].join(" "),
  );
  return { exit, names, more };
}

test("what is gone is listed, the newest first; what came back, moved or is ignored is not", async () => {
  assert.deepEqual(await listed(), {
    exit: 0,
    names: ["1 late.ts v14", "2 src/vat.ts v4", "3 src/legacy.ts v8"],
    more: 0,
  });
  assert.deepEqual((await listed(["--since", "30d"])).names.at(-1), "4 old.ts v1");
  assert.deepEqual((await listed(["src"])).names, ["1 src/vat.ts v4", "2 src/legacy.ts v8"]);
  assert.deepEqual(await listed(["--limit", "1"]), { exit: 0, names: ["1 late.ts v14"], more: 2 });
});

test("a temporary file of an editor that was seen is no deletion of anybody's", () => {
  const at = (ms: number) => (fakeNow - 60_000 + ms) as WallMs;
  const row = (path: string, more: Partial<Snapshot>) =>
    ({ path: path as RelPath, at: at(0), settled: false, event: "create", ...more }) as Snapshot;
  const isLeft = (path: string, lived: number, more: Partial<Snapshot> = {}) =>
    isPassing(row(path, { at: at(lived), event: "delete" }), row(path, more));
  for (const name of ["sed7KgSN0", "4913", ".#a.ts", "a.ts~", "a.ts.tmp", "a.swp", "a.ts.tmp.12"])
    assert.ok(isLeft(`src/${name}`, 200), name);
  assert.ok(!isLeft("src/sedan.ts", 200), "a name like any other");
  assert.ok(!isLeft("src/a.tmp", 6000), "it was there for a while");
  assert.ok(!isLeft("src/a.tmp", 200, { settled: true }), "it lay still");
  assert.ok(!isLeft("src/a.tmp", 200, { event: "modify" }), "it was there before");
});

test("on 80 columns no line of the list wraps, whoever deleted it", async () => {
  for (const columns of [80, 100]) {
    const on = { projects: [studio], cwd: studio.root, tty: true, columns, env: { NO_COLOR: "1" } };
    const { stdout } = await runFake(["deleted", "--since", "30d"], on);
    assert.deepEqual(
      stdout.split("\n").filter((line) => line.length > columns),
      [],
    );
  }
});

test("a pipe gets one line with tabs, a person numbers, lines and how to bring them back", async () => {
  const { stdout } = await runFake(["deleted", "--limit", "1"], world());
  assert.equal(stdout, "1\t2026-11-19T13:32:07+00:00\tv14\tyou\t-\tlate.ts\n");
  const person = await runFake(["deleted", "--color", "never"], world({ tty: true }));
  assert.match(person.stdout, /^ 2 {2}13:32:07 +4d {2}src\/vat\.ts +3 lines {2}v4$/m);
  assert.match(person.stdout, /bring back: unf deleted --restore <numbers, path or all>/);
});

test("files come back by one restore, whether they ever stood together or not", async () => {
  let operation = 4;
  const reply = (_method: string, params: unknown) => {
    operation += 1;
    const { within, plan } = params as { within: string[]; plan: string };
    const actions = within.map((path) => ({
      path,
      action: "write",
      from: null,
      to: "v1",
      added: null,
      removed: null,
    }));
    return { plan, operation, actions };
  };
  const run = (numbers: string) =>
    runFake(["deleted", "--restore", numbers, "--yes"], world({ reply }));
  const pair = await run("2,3");
  assert.equal(pair.exit, 0);
  assert.equal(pair.requests.length, 1);
  assert.deepEqual(pair.requests[0], {
    method: "restore",
    params: {
      root: "/home/a/src/attic",
      target: { id: 8 },
      within: ["src/legacy.ts", "src/vat.ts"],
      include: [],
      exclude: [],
      deletions: "keep",
      overwrite: "never",
      plan: "pl-00000002",
      brief: true,
      argv: ["deleted", "--restore", "2,3", "--yes"],
    },
  });
  assert.match(pair.stdout, /Restored {2}2 files . saved op-5 . undo: unf undo op-5/);
  const all = await run("1-3");
  assert.deepEqual(
    all.requests
      .map(({ params }) => params as unknown)
      .map((params) => {
        const { target, within } = params as { target: unknown; within: unknown };
        return [target, within];
      }),
    [[{ ids: [8, 8, 15] }, ["src/legacy.ts", "src/vat.ts", "late.ts"]]],
  );
  assert.match(all.stdout, /Restored {2}3 files . saved op-6 . undo: unf undo op-6/);
});

test("a person sees what would come back and is asked; without a yes nothing is done", async () => {
  const no = await runFake(
    ["deleted", "--restore", "3"],
    world({ tty: true, answers: ["n"], columns: 200 }),
  );
  assert.equal(no.exit, 4);
  assert.match(no.stdout, /Restore 1 deleted file/);
  assert.match(no.stdout, /src\/legacy\.ts/);
  const nobody = await runFake(["deleted", "--restore", "1"], world());
  assert.equal(nobody.exit, 4);
  const dry = await runFake(["deleted", "--restore", "1", "-n"], world());
  assert.equal(dry.exit, 0);
  assert.match(dry.stdout, /dry run; nothing was changed/);
  assert.deepEqual([no.requests, nobody.requests, dry.requests], [[], [], []]);
});

test("numbers that cannot be are refused before anything is looked at", async () => {
  for (const words of ["0", "1-", "3-2", "1,,2", "-1", "1 2"]) {
    assert.equal((await runFake(["deleted", `--restore=${words}`], world())).exit, 2, words);
  }
  for (const words of ["4", "2-9", "1,999999999", "x", "../x", "/etc"]) {
    assert.equal((await runFake(["deleted", `--restore=${words}`], world())).exit, 3, words);
  }
});

test("one restore brings all of them back, each as of a row where it stood as it was last", () => {
  const file = (number: number, last: number, deletion: number) =>
    ({ number, path: `${number}`, last: { id: last }, deletion: { id: deletion } }) as unknown;
  const files = [file(1, 9, 12), file(2, 1, 4), file(3, 2, 11), file(4, 5, 20)] as DeletedFile[];
  const { target, within } = bringBackRequest(files);
  assert.deepEqual([target, within], [{ ids: [3, 3, 11, 11] }, ["2", "3", "1", "4"]]);
  assert.deepEqual(bringBackRequest(files.slice(1, 3)).target, { id: 3 });
  assert.deepEqual(
    chooseDeleted(files, "4,1-2", () => undefined).map(({ number }) => number),
    [1, 2, 4],
  );
});

test("where agents work, it is said who deleted a file", async () => {
  const setup = { projects: [studio], cwd: studio.root };
  const { stdout } = await runFake(["deleted"], { ...setup, tty: true, env: { NO_COLOR: "1" } });
  assert.match(stdout, /cart\.test\.ts .* v6 {2}claude-code s-7f3a\n/);
  const [file] = JSON.parse((await runFake(["deleted", "--json"], setup)).stdout).files;
  assert.deepEqual([file.author.name, file.session, file.turn], ["claude-code", "s-7f3a", "t-2"]);
});

test("where nothing was deleted nothing is restored, whatever is asked for", async () => {
  const empty = {
    ...attic,
    history: { ...attic.history, rows: attic.history?.rows?.slice(0, 1) ?? [] },
  };
  for (const which of ["all", "1", "src"]) {
    const argv = ["deleted", "--since", "1m", "--restore", which, "--yes"];
    const { exit, stdout, stderr, requests } = await runFake(argv, world({ projects: [empty] }));
    assert.deepEqual([exit, stdout, requests], [3, "", []], which);
    assert.match(stderr, /nothing was deleted since then/);
  }
});
