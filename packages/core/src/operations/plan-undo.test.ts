import assert from "node:assert/strict";
import { test } from "node:test";
import { propertyRuns } from "@unf/test";
import fc from "fast-check";
import type { RelPath } from "../base/brand.ts";
import { finish } from "../base/steps.ts";
import type { JournalStep, Step, StepState } from "../timeline/operation.ts";
import { planUndo } from "./plan-undo.ts";
import { isSameState, type StandingState } from "./step-state.ts";
import type { UndoFacts } from "./undo-facts.ts";
import {
  absent,
  apply,
  directory,
  factsOf,
  file,
  journal,
  show,
  type World,
  world,
} from "./undo-world.ts";

function step(path: string, from: StepState, to: StepState): Step {
  return { path: path as RelPath, from, to };
}

function undo(tree: World, steps: readonly JournalStep[], given: Partial<UndoFacts> = {}) {
  return finish(planUndo({ kind: "undo", inverts: 5, steps }, factsOf(tree, given)));
}

/** Takes the steps back: gives the action at each path, and the tree afterwards. */
function play(now: Record<string, StandingState>, ...steps: readonly Step[]) {
  const tree = world(now);
  const planned = undo(tree, journal(...steps));
  const actions = planned.plan.actions.map((action) => {
    const more = "why" in action ? ` ${action.why}` : action.merged ? " merged" : "";
    return `${action.kind} ${action.path}${more}`;
  });
  return { actions, tree: show(apply(tree, planned)), unchanged: planned.plan.unchanged };
}

const lines = "1\n2\n3\n4\n5\n6\n7\n";
const restored = lines.replace("2\n", "two\n").replace("6\n", "six\n");

test("what still stands as the operation left it becomes what it was", () => {
  const result = play(
    { a: file("new"), made: file("made") },
    step("a", file("old"), file("new")),
    step("gone", file("was"), absent),
    step("made", absent, file("made")),
  );
  assert.deepEqual(result.actions, ["write a", "write gone", "delete made"]);
  assert.deepEqual(result.tree, { a: "100644 old", gone: "100644 was" });
});

test("what is as it was before is left alone and counted", () => {
  const result = play(
    { a: file("old") },
    step("a", file("old"), file("new")),
    step("b", absent, file("x")),
  );
  assert.deepEqual(result, { actions: [], tree: { a: "100644 old" }, unchanged: 2 });
});

test("a step that failed is not taken back", () => {
  const [failed] = journal(step("a", file("old"), file("new")));
  assert.ok(failed !== undefined);
  const { plan, steps } = undo(world({ a: file("new") }), [{ ...failed, failure: "EACCES" }]);
  assert.deepEqual([plan.actions, plan.unchanged, steps], [[], 0, []]);
});

test("only the operation's change is taken out of a file that was edited since", () => {
  const edited = restored.replace("4\n", "four\n");
  const result = play({ a: file(edited) }, step("a", file(lines), file(restored)));
  assert.deepEqual(result.actions, ["write a merged"]);
  assert.equal(result.tree.a, `100644 ${lines.replace("4\n", "four\n")}`);
});

test("where the edit meets the operation's change the newer text stays and is named", () => {
  const edited = restored.replace("six\n", "SIX\n");
  const tree = world({ a: file(edited) });
  const planned = undo(tree, journal(step("a", file(lines), file(restored))));
  assert.equal(show(apply(tree, planned)).a, `100644 ${edited.replace("two", "2")}`);
  const [write, kept] = planned.plan.actions;
  assert.equal(write?.kind, "write");
  assert.deepEqual(kept, {
    kind: "kept",
    path: "a",
    why: "overlaps",
    overlaps: [{ line: 6, lines: 1 }],
  });
});

test("when every change was changed again, nothing is written", () => {
  const result = play({ a: file("three\n") }, step("a", file("one\n"), file("two\n")));
  assert.deepEqual(result.actions, ["kept a overlaps"]);
});

