import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import type { AbsPath, WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { quarantineProject } from "@unf/core/intent";
import { requireIntent, writeIntent } from "@unf/system";
import { isLongForm } from "../kit/form.ts";
import { tempHome, until } from "../kit/index.ts";
import { type Story, tellStory } from "./story.ts";

const patient = { limitMs: 120_000, everyMs: 50 };

/** Pid of the daemon as its lock says; `undefined` while none holds it. */
function holder({ home }: Story): number | undefined {
  const path = join(home.unfHome, "run/daemon.lock.json");
  if (!existsSync(path)) return undefined;
  const { pid } = JSON.parse(readFileSync(path, "utf8")) as { pid: number };
  return existsSync(`/proc/${pid}/stat`) ? pid : undefined;
}

test("a crash loop reaches the person: at the next command, whatever it is, and on the desktop once", {
  skip: process.platform === "linux" ? false : "reads /proc",
}, async () => {
  const home = tempHome();
  const tools = join(home.root, "tools");
  const shown = join(home.root, "shown");
  mkdirSync(tools);
  // Hangs and fails besides: nobody waits for it, and nothing comes of it.
  const script = `#!/bin/sh\nprintf '%s\\n' "$*" >> '${shown}'\nexec sleep 600\n`;
  writeFileSync(join(tools, "notify-send"), script, { mode: 0o755 });
  const env = { PATH: `${tools}:${process.env.PATH}`, DISPLAY: ":none" };
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"), { home, env });
  const told = async (...args: string[]) => (await story.tryUnf(args)).stderr;

  const killed = new Set<number>();
  for (let crash = 0; crash < 5; crash += 1) {
    const pid = await until(
      "a daemon runs",
      () => {
        const found = holder(story);
        return found !== undefined && !killed.has(found) ? found : undefined;
      },
      patient,
    );
    process.kill(pid, "SIGKILL");
    killed.add(pid);
  }
  const line =
    /^not recording since \d\d:\d\d: the daemon crashed 5 times; the next start is at .* · unf start$/m;
  await until("commands say it", async () => line.test(await told("config", "path")), patient);
  assert.match(await told("log", "--json"), line);
  await until("the desktop shows it", () => existsSync(shown), patient);
  assert.match(readFileSync(shown, "utf8"), /^--app-name=unf .*not recording.*crashed 5 times/);

  // A person who wants it running need not wait.
  await story.unf("start");
  const safe = /^recording in safe mode since .*agents are not heard · unf restart$/m;
  await until("safe mode is said", async () => safe.test(await told("log")), patient);
  await story.unf("restart");
  await until("nothing is said", async () => !/recording/.test(await told("log")), patient);
  assert.equal(readFileSync(shown, "utf8").split("--app-name").length, 2, "shown once");
});

test("a project in quarantine is recorded again when it is time, and nobody asked", {
  skip: isLongForm("UNF_TEST_FORM") ? false : "waits for a round of the daemon",
}, async () => {
  await using story = await tellStory((at) => writeFileSync(at("a.txt"), "1\n"));
  await story.unf("stop");
  const home = story.home.unfHome as AbsPath;
  const intent = requireIntent(home);
  const [project] = intent.projects;
  assert.ok(project !== undefined);
  const quarantine = (agoMs: number) => ({
    since: (Date.now() - agoMs) as WallMs,
    reason: "it crashed",
  });
  writeIntent(home, quarantineProject(intent, project.id, quarantine(0)));
  await story.unf("start");
  const [left] = (await story.status()).projects;
  assert.match(left?.reason ?? "", /^it crashed; it is tried again at \d{4}-/);
  await story.unf("stop");
  const due = quarantine(limits.sentinel.trialMs);
  writeIntent(home, quarantineProject(intent, project.id, due));
  await story.unf("start");
  await until(
    "it is recorded",
    async () => (await story.status()).projects[0]?.state === "watching",
    patient,
  );
  assert.equal(requireIntent(home).projects[0]?.trial?.count, 1);
});
