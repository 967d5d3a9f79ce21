import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "../../kit/index.ts";
import type { Use } from "../agent/agent.ts";
import { AgentAtTerminal } from "../at-terminal.ts";
import { type Check, type SceneResult, same } from "../result.ts";
import { type Installed, readIfThere, type ScriptOf, type Stage, setStage } from "../stage.ts";
import { sessionsOf, turnsOf } from "../told.ts";
import { Transcript } from "../transcript.ts";

const cartOf = (first: string, last: string): string =>
  `${first}\n  // Prices are in cents.\n  const prices = items.map(priceOf);\n  return ${last};\n}\n`;
const [plain, withCode] = [
  "export function total(items) {",
  "export function total(items, code) {",
];
const rounded = "Math.round(sum(prices))";
const codes = "export const codes = new Map([['TEN', 0.9]]);\n";

const unf = (tool: string, input?: Readonly<Record<string, unknown>>): Use => ({
  ...{ use: "unf", tool },
  ...(input === undefined ? {} : { input }),
});
const apply = unf("unf_restore_apply", { plan: "{{plan}}" });

/** One message of the person, and what the model does with it. `beside`: what the person does before. */
interface Message {
  readonly name: string;
  readonly text: string;
  readonly uses: readonly Use[];
  readonly say: string;
  readonly beside?: "edits notes.md";
}

const work: readonly Message[] = [
  {
    name: "first",
    text: "Let a code take ten percent off",
    uses: [
      { use: "write", path: "codes.js", text: codes },
      { use: "edit", path: "cart.js", from: plain, to: withCode },
    ],
    say: "The code TEN takes ten percent off.",
  },
  {
    name: "second",
    text: "Round to whole cents",
    uses: [{ use: "shell", command: "sed -i 's/sum(prices)/Math.round(sum(prices))/' cart.js" }],
    say: "Totals are whole cents now.",
    beside: "edits notes.md",
  },
];

/** The point that each of the three makes: the way back of which it is the example. */
const afternoons: Readonly<Record<string, readonly Message[]>> = {
  "claude-code": [
    ...work,
    {
      name: "list",
      text: "/unf:rewind",
      uses: [unf("unf_turns")],
      say: "To just before which of them?",
    },
    {
      name: "plan",
      text: "t-1",
      uses: [unf("unf_rewind_plan", { before: "t-1" })],
      say: "That is the plan; your notes.md stays. Shall I?",
    },
    {
      name: "yes",
      text: "yes",
      uses: [apply],
      say: "Done. Only files went back: the conversation does with /rewind. unf undo op-1 undoes it.",
    },
    {
      name: "undo",
      text: "No, I want all of it again",
      uses: [unf("unf_undo_plan"), apply],
      say: "Everything is there again.",
    },
  ],
  codex: [
    ...work,
    {
      name: "plan",
      text: "Take back the discount, and keep the rounding",
      uses: [unf("unf_turns"), unf("unf_oops_plan", { turns: ["t-1"] })],
      say: "That takes back t-1 alone; the rounding of t-2 stays in cart.js. Shall I?",
    },
    { name: "yes", text: "yes", uses: [apply], say: "Done. unf undo op-1 undoes it." },
  ],
  opencode: [
    ...work,
    {
      name: "plan",
      text: "/unf-oops t-1 codes.js",
      uses: [unf("unf_oops_plan", { turns: ["t-1"], paths: ["codes.js"] })],
      say: "That takes codes.js away and leaves all else. Shall I?",
    },
    { name: "yes", text: "yes", uses: [apply], say: "Done. unf undo op-1 undoes it." },
    {
      name: "recap",
      text: "/unf-recap",
      uses: [unf("unf_recap")],
      say: "You had a code for ten percent off made and taken back again, and totals rounded.",
    },
  ],
};

