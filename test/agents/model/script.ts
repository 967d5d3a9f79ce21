/** One use of a tool, by the name and the input that the agent's own tools have. */
export interface ScriptedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Where tools stand in groups that have names of their own. */
  readonly namespace?: string;
  /** For a tool that takes plain text instead of an object. */
  readonly text?: string;
}

/** The model's next step: uses tools, all at once, or says something and is done. */
export type ScriptedStep = { readonly calls: readonly ScriptedCall[] } | { readonly say: string };

/** The steps after each prompt, by the name that the prompt holds as `play:NAME`. */
export type Script = Readonly<Record<string, readonly ScriptedStep[]>>;

/** The conversation so far, as a request tells it. */
export interface Conversation {
  /** The user's texts, in order; results of tools are none of it. */
  readonly prompts: readonly string[];
  /** The whole conversation as text: the names of calls are found in it. */
  readonly whole: string;
  /** How often the model has used tools since the last prompt, where calls have no names. */
  readonly turns?: number;
  /** False for a request that offers no tools: an agent has a title made that way. */
  readonly hasTools: boolean;
}

/** The model's answer: calls have names by which the next request tells how far the script is. */
export type Answer =
  | { readonly calls: readonly (ScriptedCall & { readonly id: string })[] }
  | { readonly say: string };

/** Decides what comes next from what the conversation holds; nothing is kept between requests. */
export function decideAnswer(script: Script, conversation: Conversation): Answer {
  const { prompts, hasTools } = conversation;
  const name = prompts.flatMap((text) => [...text.matchAll(/play:([a-z0-9-]+)/g)]).at(-1)?.[1];
  if (name === undefined || !hasTools) return { say: "A scene" };
  const index = conversation.turns ?? nextStep(conversation.whole, name);
  const step = script[name]?.[index] ?? { say: "Done." };
  if ("say" in step) return step;
  const calls = step.calls.map(({ input, ...call }, nth) => ({
    ...call,
    input: fillIn(input, conversation.whole),
    id: `call_${name}_${index}_${nth}`,
  }));
  return { calls };
}

/** Puts the last plan that a tool has answered in the place of `{{plan}}`. */
function fillIn(input: ScriptedCall["input"], whole: string): ScriptedCall["input"] {
  const plan = [...whole.matchAll(/pl-[0-9a-f]{4,}/g)].at(-1)?.[0] ?? "pl-0";
  return JSON.parse(JSON.stringify(input).replaceAll("{{plan}}", plan));
}

function nextStep(whole: string, name: string): number {
  const steps = Array.from(whole.matchAll(new RegExp(`call_${name}_(\\d+)_`, "g")), ([, step]) =>
    Number(step),
  );
  return Math.max(-1, ...steps) + 1;
}
