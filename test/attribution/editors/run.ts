// npm run editors -- [--saves N] [name of an editor ...]
//
// Saves with a person's editors beside an agent's open shell command, and shows to whom unf gives them: a real
// daemon, hooks and processes, the editors that are installed. Takes some minutes. Prints the tables of
// docs/attribution.md.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import process from "node:process";
import { parseArgs } from "node:util";
import { describeMachine } from "../../bench/machine.ts";
import { median } from "../../bench/statistics.ts";
import { type AgentProgram, startAgentProgram } from "../../e2e/agent-program.ts";
import { type Story, tellStory } from "../../e2e/story.ts";
import { lacksTerminals } from "../../kit/terminal.ts";
import { Command, type Noise, noises } from "./commands.ts";
import { shareOf, timeSaves } from "./costs.ts";
import { editors, lacks } from "./editors.ts";
import { type Played, play } from "./play.ts";
import { countOf, renderRow, sum, type Tally } from "./tally.ts";

const { values, positionals } = parseArgs({
  options: { saves: { type: "string", default: "9" } },
  allowPositionals: true,
});
const saves = Number(values.saves);
const named = editors.filter(
  ({ name }) => positionals.length === 0 || positionals.some((word) => name.startsWith(word)),
);
const tried = named.filter((editor) => lacks(editor) === false);

/** Where no command of the agent lives. */
const quiets = ["after Esc", "at a permission prompt", "after kill -9"] as const;

async function bench(): Promise<void> {
  const lacking = lacksTerminals();
  if (lacking !== false) throw new Error(lacking);
  console.log(describeMachine().join("\n"));
  const revision = execFileSync("git", ["describe", "--always", "--dirty"], {
    encoding: "utf8",
  });
  console.log(`commit   ${revision.trim()}\nsaves    ${saves} of each editor beside each command`);
  const extFamily = 0xef53;
  if (statfsSync(tmpdir()).type !== extFamily) console.log("not ext4: the targets are of ext4");
  for (const editor of named)
    if (!tried.includes(editor)) console.log(`skipped  ${editor.name}: ${lacks(editor)}`);
  await using story = await tellStory();
  const own = saves * 2 * Object.keys(noises).length;
  const command = new Command(story.home.root, story.home.project, own);
  await story.flush();
  const played = await playAll(story, command);
  console.log(renderTables(played));
  console.log(await measureCosts(story, command));
}

async function playAll(story: Story, command: Command): Promise<ReadonlyMap<string, Played>> {
  const played = new Map<string, Played>();
  await using agent = await startAgent(story, "played");
  const begin = async (noise: Noise): Promise<void> => {
    await startCommand(agent, command.line(noise), noise);
  };
  const plan = { editors: tried, saves, end: async () => undefined };
  for (const [n, noise] of (Object.keys(noises) as Noise[]).entries()) {
    process.stderr.write(`… ${noise}\n`);
    const end = async (): Promise<void> => {
      await agent.interrupt();
      await agent.tell("PostToolUse", useOf(noise));
    };
    const busy = { ...plan, name: `busy-${n}`, begin: () => begin(noise), end };
    played.set(noise, await play(story, { ...busy, write: () => command.write() }));
  }
  for (const [n, quiet] of quiets.entries()) {
    process.stderr.write(`… ${quiet}\n`);
    const start = async (): Promise<void> => {
      if (quiet !== "at a permission prompt") await begin("sleep");
      else await agent.tell("PreToolUse", useOf(quiet));
      if (quiet === "after Esc") await agent.interrupt();
      if (quiet === "after kill -9") await agent.kill();
      // So long what was written is not certainly nobody's.
      if (quiet !== "at a permission prompt") await new Promise((done) => setTimeout(done, 400));
    };
    played.set(quiet, await play(story, { ...plan, name: `quiet-${n}`, begin: start }));
  }
  await using other = await startAgent(story, "other");
  const first = "at the first permission prompt of a session";
  const ask = (): Promise<void> => other.tell("PreToolUse", useOf(first));
  played.set(first, await play(story, { ...plan, name: "first", begin: ask }));
  return played;
}

async function startAgent(story: Story, session: string): Promise<AgentProgram> {
  const agent = await startAgentProgram(story, session);
  await agent.spin();
  await agent.tell("SessionStart");
  await agent.tell("UserPromptSubmit", { prompt: "go" });
  return agent;
}

