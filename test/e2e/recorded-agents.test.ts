import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { isLongForm } from "../kit/index.ts";
import { writeWhole } from "./agent-voice.ts";
import { awaitTurns, sayTurns } from "./claude.ts";
import { runHook } from "./hook-run.ts";
import { type Story, tellStory } from "./story.ts";

// Events that the published programs told their hooks (`npm run test:agents`), told again in that order, with
// the writes that they told of.

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
        "echo > work/begun\nsleep 0.3\necho late > work/late.txt\nsleep 0.3\n",
      );
      mkdirSync(at("work"));
    });
    await replay(story, agent, "typed");
    assert.deepEqual(sayTurns(await awaitTurns(story, turns.length)), turns);
  });

async function replay(story: Story, agent: string, scene: string): Promise<void> {
  const lines = readFileSync(new URL(`${agent}/recorded/${scene}.jsonl`, sources), "utf8")
    .trimEnd()
    .replaceAll("/home/ann/shop", story.home.project)
    .replaceAll("/home/ann", story.home.home)
    .split("\n");
  for (const line of lines) {
    const { after, payload, event } = JSON.parse(line) as Recorded;
    await pause(Math.min(after, afterMsMax));
    if (event?.what.kind === "tool_end") write(story, payload, event);
    const args = ["hook", "run", agent];
    const { code, stdout, stderr } = await runHook(story.home, payload, { args });
    assert.deepEqual([code, stdout, stderr], [0, "", ""]);
  }
  await story.flush();
}

/** Does what the use of a tool has done when its end is told. */
function write({ home }: Story, payload: Recorded["payload"], event: Recorded["event"]): void {
  const reach = event?.what.use?.reach;
  const input = JSON.stringify(payload.tool_input ?? payload.toolArgs ?? {});
  const [, path] = /"(?:file_?[pP]ath|path)":"([^"]+)"/.exec(input) ?? [];
  const [, text] = /"(?:content|file_text)":"([^"]*)"/.exec(input) ?? [];
  const [, command] = /"(?:command|cmd)":"([^"]+)"/.exec(input) ?? [];
  const run = reach?.kind === "nothing" ? undefined : command;
  if (run !== undefined) execFileSync("sh", ["-c", run], { cwd: home.project, stdio: "pipe" });
  else if (path !== undefined && text !== undefined) {
    const file = path.startsWith("/") ? path : `${home.project}/${path}`;
    writeFileSync(file, text.replaceAll("\\n", "\n"));
  }
}

function agentsWith(scene: string): readonly string[] {
  return readdirSync(sources).filter((agent) =>
    existsSync(new URL(`${agent}/recorded/${scene}.jsonl`, sources)),
  );
}
