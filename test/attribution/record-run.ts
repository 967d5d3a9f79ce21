import { mkdirSync } from "node:fs";
import { type AbsPath, encodeUtf8, type Snapshot, type TimelineReader } from "@unf/core";
import { digest } from "@unf/system/digest";
import { openHomeReader } from "@unf/wiring";
import { spooled } from "../e2e/hook-run.ts";
import { tellStory } from "../e2e/story.ts";
import { assertNothingLeft, type TempHome, until } from "../kit/index.ts";
import { type Cast, startCast } from "./cast.ts";
import { type Judgement, judge, type Row } from "./judge.ts";
import { play } from "./scenes.ts";

export interface RunOrder {
  readonly seed: number;
  readonly rounds: number;
  readonly agents: number;
  readonly hooks: boolean;
}

export interface Run extends RunOrder, Judgement {
  readonly cast: Cast;
}

/** Plays one seed in a home of its own, with a daemon that records, and judges what it recorded. */
export async function recordRun(order: RunOrder): Promise<Run> {
  await using story = await tellStory((at) => {
    for (const name of ["shared", "notes", "agent-0", "agent-1", "agent-2", "agent-3"]) {
      mkdirSync(at(name));
    }
  });
  const { home } = story;
  const cast = startCast(home, order);
  await play(cast, order.seed, order.rounds);
  await until("every event was heard", () => spooled(home).length === 0);
  await story.flush();
  await story.unf("stop");
  const judged = judge(readRows(home), cast.deeds, (content) => digest(encodeUtf8(content)));
  await assertNothingLeft(home.root);
  return { ...order, ...judged, cast };
}

function readRows({ unfHome }: TempHome): readonly Row[] {
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
