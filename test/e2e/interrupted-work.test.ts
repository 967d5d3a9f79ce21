import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { runUnf, type TempHome, tempHome, testEnvironment, until, wordsOfUnf } from "@unf/test";
import { makeUnfudged } from "../exchange/foreign-stores.ts";
import { awaitTurns, startClaude } from "./claude.ts";

const skip = process.platform === "linux" ? false : "needs /proc";

/** True once the program may be in the middle of its work. */
type Begun = (pid: number) => boolean;

/** It has this file open. */
const hasOpen =
  (name: string): Begun =>
  (pid) =>
    readdirSync(`/proc/${pid}/fd`).some((fd) => linkOf(`/proc/${pid}/fd/${fd}`).includes(name));

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    // Closed since it was listed.
    return "";
  }
}

/** It has written more than it writes before the work. */
const hasWritten =
  (bytes: number): Begun =>
  (pid) =>
    Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, "utf8"))?.[1]) > bytes;

/**
 * Sends Ctrl-C's signal in the middle of a command; `undefined` where it came before anything was heard,
 * or after the end.
 */
async function interrupt(
  args: readonly string[],
  home: TempHome,
  isBegun: Begun,
): Promise<string | undefined> {
  const [file, ...words] = wordsOfUnf();
  const child = spawn(file, [...words, ...args], {
    ...{ cwd: home.project, env: testEnvironment(home), stdio: ["ignore", "ignore", "pipe"] },
  });
  const { pid } = child;
  assert.ok(pid !== undefined);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const said = text(child.stderr);
  await until("it has begun or is through", () => {
    if (child.exitCode !== null || child.signalCode !== null) return true;
    try {
      return isBegun(pid);
    } catch {
      // It has ended meanwhile.
      return true;
    }
  });
  child.kill("SIGINT");
  return (await ended) === 130 ? said : undefined;
}

/** The same until it came in the middle. */
async function inTheMiddle(args: readonly string[], home: TempHome, isBegun: Begun) {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const said = await interrupt(args, home, isBegun);
    if (said !== undefined) return said;
  }
  return assert.fail(`${args.join(" ")} was never interrupted in the middle`);
}

/** SIGHUP's, which a command begins to hear together with the others. Ctrl-C is heard by Node from its start. */
const hangUpBit = 1n;

/** True once the process hears signals, or is over. */
function hasBegunToHear(pid: number): boolean {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const heard = BigInt(`0x${/^SigCgt:\t([0-9a-f]+)/m.exec(status)?.[1] ?? "0"}`);
  return (heard & hangUpBit) !== 0n || /^State:\tZ/m.test(status);
}

/** A command gives others a turn after so long. Unit: ms. */
const turnMs = 50;

/** With each signal that ends a command, the exit code of its words. */
const exits = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Holds a command as soon as it hears signals, which plans do from their first step on, and lets it go with
 * the signal: by the clock its next turn is due then. What is said; `undefined` where it was over.
 */
async function interruptPlan(
  args: readonly string[],
  home: TempHome,
  signal: keyof typeof exits,
): Promise<string | undefined> {
  const [file, ...command] = wordsOfUnf();
  const child = spawn(file, [...command, ...args], {
    ...{ cwd: home.project, env: testEnvironment(home), stdio: ["ignore", "ignore", "pipe"] },
  });
  const { pid } = child;
  assert.ok(pid !== undefined);
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const said = text(child.stderr);
  // Asked without a turn for anybody: the plan of a small project is over soon, and nobody buries it meanwhile.
  while (!hasBegunToHear(pid));
  child.kill("SIGSTOP");
  child.kill(signal);
  const from = performance.now();
  await until("its turn is due", () => performance.now() - from > 2 * turnMs);
  child.kill("SIGCONT");
  return (await ended) === exits[signal] ? said : undefined;
}

const words = /^(.*\n)*unf: interrupted.+\nhint: .+; .+\n$/;

const rows = (name: string) =>
  Array.from({ length: 800 }, (_, n) => ({
    path: `src/d${n % 10}/f${n % 200}.ts`,
    at: new Date(Date.UTC(2026, 1, 1) + n * 60_000).toISOString(),
    content: `${name} ${n}\nsecret-of-${name}-${n % 200}\n`,
  }));

