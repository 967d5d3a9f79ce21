import { UnfError } from "../base/error.ts";
import { type ServiceProgram, serviceMark, startWords } from "./service-program.ts";

/** Longest command that every cron takes; Debian's refuses a longer one. Unit: characters. */
const commandMax = 998;

/** State of the crontab before the lines came. */
export type CrontabBefore =
  /** There was none. */
  | "absent"
  /** Its last line had no end. */
  | "unfinished"
  | "whole";

/** The two lines for a crontab. Throws `refused` where a cron would cut them off. */
export function renderCrontabLines(service: ServiceProgram): string {
  // `exec`, which all shells have: else the one that cron starts waits beside it.
  const command = ["exec", ...startWords(service)].map(quote).join(" ");
  if (command.length > commandMax) {
    throw new UnfError("refused", "the paths of unf are too long for a line of a crontab");
  }
  return `${markOf(service.name)} by "${serviceMark}"; "unf service disable" takes these lines out\n@reboot ${command}\n`;
}

/** Puts the lines at the end. */
export function addCrontabLines(
  text: string | undefined,
  lines: string,
): { readonly text: string; readonly before: CrontabBefore } {
  if (text === undefined) return { text: lines, before: "absent" };
  const isWhole = text === "" || text.endsWith("\n");
  return isWhole
    ? { text: text + lines, before: "whole" }
    : { text: `${text}\n${lines}`, before: "unfinished" };
}

/** The crontab without the lines; `undefined` where then there is to be none. */
export type TakenCrontab =
  | { readonly kind: "taken"; readonly text: string | undefined }
  | { readonly kind: "absent" }
  /** Somebody changed them. `text`: without what is in their place. */
  | { readonly kind: "changed"; readonly text: string | undefined };

/** Takes out exactly what `addCrontabLines` put in, wherever it stands by now. */
export function takeCrontabLines(
  text: string | undefined,
  lines: string,
  { name, before }: { readonly name: string; readonly before: CrontabBefore },
): TakenCrontab {
  const found = findLines(text ?? "", lines, name);
  if (text === undefined || found === undefined) return { kind: "absent" };
  const rest = text.slice(0, found.from) + text.slice(found.to);
  const isLast = found.to === text.length;
  const cut = before === "unfinished" && isLast && rest.endsWith("\n") ? rest.slice(0, -1) : rest;
  const isNone = before === "absent" && cut === "";
  return { kind: found.kind, text: isNone ? undefined : cut };
}

/** True while the lines are in the crontab as they were written. */
export function hasCrontabLines(text: string | undefined, lines: string): boolean {
  return text !== undefined && indexOfLine(text, lines) >= 0;
}

function findLines(
  text: string,
  lines: string,
  name: string,
): { readonly kind: "taken" | "changed"; readonly from: number; readonly to: number } | undefined {
  const at = indexOfLine(text, lines);
  if (at >= 0) return { kind: "taken", from: at, to: at + lines.length };
  const from = indexOfLine(text, `${markOf(name)} `);
  if (from < 0) return undefined;
  const [first = "", second = ""] = text.slice(from).split(/(?<=\n)/, 2);
  const length = first.length + (second.startsWith("@reboot ") ? second.length : 0);
  return { kind: "changed", from, to: from + length };
}

function indexOfLine(text: string, start: string): number {
  if (text.startsWith(start)) return 0;
  const at = text.indexOf(`\n${start}`);
  return at < 0 ? -1 : at + 1;
}

function markOf(name: string): string {
  return `# ${name}: written`;
}

/** For the shell, and outside of its quotes for cron, to which a `%` is the end of the command. */
function quote(word: string): string {
  if (/^[\w@+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", `'\\''`).replaceAll("%", `'\\%'`)}'`;
}
