import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

/** How a command ended, and all it printed. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly said: string;
}

/** A program of unf at work. */
export interface Running {
  readonly pid: number;
  readonly program: "sentinel" | "daemon";
  /** The control group, which names the service or session that it is of. */
  readonly group: string;
}

/** unf and its Node are on the path of those who type commands, and of nobody else. */
const path = "/opt/unf/bin:/usr/bin:/bin";

/** A user of this machine, who watches one project. */
export class Person {
  readonly name: string;
  readonly uid: number;
  readonly home: string;
  readonly project: string;

  constructor(name: string) {
    this.name = name;
    this.uid = Number(execFileSync("id", ["-u", name], { encoding: "utf8" }));
    this.home = `/home/${name}`;
    this.project = `${this.home}/project`;
  }

  /** Runs a program without a login: no session, and no systemd of the user is started for it. */
  run(program: string, ...args: readonly string[]): Ran {
    return collect(spawnSync(program, args, { ...this.#options(), encoding: "utf8" }));
  }

  unf(...args: readonly string[]): Ran {
    return this.run("unf", ...args);
  }

  /** Asks the systemd of the user, without logging in. */
  systemctl(...args: readonly string[]): Ran {
    const bus = `XDG_RUNTIME_DIR=/run/user/${this.uid}`;
    return this.run("env", bus, "systemctl", "--user", ...args);
  }

  /** Runs a line of shell as one who has logged in, in the project. */
  type(line: string): Ran {
    const script = `cd ${this.project} && PATH=${path} && ${line}`;
    const words = ["-l", this.name, "-c", script];
    return collect(spawnSync("runuser", words, { encoding: "utf8", input: "" }));
  }

  /** Logs in; the session lasts until the process is ended. */
  logIn(): ChildProcess {
    return spawn("runuser", ["-l", this.name, "-c", "exec sleep infinity"], { stdio: "ignore" });
  }

  /** Starts a program that goes on by itself. */
  start(program: string, ...args: readonly string[]): void {
    spawn(program, args, { ...this.#options(), stdio: "ignore" });
  }

  /** Saves a file of the project. */
  save(name: string, text: string): void {
    const file = join(this.project, name);
    mkdirSync(this.project, { recursive: true });
    chownSync(this.project, this.uid, this.uid);
    writeFileSync(file, text);
    chownSync(file, this.uid, this.uid);
  }

  /** Processes of unf that run for this user. */
  running(): Running[] {
    return readdirSync("/proc").flatMap((name) => {
      try {
        if (!/^\d+$/.test(name) || lstatSync(`/proc/${name}`).uid !== this.uid) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
        const program = /\/(sentinel|daemon)\.cjs\0/.exec(command)?.[1];
        if (program !== "sentinel" && program !== "daemon") return [];
        const group = readFileSync(`/proc/${name}/cgroup`, "utf8").trim();
        return [{ pid: Number(name), program, group }];
      } catch {
        return []; // It has ended.
      }
    });
  }

  /** When everything of this user's was last said to be recorded; 0 before the first time. */
  recordsUntil(): number {
    const heartbeat = `${this.home}/.unfudged/run/heartbeat`;
    return statSync(heartbeat, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  /** All below the home but unf's own, the project and caches: names, modes, contents. */
  settings(): string[] {
    return listTree(this.home, new Set([".unfudged", "project", ".cache"]));
  }

  #options() {
    const { name, uid, home, project } = this;
    const env = { HOME: home, USER: name, LOGNAME: name, SHELL: "/bin/bash", PATH: path };
    return { uid, gid: uid, cwd: project, env, input: "" };
  }
}

function listTree(directory: string, leftOut: ReadonlySet<string>): string[] {
  return readdirSync(directory).flatMap((name) => {
    if (leftOut.has(name)) return [];
    const path = join(directory, name);
    const stat = lstatSync(path);
    const line = `${path} ${stat.mode.toString(8)}`;
    if (stat.isDirectory()) return [line, ...listTree(path, new Set())];
    return [`${line} ${stat.isFile() ? readFileSync(path, "base64") : readlinkSync(path)}`];
  });
}

function collect(ended: {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}): Ran {
  const { status, stdout, stderr } = ended;
  return { code: status, stdout, said: `${status}: ${stdout}${stderr}` };
}
