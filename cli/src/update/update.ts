import { defineCommand } from "../frame/call/command.ts";
import type { Answer } from "../frame/print/answer.ts";
import type { World } from "../frame/world/world.ts";
import { planUpdate } from "./plan-update.ts";

export const update = defineCommand({
  usage: ["update"],
  about: [
    "Prints the command that brings this program up to date, as it was installed: by npm, pnpm, Homebrew, a package of the system, as an executable, or from its sources. It runs nothing and asks no network, so it does not know whether there is a newer version.",
    "A daemon that runs is replaced by the new version's at the next command.",
  ],
  flags: {},
  examples: [
    { line: "unf update", does: "the command, alone on stdout" },
    { line: "unf update --json", does: "by whom it was installed, too" },
  ],
  exits: {},
  args: { min: 0, max: 0 },
  run: ({ world, note }) => runUpdate(world, note),
});

async function runUpdate(world: World, note: (text: string) => void): Promise<Answer> {
  const { program, exists } = await world.hookPlace();
  const answer = planUpdate({ ...program, exists });
  if (answer.note !== null) note(answer.note);
  return {
    kind: "document",
    schema: "unf.update/1",
    document: () => answer,
    text: () => [answer.command],
  };
}
