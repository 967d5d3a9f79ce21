import { type MonoMs, systemCode, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { AgentEvent } from "@unf/core/sessions";
import { homeDirectory, openHome, systemClock } from "@unf/system";
import { tellEvents } from "../hook-run/tell-events.ts";

/** Tells the daemon, or leaves word for it. A home that is not there or not well is left alone. */
export async function tellQuietly(
  env: Readonly<Record<string, string | undefined>>,
  events: readonly AgentEvent[],
): Promise<void> {
  try {
    const home = homeDirectory(env);
    if (openHome(home, { create: false }) === "absent") return;
    await tellEvents(home, events, (systemClock.mono() + limits.hook.commandMsMax) as MonoMs);
  } catch (thrown) {
    // The author will not be known; the changes are recorded all the same.
    if (!(thrown instanceof UnfError) && systemCode(thrown) === undefined) throw thrown;
  }
}
