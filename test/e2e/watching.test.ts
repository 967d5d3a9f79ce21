import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { runUnf, type TempHome, tempHome, until, wordsOf } from "../kit/index.ts";

const onLinux = { skip: process.platform === "linux" ? false : "these backends are Linux's" };

interface ProjectJson {
  readonly state: string;
  readonly reason: string | null;
  readonly backend: string;
  readonly backend_reason: string;
}

interface GapJson {
  readonly reason: string;
  readonly closed_at: string | null;
}

async function status(home: TempHome): Promise<{ daemon: { pid: number }; project: ProjectJson }> {
  const { stdout } = await runUnf(["status", "--json"], { home });
  const { daemon, projects } = JSON.parse(stdout);
  return { daemon, project: projects[0] };
}

async function log(home: TempHome) {
  const { stdout } = await runUnf(["log", "--all", "--json", "--limit", "100000"], { home });
  const { entries, gaps } = JSON.parse(stdout) as {
    entries: { path: string; cause: string }[];
    gaps: GapJson[];
  };
  return { entries, gaps };
}

for (const backend of ["inotify", "directory"]) {
  test(
    `a real overflow under ${backend} is a gap, and the final state is complete`,
    onLinux,
    async (t) => {
      const queue = Number(readFileSync("/proc/sys/fs/inotify/max_queued_events", "utf8"));
      if (queue > 50_000) return t.skip(`a queue of ${queue} events is too long to fill`);
      await using home = tempHome();
      const at = (path: string) => join(home.project, path);
      mkdirSync(at("d"));
      await runUnf(["watch", home.project], { home, env: { UNF_BACKEND: backend } });
      const { daemon, project } = await status(home);
      assert.deepEqual(
        [project.backend, project.backend_reason],
        [backend, "asked for by UNF_BACKEND"],
      );
      // Nothing is read while it is stopped, so the kernel's queue fills and drops the rest.
      process.kill(daemon.pid, "SIGSTOP");
      try {
        for (let n = 0; n < queue / 2 / 100; n += 1) {
          for (let m = 0; m < 100; m += 1) writeFileSync(at(`d/${m}.txt`), `${n}\n`);
        }
        for (let n = 0; n < 200; n += 1) writeFileSync(at(`d/last-${n}.txt`), `${n}\n`);
        mkdirSync(at("lost/deep"), { recursive: true });
        writeFileSync(at("lost/deep/file.txt"), "1\n");
      } finally {
        process.kill(daemon.pid, "SIGCONT");
      }
      // Changes that were told of after the loss settle after the gap is closed.
      const last = Array.from({ length: 200 }, (_, n) => `d/last-${n}.txt`);
      await until(
        "the gap is closed and the final state complete",
        async () => {
          const { entries, gaps } = await log(home);
          const paths = new Set(entries.map(({ path }) => path));
          const isClosed = gaps.some(({ reason, closed_at }) => reason === "overflow" && closed_at);
          return isClosed && ["lost/deep/file.txt", ...last].every((path) => paths.has(path));
        },
        { limitMs: 60_000, everyMs: 1000 },
      );
      writeFileSync(at("lost/deep/late.txt"), "1\n");
      const late = await until("an edit in the lost directory is recorded", async () =>
        (await log(home)).entries.find(({ path }) => path === "lost/deep/late.txt"),
      );
      assert.equal(late.cause, "event");
    },
  );
}

/** Why a test that needs a user namespace of its own cannot run here, or false. */
function withoutNamespace(): string | false {
  if (process.platform !== "linux") return "inotify is Linux's";
  const tried = spawnSync("unshare", ["-Urm", "true"]);
  return tried.status === 0 ? false : "unshare -Urm is not allowed here";
}

test("a reached watch limit is shown with its cure, and over once there is room", {
  skip: withoutNamespace(),
}, async () => {
  await using home = tempHome();
  for (let n = 0; n < 40; n += 1) {
    mkdirSync(join(home.project, `d${n}/inside`), { recursive: true });
  }
  // Daemon and sentinel live on in the namespace of the command that started them.
  const script = `echo 30 > /proc/sys/user/max_inotify_watches; exec "$@"`;
  const env = { ...process.env, HOME: home.home, UNF_HOME: home.unfHome };
  const watched = spawnSync(
    "unshare",
    ["-Urm", "sh", "-c", script, "sh", ...wordsOf("unf"), "watch", home.project],
    { env, encoding: "utf8" },
  );
  assert.equal(watched.status, 0, watched.stderr);
  const { daemon, project } = await status(home);
  assert.equal(project.state, "degraded");
  assert.match(project.reason ?? "", /ENOSPC.*sysctl --system/);
  assert.match(project.reason ?? "", /fs\.inotify\.max_user_watches=\d{6,}/);
  const open = (await log(home)).gaps.find(({ reason }) => reason === "watch_limit");
  assert.equal(open?.closed_at, null);
  const raised = spawnSync("nsenter", [
    "--preserve-credentials",
    "-U",
    "-m",
    "-t",
    `${daemon.pid}`,
    "sh",
    "-c",
    "echo 1000 > /proc/sys/user/max_inotify_watches",
  ]);
  assert.equal(raised.status, 0, String(raised.stderr));
  await until(
    "it is watched as a whole",
    async () => (await status(home)).project.state === "watching",
    { limitMs: 60_000, everyMs: 500 },
  );
  await until("the gap is closed", async () => {
    const gap = (await log(home)).gaps.find(({ reason }) => reason === "watch_limit");
    return gap?.closed_at != null;
  });
});

test("the setting chooses the backend at once; the environment wins over it", onLinux, async () => {
  await using home = tempHome();
  await runUnf(["watch", home.project], { home });
  assert.equal((await status(home)).project.backend_reason, "the default on Linux");
  const set = await runUnf(["config", "set", "watch.backend", "polling"], { home });
  assert.equal(set.code, 0, set.stderr);
  process.kill((await status(home)).daemon.pid, "SIGHUP");
  const { project } = await until("it is polled", async () => {
    const now = await status(home);
    return now.project.backend === "polling" ? now : undefined;
  });
  assert.equal(project.backend_reason, "asked for by the settings");
  writeFileSync(join(home.project, "polled.txt"), "1\n");
  await until("a poll finds it", async () =>
    (await log(home)).entries.some(({ path }) => path === "polled.txt"),
  );
  const { stdout } = await runUnf(["status", "-v"], { home });
  assert.match(stdout, /polling \(asked for by the settings\)/);
  await runUnf(["stop"], { home });
  await runUnf(["start"], { home, env: { UNF_BACKEND: "directory" } });
  const started = await until("it is watched", async () => {
    const now = await status(home);
    return now.project.state === "watching" ? now : undefined;
  });
  assert.deepEqual(
    [started.project.backend, started.project.backend_reason],
    ["directory", "asked for by UNF_BACKEND"],
  );
});