test("when somebody took all of it back by hand and more, nothing is left to do", () => {
  const edited = lines.replace("4\n", "four\n");
  const result = play({ a: file(edited) }, step("a", file(lines), file(restored)));
  assert.deepEqual([result.actions, result.unchanged], [[], 1]);
});

test("content and mode are taken back each on its own", () => {
  const [plain, executable] = [0o100644, 0o100755];
  const cases = [
    {
      from: file("o", plain),
      to: file("n", executable),
      now: file("n", plain),
      wanted: "100644 o",
    },
    {
      from: file("o", plain),
      to: file("n", executable),
      now: file("x", executable),
      wanted: "100644 x",
    },
    {
      from: file("o", plain),
      to: file("o", executable),
      now: file("x", executable),
      wanted: "100644 x",
    },
    {
      from: file("o", plain),
      to: file("n", plain),
      now: file("n", executable),
      wanted: "100755 o",
    },
    {
      from: file("o", plain),
      to: file("o", executable),
      now: file("o", 0o100600),
      wanted: "100600 o",
    },
  ];
  for (const { from, to, now, wanted } of cases) {
    assert.equal(play({ a: now }, step("a", from, to)).tree.a, wanted);
  }
  const result = play(
    { a: file("o", executable) },
    step("a", file("o", plain), file("o", executable)),
  );
  assert.deepEqual(result.actions, ["chmod a"]);
});

test("what somebody deleted, made or rewrote since stays, and why is said", () => {
  const binary: StandingState = { kind: "unrecorded" };
  const result = play(
    { anew: file("theirs"), binary, dir: directory, ours: file("edited"), zero: file("a\0b") },
    step("anew", file("old"), absent),
    step("binary", file("old"), file("new")),
    step("dir", file("old"), absent),
    step("ours", absent, file("made")),
    step("vanished", file("old"), file("new")),
    step("zero", file("old"), file("new")),
  );
  assert.deepEqual(result.actions, [
    "kept anew created_since",
    "kept binary changed_since",
    "kept dir created_since",
    "kept ours changed_since",
    "kept vanished deleted_since",
    "kept zero changed_since",
  ]);
});

test("links come back whole and are never merged", () => {
  const link = (target: string) => file(target, 0o120777);
  assert.deepEqual(play({ l: link("b") }, step("l", link("a"), link("b"))).tree, { l: "120777 a" });
  const changed = play({ l: link("c") }, step("l", link("a"), link("b")));
  assert.deepEqual(changed.actions, ["kept l changed_since"]);
  // The same bytes as a file are another thing.
  assert.deepEqual(
    play({ l: file("b") }, step("l", link("a"), link("b"))).actions,
    changed.actions,
  );
  assert.equal(play({ l: link("b") }, step("l", file("x"), link("b"))).tree.l, "100644 x");
});

test("what was rescued comes back from the rescue of the operation that made it", () => {
  const rescued = (operation: number | null): StepState => ({
    kind: "rescued",
    operation,
    bytes: 9,
    mode: 0o100644,
  });
  const own = undo(world({ b: file("text") }), journal(step("b", rescued(null), file("text"))));
  assert.deepEqual(
    own.steps.map(({ to }) => to),
    [rescued(5)],
  );
  const older = undo(world({ b: file("text") }), journal(step("b", rescued(3), file("text"))));
  assert.deepEqual(
    older.steps.map(({ to }) => to),
    [rescued(3)],
  );
  // Redone: the rescued file stands there as the undo left it.
  const again = undo(world({ b: rescued(3) }), journal(step("b", file("text"), rescued(3))));
  assert.deepEqual(
    again.plan.actions.map(({ kind }) => kind),
    ["write"],
  );
  const lost = undo(world({ b: file("text") }), journal(step("b", rescued(null), file("text"))), {
    isRescued: (path, operation) => path !== "b" || operation !== 5,
  });
  assert.deepEqual(lost.plan.actions, [{ kind: "refused", path: "b", why: "content_lost" }]);
});

