import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobId, RelPath, SnapshotId } from "../base/brand.ts";
import { finish } from "../base/steps.ts";
import { limits } from "../config/limits.ts";
import { PlanSize } from "../operations/plan-size.ts";
import { exactNames } from "../refusals/safe-path.ts";
import type { RestoreRequest } from "./plan.ts";
import * as planner from "./plan.ts";
import type { DiskState, RestoreFacts, WantedFile } from "./restore-facts.ts";
import { directoryPoints, targetOf, targetPoints } from "./target.ts";

const request: RestoreRequest = {
  target: { id: 9 as SnapshotId },
  within: [],
  include: [],
  exclude: [],
  deletions: "keep",
  overwrite: "if-changed",
};

function planRestore(...given: Parameters<typeof planner.planRestore>): planner.RestorePlan {
  return finish(planner.planRestore(...given));
}

function hash(letter: string): BlobId {
  return letter.repeat(64) as BlobId;
}

function wanted(path: string, letter: string, mode = 0o100644): WantedFile {
  return { path: path as RelPath, snapshot: 1 as SnapshotId, hash: hash(letter), mode, bytes: 3 };
}

interface OnDisk {
  mode?: number;
  recorded?: boolean;
  stamp?: string;
}

function onDisk(
  letter: string,
  { mode = 0o100644, recorded = true, ...more }: OnDisk = {},
): DiskState {
  const snapshot = recorded ? (2 as SnapshotId) : null;
  return { kind: "file", hash: hash(letter), mode, bytes: 3, snapshot, ...more };
}

function facts(disk: Record<string, DiskState>, given: Partial<RestoreFacts>): RestoreFacts {
  return {
    wanted: [],
    newer: [],
    isAbsent: () => true,
    disk: (path) => disk[path] ?? { kind: "absent" },
    obstacle: () => undefined,
    entries: () => undefined,
    isKept: () => true,
    digest: (text) => {
      let sum = 7;
      for (const char of text) sum = (sum * 31 + char.charCodeAt(0)) >>> 0;
      return sum.toString(16).padStart(8, "0");
    },
    ...given,
  };
}

test("the plan of a tree that is as wanted is empty", () => {
  const plan = planRestore(request, facts({ a: onDisk("a") }, { wanted: [wanted("a", "a")] }));
  assert.deepEqual(plan.actions, []);
  assert.equal(plan.unchanged, 1);
});

test("pauses of who reads the target are pauses of the plan, and change nothing in it", () => {
  const names = { foldsCase: true, normalizes: false, windows: false };
  const all = [wanted("a", "a"), wanted("b", "b"), wanted("B", "b")];
  const [given, paused] = [all, [undefined, ...all, undefined]].map((some) =>
    facts({ a: onDisk("c") }, { wanted: some, names }),
  );
  assert.ok(given !== undefined && paused !== undefined);
  assert.deepEqual(planRestore(request, paused), planRestore(request, given));
  const countSteps = (about: RestoreFacts) => [...planner.planRestore(request, about)].length;
  // The target is gone through twice where names fold.
  assert.equal(countSteps(paused), countSteps(given) + 4);
});

test("a changed file is written, a missing one comes back, a changed mode is a chmod", () => {
  const disk = { a: onDisk("b"), c: onDisk("c", { mode: 0o100755 }) };
  const plan = planRestore(
    request,
    facts(disk, { wanted: [wanted("a", "a"), wanted("b", "b"), wanted("c", "c")] }),
  );
  assert.deepEqual(
    plan.actions.map(({ kind, path }) => [kind, path]),
    [
      ["write", "a"],
      ["write", "b"],
      ["chmod", "c"],
    ],
  );
});

test("a newer file is kept unless deletions are asked for", () => {
  const given = facts({ n: onDisk("n") }, { newer: ["n" as RelPath] });
  assert.equal(planRestore(request, given).actions[0]?.kind, "kept_newer");
  assert.equal(planRestore({ ...request, deletions: "remove" }, given).actions[0]?.kind, "delete");
});

test("what the timeline cannot give back is never deleted", () => {
  const given = facts({ n: onDisk("n", { recorded: false }) }, { newer: ["n" as RelPath] });
  assert.equal(
    planRestore({ ...request, deletions: "remove" }, given).actions[0]?.kind,
    "kept_newer",
  );
});

test("with overwrite never an existing file is left alone", () => {
  const given = facts({ a: onDisk("b") }, { wanted: [wanted("a", "a"), wanted("new", "a")] });
  const plan = planRestore({ ...request, overwrite: "never" }, given);
  assert.deepEqual(
    plan.actions.map(({ kind }) => kind),
    ["kept_changed", "write"],
  );
});

