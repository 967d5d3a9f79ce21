import { defineCommand } from "../frame/call/command.ts";
import type { Answer, JsonObject } from "../frame/print/answer.ts";

export const schema = defineCommand({
  usage: ["schema [name]"],
  about: [
    "Prints the JSON Schema of what a command prints with --json, named as in its field schema: log or unf.log/1. Without a name it lists the names.",
  ],
  flags: {},
  examples: [
    { line: "unf schema", does: "the names, one a line" },
    { line: "unf schema log", does: "what unf log --json prints" },
  ],
  exits: { 3: "no such name" },
  args: { min: 0, max: 1 },
  run: ({ args: [name] }) => (name === undefined ? listNames() : describe(name)),
});

async function listNames(): Promise<Answer> {
  const { schemasAnswer } = await import("@unf/answers/schemas");
  const answer = schemasAnswer();
  return {
    kind: "document",
    schema: "unf.schemas/1",
    document: () => answer,
    text: () => answer.names,
  };
}

async function describe(name: string): Promise<Answer> {
  const { schemaAnswer } = await import("@unf/answers/schemas");
  const answer = schemaAnswer(name);
  return {
    kind: "document",
    schema: "unf.schema/1",
    document: () => answer as JsonObject,
    text: () => [JSON.stringify(answer.json_schema, undefined, 2)],
    isLong: true,
  };
}
