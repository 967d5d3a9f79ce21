import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { assertNothingLeft, runUnf, type TempHome, tempHome, until } from "@unf/test";
import { Screen } from "../kit/screen.ts";

const skip = process.platform === "linux" ? false : "needs /proc";
const size = { cols: 80, rows: 24 };
const ctrlC = "\u0003";

/** Has the project recorded; gives the pid of the daemon. */
async function startDaemon(home: TempHome): Promise<number> {
  await runUnf(["watch", "--yes"], { home });
  const { stdout } = await runUnf(["status", "--json"], { home });
  return JSON.parse(stdout).daemon.pid;
}

async function stopFor(pid: number): Promise<Disposable> {
  process.kill(pid, "SIGSTOP");
  await until("it stands still", () => /\) T /.test(readFileSync(`/proc/${pid}/stat`, "utf8")));
  return { [Symbol.dispose]: () => process.kill(pid, "SIGCONT") };
}

/** Waits for the line that moves, presses Ctrl-C, and gives what is said then. */
async function interrupt(
  args: readonly string[],
  verb: string,
  home: TempHome,
  more = "",
): Promise<{ readonly exit: number; readonly text: string }> {
  await using screen = new Screen(args, home, size);
  await until(`it is ${verb}`, () => screen.text().includes(verb) && screen.text().includes(more));
  screen.type(ctrlC);
  const exit = await screen.end();
  const text = screen.text();
  assert.ok(!text.includes(verb), `the line that moved is gone:\n${text}`);
  return { exit, text };
}

test("a wait for a daemon that does nothing shows that it lives, and Ctrl-C claims nothing", {
  skip,
}, async () => {
  await using home = tempHome();
  writeFileSync(join(home.project, "a.txt"), "one\n");
  const pid = await startDaemon(home);
  for (const [args, verb] of [
    [["gc"], "Collecting"],
    [["checkpoint", "late"], "Recording"],
  ] as const) {
    using _ = await stopFor(pid);
    const { exit, text } = await interrupt(args, verb, home);
    assert.equal(exit, 130);
    assert.match(text.replaceAll("\n", " "), /interrupted; the daemon gives no answer/);
    assert.match(text, /^hint: .*unf status/m);
  }
  await runUnf(["stop"], { home });
  await assertNothingLeft(home.root);
});

test("what takes long counts, and Ctrl-C says what is done, what goes on and what is not there", {
  skip,
}, async () => {
  await using home = tempHome();
  const body = Buffer.from(Array.from({ length: 60_000 }, (_, i) => `line ${i}\n`).join(""));
  for (let n = 0; n < 80; n += 1)
    writeFileSync(join(home.project, `${n}.txt`), Buffer.concat([Buffer.from(`${n}\n`), body]));

  const watch = await interrupt(["watch", "--yes"], "Scanning", home, " files");
  assert.equal(watch.exit, 130);
  assert.match(watch.text.replaceAll("\n", " "), /; the daemon goes on recording what is there/);
  await until("it has gone on to the end", async () => {
    const { stdout } = await runUnf(["status", "--json"], { home });
    return JSON.parse(stdout).projects[0]?.versions === 80;
  });

  const search = await interrupt(["search", "-E", "l.n. 7.*7.*7.*7.*7x"], "Searching", home);
  assert.equal(search.exit, 130);
  assert.match(search.text, /interrupted; nothing was changed\nhint: .*--since/);

  const tar = join(home.root, "out.tar");
  const cut = await interrupt(["export", "tar", "--at", "now", "-o", tar], "Writing", home);
  assert.equal(cut.exit, 130);
  assert.ok(!existsSync(tar));

  const git = join(home.root, "out.git");
  const left = await interrupt(["export", "git", git], "Writing", home);
  assert.match(left.text.replaceAll("\n", " "), /interrupted; no commit was made/);
  const refs = execFileSync("git", [`--git-dir=${git}`, "for-each-ref"], { encoding: "utf8" });
  assert.equal(refs, "");
  await runUnf(["stop"], { home });
});
