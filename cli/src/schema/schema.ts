import { UnfError } from "@unf/core/base";
import { escapeForDisplay } from "@unf/core/query";
import { defineCommand } from "../frame/call/command.ts";
import type { Answer, JsonObject } from "../frame/print/answer.ts";

export const schema = defineCommand({
  usage: ["schema [name]"],
  about: [
    "Prints the JSON Schema of what a command prints with --json, named as in its field schema: log or unf.log/1. Without a name it lists the names. Commands that look are described, and those that put files back (restore, undo, redo, oops, checkpoint); others that change something are not yet.",
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
  const { schemaNames } = await import("@unf/answers/schemas");
  const names = schemaNames();
  return {
    kind: "document",
    schema: "unf.schemas/1",
    document: () => ({ names }),
    text: () => names,
  };
}

async function describe(name: string): Promise<Answer> {
  const { jsonSchemaOf } = await import("@unf/answers/schemas");
  const found = jsonSchemaOf(name);
  if (found === undefined) {
    throw new UnfError(
      "not_found",
      `there is no schema named ${escapeForDisplay(name.slice(0, 60))}`,
      {
        hint: "unf schema",
      },
    );
  }
  return {
    kind: "document",
    schema: "unf.schema/1",
    document: () => ({ name, json_schema: found as JsonObject }),
    text: () => [JSON.stringify(found, undefined, 2)],
    isLong: true,
  };
}
