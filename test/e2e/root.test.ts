import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { suite, type TestContext, test } from "node:test";
import { type TempHome, tempHome, until } from "../kit/index.ts";
import { asOrdinaryUser, giveAway } from "./ordinary-user.ts";
import {
  assertNoDeletion,
  awaitAbsences,
  awaitRow,
  awaitState,
  putWhole,
  readMeta,
  readRecord,
} from "./root-watch.ts";
import { type Story, tellStory } from "./story.ts";

const backends = ["inotify", "directory"] as const;

function via(backend: string) {
  return { env: { UNF_BACKEND: backend } };
}

function fill(at: (path: string) => string): void {
  for (const directory of ["", "a/", "a/b/"]) {
    mkdirSync(at(directory), { recursive: true });
    for (let n = 0; n < 5; n += 1) writeFileSync(at(`${directory}f${n}.txt`), `${directory}${n}\n`);
  }
}

/** Saves a file in the deepest directory and waits until it is recorded by itself. */
async function save(story: Story, name: string): Promise<void> {
  mkdirSync(story.at("a/b"), { recursive: true });
  putWhole(story, story.at(`a/b/${name}.txt`), `${name}\n`);
  await awaitRow(story, `create a/b/${name}.txt`);
}

suite("a root that is not there", { concurrency: 3 }, () => {
  for (const backend of backends) {
    test(`${backend}: a root that goes away and comes back loses nothing, and is recorded again`, async () => {
      await using home = tempHome();
      // An ancestor that can be renamed, which gives no event at all.
      const project = join(home.root, "above", "project");
      mkdirSync(project, { recursive: true });
      const moved = { ...home, project } satisfies TempHome;
      await using story = await tellStory(fill, { ...via(backend), home: moved });
      const away = join(home.root, "away");
      const ways: Readonly<Record<string, readonly [() => void, RegExp, () => void]>> = {
        moved: [() => renameSync(project, away), /not there/, () => renameSync(away, project)],
        ancestor: [
          () => renameSync(dirname(project), away),
          /not there/,
          () => renameSync(away, dirname(project)),
        ],
        file: [
          () => {
            renameSync(project, away);
            writeFileSync(project, "not a directory\n");
          },
          /a file or a link is in its place/,
          () => {
            unlinkSync(project);
            renameSync(away, project);
          },
        ],
        link: [
          () => {
            renameSync(project, away);
            symlinkSync(away, project);
          },
          /a file or a link is in its place/,
          () => {
            unlinkSync(project);
            renameSync(away, project);
          },
        ],
      };
      // The second backend differs only in what it is told of: nothing, or the end of its watches.
      const chosen = backend === "inotify" ? Object.keys(ways) : ["moved", "ancestor"];
      for (const name of chosen) {
        const [go, reason, back] = ways[name] ?? assert.fail();
        go();
        await awaitState(story, "missing", reason);
        assertNoDeletion(story);
        back();
        await awaitState(story, "watching");
        await save(story, name);
      }
      assertNoDeletion(story);
      await awaitAbsences(story);
      assert.equal(readRecord(story).rows.length, 15 + chosen.length);
    });

    test(`${backend}: the same path is the same project, however its directory was replaced`, async () => {
      await using story = await tellStory(
        (at) => writeFileSync(at("one.txt"), "1\n"),
        via(backend),
      );
      const { project } = story.home;
      // At once: many file systems give the new directory the number of the old one.
      rmSync(project, { recursive: true });
      mkdirSync(project);
      writeFileSync(story.at("two.txt"), "2\n");
      await awaitRow(story, "create two.txt");
      await awaitRow(story, "delete one.txt");
      await save(story, "live");
      // Later, and with nothing but one empty directory in it.
      rmSync(project, { recursive: true });
      await awaitState(story, "missing", /not there/);
      const before = readRecord(story).rows.length;
      mkdirSync(project);
      mkdirSync(story.at("a"));
      await awaitRow(story, "delete two.txt");
      assert.ok(readRecord(story).rows.length > before);
      await save(story, "again");
      // Moved away, with another in its place.
      renameSync(project, `${project}.old`);
      mkdirSync(project);
      writeFileSync(story.at("three.txt"), "3\n");
      await awaitRow(story, "create three.txt");
      await awaitRow(story, "delete a/b/again.txt");
      await save(story, "last");
      await awaitState(story, "watching");
      await awaitAbsences(story);
      const { ino, dev } = statSync(project, { bigint: true });
      assert.deepEqual([readMeta(story, "dev"), readMeta(story, "ino")], [`${dev}`, `${ino}`]);
    });
  }

  test("a disk that is unmounted takes no file with it, whether or not the daemon runs then", async (context) => {
    await using home = tempHome();
    const space = await openMountSpace(context, home);
    if (space === undefined) return;
    const disk = join(home.root, "disk");
    mkdirSync(disk);
    await space.run("mount", "-t", "tmpfs", "tmpfs", disk);
    await space.run("mkdir", join(disk, "project"));
    const mount = () => space.run("mount", "--bind", join(disk, "project"), home.project);
    // Busy while the daemon's watches are there; the kernel ends those by itself.
    const unmount = () => space.run("umount", "--lazy", home.project);
    await using story = await tellStory(undefined, { home, via: space.words });
    const write = (name: string) =>
      space.run("sh", "-c", `echo ${name} > ${join(home.project, name)}.txt`);
    await mount();
    await write("one");
    // The directory that was watched first was empty; what is mounted over it becomes the project.
    await awaitRow(story, "create one.txt");
    await awaitState(story, "watching");
    await unmount();
    await awaitState(story, "missing", /another file system|not there/);
    await mount();
    await awaitState(story, "watching");
    await write("two");
    await awaitRow(story, "create two.txt");
    await story.unf("stop");
    await unmount();
    await story.unf("start");
    await awaitState(story, "missing", /an empty directory of another file system/);
    await mount();
    await awaitState(story, "watching");
    await write("three");
    await awaitRow(story, "create three.txt");
    assertNoDeletion(story);
    await awaitAbsences(story);
  });

  test("a root that may not be read is missing, not empty", async (context) => {
    await using home = tempHome();
    const above = join(home.root, "above");
    const project = join(above, "project");
    mkdirSync(project, { recursive: true });
    const moved = { ...home, project } satisfies TempHome;
    const words = await asOrdinaryUser(context, moved);
    if (words === undefined) return;
    // Last one first.
    home.onDispose(() => chmodSync(project, 0o755));
    home.onDispose(() => chmodSync(above, 0o755));
    await using story = await tellStory(
      (at) => {
        fill(at);
        giveAway(home.root);
      },
      { home: moved, via: words },
    );
    const saveOwn = async (name: string) => {
      writeFileSync(story.at(`${name}.txt`), `${name}\n`);
      await awaitRow(story, `create ${name}.txt`);
    };
    const modes: readonly (readonly [string, number])[] = [
      [project, 0o000],
      [project, 0o400],
      [above, 0o000],
    ];
    for (const [index, [path, mode]] of modes.entries()) {
      chmodSync(path, mode);
      await awaitState(story, "missing", /cannot be read \(EACCES\)/);
      chmodSync(path, 0o755);
      await awaitState(story, "watching");
      await saveOwn(`again${index}`);
    }
    await story.unf("stop");
    chmodSync(above, 0o000);
    await story.tryUnf(["start"], { cwd: home.root });
    await awaitState(story, "missing", /cannot be read \(EACCES\)/);
    chmodSync(above, 0o755);
    await awaitState(story, "watching");
    await saveOwn("last");
    assertNoDeletion(story);
    await awaitAbsences(story);
  });
});