test("directories come back with a file below, with the modes they had", () => {
  const shut: StepState = { kind: "directory", mode: 0o040700 };
  const tree = world({});
  const planned = undo(
    tree,
    journal(
      step("d", shut, absent),
      step("d/e", directory, absent),
      step("d/e/f", file("f"), absent),
      step("empty", directory, absent),
    ),
  );
  assert.deepEqual(
    planned.steps.map(({ path, to }) => [path, "mode" in to ? to.mode : 0]),
    [
      ["d", 0o040700],
      ["d/e", 0o040755],
      ["d/e/f", 0o100644],
    ],
  );
  assert.deepEqual(
    planned.plan.actions.map(({ path }) => path),
    ["d/e/f"],
  );
});

test("a directory that somebody removed since comes back with the mode of the one above", () => {
  const shut: StepState = { kind: "directory", mode: 0o040700 };
  const planned = undo(world({ d: shut }), journal(step("d/e/f", file("f"), absent)));
  assert.deepEqual(planned.steps[0], step("d/e", absent, shut));
});

test("a directory that the operation made goes when it will be empty, and only then", () => {
  const steps = [
    step("d", absent, directory),
    step("d/e", absent, directory),
    step("d/e/f", absent, file("f")),
  ];
  const made = { d: directory, "d/e": directory, "d/e/f": file("f") };
  assert.deepEqual(play(made, ...steps).tree, {});
  const binary: StandingState = { kind: "unrecorded" };
  assert.deepEqual(play({ ...made, "d/x": binary }, ...steps).tree, {
    d: "directory",
    "d/x": "unrecorded",
  });
  const edited = play({ ...made, "d/e/f": file("edited") }, ...steps);
  assert.deepEqual(Object.keys(edited.tree), ["d", "d/e", "d/e/f"]);
});

test("what cannot be had back or reached is refused by name", () => {
  const tree = world({ a: file("new"), m: file("x"), link: file("else", 0o120777) });
  const planned = undo(
    tree,
    journal(
      step("../x", file("old"), absent),
      step("a", file("lost"), file("new")),
      step("link/b", file("old"), absent),
      step("m", file("lost"), file("y")),
    ),
    { isKept: () => false, content: () => undefined },
  );
  assert.deepEqual(
    planned.plan.actions.map((action) => ("why" in action ? action.why : action.kind)),
    ["unsafe_path", "content_lost", "parent_is_not_a_directory", "content_lost"],
  );
  assert.deepEqual(planned.steps, []);
});

test("paths that the file system takes for one are both refused, each with the other's name", () => {
  const steps = journal(step("A", file("a"), absent), step("a", file("b"), absent));
  const names = { windows: false, foldsCase: true, normalizes: true };
  assert.deepEqual(undo(world({}), steps, { names }).plan.actions, [
    { kind: "refused", path: "A", why: "collides", other: "a" },
    { kind: "refused", path: "a", why: "collides", other: "A" },
  ]);
  assert.equal(undo(world({}), steps).steps.length, 2);
});

test("equal plans have equal ids, and any change on disk or of kind changes the id", () => {
  const steps = journal(step("a", file("old"), file("new")), step("b", file("b"), absent));
  const id = (now: Record<string, StandingState>, kind: "undo" | "redo" = "undo", inverts = 5) =>
    finish(planUndo({ kind, inverts, steps }, factsOf(world(now)))).plan.id;
  const first = id({ a: file("new") });
  assert.match(first, /^pl-[0-9a-f]{8}$/);
  assert.equal(id({ a: file("new") }), first);
  const others = [
    id({ a: file("newer") }),
    id({ a: file("new", 0o100755) }),
    id({ a: file("new"), b: file("x") }),
    id({ a: file("new") }, "redo"),
    id({ a: file("new") }, "undo", 6),
  ];
  assert.equal(new Set([first, ...others]).size, 6);
});