/** The files at the end, by agent. */
const ends: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  "claude-code": {
    "cart.js": cartOf(withCode, rounded),
    "codes.js": codes,
  },
  codex: { "cart.js": cartOf(plain, rounded), "codes.js": undefined },
  opencode: {
    "cart.js": cartOf(withCode, rounded),
    "codes.js": undefined,
  },
};

/** Plays what `docs/guide/agents.md` shows, at a terminal, and compares it with what is kept there. */
export async function playAfternoon(
  one: Installed,
  isWritten: boolean,
): Promise<SceneResult | undefined> {
  const { agent } = one;
  const messages = afternoons[agent.name];
  if (messages === undefined) return undefined;
  await using stage = await setStage([one], (at) =>
    writeFileSync(at("cart.js"), cartOf(plain, "sum(prices)")),
  );
  stage.script(messages.map((message) => scriptOf(one, message)));
  const transcript = new Transcript({ log: stage.network.log, project: stage.place.project });
  await using terminal = new AgentAtTerminal(stage, one);
  await terminal.ready();
  for (const [nth, message] of messages.entries()) {
    if (message.beside !== undefined) await editNotes(stage, transcript);
    const text = `${message.text} play:${message.name}`;
    transcript.typed(text);
    await terminal.prompt(text);
    await terminal.until(
      `${message.name} is answered`,
      () => transcript.lastSaid() === message.say,
    );
    await until("the turn has ended", async () => await hasEnded(stage, nth + 1));
    transcript.answered();
  }
  await stage.story.flush();
  transcript.aside(["$ unf turns", ...(await tellTurns(stage))]);
  return {
    acts: [],
    person: [],
    checks: [...checkFiles(stage, agent.name), keep(agent.name, transcript.text(), isWritten)],
    hooks: stage.tap.calls().map(({ ms }) => ms),
  };
}

function scriptOf({ agent }: Installed, { name, uses, say }: Message): ScriptOf {
  return { agent, name, steps: [...uses.map((use) => [use]), { say }] };
}

async function editNotes({ story }: Stage, transcript: Transcript): Promise<void> {
  writeFileSync(story.at("notes.md"), "Ask Ann about shipping.\n");
  await story.flush();
  transcript.aside(["(you, in an editor: notes.md is new)"]);
}

/** A model's last words come before the agent's hook for the end of the turn. */
async function hasEnded(stage: Stage, turns: number): Promise<boolean> {
  const told = (await sessionsOf(stage)).length === 0 ? [] : await turnsOf(stage);
  return told.length >= turns && told.every(({ ended_by: end }) => end !== null);
}

/** The answer of `unf turns`, without times. */
async function tellTurns({ story }: Stage): Promise<readonly string[]> {
  const { turns } = JSON.parse((await story.unf("turns", "--json")).stdout) as {
    readonly turns: readonly {
      readonly id: string;
      readonly label: string | null;
      readonly files: readonly { readonly path: string }[];
      readonly taken_back: { readonly by: readonly string[] } | null;
    }[];
  };
  return turns
    .filter(({ files }) => files.length > 0)
    .map(({ id, label, files, taken_back: back }) =>
      [
        ...[id, (label ?? "").replace(/ ?play:[a-z0-9-]+/g, "")],
        files.map(({ path }) => path).join(", "),
        ...(back === null ? [] : [`taken back by ${back.by.join(", ")}`]),
      ].join("  "),
    );
}

function checkFiles({ story }: Stage, name: string): readonly Check[] {
  const wanted = { ...ends[name], "notes.md": "Ask Ann about shipping.\n" };
  return Object.entries(wanted).map(([path, text]) =>
    same(`${path} is as it should be`, readIfThere(story.at(path)), text),
  );
}

function keep(name: string, text: string, isWritten: boolean): Check {
  const file = fileURLToPath(new URL(`../../../docs/guide/afternoon/${name}.txt`, import.meta.url));
  if (isWritten) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return same(
    "it is what the guide shows",
    text,
    existsSync(file) ? readFileSync(file, "utf8") : "",
  );
}
