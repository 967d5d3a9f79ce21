import assert from "node:assert/strict";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "node:test";
import { until } from "../kit/index.ts";
import { type AgentProgram, startAgentProgram } from "./agent-program.ts";
import type { TurnJson } from "./claude.ts";
import { type Story, tellStory } from "./story.ts";

const onLinux = { skip: process.platform === "linux" ? false : "needs /proc" };

interface Authored {
  readonly author: { readonly confidence: string; readonly name: string | null };
}

async function authorOf(story: Story, file: string): Promise<string | undefined> {
  const [entry] = (await story.log(file)) as readonly unknown[] as readonly Authored[];
  return entry === undefined ? undefined : `${entry.author.confidence} ${entry.author.name}`;
}

/**
 * Starts a command that writes files and goes on, and waits until one of them is known to be the
 * agent's: at its first its process need not have been seen at work. Gives that file.
 */
async function runCommand(story: Story, agent: AgentProgram, call: string): Promise<string> {
  const enough = join(story.home.root, `enough-of-${call}`);
  // Nobody can tell beforehand what a script writes.
  const script = `n=0
    until [ -e "$2" ]; do n=$((n + 1)); echo $n > $1-$n; sleep 1; done
    exec sleep 600
  `;
  writeFileSync(story.at("work.sh"), script);
  await story.flush();
  const command = `sh work.sh of-${call} ${enough}`;
  await agent.tell("PreToolUse", {
    tool_name: "Bash",
    tool_use_id: call,
    tool_input: { command },
  });
  await agent.start(command);
  const file = await until("a file of the command is the agent's", async () => {
    await story.flush();
    const files = readdirSync(story.home.project).filter((name) => name.startsWith(`of-${call}-`));
    for (const name of files)
      if ((await authorOf(story, name)) === "window claude-code") return name;
    return undefined;
  });
  writeFileSync(enough, "");
  return file;
}

/** Saves as a person until one save is known not to be the agent's; gives its file. */
function saveUntilOwn(story: Story, name: string): Promise<string> {
  let saves = 0;
  return until("what a person saves is not the agent's", async () => {
    saves += 1;
    const file = `${name}-${saves}.txt`;
    writeFileSync(story.at(file), `${saves}\n`);
    await story.flush();
    return await until(`${file} is judged`, async () => {
      const author = await authorOf(story, file);
      return author === undefined ? undefined : author === "unknown null" ? file : "no";
    }).then((found) => (found === "no" ? undefined : found));
  });
}

test(
  "a command that sleeps or was interrupted claims nothing, and oops leaves what a person saved",
  onLinux,
  async () => {
    await using story = await tellStory();
    await using agent = await startAgentProgram(story);
    await agent.tell("SessionStart");
    await agent.tell("UserPromptSubmit", { prompt: "first" });
    const made = await runCommand(story, agent, "one");
    // Its process lives, but it sleeps.
    const beside = await saveUntilOwn(story, "beside");
    await agent.interrupt();
    const own = await saveUntilOwn(story, "after");
    await story.unf("oops", "-y");
    const left = [made, beside, own].map((file) => existsSync(story.at(file)));
    assert.deepEqual(left, [false, true, true]);
    const [turn] = await turns(story);
    assert.equal(turn?.ended_by, null);
  },
);

test("an agent that is killed leaves no turn open, and claims nothing", onLinux, async () => {
  await using story = await tellStory();
  await using agent = await startAgentProgram(story);
  await agent.tell("SessionStart");
  await agent.tell("UserPromptSubmit", { prompt: "first" });
  await runCommand(story, agent, "one");
  await agent.interrupt();
  await agent.kill();
  await until("the turn has ended", async () => (await turns(story))[0]?.ended_by ?? undefined);
  writeFileSync(story.at("person.txt"), "1\n");
  await story.flush();
  assert.equal(await authorOf(story, "person.txt"), "unknown null");
});

async function turns(story: Story): Promise<readonly TurnJson[]> {
  const { stdout } = await story.unf("turns", "--json");
  return (JSON.parse(stdout) as { turns: TurnJson[] }).turns;
}

test(
  "what is saved while the first command waits to be permitted is not taken back",
  onLinux,
  async () => {
    await using story = await tellStory();
    await using agent = await startAgentProgram(story);
    await agent.tell("SessionStart");
    await agent.tell("UserPromptSubmit", { prompt: "first" });
    const waiting = {
      tool_name: "Bash",
      tool_use_id: "one",
      tool_input: { command: "sh work.sh" },
    };
    await agent.tell("PreToolUse", waiting);
    // A person looks at what an agent did right after saving, sooner than its processes are looked at.
    for (let n = 1; n <= 5; n += 1) {
      const file = `meanwhile-${n}.txt`;
      writeFileSync(story.at(file), "a person's words\n");
      const { stdout } = await story.tryUnf(["oops", "-y"]);
      assert.ok(existsSync(story.at(file)), `${file}: ${stdout}`);
    }
    await story.flush();
    assert.equal(await authorOf(story, "meanwhile-1.txt"), "ambiguous null");
  },
);
