import { readFileSync } from "node:fs";
import type { Use } from "../agent/agent.ts";
import { type Check, holds, ofWay, type SceneResult, same } from "../result.ts";
import { runPrompt } from "../run-agent.ts";
import { type Installed, readIfThere, setStage, settle } from "../stage.ts";
import { sessionsOf } from "../told.ts";

/**
 * A session is forked by the agent's own words, and the fork takes back what was done before it. Where the
 * agent does not say which session it forked, that is refused.
 */
export async function playForked(one: Installed): Promise<SceneResult | undefined> {
  const { agent } = one;
  const { forked } = agent;
  if (forked === undefined) return undefined;
  await using stage = await setStage([one]);
  const unf = (tool: string, input: Readonly<Record<string, unknown>> = {}): Use => ({
    ...{ use: "unf", tool, input },
  });
  const hasTools = agent.call(unf("unf_turns"), stage.place) !== undefined;
  stage.script([
    { agent, name: "first", steps: [[{ use: "write", path: "gift.txt", text: "gift\n" }]] },
    {
      agent,
      name: "fork",
      steps: [
        [{ use: "shell", command: "sleep 5" }],
        ...(hasTools
          ? [
              [unf("unf_rewind_plan", { before: "t-1" })],
              [unf("unf_restore_apply", { plan: "{{plan}}" })],
            ]
          : []),
      ],
    },
  ]);
  await runPrompt(stage, one, { text: "play:first" });
  await settle(stage);
  const [first] = await sessionsOf(stage);
  const words = forked("play:fork", first?.agent_session ?? "");
  await runPrompt(stage, { ...one, agent: { ...agent, headless: () => words } }, { text: "" });
  await settle(stage);
  const sessions = await sessionsOf(stage);
  const fork = sessions.find(({ id }) => id !== first?.id);
  const asked = readFileSync(stage.network.log, "utf8").trimEnd().split("\n").at(-1) ?? "";
  const gift = readIfThere(stage.story.at("gift.txt"));
  const isTold = agent.hidesFork !== true;
  const tools: readonly Check[] = !hasTools
    ? []
    : isTold
      ? [same("it takes back what was done before it", gift, undefined)]
      : [
          same("what was done before it stays", gift, "gift\n"),
          holds("that is refused", /no turn of your own session/.test(asked), "it was not"),
        ];
  const checks = ofWay(
    "fork",
    holds("the conversation is in the fork", asked.includes("play:first"), "it is not"),
    same("the fork has a session of its own", sessions.length, 2),
    same("its parent", fork?.parent ?? null, isTold ? (first?.id ?? "") : null),
    ...tools,
  );
  return { acts: [], person: [], checks, hooks: stage.tap.calls().map(({ ms }) => ms) };
}
