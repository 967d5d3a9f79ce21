import { countOf, escapeForDisplay } from "@unf/core/query";
import type { Author, Entry, Group } from "./entries.ts";

const letters = { create: "A", modify: "M", delete: "D", rename: "R" } as const;

/** One letter or sign for the kind of an entry. */
export function signOf(entry: Entry): string {
  switch (entry.kind) {
    case "version":
      return letters[entry.event];
    case "group":
      return "~";
    case "checkpoint":
      return "=";
    case "gap":
      return "!";
    case "deleted":
      return "D";
    case "hit":
      return entry.isLive ? " " : "-";
  }
}

/** The text of an entry, without its instant and sign. Names in it are safe to show. */
export function textOfEntry(entry: Entry): string {
  switch (entry.kind) {
    case "version":
    case "deleted":
      return escapeForDisplay(entry.path);
    case "group":
      return `${nameOfGroup(entry)}: ${countOf(entry.files, "file")}`;
    case "checkpoint": {
      const message = entry.message === null ? "" : `  ${firstLine(entry.message)}`;
      return escapeForDisplay(`checkpoint ${entry.name}${message}`);
    }
    case "gap": {
      const where = entry.path === null ? "" : ` of ${entry.path}`;
      return escapeForDisplay(`not recorded${where}: ${entry.reason.replaceAll("_", " ")}`);
    }
    case "hit":
      return escapeForDisplay(`${entry.path}:${entry.line}: ${entry.text.trim()}`);
  }
}

/** `+12 -3`, and of an agent's work its name; of a turn that was taken back that. */
export function remarkOf(entry: Entry): string {
  const counts = entry.kind === "version" || entry.kind === "group" ? countsOf(entry) : "";
  const author =
    entry.kind === "version" || entry.kind === "deleted" ? nameOfAuthor(entry.author) : "";
  const isBack = entry.kind === "group" && entry.turn?.isTakenBack === true;
  return [counts, escapeForDisplay(author), isBack ? "taken back" : ""]
    .filter((text) => text !== "")
    .join(" ");
}

function countsOf({
  added,
  removed,
}: {
  readonly added: number | null;
  readonly removed: number | null;
}): string {
  return [added ? `+${added}` : "", removed ? `-${removed}` : ""]
    .filter((text) => text !== "")
    .join(" ");
}

/** The name by which a person knows an author; empty where nobody knows. */
function nameOfAuthor({ type, name }: Author): string {
  if (type === "human") return "you";
  if (type === "unknown") return "";
  return name ?? type;
}

function nameOfGroup({ cause, turn, versions }: Group): string {
  const [newest] = versions;
  switch (cause) {
    case "turn": {
      const id = turn?.id ?? newest?.turn ?? "";
      const agent = turn?.agent ?? newest?.author.name ?? "";
      const label = turn?.label ?? null;
      return escapeForDisplay(
        [id, agent, label === null ? "" : firstLine(label)].filter((text) => text !== "").join(" "),
      );
    }
    case "operation":
      return newest?.operation ?? "operation";
    case "baseline":
      return "recording began";
    case "moment":
      return "at once";
  }
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
