import { spawn } from "node:child_process";
import process from "node:process";
import { testEnvironment, wordsOf } from "../kit/index.ts";
import { asChildAgent } from "./child-agent.ts";
import type { Story } from "./story.ts";

/** An agent in a process of its own, which calls the hooks of Claude Code and runs commands below it. */
export interface AgentProgram extends AsyncDisposable {
  readonly pid: number;
  /** Calls a hook and waits for it. */
  readonly tell: (event: string, more?: object) => Promise<void>;
  /** Starts a command in its shell, and leaves it running. */
  readonly start: (command: string) => Promise<void>;
  /** Paints on its terminal from now on that it is at work. */
  readonly spin: () => Promise<void>;
  /** Ends the command as Esc does: no hook tells of it. */
  readonly interrupt: () => Promise<void>;
  /** As `kill -9` does. */
  readonly kill: () => Promise<void>;
}

const hook = wordsOf("hook");

/** Answers each line that it reads with one, when it has done what that says. */
const source = `
const { spawn } = require("node:child_process");
const { once } = require("node:events");
let shell;
const acts = {
  async tell(payload) {
    const child = spawn(process.argv[1], [...process.argv.slice(2), "claude-code"], { stdio: ["pipe", "ignore", "ignore"] });
    child.stdin.end(JSON.stringify(payload));
    await once(child, "close");
  },
  async start(command) {
    shell = spawn("sh", ["-c", command], { stdio: "ignore", detached: true });
    await once(shell, "spawn");
  },
  async spin() {
    setInterval(() => process.stdout.write("\\r| thinking of the next step"), 80);
  },
  async interrupt() {
    const closed = once(shell, "close");
    process.kill(-shell.pid, "SIGKILL");
    await closed;
  },
};
process.on("message", async ([act, ...args]) => {
  await acts[act](...args);
  process.send("done");
});
process.on("disconnect", () => process.exit());
`;

export async function startAgentProgram(story: Story, session = "one"): Promise<AgentProgram> {
  const child = spawn(process.execPath, ["-e", source, ...hook], {
    cwd: story.home.project,
    env: testEnvironment(story.home),
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const { pid, act, kill } = await asChildAgent(child);
  const base = { session_id: session, cwd: story.home.project };
  return {
    pid,
    tell: (event, more = {}) => act("tell", { ...base, hook_event_name: event, ...more }),
    start: (command) => act("start", command),
    spin: () => act("spin"),
    interrupt: () => act("interrupt"),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
