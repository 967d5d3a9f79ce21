import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { AbsPath, ProjectId, WallMs } from "@unf/core/base";
import { daemonLockPath } from "@unf/core/home";
import { addProject, setRunning } from "@unf/core/intent";
import { openHome, requireIntent, takeLock, writeConditionNote, writeIntent } from "@unf/system";
import { beat } from "../home/heartbeat.ts";
import { readTrouble } from "./read-trouble.ts";

const id = "1".repeat(16) as ProjectId;
const project = { id, root: "/src/shop" as AbsPath, addedAt: 0 as WallMs, options: {} };

test("a command in the daemon's place is told from a daemon, and what another daemon noted is not believed", async () => {
  const directory = mkdtempSync(join(tmpdir(), "unf-trouble-"));
  const home = join(directory, "home") as AbsPath;
  try {
    assert.equal(await readTrouble(home, undefined), undefined, "there is no home");
    openHome(home, { create: true });
    writeIntent(home, setRunning(addProject(requireIntent(home), project), true));
    assert.equal((await readTrouble(home, undefined))?.kind, "absent");
    const why = "the disk is full";
    const noted = { id, state: "stopped", since: undefined, why } as const;
    const note = { pid: process.pid, safeSince: undefined, projects: [noted] };
    {
      const taken = takeLock(daemonLockPath(home), { version: "0.1.0", command: "restore" });
      assert.ok(taken.kind === "taken");
      using _lock = taken.lock;
      const trouble = await readTrouble(home, project);
      assert.deepEqual(trouble, { kind: "occupied", since: undefined, command: "restore" });
    }
    const taken = takeLock(daemonLockPath(home), { version: "0.1.0" });
    assert.ok(taken.kind === "taken");
    using _lock = taken.lock;
    writeConditionNote(home, { ...note, pid: process.pid + 1 });
    assert.equal(await readTrouble(home, project), undefined);
    writeConditionNote(home, note);
    assert.deepEqual(await readTrouble(home, project), {
      kind: "project",
      ...noted,
      root: project.root,
    });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

test("a daemon is not said to do nothing for what the one before it left unsaid", async () => {
  const directory = mkdtempSync(join(tmpdir(), "unf-trouble-"));
  const home = join(directory, "home") as AbsPath;
  try {
    openHome(home, { create: true });
    writeIntent(home, setRunning(addProject(requireIntent(home), project), true));
    const taken = takeLock(daemonLockPath(home), { version: "0.1.0" });
    assert.ok(taken.kind === "taken");
    using _lock = taken.lock;
    writeConditionNote(home, { pid: process.pid, safeSince: undefined, projects: [] });
    beat(home, (Date.now() - 3_600_000) as WallMs);
    const silent = () => readTrouble(home, undefined, async () => undefined);
    assert.equal(await silent(), undefined, "it has just begun");
    const name = join(home, "run/daemon.lock.json");
    const since = new Date(Date.now() - 3_000_000).toISOString();
    const holder = JSON.parse(readFileSync(name, "utf8")) as object;
    writeFileSync(name, JSON.stringify({ ...holder, since }));
    assert.equal((await silent())?.kind, "hung");
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
