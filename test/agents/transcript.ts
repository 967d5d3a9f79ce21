import { readFileSync } from "node:fs";
import type { Answer, ScriptedCall } from "./model/script.ts";

/** A conversation as a person reads it, put together from what the model was asked and answered. */
export class Transcript {
  readonly #log: string;
  readonly #project: string;
  readonly #lines: string[] = [];
  /** Requests of the log that are told already. */
  #told = 0;
  /** Answers of unf's tools that are told already. */
  #answers = 0;

  constructor({ log, project }: { readonly log: string; readonly project: string }) {
    this.#log = log;
    this.#project = project;
  }

  /** The words that the person typed, without the name of the script behind it. */
  typed(text: string): void {
    this.#add(`> ${text.replace(/ ?play:[a-z0-9-]+/g, "")}`, "");
  }

  /** An event outside the agent. */
  aside(lines: readonly string[]): void {
    this.#add(...lines, "");
  }

  /** Everything that the agent did and said since the last time. */
  answered(): void {
    const asked = this.#read();
    const documents = readDocuments(asked.map(({ body }) => JSON.stringify(body)).join("\n"));
    const answers = asked.slice(this.#told).map(({ answer }) => [nameOf(answer), answer] as const);
    // Some agents ask each thing twice.
    for (const answer of new Map(answers).values()) this.#tell(answer, documents);
    this.#told = asked.length;
  }

  /** The model's last words so far. */
  lastSaid(): string | undefined {
    const answer = this.#read().at(-1)?.answer;
    return answer !== undefined && "say" in answer ? answer.say : undefined;
  }

  text(): string {
    return `${this.#lines.join("\n").trimEnd()}\n`;
  }

  #read(): readonly Asked[] {
    const lines = readFileSync(this.#log, "utf8").split("\n").slice(0, -1);
    // A request without tools asks for a title.
    return lines
      .map((line) => JSON.parse(line) as Partial<Asked>)
      .filter((one): one is Asked => one.answer !== undefined && !isTitle(one.answer));
  }

  #tell(answer: Answer, documents: readonly Document[]): void {
    if ("say" in answer) {
      this.#add(...answer.say.split("\n").map((line) => `  ${line}`), "");
      return;
    }
    for (const call of answer.calls) {
      this.#add(`● ${call.name}${this.#inputOf(call)}`);
      if (!/unf_/.test(call.name)) continue;
      const document = documents[this.#answers];
      this.#answers += 1;
      this.#add(...(document === undefined ? ["(no answer)"] : tell(document)).map(indent));
    }
    this.#add("");
  }

  #inputOf({ name, input, text }: ScriptedCall): string {
    if (/unf_/.test(name)) {
      const { plan: _, ...shown } = input;
      return Object.keys(shown).length === 0 ? "" : ` ${JSON.stringify(shown)}`;
    }
    const patched = /^\*\*\* (?:Add|Update) File: (.*)$/m.exec(text ?? "")?.[1];
    const { file_path: path, filePath, command, cmd } = input;
    return ` ${patched ?? path ?? filePath ?? command ?? cmd}`.replace(`${this.#project}/`, "");
  }

  #add(...lines: readonly string[]): void {
    this.#lines.push(...lines);
  }
}

interface Asked {
  readonly answer: Answer;
  readonly body: unknown;
}

/** A call has one name however often it is answered so. */
function nameOf(answer: Answer): string {
  return "say" in answer ? answer.say : answer.calls.map(({ id }) => id).join(" ");
}

function isTitle(answer: Answer): boolean {
  return "say" in answer && answer.say === "A scene";
}

function indent(line: string): string {
  return `    ${line}`;
}

/** Of every shape: a transcript shows a few fields of each. */
// biome-ignore lint/suspicious/noExplicitAny: it stands for the answer of any tool
type Document = any;

/** Each document that unf's tools answered, once, in the order in which they came into the conversation. */
function readDocuments(text: string): readonly Document[] {
  const found = new Map<string, Document>();
  for (const [, mark = "", , escaped = ""] of text.matchAll(
    /(unf-data-[0-9a-f]{16})(\\+n)(\{.*?)\2\1/g,
  ))
    if (!found.has(mark)) found.set(mark, parseEscaped(escaped));
  return [...found.values()];
}

/** Agents put what a tool answered into texts in texts. */
function parseEscaped(text: string): Document {
  for (let inner = text; ; inner = JSON.parse(`"${inner}"`) as string)
    try {
      return JSON.parse(inner);
    } catch {
      if (!inner.includes("\\")) throw new Error(`no document: ${inner.slice(0, 200)}`);
    }
}

/** A few lines of what a tool answered, without what is another one each time. */
function tell({ error, turns, sessions, actions = [], ...rest }: Document): readonly string[] {
  if (error !== undefined) return [`${error.code}: ${error.message}`];
  if (sessions !== undefined) return sessions.map(tellSession);
  if (turns !== undefined && turns[0]?.changed !== undefined) return turns.map(tellTurn);
  const done = rest.operation ? [`done: ${rest.operation}`] : [];
  return [...actions.map(tellAction), ...done];
}

function tellSession({ label, agent, turns, files, added, removed }: Document): string {
  const who = agent ?? "a person";
  const count = turns === null || turns === undefined ? "" : `, ${turns} turns`;
  const what = [who, named(label)].filter(Boolean).join(": ");
  return `${what}${count}, ${filesOf(files)} +${added} -${removed}`;
}

function tellTurn({ id, label, files, added, removed, taken_back: back }: Document): string {
  const gone = back?.whole === true ? `, taken back by ${back.by.join(", ")}` : "";
  return `${id}  ${named(label)}  ${filesOf(files)} +${added} -${removed}${gone}`;
}

function tellAction({ path, action, merged, why }: Document): string {
  const more = [merged === true ? "merged" : undefined, why].filter(Boolean).join(", ");
  return `${path}  ${action}${more === "" ? "" : ` (${more})`}`;
}

function named(label: string | null): string {
  return (label ?? "").replace(/ ?play:[a-z0-9-]+/g, "").trim();
}

function filesOf(count: number): string {
  return count === 1 ? "1 file" : `${count} files`;
}
