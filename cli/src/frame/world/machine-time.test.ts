import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { WallMs } from "@unf/core/base";
import { askProgram } from "../terminal/ask-program.ts";
import { readMachineTime } from "./machine-time.ts";

const now = Date.UTC(2026, 10, 20, 12) as WallMs;
const asked: string[][] = [];
const clock = {
  uptime: () => 3600.5,
  askProgram: async (argv: readonly string[]) => {
    asked.push([...argv]);
    return undefined;
  },
  directory: "/srv/p",
};

test("boot is when the machine was started, and other words are somebody else's", async () => {
  const at = now - 3_600_500;
  assert.deepEqual(await readMachineTime(" Boot", { now }, clock), { kind: "instant", at });
  for (const word of ["boots", "5m", "commit", "cp:commit:x"])
    assert.equal(await readMachineTime(word, { now }, clock), undefined, word);
});

test("a name that git cannot have is refused without asking it, any other is no flag", async () => {
  for (const name of ["", "a\u001b[31m", "a\nb", "x".repeat(251)]) {
    const parsed = await readMachineTime(`commit:${name}`, { now }, clock);
    assert.equal(parsed?.kind, "invalid", name);
  }
  assert.equal(asked.length, 0);
  await readMachineTime("commit:--output=/tmp/x", { now }, clock);
  assert.deepEqual(asked[0]?.slice(-3), ["--end-of-options", "--output=/tmp/x^{commit}", "--"]);
});

test("a commit is the end of its second, by any name of it; hooks and helpers do not run", async () => {
  const directory = mkdtempSync(join(tmpdir(), "unf-commit-"));
  try {
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
        cwd: directory,
        env: {
          PATH: process.env.PATH,
          GIT_COMMITTER_DATE: "2026-11-20T10:00:07Z",
          HOME: directory,
        },
      });
    git("init", "-q", "-b", "main");
    writeFileSync(join(directory, "a"), "1\n");
    git("add", "a");
    git("commit", "-qm", "one");
    git("tag", "-am", "note", "v1");
    const helper = join(directory, "ran");
    git("config", "core.fsmonitor", `touch ${helper}; false`);
    const read = (word: string) =>
      readMachineTime(word, { now }, { uptime: () => 0, askProgram, directory });
    const at = Date.UTC(2026, 10, 20, 10, 0, 7) + 999;
    for (const name of ["HEAD", "main", "v1", "HEAD^{/one}"])
      assert.deepEqual(await read(`commit:${name}`), { kind: "instant", at }, name);
    for (const name of ["nowhere", "HEAD~1", "HEAD:a", "--all", "HEAD..HEAD"])
      assert.equal((await read(`commit:${name}`))?.kind, "invalid", name);
    assert.equal(existsSync(helper), false);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
