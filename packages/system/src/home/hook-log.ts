import { statSync } from "node:fs";
import { type AbsPath, systemCode, type WallMs } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { hookLogPath, hookPayloadsPath } from "@unf/core/home";
import { type PayloadTrouble, renderPayloadTrouble } from "@unf/core/sessions";
import { formatUtc } from "@unf/core/time";
import { appendTo, moveEntry } from "../disk/base/writes.ts";

/** Adds a line to the log of hooks, unless one was added just before. Hooks come many times a minute. */
export function writeHookLog(home: AbsPath, now: WallMs, members: object): void {
  const { logEveryMs, logBytesMax } = limits.hook;
  const path = hookLogPath(home);
  const before = readStat(path);
  if (before !== undefined && Math.abs(now - before.mtimeMs) < logEveryMs) return;
  if (before !== undefined && before.size > logBytesMax) moveEntry(path, `${path}.1`);
  appendTo(path, `${JSON.stringify({ time: formatUtc(now), ...members })}\n`);
}

/** Adds a payload that came late or not at all to those that are counted: each, because they are few. */
export function notePayload(home: AbsPath, trouble: PayloadTrouble): void {
  const path = hookPayloadsPath(home);
  const size = readStat(path)?.size ?? 0;
  if (size > limits.hook.payloadLogBytesMax) moveEntry(path, `${path}.1`);
  appendTo(path, renderPayloadTrouble(trouble));
}

function readStat(path: string): { readonly mtimeMs: number; readonly size: number } | undefined {
  try {
    return statSync(path);
  } catch (thrown) {
    if (systemCode(thrown) === "ENOENT") return undefined;
    throw thrown;
  }
}
