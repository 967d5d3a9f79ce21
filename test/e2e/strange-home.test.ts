import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, lchownSync } from "node:fs";
import process from "node:process";
import { test } from "node:test";
import { makeScratchHome, runUnf, type TempHome, tempHome, wordsOf } from "../kit/index.ts";

// A home that others may write into, or that is another user's, is nobody's word: no program uses it.

/** Nobody, by custom. */
const stranger = 65_534;

const commands = ["status", "log", "list", "config get", "du", "start", "stop", "flush"];

async function assertRefused(home: TempHome, why: RegExp): Promise<void> {
  for (const command of commands) {
    const { code, stdout, stderr } = await runUnf(command.split(" "), { home });
    assert.equal(code, 4, `${command}: ${stdout}${stderr}`);
    assert.match(stderr, why, command);
    assert.equal(stdout, "", command);
    assert.equal(stderr.trimEnd().split("\n").length, 2, `${command}: ${stderr}`);
  }
  for (const program of ["daemon", "sentinel"] as const) {
    const [file, ...words] = [...wordsOf(program), "--home", home.unfHome];
    const { status, stderr } = spawnSync(file, words, { encoding: "utf8" });
    assert.equal(status, 1, `${program}: ${stderr}`);
    assert.match(stderr, why, program);
    assert.equal(stderr.trimEnd().split("\n").length, 1, stderr);
  }
}

test("a home into which others may write is refused by every program", {
  skip: process.platform === "win32" ? "Windows has no modes" : false,
}, async () => {
  await using home = tempHome();
  makeScratchHome(home);
  chmodSync(home.unfHome, 0o777);
  await assertRefused(home, /is accessible to others \(mode 0777\)/);
});

test("a home of another user is refused by every program", {
  skip: process.getuid?.() === 0 ? false : "giving a directory away takes root",
}, async () => {
  await using home = tempHome();
  makeScratchHome(home);
  lchownSync(home.unfHome, stranger, stranger);
  await assertRefused(home, /belongs to another user \(uid 65534\)/);
});