test("what stands in the way or is lost is refused by name", () => {
  const disk: Record<string, DiskState> = {
    d: { kind: "directory", mode: 0o40755 },
    p: { kind: "special" },
  };
  const rows = [wanted("d", "a"), wanted("lost", "f"), wanted("p", "a"), wanted("x/y", "a")];
  const plan = planRestore(
    request,
    facts(disk, {
      wanted: rows,
      isKept: (h) => h !== hash("f"),
      obstacle: (path) => (path === "x/y" ? ("x" as RelPath) : undefined),
    }),
  );
  assert.deepEqual(
    plan.actions.map((action) => (action.kind === "refused" ? action.why : action.kind)),
    [
      "directory_in_the_way",
      "content_lost",
      "special_file_in_the_way",
      "parent_is_not_a_directory",
    ],
  );
});

test("rows that would escape the project or plant a hook are refused, wanted or newer", () => {
  for (const path of ["../x", "a//b", ".GIT/x", "a\0b"]) {
    const given = facts({ [path]: onDisk("b") }, { wanted: [wanted(path, "a")] });
    const newer = facts({ [path]: onDisk("b") }, { newer: [path as RelPath] });
    const refused = [{ kind: "refused", path, why: "unsafe_path" }];
    assert.deepEqual(planRestore(request, given).actions, refused);
    assert.deepEqual(planRestore({ ...request, deletions: "remove" }, newer).actions, refused);
  }
  const names = { windows: true, foldsCase: true, normalizes: false };
  const given = facts({}, { wanted: [wanted("C:x", "a")] });
  assert.equal(planRestore(request, given).actions[0]?.kind, "write");
  assert.equal(planRestore(request, { ...given, names }).actions[0]?.kind, "refused");
});

test("rows that the file system takes for one are both refused, each with the other's name", () => {
  const names = { windows: false, foldsCase: true, normalizes: true };
  const given = facts({ A: onDisk("a") }, { wanted: [wanted("A", "a"), wanted("a", "b")], names });
  assert.deepEqual(planRestore(request, given).actions, [
    { kind: "refused", path: "A", why: "collides", other: "a" },
    { kind: "refused", path: "a", why: "collides", other: "A" },
  ]);
  assert.equal(planRestore(request, { ...given, names: exactNames }).actions.length, 1);
});

test("a file is not removed that is the wanted one under another spelling", () => {
  const names = { windows: false, foldsCase: true, normalizes: true };
  const disk = { readme: onDisk("a"), README: onDisk("a") };
  const given = facts(disk, {
    wanted: [wanted("readme", "a")],
    newer: ["README" as RelPath],
    names,
  });
  const kinds = (deletions: "keep" | "remove") =>
    planRestore({ ...request, deletions }, given).actions.map(({ kind }) => kind);
  assert.deepEqual(kinds("remove"), ["refused", "refused"]);
  assert.deepEqual(kinds("keep"), ["kept_newer"]);
});

test("of a file with chosen hunks only those are written, and its mode stays", () => {
  const disk = { a: onDisk("b", { mode: 0o100755 }), z: onDisk("y") };
  const rows = [wanted("a", "a"), wanted("z", "z")];
  const choose: RestoreFacts["choose"] = ({ hash: from }, now, chosen) => {
    assert.deepEqual([from, now], [hash("a"), hash("b")]);
    if (chosen.includes(9)) return undefined;
    return { hash: chosen.length === 0 ? hash("b") : hash(`${chosen.length}`), bytes: 9 };
  };
  const given = facts(disk, { wanted: rows, choose, isKept: (one) => /^[az]/.test(one) });
  const plan = (...chosen: number[]) =>
    planRestore({ ...request, hunks: [{ path: "a" as RelPath, chosen }] }, given);
  const [write, whole] = plan(0, 2).actions;
  assert.deepEqual(write?.kind === "write" && write.wanted, {
    ...wanted("a", "2", 0o100755),
    bytes: 9,
  });
  assert.equal(whole?.kind, "write");
  assert.deepEqual(plan().actions, [whole]);
  const path = "a" as RelPath;
  assert.deepEqual(plan(0, 9).actions, [{ kind: "refused", path, why: "no_such_hunk" }, whole]);
  assert.notEqual(plan(1).id, plan(0, 2).id);
});

test("hunks are taken over only into a text that is there", () => {
  const hunks = ["gone", "link", "lost"].map((path) => ({ path: path as RelPath, chosen: [0] }));
  const disk: Record<string, DiskState> = {
    link: { kind: "link", hash: hash("l"), mode: 0o120777, bytes: 3, snapshot: null },
    lost: onDisk("b"),
  };
  const rows = [wanted("gone", "a"), wanted("link", "a"), wanted("lost", "f")];
  const given = facts(disk, { wanted: rows, isKept: (one) => one !== hash("f") });
  assert.deepEqual(
    planRestore({ ...request, hunks }, given).actions.map(
      (action) => "why" in action && action.why,
    ),
    ["not_a_text_file", "not_a_text_file", "content_lost"],
  );
});