test("work that is interrupted in the middle loses nothing, and the second run ends it", {
  skip,
}, async (t) => {
  await using home = tempHome();
  const store = join(home.root, "old");
  makeUnfudged(store, home.project, rows("one"))[Symbol.dispose]();
  makeUnfudged(store, join(home.root, "gone"), rows("two"))[Symbol.dispose]();
  const unf = async (...args: string[]) => {
    const { code, stdout, stderr } = await runUnf([...args, "--json"], { home });
    assert.equal(code, 0, `${args.join(" ")}: ${stderr}`);
    return JSON.parse(stdout);
  };
  const versions = async () => (await unf("verify")).versions as number;

  await t.test("import", async () => {
    const args = ["import", "unfudged", store, "--yes"];
    assert.match(await inTheMiddle(args, home, hasWritten(100_000)), words);
    await unf(...args);
    assert.equal(await versions(), 1600);
  });
  await t.test("verify", async () => {
    assert.match(await inTheMiddle(["verify"], home, hasOpen("timeline.db")), words);
    assert.equal(await versions(), 1600);
  });
  await t.test("prune", async () => {
    const args = ["prune", "--older-than", "1h", "--yes"];
    assert.match(await inTheMiddle(args, home, hasWritten(20_000)), words);
    await unf(...args);
    assert.equal((await unf("prune", "--older-than", "1h", "-n")).projects[0].versions_removed, 0);
    assert.equal(await versions(), 1000, "the newest of each file, and the other project");
  });
  await t.test("forget", async () => {
    const args = ["forget", "src/d1", "--yes"];
    assert.match(await inTheMiddle(args, home, hasWritten(20_000)), words);
    // Where the order was written down before the signal came, somebody else has carried it out.
    const again = await runUnf(args, { home });
    assert.ok(again.code === 0 || again.code === 3, again.stderr);
    assert.equal(await versions(), 980);
  });
});

test("a signal in the middle of a plan ends it with words, whichever plan it is", {
  skip,
}, async (t) => {
  await using home = tempHome();
  const store = join(home.root, "old");
  makeUnfudged(store, home.project, rows("one"))[Symbol.dispose]();
  const unf = async (line: string) => {
    const ran = await runUnf(line.replace("STORE", store).split(" "), { home });
    assert.equal(ran.code, 0, `${line}: ${ran.stderr}`);
    return ran;
  };
  const isInterrupted = (line: string, signal: keyof typeof exits = "SIGINT") =>
    t.test(`${line}: ${signal}`, async () => {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const said = await interruptPlan(line.split(" "), home, signal);
        if (said === undefined) continue;
        assert.match(said, words);
        return;
      }
      assert.fail("it was over each time before it was held");
    });
  await unf("import unfudged STORE --yes");
  await unf("restore --at now --yes");
  for (const line of ["restore --at 2026-02-01T03:00:00Z -n", "undo -n", "forget src/d1 -n"])
    await isInterrupted(line);
  await isInterrupted("search -E s.*t-of-.*7x");
  for (const signal of ["SIGTERM", "SIGHUP"] as const) await isInterrupted("undo -n", signal);
  await unf("undo --yes");
  await isInterrupted("redo -n");
  await unf("watch --yes");
  await haveAgentWrite(home, (...words) => unf(words.join(" ")));
  await isInterrupted("oops -n");
  await runUnf(["stop"], { home });
});

test("an end whose words cannot be written has its exit code all the same", { skip }, async () => {
  await using home = tempHome();
  const [file, ...command] = wordsOfUnf();
  const full = openSync("/dev/full", "w");
  try {
    const { status } = spawnSync(file, [...command, "no-such-command"], {
      ...{ cwd: home.project, env: testEnvironment(home), stdio: ["ignore", "ignore", full] },
    });
    assert.equal(status, 2);
  } finally {
    closeSync(full);
  }
});

/** A turn of an agent in which many files were made. */
async function haveAgentWrite(
  home: TempHome,
  unf: (...words: string[]) => ReturnType<typeof runUnf>,
): Promise<void> {
  const at = (path: string) => join(home.project, path);
  const claude = startClaude({ home, at });
  await claude.prompt("make many");
  await claude.bash("mkdir made; for n in $(seq 200); do echo $n > made/$n.txt; done");
  await claude.stop();
  await awaitTurns({ unf }, 1);
}
