import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { UnfError } from "@unf/core/base";
import { inspectLock, readHolder, startTicks, takeLock } from "@unf/system";

const systemModule = new URL("../../packages/system/src/index.ts", import.meta.url).href;
const onLinux = { skip: process.platform === "linux" ? false : "reads /proc" };
const mine = { version: "0.0.1" };

function tempLock(): { readonly path: string; readonly info: string } & Disposable {
  const root = fs.mkdtempSync(join(tmpdir(), "unf-lock-"));
  return {
    path: join(root, "daemon.lock.db"),
    info: join(root, "daemon.lock.json"),
    [Symbol.dispose]: () => fs.rmSync(root, { recursive: true, force: true }),
  };
}

/** A process that does with the lock what it is told, and says what came of it. */
interface Taker extends AsyncDisposable {
  readonly pid: number;
  /** The process's next line: `up`, `taken`, `held <pid>`, `free`, `ours true`, `released`. */
  readonly says: () => Promise<string>;
  readonly tell: (word: "take" | "release" | "ours" | "inspect") => void;
  readonly kill: (signal: NodeJS.Signals) => Promise<void>;
}

async function startTaker(path: string): Promise<Taker> {
  const code = `
    import { inspectLock, takeLock } from ${JSON.stringify(systemModule)};
    import { createInterface } from "node:readline";
    const path = ${JSON.stringify(path)};
    const shown = (found) => found.kind === "held" ? "held " + (found.by?.pid ?? "?") : found.kind;
    let taken;
    console.log("up");
    createInterface({ input: process.stdin }).on("line", (word) => {
      if (word === "take") {
        taken = takeLock(path, { version: "9.9.9" });
        console.log(shown(taken));
      }
      if (word === "inspect") console.log(shown(inspectLock(path)));
      if (word === "ours") console.log("ours " + taken.lock.stillOurs());
      if (word === "release") { taken.lock[Symbol.dispose](); console.log("released"); }
    });`;
  const child: ChildProcess = spawn(process.execPath, ["--input-type=module", "-e", code], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  assert.ok(child.pid !== undefined && child.stdout !== null);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  };
  const says = async () => {
    const next = await lines.next();
    return next.done ? "nothing more" : next.value;
  };
  assert.equal(await says(), "up");
  return {
    pid: child.pid,
    says,
    tell: (word) => child.stdin?.write(`${word}\n`),
    kill,
    [Symbol.asyncDispose]: () => kill("SIGKILL"),
  };
}

/** A process that has been told to take the lock, and has it. */
async function startHolder(path: string): Promise<Taker> {
  const taker = await startTaker(path);
  taker.tell("take");
  assert.equal(await taker.says(), "taken");
  return taker;
}

test("of eight that try at once exactly one takes the lock, thirty times in a row", async () => {
  using temp = tempLock();
  await using stack = new AsyncDisposableStack();
  const starts = Array.from({ length: 8 }, () => startTaker(temp.path));
  const takers = (await Promise.all(starts)).map((taker) => stack.use(taker));
  for (let round = 0; round < 30; round += 1) {
    for (const taker of takers) taker.tell("take");
    const said = await Promise.all(takers.map((taker) => taker.says()));
    const winner = takers[said.indexOf("taken")];
    assert.equal(said.filter((word) => word.startsWith("held")).length, 7, said.join(", "));
    winner?.tell("release");
    assert.equal(await winner?.says(), "released");
  }
});

test("the lock of a process killed with SIGKILL is free at once", async () => {
  using temp = tempLock();
  {
    await using first = await startHolder(temp.path);
    await first.kill("SIGKILL");
  }
  const taken = takeLock(temp.path, mine);
  assert.equal(taken.kind, "taken");
  if (taken.kind === "taken") taken.lock[Symbol.dispose]();
});

test("who is turned away learns the holder's pid, version and start", onLinux, async () => {
  using temp = tempLock();
  await using holder = await startHolder(temp.path);
  const turned = takeLock(temp.path, mine);
  assert.ok(turned.kind === "held");
  assert.equal(turned.by?.pid, holder.pid);
  assert.equal(turned.by?.version, "9.9.9");
  assert.equal(turned.by?.startTicks, startTicks(holder.pid));
});

test("a command that holds the lock says which one it is, and the program itself says nothing", () => {
  using temp = tempLock();
  const taken = takeLock(temp.path, { ...mine, command: "unf" });
  assert.ok(taken.kind === "taken");
  const { command, since } = readHolder(temp.path) ?? {};
  assert.deepEqual([command, typeof since], ["unf", "number"]);
  taken.lock.holdFor("unf restore");
  const renamed = readHolder(temp.path);
  assert.deepEqual([renamed?.command, renamed?.since], ["unf restore", since]);
  taken.lock[Symbol.dispose]();
  taken.lock.holdFor("unf undo");
  assert.equal(readHolder(temp.path), undefined);
  const own = takeLock(temp.path, mine);
  assert.ok(own.kind === "taken");
  assert.equal(readHolder(temp.path)?.command, undefined);
  own.lock[Symbol.dispose]();
});

