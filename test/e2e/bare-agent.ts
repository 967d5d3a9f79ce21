import { spawn } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { testEnvironment } from "../kit/index.ts";
import { asChildAgent } from "./child-agent.ts";
import type { Story } from "./story.ts";

/** An agent without hooks: a program that is called like the real one, works in the project and tells nobody. */
export interface BareAgent extends AsyncDisposable {
  readonly pid: number;
  /** Its own tool writes, as Claude Code's does: beside the file, and moves it into place. */
  readonly write: (file: string, text: string) => Promise<void>;
  /** A shell of it runs this to its end. */
  readonly run: (command: string) => Promise<void>;
  /** The same, which goes on meanwhile. */
  readonly leave: (command: string) => Promise<void>;
  /** As `kill -9` does. */
  readonly kill: () => Promise<void>;
}

/** Answers each message when it has done what that says; in between it paints a spinner, as agents do: at work by `busyTicks` of `hooklessLimits`. */
const source = `
const { spawn } = require("node:child_process");
const { once } = require("node:events");
const fs = require("node:fs");
const acts = {
  write(file, text) {
    fs.writeFileSync(file + ".tmp", text);
    fs.renameSync(file + ".tmp", file);
  },
  async run(command) {
    await once(spawn("sh", ["-c", command], { stdio: "ignore" }), "close");
  },
  async leave(command) {
    await once(spawn("sh", ["-c", command], { stdio: "ignore" }), "spawn");
  },
};
const [log] = process.argv.slice(1);
if (log) setInterval(() => fs.appendFileSync(log, "x".repeat(20_000)), 50);
setInterval(() => {
  const until = process.cpuUsage().user + 10_000;
  while (process.cpuUsage().user < until);
}, 200);
process.on("message", async ([act, ...args]) => {
  await acts[act](...args);
  process.send("done");
});
process.on("disconnect", () => process.exit());
`;

export interface BareOptions {
  /** The name of its program. */
  readonly program?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The last words of its command line. */
  readonly last?: readonly string[];
  /** The name of the program that starts it, as an editor does in a terminal of its own. */
  readonly below?: string;
  /** It writes a log elsewhere all the time, so that by its bytes it can have written anything. */
  readonly isNoisy?: boolean;
}

export async function startBareAgent(
  { home }: Story,
  { program = "claude", env = {}, last = [], below, isNoisy = false }: BareOptions = {},
): Promise<BareAgent> {
  const bin = join(home.root, "bin");
  mkdirSync(bin, { recursive: true });
  const linkTo = (file: string, name: string): string => {
    const path = join(bin, name);
    if (!existsSync(path)) symlinkSync(file, path);
    return path;
  };
  const log = isNoisy ? join(home.root, "log") : "";
  const own = [linkTo(process.execPath, program), "-e", source, log, ...last];
  // It waits for what it has started, and the channel is inherited.
  const [path = "", ...args] =
    below === undefined ? own : [linkTo("/bin/sh", below), "-c", '"$0" "$@"; exit', ...own];
  const child = spawn(path, args, {
    cwd: home.project,
    env: testEnvironment(home, env),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const { pid, act, kill } = await asChildAgent(child);
  return {
    pid,
    write: (file, text) => act("write", file, text),
    run: (command) => act("run", command),
    leave: (command) => act("leave", command),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
