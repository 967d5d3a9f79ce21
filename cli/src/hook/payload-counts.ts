import type { WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { hookPayloadsPath } from "@unf/core/home";
import { countPayloads, type PayloadCounts } from "@unf/core/sessions";
import { renderAgo } from "@unf/core/time";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";

/**
 * Reads what the hooks of an agent did not get of late, or got late, from the list that they leave of it in
 * the home; without one nothing was lost.
 */
export async function readPayloadCounts(
  call: Call<FlagTable>,
): Promise<(agent: string) => PayloadCounts> {
  const { world } = call;
  const fs = await world.fileSystem();
  const path = hookPayloadsPath((await world.wiring()).homeDirectory(world.env));
  const texts = [`${path}.1`, path].map((one) => {
    const read = fs.read(one as typeof path, 2 * limits.hook.payloadLogBytesMax);
    return read.kind === "content" ? Buffer.from(read.bytes).toString("utf8") : "";
  });
  const since = (world.now() - limits.hook.payloadsCountedMs) as WallMs;
  return (agent) => countPayloads(texts.join(""), agent, since);
}

/** `2 payloads lost in 7 days, the last 5 m ago: nothing came`; `undefined` when none was. */
export function sayLost({ lost, lastLost }: PayloadCounts, now: WallMs): string | undefined {
  if (lastLost === undefined) return undefined;
  const what = lost === 1 ? "1 payload" : `${lost} payloads`;
  const why = lastLost.why === undefined ? "" : `: ${lastLost.why}`;
  return `${what} lost in 7 days, the last ${renderAgo(now - lastLost.at)}${why}`;
}

/** `3 came late, up to 417 ms after their hook was started`: they were read all the same. */
export function sayLate({ late, lateMsMax }: PayloadCounts): string | undefined {
  return late === 0
    ? undefined
    : `${late} came late, up to ${lateMsMax} ms after their hook was started`;
}
