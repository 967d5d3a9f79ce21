import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type TempHome, until } from "../kit/index.ts";
import { giveAway } from "./ordinary-user.ts";

/** A systemd of a user who owns the home. */
export interface UserSystemd {
  /** Words before a program's own that have it run as that user does. */
  readonly via: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly systemctl: (...words: readonly string[]) => { status: number | null; stdout: string };
  /** Ends it as the last logout does, and starts another as a login; `undefined` for a person's own. */
  readonly again: (() => Promise<void>) | undefined;
}

/** The systemd that runs for whoever runs the tests, else one for this home alone; a text: why there is none. */
export async function openUserSystemd(home: TempHome): Promise<UserSystemd | string> {
  const runtime = process.env.XDG_RUNTIME_DIR ?? `/run/user/${process.getuid?.()}`;
  const own = of([], { XDG_RUNTIME_DIR: runtime });
  if (own.systemctl("show-environment").status === 0) return own;
  const why = whyNone();
  return why ?? (await openOwn(home));
}

const programs = ["/usr/lib/systemd/systemd", "/lib/systemd/systemd"];

/** Nobody, by custom. */
const user = 65_534;

/** Where this kernel keeps who belongs to what: one tree, or two while the older one is in use. */
function controlTrees(): string[] {
  const both = ["systemd", "unified"].map((name) => `/sys/fs/cgroup/${name}`).filter(existsSync);
  return both.length > 0
    ? both
    : ["/sys/fs/cgroup"].filter((at) => existsSync(`${at}/cgroup.procs`));
}

function whyNone(): string | undefined {
  if (process.platform !== "linux" || !programs.some(existsSync)) return "there is no systemd";
  if (process.getuid?.() !== 0) return "no systemd of this user runs, and only root can start one";
  const tools = ["setpriv", "unshare", "nsenter", "systemctl"];
  const missing = tools.filter((tool) => spawnSync(tool, ["--version"]).status !== 0);
  if (missing.length > 0) return `there is no ${missing.join(", no ")}`;
  if (spawnSync("unshare", ["-m", "true"]).status !== 0) return "unshare -m is not allowed here";
  const probe = `unf-probe-${process.pid}`;
  const isClosed = controlTrees().some(
    (tree) =>
      spawnSync("sh", ["-c", `mkdir ${tree}/${probe} && rmdir ${tree}/${probe}`]).status !== 0,
  );
  return isClosed || controlTrees().length === 0 ? "control groups cannot be made here" : undefined;
}

/**
 * Starts one that nobody else sees: in mounts of its own, as it asks for a system that was started by
 * systemd, and in a control group of its own, which goes with it.
 */
async function openOwn(home: TempHome): Promise<UserSystemd> {
  const runtime = join(home.root, "runtime");
  mkdirSync(runtime, { mode: 0o700 });
  chmodSync(home.root, 0o755);
  giveAway(home.root);
  const groups = controlTrees().map((tree) => `${tree}/unf-${process.pid}`);
  const env = { XDG_RUNTIME_DIR: runtime, HOME: home.home };
  const as = ["setpriv", `--reuid=${user}`, `--regid=${user}`, "--clear-groups"];
  let running: ChildProcess | undefined;
  // Entering leads to the root directory.
  const back = ["sh", "-c", 'cd "$0" && exec "$@"', home.project];
  const via = () => ["nsenter", "-t", `${running?.pid}`, "-m", ...as, ...back];
  const start = async () => {
    for (const group of groups) mkdirSync(group, { recursive: true });
    const script = [
      "mount -t tmpfs tmpfs /run",
      "mkdir -p /run/systemd/system",
      ...groups.flatMap((at) => [`chown -R ${user}:${user} ${at}`, `echo $$ >${at}/cgroup.procs`]),
      `exec ${as.join(" ")} ${programs.find(existsSync)} --user`,
    ].join(" && ");
    running = spawn("unshare", ["-m", "sh", "-c", script], {
      env: { ...env, PATH: process.env.PATH, SYSTEMD_LOG_TARGET: "console" },
      stdio: "ignore",
    });
    await until(
      "the user's systemd answers",
      () => of(via(), env).systemctl("show-environment").status === 0,
    );
  };
  const end = async () => {
    of(via(), env).systemctl("exit");
    await until(
      "the user's systemd has ended",
      () => running?.exitCode !== null || running.signalCode !== null,
    );
    await until("its control groups are empty", () => groups.every(removeGroup));
  };
  await start();
  home.onDispose(end);
  return {
    get via() {
      return via();
    },
    env,
    systemctl: (...words) => of(via(), env).systemctl(...words),
    again: async () => {
      await end();
      await start();
    },
  };
}

function of(via: readonly string[], env: Readonly<Record<string, string>>): UserSystemd {
  const systemctl = (...words: readonly string[]) => {
    const [program = "", ...rest] = [...via, "systemctl", "--user", "--no-pager", ...words];
    const { status, stdout } = spawnSync(program, rest, {
      env: { PATH: process.env.PATH, ...env },
      encoding: "utf8",
    });
    return { status, stdout: stdout ?? "" };
  };
  return { via, env, systemctl, again: undefined };
}

/** False while a process is left in it. */
function removeGroup(group: string): boolean {
  if (!existsSync(group)) return true;
  const inner = readdirSync(group, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  if (!inner.every(({ name }) => removeGroup(join(group, name)))) return false;
  try {
    rmdirSync(group);
    return true;
  } catch (thrown) {
    assert.equal((thrown as NodeJS.ErrnoException).code, "EBUSY");
    return false;
  }
}
