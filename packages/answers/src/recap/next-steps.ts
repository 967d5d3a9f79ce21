import { planTakenBack } from "@unf/core/operations";
import { nextCommand } from "../parts/next-command.ts";
import type { Asker } from "../ports/asker.ts";
import type { ProjectReader } from "../ports/history.ts";
import type { Recap } from "./read-recap.ts";

/** Commands that show more of it, or take the last operation back. */
export function nextSteps(
  asker: Pick<Asker, "cwd" | "namedProject">,
  { source, recent, lastOperation }: Recap,
): string[] {
  const command = (...words: string[]) => nextCommand(asker, source.project, words);
  const sessions = recent.flatMap(({ stretch }) =>
    stretch.kind === "agent" ? [stretch.report] : [],
  );
  const busy = sessions.find(({ touched }) => touched.files.length > 0);
  const look = busy === undefined ? ["diff"] : ["diff", "--session", busy.session.id];
  const isStanding = lastOperation !== undefined && !isTakenBack(source, lastOperation.id);
  return [
    ...(recent.length === 0 ? [] : [command(...look)]),
    ...(isStanding ? [command("undo", `op-${lastOperation.id}`, "-n")] : []),
  ];
}

function isTakenBack({ timeline }: ProjectReader, id: number): boolean {
  return planTakenBack(timeline.operations(Number.MAX_SAFE_INTEGER)).has(id);
}
