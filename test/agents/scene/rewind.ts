import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Use } from "../agent/agent.ts";
import { type Check, holds, type SceneResult, same } from "../result.ts";
import { runPrompt } from "../run-agent.ts";
import { type Installed, readIfThere, type Stage, setStage, settle } from "../stage.ts";

const lines = (first: string, last: string) => `${first}\n${"same\n".repeat(10)}${last}\n`;

/**
 * After two prompts the agent goes back to before the first by its own tools, in two steps, and undoes
 * that; then a person takes back a file and a hunk at the command line. A person's file stays throughout.
 */
export async function playRewind(one: Installed): Promise<SceneResult | undefined> {
  await using stage = await setStage([one], (at) =>
    writeFileSync(at("cart.txt"), lines("one", "twelve")),
  );
  const { agent } = one;
  const use = (tool: string, input?: Readonly<Record<string, unknown>>): Use => ({
    ...{ use: "unf", tool },
    ...(input === undefined ? {} : { input }),
  });
  if (agent.startsAnew || agent.call(use("unf_turns"), stage.place) === undefined) return undefined;
  const apply = [use("unf_restore_apply", { plan: "{{plan}}" })];
  const seen = join(stage.place.home, "seen.txt");
  stage.script([
    {
      agent,
      name: "first",
      steps: [
        [{ use: "shell", command: "sed -i -e s/one/ONE/ -e s/twelve/TWELVE/ cart.txt" }],
        [{ use: "write", path: "gift.txt", text: "gift\n" }],
      ],
    },
    { agent, name: "second", steps: [[{ use: "write", path: "more.txt", text: "more\n" }]] },
    {
      agent,
      name: "back",
      steps: [
        // Some agents connect the tools while they work already.
        [{ use: "shell", command: "sleep 5" }],
        [use("unf_turns")],
        [use("unf_rewind_plan", { before: "t-1" })],
        apply,
        [{ use: "shell", command: `ls > ${seen}; head -n 1 cart.txt >> ${seen}` }],
        [use("unf_undo_plan")],
        apply,
      ],
    },
  ]);
  await runPrompt(stage, one, { text: "play:first" });
  await settle(stage);
  writeFileSync(stage.story.at("mine.txt"), "mine\n");
  await stage.story.flush();
  const resumes = "the last one";
  await runPrompt(stage, one, { text: "play:second", resumes });
  const before = disk(stage);
  const text = agent.typed?.("rewind", "play:back") ?? "play:back";
  await runPrompt(stage, one, { text, resumes });
  await settle(stage);
  const asked = readFileSync(stage.network.log, "utf8").trimEnd().split("\n").at(-1) ?? "";
  const checks = [
    same("rewind takes the session's files back", readIfThere(seen), "cart.txt\nmine.txt\none\n"),
    same("undo brings them again", disk(stage), before),
    holds("the conversation stays", asked.includes("play:first"), "its first prompt is gone"),
    ...(agent.typed === undefined
      ? []
      : [holds("the command is found", asked.includes("unf_rewind_plan with"), "not expanded")]),
    ...(await takePartsBack(stage)),
  ];
  return { acts: [], person: [], checks, hooks: stage.tap.calls().map(({ ms }) => ms) };
}

async function takePartsBack(stage: Stage): Promise<readonly Check[]> {
  const { story } = stage;
  await story.unf("oops", "t-1", "gift.txt", "--yes");
  const byPath = disk(stage);
  const listed = await story.unf("oops", "t-1", "cart.txt", "-p", "-n", "--json");
  const { plan } = JSON.parse(listed.stdout) as { plan: string };
  await story.unf("oops", "t-1", "cart.txt", "--hunks", "2", "--plan", plan, "--yes");
  const byHunk = disk(stage);
  return [
    same("oops takes one file back", byPath, [lines("ONE", "TWELVE"), null, "more\n", "mine\n"]),
    same("oops takes one hunk back", byHunk, [lines("ONE", "twelve"), null, "more\n", "mine\n"]),
  ];
}

function disk({ story }: Stage): readonly (string | null)[] {
  return ["cart.txt", "gift.txt", "more.txt", "mine.txt"].map(
    (path) => readIfThere(story.at(path)) ?? null,
  );
}
