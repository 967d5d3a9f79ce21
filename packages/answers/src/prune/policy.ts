import { UnfError } from "@unf/core/base";
import type { Config } from "@unf/core/config";
import { configuredPolicy, olderThan, type RetentionPolicy } from "@unf/core/retention";
import { instantBefore, parseDuration, parseSize, type Viewer } from "@unf/core/time";
import type { PruneQuestion } from "./question.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * The policy that the words say; without any, that of the settings, of which that for operations is about
 * whole projects. Throws `usage`.
 */
export function readPolicy(
  question: PruneQuestion,
  config: Config,
  viewer: Viewer,
): RetentionPolicy {
  const {
    olderThan: older,
    keepWithin: within,
    keepHourly,
    keepDaily,
    keepWeekly,
  } = question.policy;
  const keeps = [within, keepHourly, keepDaily, keepWeekly];
  const isKeeping = keeps.some((word) => word !== undefined);
  const configured = configuredPolicy(config);
  const { turnsMs = null } = configured;
  if (older !== undefined) {
    if (isKeeping) throw new UnfError("usage", "--older-than and --keep flags exclude each other");
    return { ...olderThan(readAge("older-than", older, viewer)), turnsMs };
  }
  if (!isKeeping) {
    const isPart = question.include.length + question.exclude.length > 0;
    const isWhole = !isPart && question.maxSize === undefined;
    return isWhole ? configured : { ...configured, operationsMs: null };
  }
  return {
    keepAllMs: within === undefined ? dayMs : readAge("keep-within", within, viewer),
    hourlyMs: readTier("keep-hourly", keepHourly, hourMs, viewer),
    dailyMs: readTier("keep-daily", keepDaily, dayMs, viewer),
    weeklyMs: readTier("keep-weekly", keepWeekly, 7 * dayMs, viewer),
    bringsBack: true,
    turnsMs,
  };
}

/** The size of `--max-size` in bytes; `null` without it. Throws `usage`. */
export function readMaxSize(word: string | undefined): number | null {
  if (word === undefined) return null;
  const bytes = parseSize(word);
  if (bytes === undefined) throw new UnfError("usage", `--max-size expects a size, not "${word}"`);
  return bytes;
}

function readTier(
  name: string,
  word: string | undefined,
  unitMs: number,
  viewer: Viewer,
): number | null {
  if (word === undefined) return 0;
  if (word === "forever") return null;
  if (/^\d{1,6}$/.test(word)) return Number(word) * unitMs;
  return readAge(name, word, viewer);
}

function readAge(name: string, word: string, { now, zone }: Viewer): number {
  const parsed = parseDuration(word.trim());
  if (parsed?.kind === "duration") return now - instantBefore(now, parsed.duration, zone);
  const why = parsed?.kind === "invalid" ? `: ${parsed.why}` : "";
  throw new UnfError("usage", `--${name} expects an age such as 30d, not "${word}"${why}`);
}
