import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { runUnf, tempHome, until } from "../kit/index.ts";
import { openUserSystemd } from "./user-systemd.ts";

test("a real systemd of the user starts recording, starts it anew after a kill, and lets it end", async (context) => {
  await using home = tempHome();
  const systemd = await openUserSystemd(home);
  if (typeof systemd === "string") {
    context.skip(systemd);
    return;
  }
  const { systemctl, env } = systemd;
  const unf = async (...args: string[]) => {
    const { code, stdout, stderr } = await runUnf(args, { home, env, via: systemd.via });
    assert.equal(code, 0, `unf ${args.join(" ")}\n${stdout}${stderr}`);
    return stdout;
  };
  const isSaved = async (text: string) => {
    writeFileSync(join(home.project, "a.txt"), text);
    await unf("flush");
    assert.equal(await unf("cat", "a.txt"), text);
  };
  const property = (name: string) =>
    systemctl("show", "--value", `--property=${name}`, unit).stdout.trim();
  await unf("watch", ".", "--no-service");
  await unf("stop");
  home.onDispose(() => unf("service", "disable").then(() => undefined));
  await unf("service", "enable", "--manager", "systemd-user");
  const { file } = JSON.parse(await unf("service", "status", "--json")) as { file: string };
  const unit = basename(file);
  home.onDispose(() => void systemctl("stop", unit));
  if (systemd.again !== undefined) {
    // Nobody else's: its pause before another start is not waited for.
    mkdirSync(`${file}.d`);
    writeFileSync(`${file}.d/pause.conf`, "[Service]\nRestartSec=100ms\n");
    assert.equal(systemctl("daemon-reload").status, 0);
  }

  assert.equal(systemctl("start", unit).status, 0);
  await until("it ends, since recording was stopped", () => property("ActiveState") === "inactive");
  assert.equal(property("Result"), "success");

  await unf("start");
  const lock = join(home.unfHome, "run/sentinel.lock.json");
  const sentinel = () =>
    existsSync(lock) ? (JSON.parse(readFileSync(lock, "utf8")) as { pid: number }).pid : 0;
  const own = sentinel();
  process.kill(own, "SIGKILL");
  // As long as it has the lock, another one ends at once.
  await until("the one that was not systemd's is gone", () => !existsSync(`/proc/${own}/fd/0`));
  const isSupervised = () =>
    property("MainPID") !== "0" && Number(property("MainPID")) === sentinel();
  assert.equal(systemctl("start", unit).status, 0);
  await until("its sentinel is at work", isSupervised);
  await isSaved("by systemd\n");

  const first = sentinel();
  process.kill(first, "SIGKILL");
  await until("another one is at work", () => isSupervised() && sentinel() !== first);
  await isSaved("again\n");

  if (systemd.again !== undefined) {
    await systemd.again();
    await until("the sentinel of the next login is at work", isSupervised);
    await isSaved("after the next login\n");
  }

  await unf("stop");
  await until("the unit ends", () => property("ActiveState") === "inactive");
  assert.equal(property("Result"), "success");
  await unf("service", "disable");
  assert.ok(!existsSync(file));
  rmSync(`${file}.d`, { recursive: true, force: true });
  assert.equal(systemctl("daemon-reload").status, 0);
  assert.notEqual(systemctl("cat", unit).status, 0);
});
