import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readProcessesAbove } from "./processes-above.ts";

const onLinux = { skip: process.platform === "linux" ? false : "there is no /proc" };

test(
  "the processes above are told up to the first of the system, with names and words",
  onLinux,
  () => {
    const above = readProcessesAbove();
    assert.equal(above[0]?.pid, process.ppid);
    assert.equal(above.at(-1)?.pid, 1);
    assert.ok(above.every(({ name }) => name !== ""));
  },
);

test("a program is told by the name it was started under", onLinux, () => {
  const root = mkdtempSync(join(tmpdir(), "unf-above-"));
  try {
    const program = join(root, "claude");
    symlinkSync(process.execPath, program);
    const module = new URL("./processes-above.ts", import.meta.url).href;
    const child = `import(${JSON.stringify(module)}).then((m) => console.log(JSON.stringify(m.readProcessesAbove())))`;
    const script = `process.getBuiltinModule("node:child_process").execFileSync(process.argv[1], ["-e", process.argv[2]], { stdio: "inherit" })`;
    const words = ["-e", script, "--", process.execPath, child];
    const said = execFileSync(program, words, { encoding: "utf8" });
    const [parent, own] = JSON.parse(said) as ReturnType<typeof readProcessesAbove>;
    assert.equal(parent?.command[0], program);
    assert.equal(parent?.command.at(-1), child);
    assert.equal(own?.pid, process.pid);
  } finally {
    rmSync(root, { recursive: true });
  }
});
