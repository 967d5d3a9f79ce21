import assert from "node:assert/strict";
import { test } from "node:test";
import type { Asker } from "@unf/answers";
import type { AbsPath, WallMs } from "@unf/core/base";
import type { Entry, ListRequest } from "@unf/view/screen";
import { openPastWorld } from "../../../test/conformance/past-world.ts";
import { testEnvironment } from "../../../test/kit/index.ts";
import { openAsker } from "../frame/call/asker.ts";
import { runHere, worldOf } from "../testing/run-here.ts";
import { readCounted, readList, readWhole } from "./read-list.ts";

const hour = 3_600_000;

/** Files saved at one instant, and before and after them a year of one save a day. */
function openWorld(crowd: number) {
  const start = Date.now() - 400 * 24 * hour;
  const daily = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, day) => {
      return { at: (start + (from + day) * 24 * hour) as WallMs, path: `d${from + day}.ts` };
    });
  const many = Array.from({ length: crowd }, (_, n) => {
    return { at: (start + 290.5 * 24 * hour) as WallMs, path: `many/${n}.ts` };
  });
  const acts = [...daily(0, 290), ...many, ...daily(291, 300)];
  return openPastWorld(
    acts.map((act) => ({ ...act, text: "x\n" })),
    (words, home) =>
      runHere(words, { env: testEnvironment(home), directory: home.project as AbsPath }),
  );
}

const quiet = () => undefined;

test("files that no page lists are read to the last, and all that was recorded is counted", async () => {
  await using world = openWorld(5100);
  const { project } = world.home;
  const streams = { stdout: { write: quiet }, stderr: { write: quiet } };
  const place = { env: testEnvironment(world.home), directory: project as AbsPath };
  const owned: Disposable[] = [];
  const asker: Asker = openAsker({
    globals: { project } as Parameters<typeof openAsker>[0]["globals"],
    world: worldOf(place, streams),
    ...{ note: quiet, warn: quiet, concerns: quiet },
    own: (resource) => {
      owned.unshift(resource);
      return resource;
    },
  });
  const of = { root: project, directory: undefined };
  const list: ListRequest = {
    ...{ scope: "project", only: {}, source: { kind: "history" } },
    ...{ limit: 300, before: undefined, isPreview: false },
  };
  try {
    // The budget of a page ends in the middle of them.
    const parts: Entry[] = [];
    let before: string | undefined;
    while (parts.length < 2) {
      const { entries, next } = await readList(asker, { ...list, before }, of);
      parts.push(...(entries as Entry[]).filter(({ kind }) => kind === "mass"));
      before = next ?? assert.fail("all was read");
    }
    assert.equal(
      parts.reduce((sum, { files }) => sum + files, 0),
      5100,
    );
    const found = new Set<string>();
    for (const entry of parts) {
      assert.equal(entry.paths.length, 50);
      const some = await readWhole(asker, { list, entry, files: 60 }, of);
      assert.deepEqual([some?.paths.length, some?.id], [60, entry.id]);
      const whole = await readWhole(asker, { list, entry, files: 20_000 }, of);
      assert.equal(whole?.more_paths, 0);
      for (const { path } of whole?.paths ?? []) found.add(path);
    }
    assert.equal(found.size, 5100);
    const [first] = parts as [Entry, ...Entry[]];
    const grown = { ...first, id: `${first.id}0` };
    assert.equal(await readWhole(asker, { list, entry: grown, files: 60 }, of), undefined);

    const counted = await readCounted(asker, list, of);
    assert.equal(
      counted.parts.reduce((sum, { weight }) => sum + weight, 0),
      5399,
    );
    const file = { root: project, path: "d7.ts" };
    const ofFile = await readCounted(asker, { ...list, only: { file } }, of);
    assert.equal(
      ofFile.parts.reduce((sum, { weight }) => sum + weight, 0),
      1,
    );
  } finally {
    for (const resource of owned) resource[Symbol.dispose]();
  }
});
