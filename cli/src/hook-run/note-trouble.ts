import type { AbsPath } from "@unf/core/base";
import { formatUtc } from "@unf/core/time";
import { systemClock, writeHookLog } from "@unf/system";
import { readTrouble } from "@unf/wiring/read-trouble";

/** Leaves a line in the log of hooks that says why no daemon took what an agent told. The agent is told nothing. */
export async function noteTrouble(home: AbsPath, agent: string): Promise<void> {
  const trouble = await readTrouble(home, undefined);
  if (trouble === undefined) return;
  const since = "since" in trouble ? trouble.since : undefined;
  const { kind, ...more } = trouble;
  writeHookLog(home, systemClock.wall(), {
    msg: "not.recording",
    agent,
    kind,
    ...more,
    since: since === undefined ? null : formatUtc(since),
    ...("until" in more && more.until !== undefined ? { until: formatUtc(more.until) } : {}),
  });
}
