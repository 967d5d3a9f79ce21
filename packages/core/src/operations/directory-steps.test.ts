import assert from "node:assert/strict";
import { test } from "node:test";
import type { BlobId, RelPath } from "../base/brand.ts";
import { parentPath } from "../base/path.ts";
import { finish } from "../base/steps.ts";
import type { Step, StepState } from "../timeline/operation.ts";
import type { DirectoryFacts } from "./directory-steps.ts";
import * as planner from "./directory-steps.ts";

const absent = { kind: "absent" } as const;
const file = {
  kind: "recorded",
  hash: "a".repeat(64) as BlobId,
  bytes: 1,
  mode: 0o100644,
  snapshot: null,
} as const;

function planDirectories(...given: Parameters<typeof planner.planDirectories>): Step[] {
  return finish(planner.planDirectories(...given));
}

function emptiedBy(...given: Parameters<typeof planner.emptiedBy>): Set<RelPath> {
  return finish(planner.emptiedBy(...given));
}

function change(path: string, from: StepState, to: StepState): Step {
  return { path: path as RelPath, from, to };
}

/** A disk with these files; a name that ends in `/` is an empty directory. */
function disk(...names: readonly string[]): DirectoryFacts {
  const directories = new Set<string>([""]);
  const entries = new Map<string, Set<string>>();
  for (const name of names) {
    const path = name.replace(/\/$/, "") as RelPath;
    if (name.endsWith("/")) directories.add(path);
    for (let child: RelPath = path; child !== ""; child = parentPath(child)) {
      const above = parentPath(child);
      directories.add(above);
      entries.set(
        above,
        (entries.get(above) ?? new Set()).add(child.slice(above === "" ? 0 : above.length + 1)),
      );
    }
  }
  return {
    modeOf: (path) => (directories.has(path) ? 0o040750 : undefined),
    entries: (path) => (directories.has(path) ? [...(entries.get(path) ?? [])] : undefined),
  };
}

function shorten(steps: readonly Step[]): string[] {
  return steps.map(({ path, from, to }) => `${path}: ${from.kind} → ${to.kind}`);
}

test("directories missing above a new file are made for the owner of the one above them alone", () => {
  const steps = planDirectories([change("d/e/f/a", absent, file)], disk("d/x"));
  assert.deepEqual(shorten(steps), [
    "d/e: absent → directory",
    "d/e/f: absent → directory",
    "d/e/f/a: absent → recorded",
  ]);
  assert.deepEqual(steps[1]?.to, { kind: "directory", mode: 0o040700 });
});

test("a directory that is made again has the mode it had", () => {
  const facts = { ...disk("x"), formerMode: () => 0o040555 };
  const [made] = planDirectories([change("d/a", absent, file)], facts);
  const why = "but its owner can put something into it";
  assert.deepEqual(made?.to, { kind: "directory", mode: 0o040755 }, why);
});

test("a directory goes with its last file, and the one above it with that", () => {
  const gone = [change("d/e/a", file, absent), change("d/e/b", file, absent)];
  assert.deepEqual(shorten(planDirectories(gone, disk("d/e/a", "d/e/b", "z"))), [
    "d: directory → absent",
    "d/e: directory → absent",
    "d/e/a: recorded → absent",
    "d/e/b: recorded → absent",
  ]);
});

test("a directory stays that holds anything else, is to hold something new, or was empty before", () => {
  const gone = change("d/a", file, absent);
  for (const more of [disk("d/a", "d/other"), disk("d/a", "d/empty/")])
    assert.deepEqual(shorten(planDirectories([gone], more)), ["d/a: recorded → absent"]);
  assert.deepEqual(shorten(planDirectories([gone, change("d/new/b", absent, file)], disk("d/a"))), [
    "d/a: recorded → absent",
    "d/new: absent → directory",
    "d/new/b: absent → recorded",
  ]);
  assert.deepEqual(emptiedBy(new Set(["a" as RelPath]), disk("a").entries), new Set());
});

test("a file that stands where a directory must be becomes that directory", () => {
  const steps = planDirectories(
    [change("d", file, absent), change("d/a", absent, file)],
    disk("d"),
  );
  assert.deepEqual(shorten(steps), ["d: recorded → directory", "d/a: absent → recorded"]);
});

test("a directory that a file replaces is emptied from below and is one step with the file", () => {
  const directory = { kind: "directory", mode: 0o040755 } as const;
  const steps = planDirectories(
    [change("d", directory, file), change("d/e/a", file, absent)],
    disk("d/e/a"),
  );
  assert.deepEqual(shorten(steps), [
    "d: directory → recorded",
    "d/e: directory → absent",
    "d/e/a: recorded → absent",
  ]);
});

test("a directory that cannot be listed never counts as emptied", () => {
  const facts = { ...disk("d/a"), entries: () => undefined };
  assert.deepEqual(shorten(planDirectories([change("d/a", file, absent)], facts)), [
    "d/a: recorded → absent",
  ]);
});
