import assert from "node:assert/strict";
import { test } from "node:test";
import { type AbsPath, UnfError } from "@unf/core/base";
import type { HookOutcome } from "./change-answer.ts";
import { removeMade } from "./made-directories.ts";
import type { SettingsDisk } from "./settings-disk.ts";

const above = "/home/a/.claude" as AbsPath;
const commands = `${above}/commands` as AbsPath;
const own = `${commands}/unf` as AbsPath;

function outcome(state: HookOutcome["state"]): HookOutcome {
  const settings = { agent: "claude-code", title: "Claude Code", events: [], lacks: [] };
  const target = {
    settings: { ...settings, afterInstall: undefined },
    file: `${own}/oops.md` as AbsPath,
    above,
  };
  return { target: target as never, state, backup: undefined, why: undefined };
}

/** Says which directories are asked to go, in their order; `locked` may not. */
function disk(locked?: AbsPath): { readonly disk: SettingsDisk; readonly asked: AbsPath[] } {
  const asked: AbsPath[] = [];
  const removeEmpty = (directory: AbsPath) => {
    asked.push(directory);
    if (directory === locked) throw new UnfError("refused", `${directory}: locked`);
  };
  return { disk: { removeEmpty } as SettingsDisk, asked };
}

test("what an install made goes, the innermost first, and nothing else", () => {
  for (const state of ["changed", "already"] as const) {
    const { disk: place, asked } = disk();
    removeMade(place, [outcome(state)], [own, commands, "/home/a/other" as AbsPath]);
    assert.deepEqual(asked, [own, commands]);
  }
  const { disk: place, asked } = disk();
  removeMade(place, [outcome("changed")], [own]);
  assert.deepEqual(asked, [own], "the other was there before");
});

test("where nothing is remembered only what a file left now goes, below the agent's directory", () => {
  const gone = disk();
  removeMade(gone.disk, [outcome("changed")], undefined);
  assert.deepEqual(gone.asked, [own, commands]);
  const before = disk();
  removeMade(before.disk, [outcome("already")], undefined);
  assert.deepEqual(before.asked, []);
});

test("a directory that may not go is why its file is not taken out", () => {
  const { disk: place } = disk(commands);
  const [changed] = removeMade(place, [outcome("changed")], [own, commands]);
  assert.deepEqual([changed?.state, changed?.why], ["refused", `${commands}: locked`]);
  const [refused] = removeMade(place, [{ ...outcome("refused"), why: "read-only" }], [commands]);
  assert.equal(refused?.why, "read-only");
});
