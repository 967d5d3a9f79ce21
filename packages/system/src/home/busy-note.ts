import { type AbsPath, encodeUtf8, parseJson } from "@unf/core/base";
import { busyPath } from "@unf/core/home";
import { formatUtc, parseUtc } from "@unf/core/time";
import type { BusyNote } from "@unf/core/trouble";
import { replaceUnflushed } from "../disk/atomic-replace.ts";
import { removeEntry } from "../disk/base/remove-entry.ts";
import { readText } from "../disk/read-text.ts";
import { isAlive, thisProcess } from "../process/process-facts.ts";

/** Announces work of this process. Not flushed: it means something only while the process runs. */
export function writeBusyNote(home: AbsPath, { what, since }: Omit<BusyNote, "pid">): void {
  const { pid, startTicks } = thisProcess();
  const members = { pid, start_ticks: startTicks ?? null, what, since: formatUtc(since) };
  const text = `${JSON.stringify({ format: 1, ...members })}\n`;
  replaceUnflushed(busyPath(home), encodeUtf8(text), 0o600);
}

export function clearBusyNote(home: AbsPath): void {
  removeEntry(busyPath(home));
}

/** The work that a running process announced and has not taken back. */
export function readBusyNote(home: AbsPath): BusyNote | undefined {
  const raw = parseJson(readText(busyPath(home)) ?? "");
  if (typeof raw !== "object" || raw === null) return undefined;
  const { format, pid, start_ticks, what, since } = raw as Readonly<Record<string, unknown>>;
  if (format !== 1 || typeof pid !== "number" || typeof what !== "string") return undefined;
  const startTicks = typeof start_ticks === "number" ? start_ticks : undefined;
  const at = typeof since === "string" ? parseUtc(since) : undefined;
  if (at === undefined || !isAlive({ pid, startTicks })) return undefined;
  return { pid, what, since: at };
}
