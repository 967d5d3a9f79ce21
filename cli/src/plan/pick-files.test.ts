import assert from "node:assert/strict";
import { test } from "node:test";
import type { RestoreRequest } from "@unf/core/restore";
import { type FakeSetup, runFake } from "../testing/fake-world.ts";
import { shop } from "../testing/shop.ts";
import { fullPlan } from "../testing/shop-plans.ts";

/** A plan of two or more files; narrowed to the paths that are asked for. */
function world(more: FakeSetup = {}): FakeSetup {
  const plan = (request: RestoreRequest) => ({
    ...fullPlan,
    request,
    actions: fullPlan.actions.filter(
      ({ path }) => request.within.length === 0 || request.within.includes(path),
    ),
  });
  return {
    projects: [{ ...shop, plan }],
    reply: () => ({ plan: fullPlan.id, operation: 7, actions: [] }),
    ...more,
  };
}

const words = ["restore", "-i", "--at", "v4", "--color", "never"];
const within = (requests: readonly { readonly params: unknown }[]) =>
  ((requests[0]?.params ?? {}) as { within?: string[] }).within;
const choices = fullPlan.actions
  .filter(({ kind }) => kind === "write" || kind === "chmod" || kind === "delete")
  .map(({ path }) => path);

test("a person chooses from a numbered list and sees the plan of the choice before it is done", async () => {
  const { exit, stdout, asked, requests } = await runFake(
    words,
    world({ tty: true, answers: ["1,3", "y"], columns: 200 }),
  );
  assert.equal(exit, 0);
  assert.deepEqual(within(requests), [choices[0], choices[2]]);
  assert.match(asked[0] ?? "", /Restore which\?/);
  assert.match(asked[1] ?? "", /Restore\? \[y\]es \[N\]o/);
  const [list = "", preview = ""] = stdout.split("Restore 2 files");
  for (const [index, path] of choices.entries())
    assert.match(list, new RegExp(`^ ${index + 1} +[~+-] ${path}`, "m"));
  assert.ok(preview.includes(choices[2] ?? "?") && !preview.includes(choices[1] ?? "?"));
});

test("all is all that would change, nothing is nothing, and what is no choice is asked again", async () => {
  const all = await runFake(words, world({ tty: true, answers: ["9", "x", "all", "y"] }));
  assert.deepEqual(within(all.requests), choices);
  assert.match(all.stderr, /"9" is no choice/);
  for (const answers of [[""], []]) {
    const none = await runFake(words, world({ tty: true, answers }));
    assert.deepEqual([none.exit, none.requests], [4, []]);
  }
});

test("where nobody can choose, -i is a wrong usage", async () => {
  const { exit, stderr, requests } = await runFake([...words, "--yes"], world());
  assert.equal(exit, 2);
  assert.match(stderr, /--include/);
  assert.deepEqual(requests, []);
});
