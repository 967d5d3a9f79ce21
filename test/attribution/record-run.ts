import { mkdirSync } from "node:fs";
import { encodeUtf8 } from "@unf/core/base";
import { digest } from "@unf/system/digest";
import { spooled } from "../e2e/hook-run.ts";
import { tellStory } from "../e2e/story.ts";
import { assertNothingLeft, until } from "../kit/index.ts";
import { type Cast, startCast } from "./cast.ts";
import { type Judgement, judge } from "./judge.ts";
import { readRows } from "./read-rows.ts";
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