test("equal plans have equal ids, and any change on disk changes the id", () => {
  const files = { wanted: [wanted("a", "a")] };
  const one = planRestore(request, facts({ a: onDisk("b") }, files)).id;
  assert.equal(planRestore(request, facts({ a: onDisk("b", { recorded: false }) }, files)).id, one);
  assert.notEqual(planRestore(request, facts({ a: onDisk("c") }, files)).id, one);
  assert.notEqual(
    planRestore(request, facts({ a: onDisk("b", { mode: 0o100755 }) }, files)).id,
    one,
  );
  assert.notEqual(
    planRestore({ ...request, deletions: "remove" }, facts({ a: onDisk("b") }, files)).id,
    one,
  );
});

test("what stays as it is, or is kept whatever it holds, does not make a plan another", () => {
  const files = { wanted: [wanted("a", "a")], newer: ["log" as RelPath] };
  const id = (log: string) =>
    planRestore(request, facts({ a: onDisk("b"), log: onDisk(log) }, files)).id;
  assert.equal(id("one line"), id("two lines"));
  const grown = (letter: string, stamp: string) =>
    planRestore(request, facts({ a: onDisk(letter, { recorded: false, stamp }) }, files)).id;
  assert.equal(grown("b", "1-2"), grown("c", "1-2"));
  assert.notEqual(grown("b", "1-2"), grown("b", "1-3"));
});

test("of a long plan no text of all of it is made, and any change in it changes the id", () => {
  const files = Array.from({ length: 3000 }, (_, n) =>
    wanted(`f${String(n).padStart(4, "0")}`, "a"),
  );
  let longest = 0;
  const plan = (disk: Record<string, DiskState>) => {
    const given = facts(disk, { wanted: files });
    const digest = (text: string) => {
      longest = Math.max(longest, text.length);
      return given.digest(text);
    };
    return planRestore(request, { ...given, digest });
  };
  const { id, actions } = plan({});
  assert.equal(actions.length, files.length);
  assert.equal(plan({}).id, id);
  for (const path of ["f0000", "f1500", "f2999"])
    assert.notEqual(plan({ [path]: onDisk("b") }).id, id, path);
  assert.ok(longest < 200_000, `${longest}`);
});

test("the disk's word on a path that stays as it is need not be kept", () => {
  const left: string[] = [];
  const disk = { a: onDisk("a"), b: onDisk("b"), new: onDisk("c") };
  const rows = ["a", "b"].map((path) => wanted(path, "a"));
  const given = facts(disk, { wanted: rows, newer: ["new" as RelPath] });
  planRestore(request, { ...given, onLeft: (path) => left.push(path) });
  assert.deepEqual(left, ["new", "a"]);
});

test("a plan that would not fit into the daemon's memory is refused before it has grown", () => {
  const { changesMax, keptMax } = limits.plans;
  const newer = Array.from({ length: 2 * changesMax }, (_, n) => `f${n}` as RelPath);
  const there = onDisk("n");
  const asked = new Set<RelPath>();
  const disk = (path: RelPath): DiskState => {
    asked.add(path);
    return there;
  };
  const given = facts({}, { newer, disk });
  assert.throws(() => planRestore({ ...request, deletions: "remove" }, given), {
    code: "refused",
    message: /250,000 files would change/,
  });
  assert.equal(asked.size, changesMax + 1);
  const size = new PlanSize();
  for (let n = 0; n < keptMax; n += 1) size.count(false);
  size.count(true);
  assert.throws(() => size.count(false), { code: "refused", message: /1,000,000 files/ });
});

test("of several instants a file and what lay in a directory of its name do not both come back", () => {
  const rows = [wanted("a", "a"), wanted("a/b", "b"), wanted("a/b.c", "c"), wanted("ab", "d")];
  const within = rows.map(({ path }) => path);
  const ids = [1, 2, 3, 4] as SnapshotId[];
  const plan = planRestore({ ...request, target: { ids }, within }, facts({}, { wanted: rows }));
  assert.deepEqual(
    plan.actions.map((action) => (action.kind === "refused" ? action.why : action.kind)),
    ["write", "parent_is_not_a_directory", "parent_is_not_a_directory", "write"],
  );
});

test("each path has the instant of the innermost that names it, a new directory the latest below it", () => {
  const within = ["lib", "lib/m", "z/f"] as RelPath[];
  const target = { ids: [5, 9, 7] as SnapshotId[] };
  const points = targetPoints(target, within);
  const idOf = (path: string) => points.of(path as RelPath);
  assert.deepEqual(["lib/a", "lib/m/x", "lib/m", "z/f", "z", "y"].map(idOf), [
    ...[{ id: 5 }, { id: 9 }, { id: 9 }, { id: 7 }],
    ...[undefined, undefined],
  ]);
  assert.deepEqual(targetOf({ target, within }, ["z/f", "lib/m/x"] as RelPath[]), { ids: [7, 9] });
  const modeOf = directoryPoints(target, within);
  assert.deepEqual(
    ["lib", "lib/m", "lib/n", "z"].map((path) => modeOf(path as RelPath)),
    [{ id: 9 }, { id: 9 }, { id: 5 }, { id: 7 }],
  );
});
