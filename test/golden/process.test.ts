import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { onBundles, wordsOf } from "../kit/index.ts";

const base = mkdtempSync(join(tmpdir(), "unf-process-"));
after(() => rmSync(base, { recursive: true }));

/** Starts the program with a store of its own that does not exist. */
function start(
  argv: readonly string[],
  options: { readonly cwd?: string; readonly shell?: string } = {},
): ChildProcess {
  const env = { PATH: process.env.PATH, HOME: base, UNF_HOME: join(base, "home") };
  const words = [...wordsOf("unf"), ...argv];
  const common = { env, cwd: options.cwd ?? base };
  if (options.shell === undefined) return spawn(words[0] ?? "", words.slice(1), common);
  return spawn("sh", ["-c", options.shell, "sh", ...words], common);
}

async function finish(
  child: ChildProcess,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const out: string[] = [];
  const err: string[] = [];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => out.push(text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => err.push(text));
  const [code] = await once(child, "close");
  return { code, stdout: out.join(""), stderr: err.join("") };
}

test("a reader that goes away ends the program quietly with 0", async () => {
  const child = start(["help", "exit-codes"]);
  child.stdout?.destroy();
  const { code, stderr } = await finish(child);
  assert.deepEqual([code, stderr], [0, ""]);
});

test("a closed stdout and stderr are survived", async () => {
  const both = await finish(start(["log"], { shell: '"$@" >&- 2>&-' }));
  assert.equal(both.code, 3);
  assert.equal((await finish(start(["version"], { shell: '"$@" <&-' }))).code, 0);
});

test("an argument that is not UTF-8 keeps its bytes", async () => {
  const { code, stderr } = await finish(start(["log"], { shell: '"$@" "$(printf "caf\\351")"' }));
  assert.equal(code, 3);
  assert.match(stderr, /caf\\xe9 is not in a watched project/);
});

test("a working directory that was deleted is said in one line", async () => {
  const { code, stderr } = await finish(
    start(["log"], { shell: 'mkdir gone && cd gone && rmdir ../gone && "$@"' }),
  );
  assert.equal(code, 1);
  // In such a directory Bun starts no program, and says so itself.
  const said =
    onBundles.skip === false
      ? /^unf: the current directory was deleted\nhint: .*\n$/
      : /^error: The current working directory was deleted.*\n$/;
  assert.match(stderr, said);
});

test("looking creates nothing, and nobody is asked without a terminal", async () => {
  for (const argv of [
    ["log"],
    ["status"],
    ["list"],
    ["restore", "--at", "5m"],
    ["watch", "-n", "."],
    ["config", "get"],
    ["stop", "-n"],
  ]) {
    await finish(start(argv));
  }
  const { readdirSync } = await import("node:fs");
  assert.deepEqual(readdirSync(base), []);
});
