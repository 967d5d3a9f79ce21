import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { lstatSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { onBundles, testEnvironment, until, wordsOf } from "../kit/index.ts";
import { tellStory } from "./story.ts";

/** Variables that a hostile or careless shell may have set. None may reach what goes on running. */
const hostile = {
  NODE_OPTIONS: "--title=hostile",
  NODE_PATH: "/hostile",
  LD_LIBRARY_PATH: "/hostile",
  LD_PRELOAD: "/hostile/lib.so",
  npm_config_prefix: "/hostile",
  GIT_DIR: "/hostile",
  AWS_SECRET_ACCESS_KEY: "hostile",
};

/** Modes of everything below a directory that others could get at. */
function openEntries(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" }).flatMap((name) => {
    const { mode } = lstatSync(join(directory, name));
    return (mode & 0o077) !== 0 && !isObject(name) ? [`${(mode & 0o777).toString(8)} ${name}`] : [];
  });
}

/** Objects are read-only to everybody; the directories they lie in let nobody else in. */
function isObject(name: string): boolean {
  return /^objects\/[0-9a-f]{2}\/[0-9a-f]{62}$/.test(name);
}

const onLinux = { skip: process.platform === "linux" ? false : "reads /proc" };

test(
  "what runs on is untouched by the shell it came from: variables, directory, umask",
  onLinux,
  async () => {
    await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
    await story.unf("stop");
    // From a directory that is gone, in which Bun starts nothing, with every permission handed out.
    const leave = onBundles.skip === false ? "mkdir gone && cd gone && rmdir ../gone" : "cd .";
    const script = `umask 000 && ${leave} && exec "$@" start`;
    const shell = spawn("sh", ["-c", script, "sh", ...wordsOf("unf")], {
      cwd: story.home.root,
      env: { ...testEnvironment(story.home), ...hostile },
      stdio: "ignore",
    });
    const [code] = await once(shell, "exit");
    assert.equal(code, 0);
    const daemon = await until("the daemon runs", () => story.daemonPid());
    for (const pid of [daemon, story.sentinelPid()]) {
      const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
      assert.doesNotMatch(environment, /hostile/);
      assert.equal(readlinkSync(`/proc/${pid}/cwd`), "/");
      assert.match(readFileSync(`/proc/${pid}/status`, "utf8"), /^Umask:\s*0077$/m);
    }
    writeFileSync(story.at("a.txt"), "2\n");
    await story.flush();
    const names = readdirSync(story.home.unfHome, { recursive: true, encoding: "utf8" });
    for (const end of ["timeline.db", "timeline.db-wal", "timeline.db-shm"]) {
      assert.ok(
        names.some((name) => name.endsWith(end)),
        `${end} among ${names.join(", ")}`,
      );
    }
    assert.deepEqual(openEntries(story.home.unfHome), []);
  },
);
