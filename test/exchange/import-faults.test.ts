import assert from "node:assert/strict";
import { cpSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { AbsPath, ProjectId } from "@unf/core/base";
import { defaultConfig } from "@unf/core/config";
import { timelinePath } from "@unf/core/home";
import type { Log } from "@unf/core/ports";
import { makePrivateDirectory, openHome } from "@unf/system";
import { openTimelineCheck, openTimelineReader } from "@unf/timeline";
import { homeWork, openRecorderWorld } from "@unf/wiring/recorder";
import { systemError, watchDisk } from "../engine/broken-disk.ts";
import { tempHome } from "../kit/index.ts";
import { makeAgentUndo, makeUnfudged } from "./foreign-stores.ts";

const quiet = () => undefined;
const silentLog: Log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const nothingOpen = { timeline: () => undefined, release: async () => undefined };

class Crash extends Error {}

test("whenever it is cut off, the history is the old or the new, and a second import ends it", async () => {
  await using home = tempHome();
  const own = Date.now() - 60_000;
  makeAgentUndo(home.project, {
    rows: [
      { path: "a", at: own, content: "own\n" },
      { path: "b", at: own + 1, content: "own too\n" },
    ],
    sessions: [],
    pins: [],
  });
  const store = join(home.root, "old") as AbsPath;
  using _ = makeUnfudged(store, home.project, [
    { path: "a", at: "2026-02-09T14:32:07Z", content: "older\n" },
    { path: "a", at: "2026-02-09T14:33:07Z", content: "less old\n" },
  ]);
  const first = home.unfHome as AbsPath;
  openHome(first, { create: true });
  const project = home.project as AbsPath;
  const begin = openRecorderWorld(first, defaultConfig, silentLog);
  const source = { source: "agent-undo", directory: project, only: null } as const;
  await homeWork.import(begin, nothingOpen, source);
  const order = { source: "unfudged", directory: store, only: null } as const;
  for (let call = 1, isOver = false; !isOver; call += 1) {
    const copy = join(home.root, `home-${call}`) as AbsPath;
    makePrivateDirectory(copy);
    cpSync(first, copy, { recursive: true });
    const world = openRecorderWorld(copy, defaultConfig, silentLog);
    let calls = 0;
    const fs = watchDisk(world.fs, {
      before: (method) => {
        if (!["rename", "makeDirectory", "syncDirectory", "flushAll"].includes(method)) return;
        calls += 1;
        if (calls === call) throw new Crash(method);
      },
    });
    try {
      await homeWork.import({ ...world, fs }, nothingOpen, order);
      isOver = true;
      assert.ok(call > 5, `only ${call - 1} calls could be cut off`);
    } catch (thrown) {
      assert.ok(thrown instanceof Crash);
    }
    assert.ok(call < 50, "it ends");
    const { histories } = await homeWork.import(world, nothingOpen, order);
    assert.ok(["before", "known"].includes(histories[0]?.state ?? ""), `call ${call}`);
    const [id] = readdirSync(join(copy, "projects")) as ProjectId[];
    assert.ok(id);
    const path = timelinePath(copy, id);
    using check = openTimelineCheck(path);
    assert.deepEqual([...check.faults("full"), ...check.disagreements()], [], `call ${call}`);
    using reader = openTimelineReader(path);
    const rows = [...reader.find({ within: [], interim: true, order: "oldest" })];
    assert.deepEqual(
      rows.map((row) => `${row.id} ${row.path} ${row.event}`),
      ["1 a create", "2 a modify", "3 a delete", "4 a create", "5 b create"],
      `call ${call}`,
    );
  }
});

test("a directory of the other store that cannot be read is reported, and the rest is taken", async () => {
  await using home = tempHome();
  const store = join(home.root, "old") as AbsPath;
  const rows = [{ path: "a", at: "2026-02-09T14:32:07Z", content: "one\n" }];
  using _ = makeUnfudged(store, home.project, rows);
  using other = makeUnfudged(store, join(home.root, "closed/inner"), rows);
  const first = home.unfHome as AbsPath;
  openHome(first, { create: true });
  const world = openRecorderWorld(first, defaultConfig, silentLog);
  const closed = dirname(dirname(other.objects));
  const fs = watchDisk(world.fs, {
    before: (method, args) => {
      if (method === "list" && args[0] === closed) throw systemError("EACCES");
    },
  });
  const order = { source: "unfudged", directory: store } as const;
  for (const only of [null, join(home.root, "closed/inner")]) {
    const { histories } = await homeWork.import({ ...world, fs }, nothingOpen, { ...order, only });
    const failed = histories.find(({ state }) => state === "failed");
    assert.equal(failed?.root, join(home.root, "closed"));
    assert.equal(failed?.why, `${closed} cannot be read (EACCES)`);
    const taken = histories.filter(({ state }) => state === "new");
    assert.deepEqual(
      taken.map(({ root }) => root),
      only === null ? [home.project] : [],
    );
  }
});
