import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { type Story, tellStory } from "../e2e/story.ts";
import { type TempHome, tempHome, until } from "../kit/index.ts";
import type { Agent, Place, Use } from "./agent/agent.ts";
import type { ScriptedStep } from "./model/script.ts";
import { type Network, openNetwork } from "./network.ts";
import { Tap } from "./tap.ts";

/** An agent and the file that starts it. */
export interface Installed {
  readonly agent: Agent;
  readonly program: string;
}

/** One step of a script before it is put into an agent's own words: what it uses at once, or its last words. */
export type Step = readonly Use[] | { readonly say: string };

/** An empty home with a watched project, unf's daemon, the hooks of some agents, and the model. */
export interface Stage extends AsyncDisposable {
  readonly story: Story;
  readonly network: Network;
  readonly place: Place;
  readonly tap: Tap;
  /** The agent's settings before the hooks, by file. */
  readonly before: ReadonlyMap<string, string | undefined>;
  /** The words and variables that start the agent, in its network. */
  readonly start: (one: Installed, words: readonly string[]) => Started;
  /** Sets each agent's answers to each prompt. */
  readonly script: (scripts: readonly ScriptOf[]) => void;
}

export interface ScriptOf {
  readonly agent: Agent;
  readonly name: string;
  readonly steps: readonly Step[];
}

export interface Started {
  readonly words: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export async function setStage(
  agents: readonly Installed[],
  prepare?: (at: (path: string) => string) => void,
): Promise<Stage> {
  const home = tempHome();
  const network = await openNetwork(home.root);
  home.onDispose(async () => {
    await network[Symbol.asyncDispose]();
    keepLogs(agents, home);
  });
  const place: Place = {
    home: home.home,
    project: home.project,
    url: network.url,
  };
  for (const { agent } of agents) agent.prepare(place);
  const files = agents.flatMap(({ agent }) => agent.settings.map((name) => join(home.home, name)));
  const before = new Map(files.map((file) => [file, readIfThere(file)]));
  const story = await tellStory(prepare, { home });
  const tap = new Tap(home);
  for (const { agent } of agents) await installHooks(story, tap, agent, place);
  const env = environment(home);
  return {
    ...{ story, network, place, tap, before },
    start: ({ agent, program }, words) => ({
      words: [...network.into, ...(agent.isScript ? [process.execPath] : []), program, ...words],
      env: { ...env, ...agent.env(place) },
    }),
    script: (scripts) => {
      const steps = scripts.map((one) => [one.name, one.steps.map((step) => render(one, step))]);
      network.play(Object.fromEntries(steps));
    },
    [Symbol.asyncDispose]: () => story[Symbol.asyncDispose](),
  };

  function render({ agent }: ScriptOf, step: Step): ScriptedStep {
    if ("say" in step) return step;
    const calls = step.map((use) => agent.call(use, place));
    return { calls: calls.filter((call) => call !== undefined) };
  }
}

async function installHooks(story: Story, tap: Tap, agent: Agent, place: Place): Promise<void> {
  await story.unf("hook", "install", agent.name, "--yes");
  for (const name of agent.settings) {
    const file = join(place.home, name);
    // The server of unf is no hook, although it says who put it there.
    const text = readIfThere(file)?.replaceAll("unf hook install", "") ?? "";
    if (text.includes("hook")) tap.put(file);
  }
  agent.trustHooks?.(place);
}

/** Copies what was told and asked, and what the daemon made of it, where `UNF_AGENTS_KEEP` says so. */
function keepLogs(agents: readonly Installed[], { root, home, unfHome }: TempHome): void {
  const { UNF_AGENTS_KEEP: keep } = process.env;
  if (keep === undefined) return;
  const to = join(keep, `${agents.map(({ agent }) => agent.name).join("-")}-${Date.now()}`);
  mkdirSync(to, { recursive: true });
  for (const name of ["tap/calls.jsonl", "model.jsonl", "script.json"])
    if (existsSync(join(root, name))) cpSync(join(root, name), join(to, basename(name)));
  cpSync(join(unfHome, "projects"), join(to, "projects"), { recursive: true });
  for (const name of [".claude/projects", ".codex/sessions", ".pi/agent/sessions"])
    if (existsSync(join(home, name))) cpSync(join(home, name), join(to, name), { recursive: true });
}

/** The variables that a person's shell would hand on, in an empty home. */
function environment({ home, root }: TempHome): Record<string, string> {
  const temporary = join(root, "tmp");
  mkdirSync(temporary, { recursive: true });
  const node = dirname(realpathSync(process.execPath));
  return {
    HOME: home,
    PATH: `${node}:/usr/local/bin:/usr/bin:/bin`,
    SHELL: "/bin/bash",
    LANG: "C.UTF-8",
    TERM: "xterm-256color",
    TMPDIR: temporary,
    USER: "ann",
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local/share"),
    XDG_STATE_HOME: join(home, ".local/state"),
    XDG_CACHE_HOME: join(home, ".cache"),
  };
}

export function readIfThere(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** Waits until the daemon has nothing left to hear or to record. */
export async function settle({ story }: Stage): Promise<void> {
  const spool = join(story.home.unfHome, "spool");
  const isEmpty = () => !existsSync(spool) || readdirSync(spool).length === 0;
  await until("every event was heard", isEmpty);
  await story.flush();
}
