import { readFileSync } from "node:fs";
import type { Use } from "../agent/agent.ts";
import { type Check, holds, ofWay, type SceneResult, same } from "../result.ts";
import { runPrompt } from "../run-agent.ts";
import { type Installed, readIfThere, type Stage, setStage, settle } from "../stage.ts";
import { sessionsOf } from "../told.ts";

/**
 * A session is forked by the agent's own words, by its name, as the last one, whose name nothing says, and
 * from an earlier message; each fork takes back what it holds, and nothing that came after it.
 */
export async function playForked(one: Installed): Promise<SceneResult | undefined> {
  const { agent } = one;
  const { forked, forkedLast, forkedEarly } = agent;
  if (forked === undefined) return undefined;
  await using stage = await setStage([one]);
  const unf = (tool: string, input: Readonly<Record<string, unknown>> = {}): Use => ({
    ...{ use: "unf", tool, input },
  });
  const hasTools = agent.call(unf("unf_turns"), stage.place) !== undefined;
  const write = (path: string) => [{ use: "write", path, text: `${path}\n` }] as const;
  const back = [
    [{ use: "shell", command: "sleep 5" }],
    ...(hasTools
      ? [
          [unf("unf_rewind_plan", { before: "t-1" })],
          [unf("unf_restore_apply", { plan: "{{plan}}" })],
        ]
      : []),
  ] as const;
  stage.script([
    { agent, name: "first", steps: [write("gift.txt")] },
    { agent, name: "fork", steps: [write("more.txt"), ...back] },
    { agent, name: "last", steps: back },
    { agent, name: "second", steps: [write("second.txt")] },
    {
      ...{ agent, name: "early" },
      steps: [[unf("unf_oops_plan", { turns: ["t-4"] })], ...back],
    },
  ]);
  await runPrompt(stage, one, { text: "play:first" });
  await settle(stage);
  const checks = [...(await forkIt(stage, one, "fork", (id) => forked("play:fork", id)))];
  if (hasTools)
    checks.push(same("its own turn goes, too", readIfThere(stage.story.at("more.txt")), undefined));
  if (forkedLast !== undefined) {
    if (hasTools) await stage.story.unf("undo", "--yes");
    checks.push(...(await forkIt(stage, one, "last", () => forkedLast("play:last"))));
  }
  if (forkedLast !== undefined && forkedEarly !== undefined) {
    await stage.story.unf("undo", "--yes");
    await runPrompt(stage, one, { text: "play:second", resumes: "the last one" });
    await settle(stage);
    const words = (id: string) => forkedEarly("play:early", id, stage.place);
    checks.push(...(await forkIt(stage, one, "early fork", words)));
    const asked = readFileSync(stage.network.log, "utf8").trimEnd().split("\n").at(-1) ?? "";
    checks.push(
      holds("what came after it is refused", asked.includes("no turn of your own"), "it was not"),
      ...["more.txt", "second.txt"].map((path) =>
        same(`${path} of after it stays`, readIfThere(stage.story.at(path)), `${path}\n`),
      ),
    );
  }
  const hooks = stage.tap.calls().map(({ ms }) => ms);
  return { acts: [], person: [], checks: ofWay("fork", ...checks), hooks };
}

/** Forks the newest session, whose conversation has the first prompt. `words`: how, by that one's name. */
async function forkIt(
  stage: Stage,
  one: Installed,
  name: string,
  words: (session: string) => readonly string[],
): Promise<Check[]> {
  const before = await sessionsOf(stage);
  const [newest] = before;
  const headless = () => words(newest?.agent_session ?? "");
  await runPrompt(stage, { ...one, agent: { ...one.agent, headless } }, { text: "" });
  await settle(stage);
  const sessions = await sessionsOf(stage);
  const fork = sessions.find(({ id }) => !before.some((other) => other.id === id));
  const asked = readFileSync(stage.network.log, "utf8").trimEnd().split("\n").at(-1) ?? "";
  const hasTools = one.agent.call({ use: "unf", tool: "unf_turns" }, stage.place) !== undefined;
  const gift = () => readIfThere(stage.story.at("gift.txt"));
  return [
    holds(`the conversation is in the ${name}`, asked.includes("play:first"), "it is not"),
    same(`the ${name} has a session of its own`, sessions.length, before.length + 1),
    same(`the parent of the ${name}`, fork?.parent ?? null, newest?.id ?? ""),
    ...(hasTools
      ? [same(`the ${name} takes back what was done before it`, gift(), undefined)]
      : []),
  ];
}
