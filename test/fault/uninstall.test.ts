import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { after, test } from "node:test";
import { isLongForm, runUnf, tempHome } from "../kit/index.ts";
import { openInterposer } from "./native/interposer.ts";

// `unf uninstall --purge`, killed at one call that changes something after the other, and then once more:
// the second takes out whatever the first has left, and nothing of the person's.

const interposer = openInterposer();
after(() => {
  if (typeof interposer !== "string") interposer[Symbol.dispose]();
});
const skip = typeof interposer === "string" ? interposer : false;

/** The sample takes its calls out of every part of the work: hooks, service, home. */
const step = isLongForm("UNF_FAULT") ? 1 : 13;

/** Some 190 are made. */
const callsMax = 1000;

const settings: Readonly<Record<string, string>> = {
  ".claude/settings.json": '{\n  // mine\n  "model": "opus"\n}\n',
  ".codex/config.toml": 'model = "gpt-5"\n',
  ".gemini/settings.json": '{\r\n\t"theme": "Ayu"\r\n}\r\n',
};

/** Neither systemd nor cron: what remains is an entry that a desktop starts. */
function makeMachine(root: string): NodeJS.ProcessEnv {
  const bin = join(root, "bin");
  mkdirSync(bin);
  for (const name of ["systemctl", "crontab"])
    writeFileSync(join(bin, name), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  return { PATH: `${bin}:${process.env.PATH}`, XDG_CURRENT_DESKTOP: "GNOME" };
}

/** Kind, mode and content of all below the directory. */
function treeOf(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    const stat = lstatSync(path);
    const row = `${path} ${stat.mode.toString(8)}`;
    if (stat.isDirectory()) return [row, ...treeOf(path)];
    return [`${row} ${stat.isFile() ? readFileSync(path, "latin1") : readlinkSync(path)}`];
  });
}

test("killed at any call, a second uninstall leaves the user's home as it was", {
  skip,
}, async () => {
  await using home = tempHome();
  const env = makeMachine(home.root);
  for (const [name, text] of Object.entries(settings)) {
    mkdirSync(dirname(join(home.home, name)), { recursive: true });
    writeFileSync(join(home.home, name), text, { mode: 0o640 });
    utimesSync(join(home.home, name), 1_700_000_000, 1_700_000_000);
  }
  // Empty, and a person's.
  mkdirSync(join(home.home, ".gemini/commands"));
  writeFileSync(join(home.project, "a.txt"), "1\n");
  const before = treeOf(home.home).sort();
  const run = (words: string, more = {}) =>
    runUnf(words.split(" "), { home, env: { ...env, ...more } });
  const must = async (words: string) => {
    const { code, stdout, stderr } = await run(words);
    assert.equal(code, 0, `unf ${words}\n${stdout}${stderr}`);
  };
  for (const words of ["watch .", "hook install --all --yes", "service enable", "stop"])
    await must(words);
  const installed = join(home.root, "installed");
  renameSync(home.home, installed);
  const control = join(home.root, "control");
  assert.ok(typeof interposer !== "string");
  const faults = interposer.environment({ control });
  for (let call = 1; call < callsMax; call += step) {
    rmSync(home.home, { recursive: true, force: true });
    // Node's copies of directories have other modes.
    execFileSync("cp", ["-a", installed, home.home]);
    writeFileSync(control, `* ${home.home} KILL ${call}\n`);
    const { signal } = await run("uninstall --purge --yes", faults);
    if (signal === null) {
      assert.ok(call > 100, `it ended by itself, before call ${call}`);
      assert.deepEqual(treeOf(home.home).sort(), before);
      return;
    }
    await must("uninstall --purge --yes");
    assert.deepEqual(treeOf(home.home).sort(), before, `killed at call ${call}`);
  }
  assert.fail("it makes more calls than were tried");
});