interface MountSpace {
  /** Runs a program there and requires success. */
  readonly run: (...words: string[]) => Promise<void>;
  readonly words: readonly string[];
}

/** A space of mounts that no other process sees; skips the test where the system grants none. */
async function openMountSpace(
  context: TestContext,
  home: TempHome,
): Promise<MountSpace | undefined> {
  const ready = join(home.root, "ready");
  const script = `mount -t tmpfs tmpfs "$1" && umount "$1" && touch "$2" && exec sleep 600`;
  const keeper = spawn("unshare", ["-Urm", "sh", "-c", script, "sh", home.home, ready], {
    stdio: "ignore",
  });
  const failed = new Promise<true>((resolve) => {
    keeper.once("error", () => resolve(true));
    keeper.once("exit", () => resolve(true));
  });
  home.onDispose(() => void keeper.kill("SIGKILL"));
  const isUp = until("the space is there", () => existsSync(ready));
  if (await Promise.race([failed, isUp.then(() => false)])) {
    isUp.catch(() => undefined);
    context.skip("mounts of its own are not granted here");
    return undefined;
  }
  const words = ["nsenter", "-t", String(keeper.pid), "-U", "-m", "--preserve-credentials", "--"];
  return {
    words,
    run: (...command) =>
      new Promise((resolve, reject) => {
        const child = spawn(words[0] ?? "", [...words.slice(1), ...command], { stdio: "inherit" });
        child.once("error", reject);
        child.once("exit", (code) =>
          code === 0 ? resolve() : reject(new Error(`${command.join(" ")}: exit ${code}`)),
        );
      }),
  };
}
