import { limits } from "@unf/core/config";
import type { Log } from "@unf/core/ports";
import { pino } from "pino";
import { RotatingFile, type RotationLimits } from "./rotating-file.ts";

export type LogLevel = "debug" | "info" | "warn" | "error";

export interface LogOptions {
  readonly path: string;
  readonly level: LogLevel;
  /** 5 MiB and three files unless given. */
  readonly rotation?: RotationLimits;
}

const usualRotation: RotationLimits = {
  bytesMax: limits.log.fileBytesMax,
  filesMax: limits.log.filesMax,
};

/** Longest text of one field; a path takes 4,096 bytes at most. */
const fieldCharsMax = 5000;

/**
 * A log in a file, one JSON object a line: `time`, `level`, `pid`, `event` and the fields. Written
 * before the call returns. Fields named like those four are the caller's mistake; an error is
 * written with name, code, message and stack.
 */
export function openLogFile({
  path,
  level,
  rotation = usualRotation,
}: LogOptions): Log & Disposable {
  const file = new RotatingFile(path, rotation);
  const logger = pino(
    {
      level,
      base: { pid: process.pid },
      messageKey: "event",
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => writable(fields),
      },
    },
    file,
  );
  const write = (at: LogLevel) => (event: string, fields?: Readonly<Record<string, unknown>>) => {
    const { lost } = file;
    logger[at](lost === 0 ? { ...fields } : { ...fields, lines_lost_before: lost }, event);
  };
  return {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    [Symbol.dispose]: () => file[Symbol.dispose](),
  };
}

/** The fields with what JSON cannot hold, and what is too long, made harmless. */
function writable(fields: Record<string, unknown>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) result[name] = writableValue(value);
  return result;
}

function writableValue(value: unknown): unknown {
  if (value instanceof Error) {
    const { name, message, stack } = value;
    const code = "code" in value ? value.code : undefined;
    return { name, code, message: shortened(message), stack: shortened(stack ?? "") };
  }
  return typeof value === "string" ? shortened(value) : value;
}

function shortened(text: string): string {
  return text.length <= fieldCharsMax ? text : `${text.slice(0, fieldCharsMax)}…`;
}
