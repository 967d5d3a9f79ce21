import type { AbsPath } from "@unf/core/base";
import type { TimelineReader } from "@unf/core/ports";
import type { Snapshot } from "@unf/core/timeline";
import { openHomeReader } from "@unf/wiring";
import type { TempHome } from "../kit/index.ts";
import type { Row } from "./judge.ts";

/** Every row of the only project, the oldest first, with the agents' own names for sessions and calls. */
export function readRows({ unfHome }: TempHome): readonly Row[] {
  using home = openHomeReader(unfHome as AbsPath);
  const [project] = home.projects();
  if (project === undefined) throw new Error("no project is recorded");
  using reader = home.open(project);
  const { timeline } = reader;
  const rows = timeline.find({ within: [], interim: true, order: "oldest" });
  return Array.from(rows, (row) => readRow(timeline, row));
}

function readRow(timeline: TimelineReader, { id, path, hash, at, author }: Snapshot): Row {
  const nameOf = (session: string): string => timeline.session(session)?.agentSession ?? session;
  const { confidence, session, turn, toolCall } = author;
  return {
    ...{ id, path, hash, at, confidence },
    agent: session === null ? null : nameOf(session),
    turn: turn === null ? null : (timeline.turn(turn)?.label ?? null),
    call: toolCall === null ? null : (timeline.toolCall(toolCall)?.agentCall ?? null),
    candidates: timeline.candidates(id).map((candidate) => nameOf(candidate.session)),
  };
}
