import { encodeBase64 } from "../base/base64.ts";
import type { AbsPath } from "../base/brand.ts";
import { crc32 } from "../base/crc32.ts";
import { parseJson } from "../base/json.ts";
import { absPathToColumn, encodePath, isUtf8Path } from "../base/path.ts";
import { encodeUtf8 } from "../base/text-codec.ts";
import { formatUtc } from "../time/utc.ts";
import type { IntendedProject, Intent, ProjectOptions } from "./intent.ts";
import { type IntentProblem, readIntent } from "./read-intent.ts";

/** Reading of a text as an intent file (docs/format/intent.md). */
export type ParsedIntent =
  | { readonly kind: "ok"; readonly intent: Intent }
  /** Never to be taken for "watch nothing". `why`: one line, without text of the file. */
  | { readonly kind: "damaged"; readonly why: string }
  /** Whole, and written by a later version of unf; not to be overwritten. */
  | { readonly kind: "newer"; readonly format: number };

/** The format that `renderIntent` writes and `parseIntent` reads. */
const intentFormat = 1;

/** The file's text. The same intent always gives the same bytes. */
export function renderIntent(intent: Intent): string {
  const members = {
    format: intentFormat,
    generation: intent.generation,
    running: intent.running,
    projects: intent.projects.map(renderProject),
  };
  const body = JSON.stringify(members, null, 2).slice(0, -"\n}".length);
  const summed = `${body},\n  "checksum": "`;
  return `${summed}${crc32(encodeUtf8(summed))}"\n}\n`;
}

/** Reads the file's text. The check sum comes first: where it is wrong nothing else is believed. */
export function parseIntent(text: string): ParsedIntent {
  const damaged = (why: string): ParsedIntent => ({ kind: "damaged", why });
  if (text === "") return damaged("the file is empty");
  const cut = text.length - tailLength;
  const [, sum] = tail.exec(text.slice(Math.max(cut, 0))) ?? [];
  if (sum === undefined) return damaged("the file does not end in a check sum");
  if (crc32(encodeUtf8(text.slice(0, cut))) !== sum) return damaged("the check sum is wrong");
  const raw = parseJson(text);
  const format = formatOf(raw);
  if (format === undefined) return damaged("the file names no format");
  if (format > intentFormat) return { kind: "newer", format };
  const read: Intent | IntentProblem = readIntent(raw);
  return "problem" in read ? damaged(read.problem) : { kind: "ok", intent: read };
}

/** Everything behind the opening quote of the check sum. */
const tail = /^([0-9a-f]{8})"\n\}\n$/;
const tailLength = 8 + '"\n}\n'.length;

function renderProject(project: IntendedProject): unknown {
  const { id, root, addedAt, options, quarantined, trial } = project;
  return {
    id,
    ...renderRoot(root),
    added_at: formatUtc(addedAt),
    options: renderOptions(options),
    ...(quarantined === undefined
      ? {}
      : { quarantined: { since: formatUtc(quarantined.since), reason: quarantined.reason } }),
    ...(trial === undefined
      ? {}
      : { trial: { since: formatUtc(trial.since), count: trial.count } }),
  };
}

function renderRoot(root: AbsPath): { readonly root: string; readonly root_b64?: string } {
  if (isUtf8Path(root)) return { root };
  // The column form is for relative paths; it holds for absolute ones, which have no `//` either.
  const readable = absPathToColumn(root);
  return { root: readable, root_b64: encodeBase64(encodePath(root)) };
}

function renderOptions({ maxFileBytes, includeIgnored, binary }: ProjectOptions): unknown {
  return {
    ...(maxFileBytes === undefined ? {} : { max_file_bytes: maxFileBytes }),
    ...(includeIgnored === undefined ? {} : { include_ignored: includeIgnored }),
    ...(binary === undefined ? {} : { binary }),
  };
}

function formatOf(raw: unknown): number | undefined {
  if (typeof raw !== "object" || raw === null || !("format" in raw)) return undefined;
  const { format } = raw;
  return typeof format === "number" && Number.isInteger(format) && format >= 1 ? format : undefined;
}
