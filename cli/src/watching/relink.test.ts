import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProjectEntry } from "@unf/answers";
import type { AbsPath, ProjectId } from "@unf/core/base";
import { type FakeRun, type FakeSetup, runFake } from "../testing/fake-world.ts";
import { daemonStatus, shop } from "../testing/shop.ts";

const moved: ProjectEntry = {
  id: "0000000000000001" as ProjectId,
  root: shop.root as AbsPath,
  watched: true,
  addedAt: null,
};
const reply = {
  id: moved.id,
  root: "/home/a/new",
  already: false,
  backend: "inotify",
  directories: 1,
  files_recorded: 0,
  files_skipped: {},
  bytes: 0,
};

/** Runs it in a directory that was `moved` before, or several projects. */
function runThere(line: string, setup: FakeSetup = {}, found = [moved]): Promise<FakeRun> {
  return runFake(line.split(" "), {
    cwd: "/home/a/new",
    projects: [shop],
    reply: () => reply,
    wiring: { findMoved: async () => found },
    ...setup,
  });
}

/** The project each request asked to go on with. */
function relinked({ requests }: FakeRun): unknown[] {
  return requests.map(({ params }) => (params as { relink?: string }).relink);
}

test("a person is asked, and only a yes goes on with the history", async () => {
  const yes = await runThere("watch", { tty: true, answers: ["y"] });
  assert.match(yes.asked.join(), /This directory was \/home\/a\/src\/shop\. Keep its history\?/);
  assert.deepEqual(relinked(yes), [shop.root]);
  for (const answers of [["n"], [""], []]) {
    const no = await runThere("watch", { tty: true, answers });
    assert.deepEqual([no.exit, relinked(no)], [0, [undefined]]);
    assert.match(no.stderr, /unf watch --relink/);
  }
});

test("without a person nothing is guessed: a new project begins, and a hint says so", async () => {
  for (const setup of [{}, { tty: true, env: { CI: "1" } }]) {
    const ran = await runThere("watch", setup);
    assert.deepEqual([ran.exit, ran.asked, relinked(ran)], [0, [], [undefined]]);
    assert.match(ran.stderr, /unf watch --relink/);
  }
  const yes = await runThere("watch --yes", { tty: true });
  assert.deepEqual([yes.asked, relinked(yes)], [[], [undefined]]);
});

test("--relink does it without asking, --no-relink never, and both together are refused", async () => {
  const taken = await runThere("watch --relink", { tty: true });
  assert.deepEqual([taken.asked, relinked(taken)], [[], [shop.root]]);
  const never = await runThere("watch --no-relink", { tty: true });
  assert.deepEqual([never.asked, relinked(never)], [[], [undefined]]);
  assert.doesNotMatch(never.stderr, /relink/);
  assert.equal((await runThere("watch --relink --no-relink")).exit, 2);
});

test("--relink without anything to take, or with a choice, asks for the old place", async () => {
  const none = await runThere("watch --relink", {}, []);
  assert.deepEqual([none.exit, none.requests], [3, []]);
  assert.match(none.stderr, /--relink=<old>/);
  const other = { ...moved, root: "/home/a/other" as AbsPath };
  const many = await runThere("watch --relink", {}, [moved, other]);
  assert.deepEqual([many.exit, many.requests], [2, []]);
  assert.match(many.stderr, /--relink=\/home\/a\/src\/shop or --relink=\/home\/a\/other/);
});

test("--relink=<old> names the project whatever the directory was, for one directory", async () => {
  const named = await runThere("watch --relink=../src/shop", {}, []);
  assert.deepEqual(relinked(named), [shop.root]);
  assert.equal((await runThere("watch --relink=/home/a/none", {}, [])).exit, 3);
  assert.equal((await runThere("watch a b --relink=/home/a/src/shop", {}, [])).exit, 2);
});

test("what is watched already is neither asked about nor refused", async () => {
  const setup = { cwd: shop.root, tty: true };
  const plain = await runThere("watch", setup);
  assert.deepEqual([plain.asked, relinked(plain)], [[], [undefined]]);
  assert.equal((await runThere("watch --relink", setup, [])).exit, 0);
});

test("a project whose directory is gone is listed with the reason, and with what to do if it moved", async () => {
  const [live, ...others] = daemonStatus.projects;
  assert.ok(live !== undefined);
  const gone = { ...live, state: "missing", reason: "the directory is not there" } as const;
  const daemon = { ...daemonStatus, projects: [gone, ...others] };
  const setup = { projects: [shop], running: { daemon, sentinel: 1, intended: true } };
  for (const command of ["status", "list"]) {
    const shown = await runFake([command], { ...setup, tty: true, env: { NO_COLOR: "1" } });
    assert.match(shown.stdout, /MISSING/);
    assert.match(shown.stdout, /not there\n +moved\? unf watch <new place> --relink\n/);
    const plain = await runFake([command], setup);
    assert.doesNotMatch(plain.stdout, /relink/);
  }
});
