import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { assertNothingLeft, testEnvironment, until, wordsOf } from "../kit/index.ts";
import { tellStory } from "./story.ts";

const [file, ...words] = wordsOf("daemon");

describe("what a running daemon relies on is taken away", { concurrency: true }, () => {
  test("a home that is moved ends daemon and sentinel, and none is made in its place", async () => {
    await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
    const moved = `${story.home.unfHome}.moved`;
    renameSync(story.home.unfHome, moved);
    writeFileSync(story.at("a.txt"), "2\n");
    await assertNothingLeft(story.home.root, { limitMs: 120_000 });
    assert.equal(existsSync(story.home.unfHome), false);
    assert.match(readFileSync(join(moved, "logs/daemon.log"), "utf8"), /"event":"home.lost"/);
    assert.match(readFileSync(join(moved, "logs/sentinel.log"), "utf8"), /"event":"home.lost"/);
    await story.unf("status");
    assert.equal(existsSync(story.home.unfHome), false, "looking makes none either");
    await story.unf("watch", story.home.project);
    assert.deepEqual(
      (await story.log()).map(({ kind }) => kind),
      ["create"],
    );
  });

  test("a home that is deleted with everything in it stays deleted", async () => {
    await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
    rmSync(story.home.unfHome, { recursive: true });
    for (let n = 0; n < 20; n += 1) writeFileSync(story.at(`f${n}.txt`), `${n}\n`);
    await assertNothingLeft(story.home.root, { limitMs: 120_000 });
    assert.equal(existsSync(story.home.unfHome), false);
  });

  test("without its lock file a daemon ends before another can write beside it", async () => {
    await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
    const first = await story.daemonPid();
    rmSync(join(story.home.unfHome, "run/daemon.lock.db"));
    const second = spawn(file, [...words, "--home", story.home.unfHome], {
      env: testEnvironment(story.home),
      stdio: "ignore",
    });
    story.home.onDispose(() => void second.kill("SIGKILL"));
    await until(
      "the second one answers",
      async () => (await story.status()).daemon?.pid === second.pid,
    );
    for (let n = 0; n < 10; n += 1) {
      writeFileSync(story.at("a.txt"), `save ${n}\n`);
      await story.flush();
    }
    await until("the first one has ended", () => !existsSync(`/proc/${first}`) || isZombie(first), {
      limitMs: 120_000,
    });
    const rows = await story.log("a.txt");
    assert.equal(new Set(rows.map(({ id }) => id)).size, 11);
    assert.equal((await story.unf("cat", "a.txt")).stdout, "save 9\n");
    assert.match(
      readFileSync(join(story.home.unfHome, "logs/daemon.log"), "utf8"),
      new RegExp(`"pid":${first},.*"event":"lock.lost"`),
    );
  });

  test("without its socket a daemon listens again; a project whose timeline is gone stops, others go on", async () => {
    await using story = await tellStory((at) => {
      mkdirSync(at("inner"));
      writeFileSync(at("inner/i.txt"), "1\n");
      writeFileSync(at("a.txt"), "1\n");
    });
    await story.unf("watch", "--nested", story.at("inner"));
    const pid = await story.daemonPid();
    const { projects } = JSON.parse((await story.unf("list", "--json")).stdout) as {
      projects: { id: string; root: string }[];
    };
    const inner = projects.find(({ root }) => root === story.at("inner"));
    const id = inner?.id.replace(/^p-/, "") ?? "";
    const timeline = join(story.home.unfHome, "projects", id, "timeline.db");
    for (const end of ["", "-wal", "-shm"]) rmSync(timeline + end);
    rmSync(join(story.home.unfHome, "run/daemon.sock"));
    const reason = await until(
      "the daemon answers and says what is wrong",
      async () => {
        const { daemon, projects: seen } = await story.status();
        if (daemon?.pid !== pid) return undefined;
        const found = seen.find(({ root }) => root === story.at("inner"));
        return found?.state === "watching" ? undefined : found;
      },
      { limitMs: 120_000, everyMs: 250 },
    );
    assert.match(JSON.stringify(reason), /removed or replaced|no timeline/);
    assert.equal(existsSync(timeline), false, "no history is begun anew behind a person's back");
    writeFileSync(story.at("a.txt"), "2\n");
    await until("its saves are recorded", async () => (await story.log("a.txt")).length === 2);
    assert.equal(await story.daemonPid(), pid);
    await story.unf("restart");
    await until("a new history has begun", () => existsSync(timeline));
  });
});

function isZombie(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return true;
  }
}
