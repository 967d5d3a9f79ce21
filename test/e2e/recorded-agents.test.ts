import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { isLongForm } from "../kit/index.ts";
import { writeWhole } from "./agent-voice.ts";
import { awaitTurns, sayTurns } from "./claude.ts";
import { runHook } from "./hook-run.ts";
import { type Story, tellStory } from "./story.ts";

// Events that the published programs told their hooks (`npm run test:agents`), told again in that order, with
// the writes that they told of. A command runs from the start of its call to the end of it, as theirs did.

interface Recorded {
  readonly after: number;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly event: {
    readonly what: {
      readonly kind: string;
      readonly use?: { readonly reach: { readonly kind: string; readonly command?: string } };
    };
  } | null;
}

/** The delays are those of a machine that was busy. */
const afterMsMax = 100;
const sources = new URL("../../packages/agents/src/", import.meta.url);

const isLong = isLongForm("UNF_AGENTS");

for (const agent of isLong ? agentsWith("delegated") : ["claude-code"])
  test(`${agent}: what it and its sub-agent wrote is one turn, which oops takes back`, async () => {
    await using story = await tellStory((at) => mkdirSync(at("work")));
    await replay(story, agent, "delegated");
    const [turn, ...more] = await awaitTurns(story, 1);
    assert.deepEqual(more, []);
    const paths = turn?.files.map(({ path }) => path).sort();
    assert.deepEqual(paths, ["work/child.txt", "work/parent.txt", "work/shell.txt"]);
    await story.unf("oops", "--yes");
    const left = paths?.filter((path) => existsSync(story.at(path)));
    assert.deepEqual(left, []);
  });

const typed: Readonly<Record<string, readonly string[]>> = {
  // It answers what is typed within the turn that goes on, and says so by the prompt's id.
  "claude-code": ["t-1 play:typed-one: work/begun work/late.txt work/second.txt"],
  pi: ["t-1 play:typed-one: work/begun work/late.txt", "t-2 play:typed-two: work/second.txt"],
};

for (const [agent, turns] of Object.entries(typed))
  test(`${agent}: what was asked while a command ran is of the turn that the agent says`, async () => {
    await using story = await tellStory((at) => {
      writeWhole(
        at("wait.sh"),
        "echo > work/begun\nuntil [ -e ../ending ]; do sleep 0.05; done\necho late > work/late.txt\nsleep 0.3\n",
      );
      mkdirSync(at("work"));
    });
    await replay(story, agent, "typed");
    assert.deepEqual(sayTurns(await awaitTurns(story, turns.length)), turns);
  });

async function replay(story: Story, agent: string, scene: string): Promise<void> {
  const commands = new Map<string, Promise<unknown>>();
  const lines = readFileSync(new URL(`${agent}/recorded/${scene}.jsonl`, sources), "utf8")
    .trimEnd()
    .replaceAll("/home/ann/shop", story.home.project)
    .replaceAll("/home/ann", story.home.home)
    .split("\n");
  for (const line of lines) {
    const { after, payload, event } = JSON.parse(line) as Recorded;
    await pause(Math.min(after, afterMsMax));
    const command = event === null ? undefined : commandOf(payload, event);
    if (event?.what.kind === "tool_end") {
      if (command === undefined) write(story, payload);
      else await end(story, commands.get(command) ?? run(story, command));
    }
    const args = ["hook", "run", agent];
    const { code, stdout, stderr } = await runHook(story.home, payload, { args });
    assert.deepEqual([code, stdout, stderr], [0, "", ""]);
    if (event?.what.kind === "tool_start" && command !== undefined)
      commands.set(command, run(story, command));
  }
  await story.flush();
}

function run({ home }: Story, command: string): Promise<unknown> {
  return promisify(execFile)("sh", ["-c", command], { cwd: home.project });
}

async function end({ home }: Story, command: Promise<unknown>): Promise<void> {
  writeFileSync(join(home.project, "../ending"), "");
  await command;
}

function commandOf(
  payload: Recorded["payload"],
  { what }: NonNullable<Recorded["event"]>,
): string | undefined {
  if (what.use === undefined || what.use.reach.kind === "nothing") return undefined;
  return /"(?:command|cmd)":"([^"]+)"/.exec(inputOf(payload))?.[1];
}

/** Does what the use of a tool that names its file has done when its end is told. */
function write({ home }: Story, payload: Recorded["payload"]): void {
  const input = inputOf(payload);
  const [, path] = /"(?:file_?[pP]ath|path)":"([^"]+)"/.exec(input) ?? [];
  const [, text] = /"(?:content|file_text)":"([^"]*)"/.exec(input) ?? [];
  if (path === undefined || text === undefined) return;
  const file = path.startsWith("/") ? path : `${home.project}/${path}`;
  writeFileSync(file, text.replaceAll("\\n", "\n"));
}

function inputOf(payload: Recorded["payload"]): string {
  return JSON.stringify(payload.tool_input ?? payload.toolArgs ?? {});
}

function agentsWith(scene: string): readonly string[] {
  return readdirSync(sources).filter((agent) =>
    existsSync(new URL(`${agent}/recorded/${scene}.jsonl`, sources)),
  );
}
