import assert from "node:assert/strict";
import { test } from "node:test";
import type { AbsPath, ProjectId, WallMs } from "@unf/core/base";
import type { Trouble } from "@unf/core/trouble";
import { fakeNow } from "../testing/fake-time.ts";
import { runFake } from "../testing/fake-world.ts";
import { shop } from "../testing/shop.ts";

const since = (fakeNow - 3_600_000) as WallMs;
const stopped: Trouble = { kind: "stopped", since };
const line = "not recording since 12:32 · unf start\n";
const project = { id: "1".repeat(16) as ProjectId, root: "/home/a/src/shop" as AbsPath };

function told(words: string, trouble: Trouble, more: { tty?: boolean } = {}) {
  return runFake(words.split(" "), { projects: [shop], trouble, ...more });
}

test("every command about recordings says on stderr that nothing is recorded, in all forms of its answer", async () => {
  for (const words of [
    "log",
    "log --json",
    "log --jsonl",
    "list",
    "diff",
    "cat src/cart.ts",
    "ops",
  ]) {
    const { stderr } = await told(words, stopped);
    assert.ok(stderr.endsWith(line) || stderr.includes(line), `${words}: ${stderr}`);
    assert.equal(stderr.split(line).length, 2, `${words}: once`);
  }
  assert.doesNotMatch((await told("log", stopped)).stdout, /not recording/);
});

test("nobody is told who asked not to be, who changes it, or who asks something else", async () => {
  for (const words of ["log -q", "status", "start", "stop", "version", "help", "config path"]) {
    assert.doesNotMatch((await told(words, stopped)).stderr, /not recording since/, words);
  }
  assert.equal((await runFake(["log"], { projects: [shop] })).stderr, "");
});

test("what nobody asked for is said by every command", async () => {
  const absent: Trouble = {
    kind: "absent",
    since,
    crashes: 5,
    until: (fakeNow + 240_000) as WallMs,
  };
  const text =
    "not recording since 12:32: the daemon crashed 5 times; the next start is at 13:36 · unf start\n";
  for (const words of ["config path", "hook status", "log"]) {
    assert.ok((await told(words, absent)).stderr.includes(text), words);
  }
});

test("a command that fails says it too, unless its failure is for a program", async () => {
  const failed = await told("log nothing.ts", stopped);
  assert.equal(failed.exit, 3);
  assert.ok(failed.stderr.startsWith(line), failed.stderr);
  const json = await told("log nothing.ts --json", stopped);
  assert.equal(JSON.parse(json.stderr).code, "not_found");
});

test("each trouble is one line with a way out", async () => {
  const ours = { ...project, since };
  const cases: readonly (readonly [Trouble, RegExp])[] = [
    [
      { kind: "unwatched", since, root: project.root },
      /: ~\/src\/shop is not watched · unf watch ~/,
    ],
    [
      { kind: "absent", since, crashes: 0, until: undefined },
      /should run and does not · unf start/,
    ],
    [
      { kind: "occupied", since, command: "restore" },
      /restore is at work on the store · it begins/,
    ],
    [{ kind: "hung", since, pid: 7 }, /daemon 7 does nothing · unf restart/],
    [{ kind: "projects", count: 2, of: 3 }, /2 of 3 projects are not recorded · unf status/],
    [{ kind: "safe_mode", since }, /safe mode since 12:32.*agents are not heard · unf restart/],
    [{ kind: "project", ...ours, state: "sweeps", why: "x" }, /shop is recorded by sweeps only/],
    [
      { kind: "project", ...ours, state: "stopped", why: "y\u001b" },
      /~\/src\/shop since 12:32: y\\/,
    ],
    [{ kind: "project", ...ours, state: "quarantined", why: "z" }, /: z · unf watch ~\/src\/shop/],
  ];
  for (const [trouble, expected] of cases) {
    const { stderr } = await told("log", trouble);
    assert.match(stderr, expected);
    assert.equal(stderr.trimEnd().split("\n").length, 1, stderr);
  }
});
