import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Use } from "../agent/agent.ts";
import { holds, ofWay, type SceneResult, same, type Way } from "../result.ts";
import { runPrompt } from "../run-agent.ts";
import {
  type Installed,
  readIfThere,
  type ScriptOf,
  type Stage,
  setStage,
  settle,
} from "../stage.ts";

const lines = (first: string, last: string) => `${first}\n${"same\n".repeat(10)}${last}\n`;

/** The files of the project, in this order: as the agent left them, and without its two turns. */
const paths = ["cart.txt", "gift.txt", "more.txt", "mine.txt"];
const done: Files = [lines("ONE", "TWELVE"), "gift\n", "more\n", "mine\n"];
const undone: Files = [lines("one", "twelve"), null, null, "mine\n"];

type Files = readonly (string | null)[];

const unf = (tool: string, input?: Readonly<Record<string, unknown>>): Use => ({
  ...{ use: "unf", tool },
  ...(input === undefined ? {} : { input }),
});
const apply = unf("unf_restore_apply", { plan: "{{plan}}" });

/** A prompt that goes back: what the agent does, and the files it leaves. */
interface Back {
  readonly way: Way;
  readonly name: string;
  readonly uses: readonly Use[];
  readonly leaves: Files;
}

const gift = { turns: ["t-1"], paths: ["gift.txt"] };
const cart = { turns: ["t-1"], paths: ["cart.txt"], list_hunks: true };

const backs: readonly Back[] = [
  { way: "undo", name: "undo", uses: [unf("unf_undo_plan"), apply], leaves: done },
  {
    ...{ way: "oops by path", name: "path", uses: [unf("unf_oops_plan", gift), apply] },
    leaves: [lines("ONE", "TWELVE"), null, "more\n", "mine\n"],
  },
  {
    ...{ way: "oops by hunk", name: "hunk" },
    uses: [
      unf("unf_oops_plan", cart),
      unf("unf_oops_plan", { plan: "{{plan}}", hunks: [2] }),
      apply,
    ],
    leaves: [lines("ONE", "twelve"), null, "more\n", "mine\n"],
  },
];

/**
 * After two prompts the agent goes back to before the first by its own tools, in two steps, undoes that,
 * and takes back a file and a hunk, each in a prompt of its own. A person's file stays throughout, and so
 * does the conversation: each prompt is one of a program that is started anew and reads it.
 */
export async function playRewind(one: Installed): Promise<SceneResult | undefined> {
  await using stage = await setStage([one], (at) =>
    writeFileSync(at("cart.txt"), lines("one", "twelve")),
  );
  const { agent } = one;
  if (agent.startsAnew || agent.call(unf("unf_turns"), stage.place) === undefined) return undefined;
  const seen = (name: string) => join(stage.place.home, `seen-${name}`);
  stage.script(scriptsOf(one, seen));
  await runPrompt(stage, one, { text: "play:first" });
  await settle(stage);
  writeFileSync(stage.story.at("mine.txt"), "mine\n");
  await stage.story.flush();
  const names = ["first", "second"];
  const prompt = async (name: string, text = `play:${name}`) => {
    await runPrompt(stage, one, { text, resumes: "the last one" });
    await settle(stage);
    if (!names.includes(name)) names.push(name);
    return same(`${name}: the conversation is as it was`, promptsOf(stage), names);
  };
  await prompt("second");
  const talk = await prompt("back", agent.typed?.("rewind", "play:back"));
  const asked = readFileSync(stage.network.log, "utf8").trimEnd().split("\n").at(-1) ?? "";
  const at = (name: string) => readIfThere(seen(name));
  const checks = [
    ...ofWay(
      "MCP's two steps",
      same("a plan changes nothing", at("planned"), listing(done)),
      same("what it showed is carried out", at("applied"), listing(undone)),
      holds("a plan is applied once", /conflict/.test(asked), "it was applied again"),
      same("and changes nothing then", at("again"), listing(undone)),
      talk,
    ),
    ...ofWay("rewind", same("rewind: the files", disk(stage), undone), talk),
    ...(agent.typed === undefined
      ? []
      : [holds("the command is found", asked.includes("unf_rewind_plan with"), "not expanded")]),
  ];
  for (const { way, name, leaves } of backs) {
    const said = await prompt(name);
    checks.push(...ofWay(way, same(`${name}: the files`, disk(stage), leaves), said));
  }
  return { acts: [], person: [], checks, hooks: stage.tap.calls().map(({ ms }) => ms) };
}

function scriptsOf({ agent }: Installed, seen: (name: string) => string): readonly ScriptOf[] {
  // Some agents connect the tools while they work already.
  const wait: Use = { use: "shell", command: "sleep 5" };
  const look = (name: string): Use => ({
    ...{ use: "shell" },
    command: `for f in ${paths.join(" ")}; do cat $f 2>/dev/null || echo none; done > ${seen(name)}`,
  });
  const script = (name: string, ...uses: readonly Use[]): ScriptOf => ({
    ...{ agent, name },
    steps: uses.map((use) => [use]),
  });
  const plan = unf("unf_rewind_plan", { before: "t-1" });
  return [
    script(
      "first",
      { use: "shell", command: "sed -i -e s/one/ONE/ -e s/twelve/TWELVE/ cart.txt" },
      { use: "write", path: "gift.txt", text: "gift\n" },
    ),
    script("second", { use: "write", path: "more.txt", text: "more\n" }),
    script(
      ...(["back", wait, unf("unf_turns"), plan, look("planned"), apply, look("applied")] as const),
      ...[apply, look("again")],
    ),
    ...backs.map(({ name, uses }) => script(name, wait, ...uses)),
  ];
}

/** The prompts that the model was told last, by the names of their scripts. */
function promptsOf({ network }: Stage): readonly string[] {
  const asked = readFileSync(network.log, "utf8").trimEnd().split("\n");
  const last = asked.map((line) => JSON.parse(line) as { prompts?: string[] });
  const texts = last.findLast(({ prompts }) => prompts !== undefined)?.prompts ?? [];
  const names = texts.flatMap((text) =>
    Array.from(text.matchAll(/play:([a-z]+)/g), ([, one]) => one),
  );
  // Some tell a prompt twice: as it was typed, and as it was meant.
  return names.flatMap((name, nth) =>
    name === undefined || names[nth - 1] === name ? [] : [name],
  );
}

/** As the shell prints these files. */
function listing(files: Files): string {
  return files.map((text) => text ?? "none\n").join("");
}

function disk({ story }: Stage): Files {
  return paths.map((path) => readIfThere(story.at(path)) ?? null);
}
