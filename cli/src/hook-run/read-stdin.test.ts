import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const source = JSON.stringify(new URL("read-stdin.ts", import.meta.url).href);

/** A program that reads so much for so long, and prints what it got. `stall`: it is kept waiting then. */
function startReader(
  { bytesMax = 1000, ms = 60_000, lateMs = 0, stall = false },
  stdin: "pipe" | number = "pipe",
): ChildProcess {
  const waits = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);";
  // Well after the first time is over, and some turns of the loop after that was noticed.
  const says = `
    const say = (turns) => turns > 0 ? setImmediate(say, turns - 1) : process.stdout.write("|");
    setTimeout(say, ${ms} + 50, 50);`;
  const script = `
    import { readStdin } from ${source};
    const read = readStdin(${bytesMax}, performance.now() + ${ms}, performance.now() + ${Math.max(ms, lateMs)});
    ${stall ? waits : ""}
    ${lateMs > 0 ? says : ""}
    const { bytes, lateAt } = (await read) ?? { bytes: "" };
    if (lateAt > ${ms}) process.stdout.write("after a while: ");
    process.stdout.write(bytes, () => process.exit());`;
  return spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: [stdin, "pipe", "inherit"],
  });
}

async function outputOf(child: ChildProcess): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const bytes of child.stdout ?? []) pieces.push(bytes);
  return Buffer.concat(pieces).toString("utf8");
}

test("a pipe is read to its end, in pieces", async () => {
  const child = startReader({});
  child.stdin?.write("one ");
  setImmediate(() => child.stdin?.end("two"));
  assert.equal(await outputOf(child), "one two");
});

test("what is beyond the bound is taken and dropped", async () => {
  const child = startReader({ bytesMax: 3 });
  child.stdin?.end(`abc${"x".repeat(200_000)}`);
  assert.equal(await outputOf(child), "abc");
});

test("a pipe that stays open and silent is not waited for beyond the time", async () => {
  const child = startReader({ ms: 1 });
  assert.equal(await outputOf(child), "");
  child.stdin?.end();
});

test("a pipe in which nothing has come is waited for a while longer", async () => {
  const child = startReader({ ms: 1, lateMs: 60_000 });
  // It says so when the first of the two times is over.
  child.stdout?.once("data", () => child.stdin?.end("late"));
  assert.equal(await outputOf(child), "|after a while: late");
});

test("a pipe in which something has come is not waited for any longer", async () => {
  const child = startReader({ ms: 1, lateMs: 600_000, stall: true });
  child.stdin?.write("begun");
  assert.match(await outputOf(child), /^\|?begun$/);
  child.stdin?.end();
});

test("who was kept waiting until the time was over still reads what is in the pipe", async () => {
  const child = startReader({ ms: 1, stall: true });
  child.stdin?.write("there");
  assert.equal(await outputOf(child), "there");
  child.stdin?.end();
});

test("a file is read, and whatever else stands for stdin says nothing", async () => {
  const directory = mkdtempSync(join(tmpdir(), "unf-stdin-"));
  const file = join(directory, "payload");
  writeFileSync(file, "content");
  try {
    for (const [path, expected] of [
      [file, "cont"],
      [directory, ""],
      ["/dev/null", ""],
    ] as const) {
      const fd = openSync(path, "r");
      assert.equal(await outputOf(startReader({ bytesMax: 4 }, fd)), expected, path);
      closeSync(fd);
    }
  } finally {
    rmSync(directory, { recursive: true });
  }
});
