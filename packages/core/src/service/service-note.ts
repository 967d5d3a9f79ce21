import { isObject, type JsonObject, parseJson } from "../base/json.ts";
import type { CrontabBefore } from "./crontab-lines.ts";
import type { ServiceEntry } from "./service-entry.ts";

/** A home's note of how unf is started (docs/format/home.md). */
export interface ServiceNote {
  /** The person's answer when it was offered; `undefined` before. */
  readonly answer: "yes" | "no" | undefined;
  readonly enabled: EnabledService | undefined;
}

/** An entry that stands, with all that taking it out needs. */
export interface EnabledService {
  readonly entry: ServiceEntry;
  readonly node: string;
  readonly program: string;
  /** Of the unf that wrote it. */
  readonly version: string;
  /** The machine: another one that sees the same home has other paths. */
  readonly host: string;
  /** Directories that were made for it, the outermost first. */
  readonly made: readonly string[];
  /** Of a crontab. */
  readonly before: CrontabBefore;
}

export const emptyServiceNote: ServiceNote = { answer: undefined, enabled: undefined };

/** The file's text. */
export function renderServiceNote({ answer, enabled }: ServiceNote): string {
  const members = {
    format: 1,
    answer: answer ?? null,
    enabled: enabled === undefined ? null : renderEnabled(enabled),
  };
  return `${JSON.stringify(members, null, 2)}\n`;
}

function renderEnabled({ entry, before, ...rest }: EnabledService): unknown {
  const { manager, name, text } = entry;
  const file = entry.kind === "file" ? { path: entry.path, link: entry.link ?? null } : {};
  const crontab = entry.kind === "crontab" ? { before } : {};
  return { manager, name, ...file, ...crontab, ...rest, text };
}

/** Reads the file's text; what makes no sense is not remembered. */
export function parseServiceNote(text: string): ServiceNote {
  const raw = parseJson(text);
  if (!isObject(raw) || raw.format !== 1) return emptyServiceNote;
  const answer = raw.answer === "yes" || raw.answer === "no" ? raw.answer : undefined;
  return { answer, enabled: isObject(raw.enabled) ? parseEnabled(raw.enabled) : undefined };
}

function parseEnabled(raw: JsonObject): EnabledService | undefined {
  const { node, program, version, host, made, before } = raw;
  const entry = parseEntry(raw);
  if (entry === undefined || typeof node !== "string" || typeof program !== "string")
    return undefined;
  if (typeof version !== "string" || typeof host !== "string" || !Array.isArray(made))
    return undefined;
  return {
    ...{ entry, node, program, version, host },
    made: made.filter((path) => typeof path === "string"),
    before: before === "absent" || before === "unfinished" ? before : "whole",
  };
}

function parseEntry({ manager, name, text, path, link }: JsonObject): ServiceEntry | undefined {
  if (typeof name !== "string" || typeof text !== "string") return undefined;
  if (manager === "cron") return { kind: "crontab", manager, name, text };
  if (manager === "task-scheduler") return { kind: "task", manager, name, text };
  const isFile = manager === "systemd-user" || manager === "launchd" || manager === "xdg-autostart";
  if (!isFile || typeof path !== "string") return undefined;
  return {
    ...{ kind: "file", manager, name, text, path },
    link: typeof link === "string" ? link : undefined,
  };
}