function useOf(command: string): object {
  return {
    tool_name: "Bash",
    tool_use_id: command,
    tool_input: { command: "sh work.sh" },
  };
}

async function startCommand(agent: AgentProgram, line: string, name: string): Promise<void> {
  await agent.tell("PreToolUse", useOf(name));
  await agent.start(line);
  // Until it was seen at work a command claims all.
  await new Promise((done) => setTimeout(done, 500));
}

/** A cell: not the agent's · ambiguous · claimed for the agent. */
function renderTables(played: ReadonlyMap<string, Played>): string {
  const besides = [...played.keys()];
  const cell = (one: Tally | undefined): string =>
    one === undefined ? "" : `${one.nobodys} · ${one.ambiguous} · ${one.agents}`;
  const people = tried.map(({ name }, n) =>
    renderRow([name, ...[...played.values()].map((one) => cell(one.people[n]))]),
  );
  const all = renderRow(["**all**", ...[...played.values()].map((one) => cell(sum(one.people)))]);
  const own = [...played].filter(([, one]) => countOf(one.own) > 0);
  return [
    "",
    ...[renderRow(["editor", ...besides]), renderRow(["---", ...besides.map(() => "---")])],
    ...[...people, all, ""],
    ...[renderRow(ownHead), renderRow(["---", "--:", "--:", "--:", "--:"])],
    ...own.map(([beside, { own: one }]) =>
      renderRow([beside, countOf(one), one.agents, one.ambiguous, one.nobodys]),
    ),
    "",
  ].join("\n");
}

const ownHead = ["the command does", "its versions", "right", "ambiguous", "denied or unknown"];

async function measureCosts(story: Story, command: Command): Promise<string> {
  process.stderr.write("… what it costs\n");
  const pid = await story.daemonPid();
  const forMs = 10_000;
  // A daemon that has nothing to do tidies up now and then: the median of some stretches.
  const idle = async (): Promise<number> => {
    const shares: number[] = [];
    for (let n = 0; n < 5; n += 1) shares.push(await shareOf(pid, forMs));
    return median(shares);
  };
  await new Promise((done) => setTimeout(done, forMs));
  const nobody = await idle();
  await using agent = await startAgent(story, "measured");
  const percent = (share: number): string => `${(100 * share).toFixed(2)} %`;
  const lines: string[] = [];
  const times: Record<"without" | "beside", number[]> = {
    without: [],
    beside: [],
  };
  const quietMs = 3000;
  for (let n = 0; n < 3; n += 1) {
    await new Promise((done) => setTimeout(done, quietMs));
    times.without.push(...(await timeSaves(story, 40, "without")));
    await startCommand(agent, command.line("sleep"), `timed-${n}`);
    times.beside.push(...(await timeSaves(story, 40, "beside")));
    await agent.interrupt();
    await agent.tell("PostToolUse", useOf(`timed-${n}`));
  }
  await new Promise((done) => setTimeout(done, forMs));
  lines.push(
    `daemon beside an agent that does nothing: ${percent(await idle())} of a core, ${percent(nobody)} beside none`,
  );
  for (const noise of ["sleep", "a log line every 50 ms", "a compiler every 150 ms"] as const) {
    const loop = spawn("sh", ["-c", command.line(noise)], {
      ...{ cwd: story.home.project, stdio: "ignore", detached: true },
    });
    await new Promise((done) => setTimeout(done, quietMs));
    const alone = await shareOf(pid, forMs);
    const closed = once(loop, "close");
    process.kill(-(loop.pid ?? 0), "SIGKILL");
    await closed;
    await startCommand(agent, command.line(noise), `cost of ${noise}`);
    await new Promise((done) => setTimeout(done, quietMs));
    const beside = await shareOf(pid, forMs);
    await agent.interrupt();
    await agent.tell("PostToolUse", useOf(`cost of ${noise}`));
    const more = percent(beside - alone);
    lines.push(
      `daemon beside ${noise}: ${percent(beside)} in an agent's call, ${percent(alone)} in nobody's: ${more} more`,
    );
  }
  const [without, beside] = [median(times.without), median(times.beside)];
  lines.push(
    `a save's way to its durable row, median of ${times.beside.length}: ${beside.toFixed(1)} ms beside a call, ${without.toFixed(1)} ms without: ${(beside - without).toFixed(1)} ms more`,
  );
  return lines.join("\n");
}

await bench();