/** A tree of few paths, so that operations and edits meet. */
const someText = fc
  .array(fc.constantFrom("a\n", "b\n", "c\n"), { maxLength: 5 })
  .map((parts) => parts.join(""));
const someFile = fc
  .tuple(someText, fc.constantFrom(0o100644, 0o100755, 0o120777))
  .map(([text, mode]) => file(text, mode));
const someTree = fc
  .dictionary(fc.constantFrom("f", "d/f", "d/g", "d/e/f", "x/f"), someFile)
  .map(withDirectories);

function withDirectories(files: Record<string, StepState>): World {
  const tree = world(files);
  for (const path of Object.keys(files)) {
    for (let cut = path.indexOf("/"); cut > 0; cut = path.indexOf("/", cut + 1)) {
      tree.set(path.slice(0, cut), directory);
    }
  }
  return tree;
}

/** The steps of an operation that made one tree of another. */
function stepsBetween(before: World, after: World): Step[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].sort().flatMap((path) => {
    const [from, to] = [before.get(path) ?? absent, after.get(path) ?? absent];
    if (from.kind === "unrecorded" || to.kind === "unrecorded") return [];
    return isSameState(from, to) ? [] : [step(path, from, to)];
  });
}

test("undo gives the tree before the operation, redo the one after it, as often as one likes", () => {
  fc.assert(
    fc.property(someTree, someTree, (before, after) => {
      let tree = after;
      let steps: readonly Step[] = stepsBetween(before, after);
      for (const wanted of [before, after, before, after]) {
        const planned = undo(tree, journal(...steps));
        tree = apply(tree, planned);
        steps = planned.steps;
        assert.deepEqual(show(tree), show(wanted));
      }
    }),
    { numRuns: propertyRuns(1000) },
  );
});

test("whatever was done since, only the operation's own results and changes are taken back", () => {
  const isPlain = (state: StandingState) => state.kind === "recorded" && state.mode !== 0o120777;
  fc.assert(
    fc.property(someTree, someTree, someTree, (before, after, now) => {
      const outcome = apply(now, undo(now, journal(...stepsBetween(before, after))));
      for (const path of ["f", "d/f", "d/g", "d/e/f", "x/f"]) {
        const at = (tree: World) => tree.get(path) ?? absent;
        const [was, made, is] = [at(before), at(after), at(now)];
        if (isSameState(is, made)) assert.deepEqual(at(outcome), was, path);
        else if (isSameState(is, was)) assert.deepEqual(at(outcome), is, path);
        else if ([was, made, is].every(isPlain)) assert.ok(isPlain(at(outcome)), path);
        else assert.deepEqual(at(outcome), is, path);
      }
    }),
    { numRuns: propertyRuns(1000) },
  );
});

test("of a long operation each path is looked at once, and step and action are one object", () => {
  const paths = Array.from({ length: 500 }, (_, n) => `d${n % 5}/f${String(n).padStart(3, "0")}`);
  const state = file("restored");
  const steps = paths.toSorted().map((path) => step(path, absent, state));
  const tree = world(Object.fromEntries(paths.map((path) => [path, state])));
  for (let n = 0; n < 5; n += 1) tree.set(`d${n}`, directory);
  const facts = factsOf(tree);
  const looks = new Map<string, number>();
  const now = (path: RelPath) => {
    looks.set(path, (looks.get(path) ?? 0) + 1);
    return facts.now(path);
  };
  const request = { kind: "undo", inverts: 5, steps } as const;
  const planned = finish(planUndo(request, { ...facts, now }));
  assert.equal(planned.plan.actions.length, paths.length);
  assert.deepEqual([...new Set(paths.map((path) => looks.get(path)))], [1]);
  const done = new Set<unknown>(planned.steps);
  assert.ok(planned.plan.actions.every((action) => done.has(action)));
});
