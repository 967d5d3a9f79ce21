import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  globSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { AbsPath, ProjectId, WallMs } from "@unf/core/base";
import {
  assertNothingLeft,
  makeScratchHome,
  runUnf,
  tempHome,
  testEnvironment,
  until,
  wordsOf,
} from "../kit/index.ts";
import { Screen } from "../kit/screen.ts";
import { damages } from "./damage.ts";
import { type Story, tellStory } from "./story.ts";

interface Doctored {
  readonly healthy: boolean;
  readonly checks: readonly {
    readonly id: string;
    readonly state: string;
    readonly message: string;
    readonly fix: string | null;
  }[];
}

async function doctor(story: Story, code: number, ...args: string[]): Promise<Doctored> {
  const finished = await story.tryUnf(["doctor", "--json", ...args]);
  assert.equal(finished.code, code, finished.stdout + finished.stderr);
  const said = JSON.parse(finished.stdout) as Doctored;
  assert.equal(said.healthy, code === 0);
  return said;
}

function idsOf({ checks }: Doctored, state: string): string[] {
  return checks.filter((check) => check.state === state).map(({ id }) => id);
}

test("a healthy home is healthy, and the live test leaves nothing behind", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  const temporary = join(story.home.root, "tmp");
  mkdirSync(temporary);
  await killWhileTesting(story, temporary);
  // The next one takes away whatever nobody could then, and nothing else of that name.
  const others = ["unf-canary-mine", `unf-canary-${process.pid}--abcdef`];
  for (const name of others) mkdirSync(join(temporary, name));
  const finished = await story.tryUnf(["doctor", "--json"], { env: { TMPDIR: temporary } });
  assert.equal(finished.code, 0, finished.stdout);
  const said = JSON.parse(finished.stdout) as Doctored;
  const live = said.checks.find(({ id }) => id === "live");
  assert.match(live?.message ?? "", /recorded in \d+ ms and restored in \d+ ms/);
  assert.deepEqual(readdirSync(temporary).sort(), others.sort());
  await assertNothingLeft(temporary);
  const watches = said.checks.find(({ id }) => id === "inotify");
  if (process.platform === "linux") assert.match(watches?.message ?? "", /watches [1-9]/);
});

/** A live test of which nothing is told, and the end of its recorder: that ends with who started it. */
async function killWhileTesting({ home }: Story, temporary: string): Promise<void> {
  const [program, ...words] = wordsOf("unf");
  const env = testEnvironment(home, { TMPDIR: temporary });
  const started = spawn(program, [...words, "doctor"], { env, cwd: home.project, stdio: "ignore" });
  const ended = once(started, "exit");
  const homes = join(temporary, "unf-canary-*/home");
  await until("its recorder begins", () => globSync(`${homes}/run/*`).length > 0);
  started.kill("SIGKILL");
  await ended;
  // It looks at its disk once more before it ends.
  await assertNothingLeft(temporary, { limitMs: 60_000 });
}

test("who does not wait for the live test leaves nothing of it behind", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  const temporary = join(story.home.root, "tmp");
  mkdirSync(temporary);
  const size = { cols: 80, rows: 24 };
  await using screen = new Screen(["doctor"], story.home, size, { TMPDIR: temporary });
  const homes = join(temporary, "unf-canary-*/home");
  await until("a recorder of the test's own begins", () => globSync(`${homes}/run/*`).length > 0);
  screen.type("\u0003");
  assert.equal(await screen.end(), 130);
  assert.match(screen.text(), /interrupted; nothing is left behind/);
  assert.deepEqual(readdirSync(temporary), []);
  await assertNothingLeft(temporary);
});

