import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { until } from "../kit/index.ts";
import { runHook } from "./hook-run.ts";
import type { Story } from "./story.ts";

/** One session of Claude Code, as its hooks tell of it while it works. */
export interface Claude {
  readonly tell: (event: string, more?: object, env?: Record<string, string>) => Promise<void>;
  readonly prompt: (text: string) => Promise<void>;
  /** Uses its own tool on a file: `act` is what the tool does. */
  readonly edit: (path: string, act: () => void) => Promise<void>;
  /** Has its shell run a command, and runs it. */
  readonly bash: (command: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface TurnJson {
  readonly id: string;
  readonly session: string;
  readonly label: string | null;
  readonly ended_by: string | null;
  readonly files: readonly { readonly path: string; readonly kind: string }[];
}

export function startClaude(story: Pick<Story, "home" | "at">, session = "one"): Claude {
  let calls = 0;
  const tell: Claude["tell"] = async (event, more = {}, env = {}) => {
    const base = { session_id: session, cwd: story.home.project, hook_event_name: event };
    const { code, stdout, stderr } = await runHook(story.home, { ...base, ...more }, { env });
    assert.deepEqual([code, stdout, stderr], [0, "", ""]);
  };
  const use = async (name: string, input: object, act: () => void) => {
    calls += 1;
    const tool = { tool_name: name, tool_use_id: `${session}-${calls}`, tool_input: input };
    await tell("PreToolUse", tool);
    act();
    await tell("PostToolUse", tool);
  };
  return {
    tell,
    prompt: (prompt) => tell("UserPromptSubmit", { prompt }),
    edit: (path, act) => use("Edit", { file_path: story.at(path) }, act),
    bash: (command) =>
      use("Bash", { command }, () => {
        execFileSync("sh", ["-c", command], { cwd: story.home.project, stdio: "pipe" });
      }),
    stop: () => tell("Stop"),
  };
}

/** The turns, oldest first, once so many have ended. */
export function awaitTurns(story: Pick<Story, "unf">, count: number): Promise<readonly TurnJson[]> {
  return until(`${count} turns have ended`, async () => {
    const turns = await readTurns(story);
    return turns.filter(({ ended_by }) => ended_by !== null).length >= count ? turns : undefined;
  });
}

async function readTurns(story: Pick<Story, "unf">): Promise<readonly TurnJson[]> {
  const { stdout } = await story.unf("turns", "--json");
  return (JSON.parse(stdout) as { turns: TurnJson[] }).turns.toReversed();
}

/** `t-1 first: a.txt`, for each turn. */
export function sayTurns(turns: readonly TurnJson[]): string[] {
  return turns.map(({ id, label, files }) => {
    const paths = files.map(({ path }) => path).sort();
    return `${id} ${label}: ${paths.join(" ")}`;
  });
}

/** Of each line its text and who wrote it: a turn, or the type of the author. */
export async function blame(story: Story, path: string): Promise<string[]> {
  const { stdout } = await story.unf("blame", path, "--json");
  const { lines } = JSON.parse(stdout) as {
    lines: { text: string; author: { type: string }; turn: string | null }[];
  };
  return lines.map(({ text, author, turn }) => `${text} ${turn ?? author.type}`);
}
