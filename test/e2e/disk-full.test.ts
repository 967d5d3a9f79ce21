import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { systemCode } from "@unf/core/base";
import { tempHome, until } from "../kit/index.ts";
import {
  fillDisk,
  fillHome,
  mountDisk,
  mountHome,
  remountReadOnly,
  withOwnMounts,
} from "../kit/own-mounts.ts";
import { Screen } from "../kit/screen.ts";
import { type Story, tellStory } from "./story.ts";

const MiB = 1024 * 1024;

interface ProjectState {
  readonly state: string;
  readonly reason: string | null;
}

interface Gap {
  readonly reason: string;
  readonly from: string;
  readonly to: string;
  readonly closed_at: string | null;
  readonly paths_differed: number | null;
}

/** A story whose home has a disk of its own, with room for the ballast and little else. */
async function tellSmallStory(
  prepare: (at: (path: string) => string) => void,
  disk = "size=28m",
): Promise<Story> {
  const home = tempHome();
  mountHome(home, disk);
  mountDisk(home, home.project, "size=8m");
  return tellStory(prepare, { home, settings: { "store.min_free": "1MiB" } });
}

async function projectState(story: Story): Promise<ProjectState | undefined> {
  const { projects } = await story.status();
  return projects[0] as unknown as ProjectState | undefined;
}

async function gapsOf(story: Story): Promise<Gap[]> {
  const { gaps } = JSON.parse((await story.unf("log", "--json")).stdout) as { gaps: Gap[] };
  return gaps.filter(({ reason }) => reason === "disk_full");
}

/** Every command that reads answers, and answers rightly. */
async function assertReadable(story: Story, content: string): Promise<string> {
  const said: string[] = [];
  for (const args of [["log"], ["log", "--json"], ["list"], ["diff", "a.txt"], ["status"]]) {
    const { code, stderr } = await story.tryUnf(args);
    assert.ok(code === 0 || (args[0] === "diff" && code === 1), `unf ${args.join(" ")}: ${stderr}`);
    said.push(stderr);
  }
  assert.equal((await story.unf("cat", "a.txt")).stdout, content);
  return said.join("");
}