test("faults are found, and --fix takes away those that can be taken away safely", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  const objects = join(story.home.unfHome, "objects");
  chmodSync(objects, 0o755);
  assert.deepEqual(idsOf(await doctor(story, 1), "fail"), ["home.mode"]);
  chmodSync(story.home.unfHome, 0o755);
  assert.ok(idsOf(await doctor(story, 1), "fail").includes("home.mode"));
  await doctor(story, 0, "--fix");
  for (const path of [objects, story.home.unfHome]) {
    assert.equal(lstatSync(path).mode & 0o777, 0o700);
  }
  // Nobody is left to start it: the sentinel goes first.
  const pids = [story.sentinelPid(), await story.daemonPid()];
  for (const pid of pids) process.kill(pid, "SIGKILL");
  const isTold = async () => idsOf(await doctor(story, 1), "fail").length === 2;
  // Each look at everything takes seconds on a busy machine.
  await until("both are gone", isTold, { limitMs: 90_000 });
  // A start that takes longer than a command waits is found running by the next one.
  const isFixed = async () => (await story.tryUnf(["doctor", "--json", "--fix"])).code === 0;
  await until("both are back", isFixed, { limitMs: 120_000 });
  await story.flush();
});

test("hooks, service, disk and copies of the home are looked at too", {
  skip: process.platform === "linux" ? false : "an autostart entry of Linux",
}, async () => {
  await using home = tempHome();
  const bin = join(home.root, "bin");
  mkdirSync(bin);
  // Neither systemd nor cron: what remains is an entry that a desktop starts.
  for (const name of ["systemctl", "crontab"])
    writeFileSync(join(bin, name), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    XDG_CURRENT_DESKTOP: "GNOME",
    UNF_HOME: join(home.home, "Dropbox/.unfudged"),
    UNF_BACKEND: "polling",
  };
  for (const name of ["Dropbox", ".claude"]) mkdirSync(join(home.home, name));
  makeScratchHome({ ...home, unfHome: env.UNF_HOME });
  writeFileSync(join(home.project, "a.txt"), "1\n");
  const run = (words: string) => runUnf(words.split(" "), { home, env });
  for (const words of ["watch .", "hook install claude-code --yes", "service enable"]) {
    const { code, stdout, stderr } = await run(words);
    assert.equal(code, 0, `unf ${words}\n${stdout}${stderr}`);
  }
  rmSync(join(home.home, ".config/autostart"), { recursive: true });
  const { code, stdout } = await run("doctor --json");
  const said = JSON.parse(stdout) as Doctored;
  const sorted = (state: string) => idsOf(said, state).sort();
  const warned = ["home.synced", "hooks.claude-code", "project.polled"];
  assert.deepEqual([code, sorted("fail")], [1, ["service"]], stdout);
  assert.deepEqual(
    sorted("warn").filter((id) => warned.includes(id)),
    warned,
    stdout,
  );
});

test("a damaged timeline, and a place where no recorder can run, are problems", async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  const nowhere = await story.tryUnf(["doctor", "--json"], {
    env: { TMPDIR: join(story.home.root, "nowhere") },
  });
  assert.equal(nowhere.code, 1);
  assert.deepEqual(idsOf(JSON.parse(nowhere.stdout) as Doctored, "fail"), ["live"]);
  await story.unf("stop");
  const [id] = readdirSync(join(story.home.unfHome, "projects"));
  damages.garbage(join(story.home.unfHome, "projects", id ?? "", "timeline.db"));
  await story.unf("start");
  const said = await doctor(story, 1);
  assert.deepEqual(idsOf(said, "fail"), ["project.error", "timeline"]);
  assert.equal(said.checks.find((check) => check.id === "timeline")?.fix, "unf verify --repair");
});

test("a change that was not recorded is found although everybody says that all is well", async () => {
  await using story = await tellStory((at) => {
    writeFileSync(at("a.txt"), "1\n");
    writeFileSync(at("b.txt"), "1\n");
  });
  // Stopped, so that the change really is missed; the facts are the same as with a deaf daemon.
  await story.unf("stop");
  const { lookForLoss } = await import("@unf/wiring/look-for-loss");
  const [id = ""] = readdirSync(join(story.home.unfHome, "projects"));
  const home = story.home.unfHome as AbsPath;
  const project = { id: id as ProjectId, root: story.home.project as AbsPath };
  const look = (ms: number) => lookForLoss(home, project, (Date.now() + ms) as WallMs).unrecorded;
  assert.equal(look(3_600_000), 0);
  writeFileSync(story.at("a.txt"), "22\n");
  assert.equal(look(0), 0, "too young to be missed");
  assert.equal(look(3_600_000), 1);
});
