import { resolvePath } from "@unf/answers";
import { type AbsPath, UnfError } from "@unf/core/base";
import type { FlagTable } from "../frame/argv/flag.ts";
import { type Call, defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import { readCanonical } from "../frame/world/canonical.ts";
import { openHost } from "./open-host.ts";

const flags = {} as const satisfies FlagTable;

export const mcp = defineCommand({
  usage: ["mcp [--project <dir>]"],
  about: [
    "Lets an agent look into the history, set checkpoints and restore files, as a server of the Model Context Protocol on stdin and stdout. An agent starts it; it ends when stdin is closed. There is no network.",
    "For Claude Code: claude mcp add unf -- unf mcp. For Codex: codex mcp add unf -- unf mcp.",
    "Its tools read watched projects only, answer at most 20 kB each, and mask what looks like a secret. Restoring takes two calls, a plan and its execution. No tool removes history or stops recording.",
    "To keep agents from restoring: unf config set mcp.allow_restore false.",
  ],
  flags,
  examples: [
    { line: "unf mcp", does: "for the project around the current directory" },
    { line: "unf mcp --project ~/src/shop", does: "for this one, unless a call names another" },
    {
      line: "unf config set mcp.allow_restore false",
      does: "agents may look, and restore nothing",
    },
  ],
  exits: {},
  args: { min: 0, max: 0 },
  wait: null,
  run: runMcp,
});

async function runMcp(call: Call<typeof flags>): Promise<Answer> {
  const { globals, world } = call;
  if (globals.json || globals.jsonl) {
    throw new UnfError("usage", "mcp speaks a protocol of its own; --json has no meaning there");
  }
  if (world.facts.isStdinTty) call.note("an agent speaks to this command; Ctrl-D ends it");
  const word = call.asker.projectWord;
  const directory = word === undefined ? world.cwd() : readDirectory(world.cwd(), word);
  const { serve } = await import("@unf/mcp");
  await serve(openHost(call, directory));
  // Stdout belongs to the protocol.
  return { kind: "document", schema: "unf.mcp/1", document: () => ({}), text: () => [] };
}

function readDirectory(cwd: AbsPath, word: string): AbsPath {
  const path = resolvePath(cwd, word);
  return readCanonical(path) ?? path;
}
