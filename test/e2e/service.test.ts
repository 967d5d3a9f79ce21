import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { makeScratchHome, runUnf, type TempHome, tempHome, until, wordsOf } from "../kit/index.ts";

const onLinux = { skip: process.platform === "linux" ? false : "systemd, cron and /proc" };

/** Answers as the programs of a system do, for this home only; what they are told is in `calls`. */
const programs = {
  systemctl: `echo "systemctl $*" >> "$TOOLS/calls"
case "$2" in
  show-environment) echo "HOME=$HOME" ;;
  is-enabled) [ -L "$HOME/.config/systemd/user/default.target.wants/$3" ] ;;
esac`,
  crontab: `case "$1" in
  -l) cat "$TOOLS/spool" 2>/dev/null || { echo "no crontab for a" >&2; exit 1; } ;;
  -r) rm "$TOOLS/spool" ;;
  -) cat > "$TOOLS/spool" ;;
esac`,
};

/** A home on a machine that has these programs, and the commands a person would type there. */
function openMachine(home: TempHome, ...tools: readonly (keyof typeof programs)[]) {
  const bin = join(home.root, "bin");
  mkdirSync(bin);
  for (const name of ["systemctl", "crontab"] as const) {
    const script = tools.includes(name) ? programs[name] : "exit 1";
    writeFileSync(join(bin, name), `#!/bin/sh\nTOOLS='${home.root}'\n${script}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const own = { PATH: `${bin}:${process.env.PATH}` };
  const tryUnf = (args: readonly string[], env = {}) =>
    runUnf(args, { home, env: { ...own, ...env } });
  return {
    tryUnf,
    spool: join(home.root, "spool"),
    calls: () => readFileSync(join(home.root, "calls"), "utf8"),
    unf: async (...args: string[]) => {
      const { code, stdout, stderr } = await tryUnf(args);
      assert.equal(code, 0, `unf ${args.join(" ")}\n${stdout}${stderr}`);
      return stdout;
    },
  };
}

/** Everything below the user's home but unf's own: names, modes, contents. */
function treeOf(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name !== ".unfudged")
    .flatMap((name) => {
      const path = join(directory, name);
      const stat = lstatSync(path);
      const line = `${path} ${stat.mode.toString(8)}`;
      if (stat.isDirectory()) return [line, ...treeOf(path)];
      return [`${line} ${stat.isFile() ? readFileSync(path, "base64") : readlinkSync(path)}`];
    });
}

const state = (json: string) => (JSON.parse(json) as { readonly state: string }).state;

test("enabling and disabling leaves everything as it was, byte for byte", onLinux, async () => {
  const machines = [["systemd-user", "systemctl"], ["xdg-autostart"], ["cron", "crontab"]] as const;
  for (const [manager, ...tools] of machines) {
    await using home = tempHome();
    makeScratchHome(home);
    const machine = openMachine(home, ...tools);
    // Half of what is needed is there already, and a crontab whose last line has no end.
    mkdirSync(join(home.home, ".config/systemd"), { recursive: true });
    if (manager === "cron") writeFileSync(machine.spool, "MAILTO=a\n0 5 * * * true");
    const before = treeOf(home.root);
    const desktop = { XDG_CURRENT_DESKTOP: manager === "xdg-autostart" ? "GNOME" : undefined };
    const planned = await machine.tryUnf(["service", "enable", "-n"], desktop);
    assert.equal(planned.code, 0, planned.stderr);
    const ours = (paths: string[]) => paths.filter((line) => !line.includes("/calls "));
    assert.deepEqual(ours(treeOf(home.root)), before, "a dry run writes");
    const enabled = await machine.tryUnf(["service", "enable"], desktop);
    assert.match(enabled.stdout, new RegExp(`^Enabled ${manager}$`, "m"), enabled.stderr);
    assert.notDeepEqual(ours(treeOf(home.root)), before);
    const standing = treeOf(home.root);
    assert.equal(state(await machine.unf("service", "status", "--json")), "enabled");
    await machine.tryUnf(["service", "enable"], desktop);
    assert.deepEqual(ours(treeOf(home.root)), ours(standing), "enabling twice writes twice");
    await machine.unf("service", "disable");
    assert.deepEqual(ours(treeOf(home.root)), before, manager);
    const { code, stdout } = await machine.tryUnf(["service", "status", "--json"]);
    assert.deepEqual([code, state(stdout)], [1, "disabled"]);
    if (manager === "systemd-user") {
      const told = ["daemon-reload", "is-enabled unf.service", "daemon-reload"];
      const calls = machine.calls().match(/(?<=--user )(?!show).*/g);
      assert.deepEqual(calls, told);
    }
  }
});

test("a crontab that was not there is not there again, and lines that were edited are not lost", {
  ...onLinux,
}, async () => {
  await using home = tempHome();
  makeScratchHome(home);
  const { unf, tryUnf, spool } = openMachine(home, "crontab");
  await unf("service", "enable");
  assert.match(readFileSync(spool, "utf8"), /^# unf: .*\n@reboot .*\n$/);
  writeFileSync(spool, readFileSync(spool, "utf8").replace("@reboot ", "@reboot nice "));
  const status = JSON.parse(await unf("service", "status", "--json")) as { edited: boolean };
  assert.equal(status.edited, true);
  assert.equal((await tryUnf(["service", "disable"])).code, 5);
  await unf("service", "disable", "--yes");
  assert.ok(!existsSync(spool));
});

test("what stands in the entry's place and is not of unf is left alone", onLinux, async () => {
  await using home = tempHome();
  const { tryUnf } = openMachine(home, "systemctl");
  const units = join(home.home, ".config/systemd/user");
  mkdirSync(units, { recursive: true });
  writeFileSync(join(units, "unf.service"), "[Service]\nExecStart=/bin/true\n");
  const before = treeOf(home.home);
  assert.equal((await tryUnf(["service", "enable"])).code, 4);
  assert.deepEqual(treeOf(home.home), before);
});

test("where nothing can start programs it says so, and what to do instead", onLinux, async () => {
  await using home = tempHome();
  const { tryUnf } = openMachine(home);
  const { code, stderr } = await tryUnf(["service", "enable"]);
  assert.equal(code, 4);
  assert.match(stderr, /^hint: unf watch --foreground/m);
  assert.ok(!existsSync(home.unfHome));
});

/** As cron runs the line of a crontab: it puts a newline in for a bare `%`, and has a shell run it. */
function runAsCron(home: TempHome, command: string) {
  const line = command.replaceAll("\\%", "\0").replaceAll("%", "\n").replaceAll("\0", "%");
  const env = { HOME: home.home, LOGNAME: "a", SHELL: "/bin/sh", PATH: "/usr/bin:/bin" };
  const child = spawn("/bin/sh", ["-c", line], {
    env,
    cwd: "/",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => said.push(text));
  const ended = once(child, "close").then(([code]) => ({ code, said: said.join("") }));
  home.onDispose(() => void child.kill("SIGKILL"));
  return { child, ended };
}

const quiet = { code: 0, said: "" };

test("what the entry starts, in a bare environment, records again after everything was killed", {
  ...onLinux,
}, async () => {
  await using home = tempHome();
  const odd = { UNF_HOME: join(home.home, 'it\'s 100% $HOME "of" \\unf') };
  const { tryUnf, spool } = openMachine(home, "crontab");
  const unf = async (...args: string[]) => {
    const { code, stdout, stderr } = await tryUnf(args, odd);
    assert.equal(code, 0, `unf ${args.join(" ")}\n${stdout}${stderr}`);
    return stdout;
  };
  writeFileSync(join(home.project, "a.txt"), "1\n");
  await unf("watch", ".", "--service", "--scratch-home");
  const pids = ["sentinel", "daemon"].map((name) => {
    const path = join(odd.UNF_HOME, `run/${name}.lock.json`);
    return (JSON.parse(readFileSync(path, "utf8")) as { readonly pid: number }).pid;
  });
  for (const pid of pids) process.kill(pid, "SIGKILL");
  const socket = join(odd.UNF_HOME, "run/daemon.sock");
  const former = statSync(socket).ctimeMs;
  const isGone = (pid: number) => !existsSync(`/proc/${pid}/fd/0`);
  await until("all are gone", () => pids.every(isGone), { limitMs: 60_000 });
  writeFileSync(join(home.project, "a.txt"), "2\n");
  const line = /^@reboot (.*)$/m.exec(readFileSync(spool, "utf8"))?.[1] ?? "";
  const first = runAsCron(home, line);
  // Nothing but that starts a daemon: no command of unf is run before its socket answers.
  const answers = () => (statSync(socket, { throwIfNoEntry: false })?.ctimeMs ?? 0) > former;
  await until("it answers", () => answers() && isRecording(odd.UNF_HOME, pids[1] ?? 0), {
    limitMs: 60_000,
  });
  await unf("flush");
  assert.equal(await unf("cat", "a.txt"), "2\n");
  assert.equal(first.child.exitCode, null);
  assert.deepEqual(await runAsCron(home, line).ended, quiet, "a second one ends by itself");
  await unf("stop");
  assert.deepEqual(await first.ended, quiet);
  assert.deepEqual(await runAsCron(home, line).ended, quiet, "recording was stopped");
});

/** True when another daemon than the one of this pid holds the lock. */
function isRecording(unfHome: string, former: number): boolean {
  const { pid } = JSON.parse(readFileSync(join(unfHome, "run/daemon.lock.json"), "utf8")) as {
    readonly pid: number;
  };
  return pid !== former && existsSync(`/proc/${pid}`);
}

test("an entry of a unf or a Node that is gone ends quietly, and the next command repairs it", {
  ...onLinux,
}, async () => {
  await using home = tempHome();
  const { unf, tryUnf, spool } = openMachine(home, "crontab");
  await unf("service", "enable");
  const sound = readFileSync(spool, "utf8");
  const note = join(home.unfHome, "service.json");
  const [file] = wordsOf("unf");
  const named = file === process.execPath ? [file, "sentinel.cjs"] : [file];
  for (const program of named) {
    // As an upgrade leaves it that moved the program.
    for (const path of [spool, note])
      writeFileSync(path, readFileSync(path, "utf8").replaceAll(program, `${program}.gone`));
    const line = /^@reboot (.*)$/m.exec(readFileSync(spool, "utf8"))?.[1] ?? "";
    assert.deepEqual(await runAsCron(home, line).ended, quiet);
    const broken = await tryUnf(["service", "status", "--json"]);
    assert.deepEqual([broken.code, state(broken.stdout)], [1, "broken"]);
    assert.doesNotMatch((await tryUnf(["list"])).stderr, /warning/);
    assert.equal(readFileSync(spool, "utf8"), sound);
    assert.equal(state(await unf("service", "status", "--json")), "enabled");
  }
  // An entry that a person has taken out stays out.
  writeFileSync(spool, "# mine\n");
  writeFileSync(note, readFileSync(note, "utf8").replaceAll(named.at(-1) ?? "", "/gone"));
  await tryUnf(["list"]);
  assert.equal(readFileSync(spool, "utf8"), "# mine\n");
});

test("systemd finds no fault in the unit", onLinux, async (context) => {
  if (spawnSync("systemd-analyze", ["--version"]).status !== 0) {
    context.skip("there is no systemd-analyze");
    return;
  }
  await using home = tempHome();
  const odd = { UNF_HOME: join(home.home, 'it\'s 100% $HOME "of" \\unf') };
  const { tryUnf } = openMachine(home, "systemctl");
  assert.equal((await tryUnf(["service", "enable"], odd)).code, 0);
  const units = join(home.home, ".config/systemd/user");
  const unit = readdirSync(units).find((name) => name.endsWith(".service")) ?? "";
  const { status, stderr } = spawnSync(
    "systemd-analyze",
    ["--user", "--man=no", "verify", join(units, unit)],
    { env: { ...process.env, HOME: home.home, XDG_RUNTIME_DIR: home.root }, encoding: "utf8" },
  );
  assert.deepEqual([status, stderr], [0, ""]);
});
