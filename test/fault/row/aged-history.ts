import { utimesSync } from "node:fs";
import { join } from "node:path";
import type { WallMs } from "@unf/core/base";
import { olderThan } from "@unf/core/retention";
import { formatUtc } from "@unf/core/time";
import { filesBelow } from "../checker/check-home.ts";
import type { Daemon } from "../daemon.ts";
import type { Place } from "../program/recording.ts";
import { runProgram } from "../stage.ts";
import { agedText } from "./aged-texts.ts";

const dayMs = 24 * 3_600_000;

export interface AgedHistory {
  /** How many groups of files it has, from 0. */
  readonly groups: number;
  /** The contents of a group that only rows have which are to be pruned. */
  texts(group: number): readonly string[];
  /** Prunes these rows: how many went. */
  prune(daemon: Daemon, group: number): Promise<number>;
}

/**
 * Records a history of ten days ago, whose objects are past any grace: a collection takes what rows need
 * no more as soon as they are pruned.
 */
export async function recordAgedHistory(
  place: Place,
  { isLong, tree }: { readonly isLong: boolean; readonly tree: string | undefined },
): Promise<AgedHistory> {
  const args = [place.home, place.root, isLong ? "agedLong" : "aged", "exit"];
  const run = { name: "record", args } as const;
  const { code, stderr } = await runProgram(tree === undefined ? run : { ...run, tree });
  if (code !== 0) throw new Error(`nothing old was recorded: ${stderr}`);
  const then = (Date.now() - dayMs) / 1000;
  for (const path of filesBelow(join(place.home, "objects"))) utimesSync(path, then, then);
  return {
    groups: isLong ? 60 : 6,
    texts: (group) => agedText(group, 1).map(({ text }) => text),
    prune: async (daemon, group) => {
      const { keepAllMs, hourlyMs, dailyMs, weeklyMs, bringsBack } = olderThan(dayMs);
      const reply = await daemon.request("prune", {
        root: place.root,
        policy: {
          ...{ keep_all_ms: keepAllMs, hourly_ms: hourlyMs, daily_ms: dailyMs },
          ...{ weekly_ms: weeklyMs, turns_ms: null, brings_back: bringsBack },
        },
        at: formatUtc(Date.now() as WallMs),
        up_to: 1_000_000,
        include: [`/aged${group}/**`],
        ...{ exclude: [], max_bytes: null, plan: null, argv: ["prune"] },
      });
      return reply.versions_removed;
    },
  };
}
