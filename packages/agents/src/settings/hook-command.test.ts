import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { piExtension } from "../pi/extension.ts";
import {
  type HookProgram,
  isHookCommand,
  readHookProgram,
  renderHookCommand,
  renderPowerShellCommand,
} from "./hook-command.ts";
import { readOwnProgram } from "./own-file.ts";

const shells = ["/bin/sh", "/bin/bash", "/bin/dash", "/usr/bin/zsh", "/usr/bin/fish"];

for (const shell of shells.filter((file) => existsSync(file))) {
  test(`${shell}: a hook starts the program that it names, once, and is quiet where that is gone`, () => {
    const root = mkdtempSync(join(tmpdir(), "unf-hook-command-"));
    try {
      const named = {
        node: join(root, "it's $(touch a) node"),
        program: join(root, 'ü "b" `c` & d/unf.js'),
      };
      const calls = join(root, "calls");
      const run = (node: string) => {
        const env = { PATH: "/usr/bin:/bin", HOME: root, CALLS: calls, WORDS: node };
        const command = renderHookCommand("codex", named);
        const options = { env, cwd: root, input: "{}", encoding: "utf8" } as const;
        const { status, stdout, stderr } = spawnSync(shell, ["-c", command], options);
        assert.deepEqual([status, stdout, stderr], [0, "", ""], node);
      };
      run("nothing is there");
      mkdirSync(dirname(named.program));
      writeFileSync(named.program, "");
      run("node is gone");
      writeFileSync(named.node, '#!/bin/sh\necho "$@" >> "$CALLS"\nexit 3\n', { mode: 0o755 });
      run("both are there");
      assert.equal(readFileSync(calls, "utf8"), `${named.program} hook run codex\n`);
      rmSync(named.program);
      run("unf is gone");
      assert.ok(!existsSync(join(root, "a")));
      assert.equal(readFileSync(calls, "utf8").split("\n").length, 2);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
}

test("what a command names is read from it again, and by name it names nothing", () => {
  const programs: readonly HookProgram[] = [
    { node: "/usr/bin/node", program: "/usr/lib/node_modules/unf/bin/unf.js" },
    { node: "/it's/''/node", program: "/a && b/ 'c'/unf.js" },
    { node: "/it's/unf", program: "/it's/unf" },
  ];
  for (const program of programs) {
    assert.deepEqual(readHookProgram(renderHookCommand("pi", program)), program);
  }
  assert.equal(readHookProgram(renderHookCommand("pi", undefined)), undefined);
  assert.equal(readHookProgram("unf hook run claude"), undefined);
});

test("a program that needs no Node is started by itself, also by a file of ours", () => {
  const alone = { node: "/usr/bin/unf", program: "/usr/bin/unf" };
  const command = renderHookCommand("pi", alone);
  assert.ok(command.includes(" && '/usr/bin/unf' hook run pi 2>/dev/null || true"), command);
  assert.ok(isHookCommand(command));
  const powerShell = "if ((Test-Path '/usr/bin/unf')) { & '/usr/bin/unf' hook run pi }; exit 0";
  assert.equal(renderPowerShellCommand("pi", alone), powerShell);
  const file = piExtension(alone);
  assert.ok(file.includes('const command = ["/usr/bin/unf"];'));
  assert.deepEqual(readOwnProgram(file), [alone]);
  assert.deepEqual(readOwnProgram(piExtension(undefined)), [undefined]);
});

test("a path that shells read differently is not named", () => {
  const program = { node: "/usr/bin/node", program: "/a\\b/unf.js" };
  assert.equal(renderHookCommand("pi", program), renderHookCommand("pi", undefined));
});