test("a stopped holder keeps the lock; a released one is free for the next", async () => {
  using temp = tempLock();
  await using holder = await startHolder(temp.path);
  process.kill(holder.pid, "SIGSTOP");
  assert.equal(takeLock(temp.path, mine).kind, "held");
  process.kill(holder.pid, "SIGCONT");
  holder.tell("release");
  assert.equal(await holder.says(), "released");
  assert.equal(readHolder(temp.path), undefined);
  const taken = takeLock(temp.path, mine);
  assert.ok(taken.kind === "taken");
  holder.tell("inspect");
  assert.equal(await holder.says(), `held ${process.pid}`);
  taken.lock[Symbol.dispose]();
});

test("a name left behind by a dead process, or by another with its number, is not believed", () => {
  using temp = tempLock();
  const left = [
    `{"pid":${2 ** 22 + 1},"start_ticks":1,"boot_id":null,"version":"1"}`,
    `{"pid":${process.pid},"start_ticks":1,"boot_id":null,"version":"1"}`,
    `{"pid":${process.pid},"start_ticks":${startTicks(process.pid)},"boot_id":"other","version":"1"}`,
    `{"pid":-1,"start_ticks":null,"boot_id":null,"version":"1"}`,
    '{"pid":"1"}',
    "[]",
    "null",
    "{",
    "",
  ];
  for (const text of left) {
    fs.writeFileSync(temp.info, text);
    assert.equal(readHolder(temp.path), undefined, text);
  }
  const taken = takeLock(temp.path, mine);
  assert.ok(taken.kind === "taken");
  assert.equal(readHolder(temp.path)?.pid, process.pid);
  taken.lock[Symbol.dispose]();
});

test("the holder notices that its lock file was removed or exchanged", async () => {
  using temp = tempLock();
  await using first = await startHolder(temp.path);
  first.tell("ours");
  assert.equal(await first.says(), "ours true");
  fs.rmSync(temp.path);
  first.tell("ours");
  assert.equal(await first.says(), "ours false");
  await using second = await startHolder(temp.path);
  first.tell("ours");
  assert.equal(await first.says(), "ours false");
  second.tell("ours");
  assert.equal(await second.says(), "ours true");
  first.tell("release");
  assert.equal(await first.says(), "released");
  assert.equal(readHolder(temp.path)?.pid, second.pid);
});

test("a second take in the same process is turned away and does not free the first", async () => {
  using temp = tempLock();
  const taken = takeLock(temp.path, mine);
  assert.ok(taken.kind === "taken");
  assert.equal(takeLock(temp.path, mine).kind, "held");
  assert.equal(inspectLock(temp.path).kind, "held");
  await using other = await startTaker(temp.path);
  other.tell("take");
  assert.equal(await other.says(), `held ${process.pid}`);
  assert.equal(taken.lock.stillOurs(), true);
  taken.lock[Symbol.dispose]();
  assert.equal(taken.lock.stillOurs(), false);
  taken.lock[Symbol.dispose]();
});

test("looking at a lock creates nothing and turns nobody away", async () => {
  using temp = tempLock();
  assert.deepEqual(inspectLock(temp.path), { kind: "free" });
  assert.equal(fs.existsSync(temp.path), false);
  fs.writeFileSync(temp.path, "", { mode: 0o600 });
  await using taker = await startTaker(temp.path);
  for (let round = 0; round < 20; round += 1) {
    taker.tell("take");
    let answer: string | undefined;
    void taker.says().then((said) => {
      answer = said;
    });
    // Looks as often as it can while the other takes the lock.
    while (answer === undefined) {
      inspectLock(temp.path);
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(answer, "taken");
    taker.tell("release");
    assert.equal(await taker.says(), "released");
  }
});

test("lock and name are for this user only, and nothing else is left beside them", () => {
  using temp = tempLock();
  const before = process.umask(0);
  try {
    const taken = takeLock(temp.path, mine);
    assert.ok(taken.kind === "taken");
    for (const path of [temp.path, temp.info]) {
      if (process.platform !== "win32") assert.equal(fs.statSync(path).mode & 0o777, 0o600);
    }
    assert.deepEqual(fs.readdirSync(join(temp.path, "..")), ["daemon.lock.db", "daemon.lock.json"]);
    taken.lock[Symbol.dispose]();
  } finally {
    process.umask(before);
  }
});

test("a link, a directory or another file in the lock's place is refused and left alone", () => {
  using temp = tempLock();
  const isRefused = (thrown: unknown) => thrown instanceof UnfError && thrown.code === "refused";
  fs.mkdirSync(temp.path);
  assert.throws(() => takeLock(temp.path, mine), isRefused);
  fs.rmdirSync(temp.path);
  fs.writeFileSync(temp.info, "text");
  fs.symlinkSync(temp.info, temp.path);
  assert.throws(() => takeLock(temp.path, mine), isRefused);
  fs.rmSync(temp.path);
  fs.writeFileSync(temp.path, "not a database".repeat(100));
  assert.throws(() => takeLock(temp.path, mine), isRefused);
  assert.equal(fs.readFileSync(temp.info, "utf8"), "text");
});