function ballastBytes(story: Story): number {
  const path = join(story.home.unfHome, "run/ballast");
  return (statSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * 512;
}

/** Has the screen restore what recording began with; `filler` goes when it has said what came of it. */
async function restoreFirst(
  screen: Screen,
  filler: string | undefined,
  said: string | RegExp,
): Promise<void> {
  await screen.shows("recording began");
  screen.type("G");
  await screen.shows(/^>\S+ > recording began/m);
  screen.type("r3");
  await screen.shows("[ Cancel ]");
  screen.type("y");
  await screen.shows(said);
  if (filler !== undefined) rmSync(filler);
}

withOwnMounts(import.meta.filename, () => {
  test("on a full disk recording stops, says so, is told as a gap, and goes on by itself", async () => {
    await using story = await tellSmallStory((at) => writeFileSync(at("a.txt"), "1\n"));
    writeFileSync(story.at("a.txt"), "2\n");
    await story.flush();
    await until("the ballast takes real space", () => ballastBytes(story) >= 16 * MiB);
    await using screen = new Screen(["tui"], story.home, { cols: 120, rows: 24 });
    await restoreFirst(screen, fillDisk(story.home.project), /nothing was changed.*0 B are free/);
    assert.equal(readFileSync(story.at("a.txt"), "utf8"), "2\n");
    const filler = fillHome(story.home);
    writeFileSync(story.at("a.txt"), "3\n");
    writeFileSync(story.at("new.txt"), "n\n".repeat(20_000));
    await until("recording has stopped", async () => (await story.tryUnf(["flush"])).code === 9);
    const stopped = await projectState(story);
    assert.equal(stopped?.state, "degraded");
    assert.match(stopped?.reason ?? "", /is full.*recording stopped at 2/);
    assert.equal((await story.tryUnf(["status", "--check"])).code, 1);
    assert.equal(ballastBytes(story), 0);
    const [open] = await gapsOf(story);
    assert.equal(open?.closed_at, null);
    await assertReadable(story, (await story.tryUnf(["cat", "a.txt"])).stdout);
    await screen.shows("NOT RECORDING");
    await restoreFirst(screen, undefined, /is full/);
    assert.equal(readFileSync(story.at("a.txt"), "utf8"), "3\n");

    // The daemon dies in the middle of it, and the next one finds not even the reserve.
    const old = await story.daemonPid();
    fillHome(story.home);
    process.kill(old, "SIGKILL");
    await until(
      "another daemon runs and does not record either",
      async () => {
        const { daemon, projects } = await story.status();
        return daemon !== null && daemon.pid !== old && projects[0]?.state === "degraded";
      },
      { everyMs: 200 },
    );
    writeFileSync(story.at("a.txt"), "4\n");

    rmSync(filler);
    await until("it records again", async () => (await projectState(story))?.state === "watching", {
      everyMs: 200,
    });
    assert.equal((await story.unf("cat", "a.txt")).stdout, "4\n");
    assert.equal((await story.unf("cat", "new.txt")).stdout, "n\n".repeat(20_000));
    const gaps = (await gapsOf(story)).sort((a, b) => (a.from < b.from ? -1 : 1));
    assert.ok(
      gaps.every((gap) => gap.closed_at !== null),
      JSON.stringify(gaps),
    );
    assert.equal(gaps[0]?.from, open?.from, "the gap began when recording stopped");
    assert.ok((gaps[0]?.to ?? "") > (open?.to ?? ""), "and lasted until it went on");
    assert.ok((gaps[0]?.paths_differed ?? 0) > 0);
    await until("the ballast is there again", () => ballastBytes(story) >= 16 * MiB);
    writeFileSync(story.at("a.txt"), "5\n");
    await story.flush();
    assert.equal((await story.unf("cat", "a.txt")).stdout, "5\n");
    await screen.meets("records again", (text) => !text.includes("NOT RECORDING"));
    await restoreFirst(screen, undefined, "saved as op-1");
    assert.equal(readFileSync(story.at("a.txt"), "utf8"), "1\n");
    assert.equal((await story.unf("cat", "a.txt", "--at", "op-1")).stdout, "5\n");
    screen.type("q");
    assert.equal(await screen.end(), 0);
  });

  test("without a daemon history is read on a full disk, from a copy and saying so, and on a read-only one", async () => {
    await using story = await tellSmallStory((at) => writeFileSync(at("a.txt"), "1\n"));
    writeFileSync(story.at("a.txt"), "2\n");
    await story.flush();
    await story.unf("stop");
    const filler = fillHome(story.home);
    assert.match(await assertReadable(story, "2\n"), /reading a copy of the history/);
    rmSync(filler);
    remountReadOnly(story.home.unfHome);
    await assertReadable(story, "2\n");
  });

  test("where all inodes are used, recording stops as well", async () => {
    await using story = await tellSmallStory(
      (at) => writeFileSync(at("a.txt"), "1\n"),
      "size=64m,nr_inodes=800",
    );
    const spare = join(story.home.unfHome, "spare");
    mkdirSync(spare);
    useAllInodes(spare);
    writeFileSync(story.at("a.txt"), "2\n");
    await until("recording has stopped", async () => (await story.tryUnf(["flush"])).code === 9);
    assert.match((await projectState(story))?.reason ?? "", /inodes/);
    rmSync(spare, { recursive: true });
    await until("it records again", async () => (await story.tryUnf(["flush"])).code === 0, {
      everyMs: 200,
    });
    assert.equal((await story.unf("cat", "a.txt")).stdout, "2\n");
  });
});

function useAllInodes(directory: string): void {
  for (let n = 0; ; n += 1) {
    try {
      writeFileSync(join(directory, String(n)), "");
    } catch (thrown) {
      if (systemCode(thrown) !== "ENOSPC") throw thrown;
      return;
    }
  }
}
