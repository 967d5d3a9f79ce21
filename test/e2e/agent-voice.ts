import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { type TempHome, testEnvironment, wordsOf } from "../kit/index.ts";
import type { Habits, Moment } from "./agent-habits.ts";

/** Says what happens as the agent would: through what `unf hook install` has put into its settings. */
export interface Voice {
  readonly tell: (moment: Moment) => Promise<void>;
  /** Runs a script of the project as the agent's shell: a child of whoever calls the hooks. */
  readonly run: (script: string) => Promise<void>;
}

type Payload = Readonly<Record<string, unknown>>;

/** A directory with a command `unf` that is only the hook, for a search path. */
export function installUnf(home: TempHome): string {
  const bin = join(home.root, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(
    join(bin, "unf"),
    `#!/bin/sh\nexec ${wordsOf("hook")
      .map((word) => `"${word}"`)
      .join(" ")} "$@"\n`,
    {
      mode: 0o755,
    },
  );
  return bin;
}

/** Speaks by the shell commands that stand in the settings, one for each event. */
export function openHookVoice(habits: Habits, home: TempHome): Voice {
  const env = environment(home);
  const file = join(home.home, habits.hooks ?? habits.settings[0]);
  return {
    tell: async (moment) => {
      const told = habits.tells[moment];
      if (told === undefined) return;
      const { command, more } = readHook(file, told[0]);
      const child = spawn("sh", ["-c", command], {
        cwd: home.project,
        env: { ...env, ...more },
        stdio: ["pipe", "pipe", "pipe"],
      });
      let said = "";
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (bytes: Buffer) => (said += bytes.toString()));
      child.stdin.end(JSON.stringify(readPayload(habits, moment, home)));
      const [code] = await once(child, "close");
      assert.deepEqual([code, said], [0, ""], `${habits.agent} at ${moment}`);
    },
    run: async (script) => void execFileSync("sh", [script], { cwd: home.project }),
  };
}

/** Speaks by the installed plugin, in a process that calls it as its host does. */
export function openPluginVoice(habits: Habits, home: TempHome): Voice {
  const plugin = join(home.home, habits.hooks ?? "");
  const driver = join(home.root, `${habits.agent}.mjs`);
  // A copy, so that Node takes it for a module wherever it lies.
  const copy = join(home.root, habits.agent === "pi" ? "plugin.ts" : "plugin.mjs");
  writeFileSync(driver, hosts[habits.agent] ?? "");
  let host: Host | undefined;
  home.onDispose(() => void host?.child.kill());
  const ask = async (request: object): Promise<void> => {
    if (host === undefined) {
      writeFileSync(copy, readFileSync(plugin));
      host = startHost(driver, home);
    }
    const line = JSON.stringify(request);
    host.child.stdin.write(`${line}\n`);
    const { value } = await host.answers.next();
    assert.equal(value, "done", `${habits.agent}: ${line}`);
  };
  return {
    tell: async (moment) => {
      const told = habits.tells[moment];
      if (told === undefined) return;
      await ask({ event: told[0], payload: readPayload(habits, moment, home) });
    },
    run: (script) => ask({ script }),
  };
}

type Host = ReturnType<typeof startHost>;

function startHost(driver: string, home: TempHome) {
  const child = spawn(process.execPath, ["--no-warnings", driver], {
    cwd: home.project,
    env: environment(home),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  return { child, answers };
}

const listen = `
import { execFileSync } from "node:child_process";
import { createInterface } from "node:readline";
for await (const line of createInterface(process.stdin)) {
  const { event, payload, script } = JSON.parse(line);
  if (script === undefined) await fire(event, payload);
  else execFileSync("sh", [script]);
  console.log("done");
}`;

/** How the hosts of plugins call them, as far as a session here goes. */
const hosts: Readonly<Record<string, string>> = {
  opencode: `
import { UnfPlugin } from "./plugin.mjs";
const plugin = await UnfPlugin({ directory: process.cwd() });
async function fire(type, { session_id: sessionID, prompt, tool_name, tool_use_id, tool_input }) {
  const call = { tool: tool_name, sessionID, callID: tool_use_id };
  if (type === "chat.message") await plugin[type]({ sessionID }, { parts: [{ type: "text", text: prompt }] });
  else if (type === "tool.execute.before") await plugin[type](call, { args: tool_input });
  else if (type === "tool.execute.after") await plugin[type]({ ...call, args: tool_input }, {});
  else await plugin.event({ event: { type, properties: { info: { id: sessionID }, sessionID } } });
}${listen}`,
  pi: `
import extension from "./plugin.ts";
const handlers = [];
const entries = [];
extension({
  on: (name, handler) => handlers.push([name, handler]),
  appendEntry: (customType, data) => entries.push({ id: "c" + entries.length, customType, data }),
});
const managers = new Map();
function managerOf(session) {
  const manager = managers.get(session) ?? {
    getSessionId: () => session, getHeader: () => ({}), getSessionFile: () => undefined,
    getEntries: () => entries, getEntry: () => undefined, getLeafId: () => null, getLabel: () => undefined,
  };
  managers.set(session, manager);
  return manager;
}
async function fire(name, { session_id, prompt, tool_name, tool_use_id, tool_input }) {
  const ctx = { cwd: process.cwd(), sessionManager: managerOf(session_id), hasUI: false };
  const use = { toolName: tool_name, toolCallId: tool_use_id, input: tool_input };
  for (const [of, handler] of handlers) if (of === name) await handler({ prompt, ...use }, ctx);
}${listen}`,
};

function environment(home: TempHome): Record<string, string> {
  const env = testEnvironment(home);
  return { ...env, PATH: `${join(home.root, "bin")}:${env.PATH}` };
}

/** A recorded payload, with the project's paths and the story's command. */
function readPayload(habits: Habits, moment: Moment, home: TempHome): Payload {
  const [, fixture, instead = {}] = habits.tells[moment] ?? [];
  const folder = `../../packages/agents/src/${habits.agent}/fixture/${fixture}.json`;
  const text = readFileSync(new URL(folder, import.meta.url), "utf8");
  const here = text
    .replaceAll("/home/ann/shop", home.project)
    .replaceAll("/home/ann", home.home)
    .replaceAll(JSON.stringify(habits.runs), JSON.stringify("sh tidy.sh"));
  return { ...(JSON.parse(here) as { payload: Payload }).payload, ...instead };
}

interface InstalledHook {
  readonly command: string;
  readonly more: Readonly<Record<string, string>>;
}

/** The command that the settings run at an event: the entry that names unf, in whatever shape the agent has. */
function readHook(file: string, event: string): InstalledHook {
  assert.ok(existsSync(file), `${file} was not made`);
  const text = readFileSync(file, "utf8").replace(/^\ufeff/, "");
  // The only comments are on lines of their own.
  const settings = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, ""));
  const found = findOurs(settings.hooks?.[event]);
  assert.ok(found !== undefined, `nothing is run at ${event}: ${text}`);
  return found;
}

function findOurs(value: unknown): InstalledHook | undefined {
  if (Array.isArray(value)) return value.map(findOurs).find((found) => found !== undefined);
  if (typeof value !== "object" || value === null) return undefined;
  const { command, bash, env, hooks } = value as Record<string, unknown>;
  const text = [bash, command].find((one) => typeof one === "string" && one.includes("hook run"));
  if (typeof text === "string")
    return { command: text, more: (env ?? {}) as InstalledHook["more"] };
  return findOurs(hooks);
}

/** Writes a file of a home or project, with the directories above it. */
export function writeWhole(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
