import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

/** A git that takes what it is fed as slowly as can be. */
function slowGit(home: TempHome): Readonly<Record<string, string>> {
  const directory = join(home.root, "slow");
  mkdirSync(directory);
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  const script = `#!/bin/sh\ncase "$*" in *fast-import*) exec sleep 600 ;; esac\nexec "${real}" "$@"\n`;
  writeFileSync(join(directory, "git"), script, { mode: 0o755 });
  return { PATH: `${directory}:${process.env.PATH ?? ""}` };
}

/** Waits for the line that moves, presses Ctrl-C, and gives what is said then. */
async function interrupt(
  args: readonly string[],
  verb: string,
  home: TempHome,
  more = "",
  variables: Readonly<Record<string, string>> = {},
): Promise<{ readonly exit: number; readonly text: string }> {
  await using screen = new Screen(args, home, size, variables);
  await until(`it is ${verb}`, () => screen.text().includes(verb) && screen.text().includes(more));
  screen.type(ctrlC);
  const exit = await screen.end();
  const text = screen.text();
  assert.ok(!text.includes(verb), `the line that moved is gone:\n${text}`);
  return { exit, text };
}

/**
 * Presses Ctrl-C once something has begun that may be through before the key arrives: then it is begun
 * anew. Gives what is said in the end.
 */
async function whileGoing(
  args: readonly string[],
  home: TempHome,
  isBegun: (screen: Screen) => boolean,
  clean: () => void = () => undefined,
): Promise<string> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    clean();
    await using screen = new Screen(args, home, size);
    const ended = { exit: undefined as number | undefined };
    void screen.end().then((exit) => {
      ended.exit = exit;
    });
    await until("it has begun or is through", () => isBegun(screen) || ended.exit !== undefined);
    screen.type(ctrlC);
    if ((await screen.end()) === 130) return screen.text();
  }
  return assert.fail(`${args.join(" ")} was always through before the key was pressed`);
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

  const search = ["search", "-E", "l.n. 7.*7.*7.*7.*7x"];
  assert.match(
    await whileGoing(search, home, (screen) => screen.text().includes("Searching")),
    /interrupted; nothing was changed\nhint: .*--since/,
  );

  const tar = join(home.root, "out.tar");
  const pack = ["export", "tar", "--at", "now", "-o", tar];
  await whileGoing(
    pack,
    home,
    () => existsSync(tar),
    () => rmSync(tar, { force: true }),
  );
  assert.ok(!existsSync(tar), "half an archive looks like a whole one");

  const git = join(home.root, "out.git");
  const left = await interrupt(["export", "git", git], "Writing", home, "", slowGit(home));
  assert.equal(left.exit, 130);
  assert.match(left.text.replaceAll("\n", " "), /interrupted; no commit was made/);
  const refs = execFileSync("git", [`--git-dir=${git}`, "for-each-ref"], { encoding: "utf8" });
  assert.equal(refs, "");
  await runUnf(["stop"], { home });
});
