import type { WallMs } from "../base/brand.ts";
import { isObject, parseJson } from "../base/json.ts";
import { formatUtc, parseUtc } from "../time/utc.ts";

/** Trouble with the payload of one call of a hook. */
export interface PayloadTrouble {
  readonly agent: string;
  readonly at: WallMs;
  /** `late`: it was read all the same. `lost`: nothing of it reached the history. */
  readonly kind: "late" | "lost";
  /** Of a late one, how long after the hook was started it came. */
  readonly ms?: number;
  /** Of a lost one. */
  readonly why?: string;
}

/** Counts of payloads that the hooks of one agent did not get, or got late. */
export interface PayloadCounts {
  readonly lost: number;
  readonly late: number;
  /** The newest that was lost. */
  readonly lastLost: PayloadTrouble | undefined;
  /** How long after its hook was started the latest came; 0 where none was late. */
  readonly lateMsMax: number;
}

/** One line of `logs/hook-payloads.log`, with the end of the line. */
export function renderPayloadTrouble({ at, kind, ...more }: PayloadTrouble): string {
  return `${JSON.stringify({ time: formatUtc(at), msg: `payload.${kind}`, ...more })}\n`;
}

/** Counts what `logs/hook-payloads.log` tells of one agent from an instant on. A line that is none of these is passed over. */
export function countPayloads(log: string, agent: string, since: WallMs): PayloadCounts {
  let [lost, late, lateMsMax] = [0, 0, 0];
  let lastLost: PayloadTrouble | undefined;
  for (const line of log.split("\n")) {
    const trouble = parseLine(line);
    if (trouble === undefined || trouble.agent !== agent || trouble.at < since) continue;
    if (trouble.kind === "late") {
      late += 1;
      lateMsMax = Math.max(lateMsMax, trouble.ms ?? 0);
    } else {
      lost += 1;
      if (lastLost === undefined || lastLost.at <= trouble.at) lastLost = trouble;
    }
  }
  return { lost, late, lastLost, lateMsMax };
}

function parseLine(line: string): PayloadTrouble | undefined {
  const read = parseJson(line);
  if (!isObject(read)) return undefined;
  const { time, msg, agent, ms, why } = read;
  const at = typeof time === "string" ? parseUtc(time) : undefined;
  if (typeof agent !== "string" || at === undefined) return undefined;
  if (msg === "payload.late")
    return { agent, at, kind: "late", ms: typeof ms === "number" ? ms : 0 };
  if (msg !== "payload.lost") return undefined;
  return { agent, at, kind: "lost", ...(typeof why === "string" ? { why } : {}) };
}
