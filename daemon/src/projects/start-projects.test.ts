import assert from "node:assert/strict";
import { test } from "node:test";
import type { IntendedProject } from "@unf/core/intent";
import { Stage } from "../../../test/engine/stage.ts";
import { startProjects } from "./start-projects.ts";

function opened(stage: Stage) {
  return { intended: { root: stage.root } as IntendedProject, project: stage.project };
}

async function order(first: Stage, second: Stage): Promise<readonly string[]> {
  const seen: string[] = [];
  first.onWatch = () => seen.push("first watched");
  second.onWatch = () => seen.push("second watched");
  await startProjects(
    [opened(first), opened(second)],
    { onProgress: ({ recorded }) => recorded > 0 && seen.push("swept") },
    async (_one, work) => work(),
  );
  return seen;
}

test("every project is watched before the first of them is swept", async () => {
  await using first = new Stage();
  await using second = new Stage();
  for (const stage of [first, second]) stage.write("a.txt", "1\n");
  assert.deepEqual(await order(first, second), [
    "first watched",
    "second watched",
    "swept",
    "swept",
  ]);
});

test("a project with an operation to be finished is taken up after the others", async () => {
  await using first = new Stage();
  await using second = new Stage();
  for (const stage of [first, second]) {
    stage.write("a.txt", "1\n");
    await stage.start();
  }
  first.timeline.startOperation(
    {
      kind: "restore",
      startedAt: first.clock.wall(),
      argv: [],
      plan: "pl-00000000",
      before: 0,
      inverts: null,
    },
    [],
  );
  assert.deepEqual((await order(first, second)).slice(0, 2), ["second watched", "first watched"]);
});
