import { countOf, escapeForDisplay } from "@unf/core/query";
import type { Entry, EntryFile, Writer } from "../happenings/entry.ts";
import { hasFiles, type Listing, type ListLine } from "./entries.ts";

const letters = { create: "A", modify: "M", delete: "D", rename: "R" } as const;

const signs = {
  turn: "~",
  stretch: "~",
  mass: "~",
  operation: "~",
  baseline: "~",
  checkpoint: "=",
  gap: "!",
} as const;

/** One letter or sign for the kind of a line. */
export function signOf({ listing, file, isInside, more }: ListLine): string {
  if (more !== undefined) return " ";
  if (listing.kind === "deleted") return "D";
  if (listing.kind === "hit") return listing.isLive ? " " : "-";
  const isFile = file !== undefined && (isInside || !hasFiles(listing));
  return isFile ? letters[file.kind] : signs[listing.kind];
}

/** The text of a line, without its instant and sign. Names in it are safe to show. */
export function textOfLine({ listing, file, isInside, more }: ListLine): string {
  if (more !== undefined) return `and ${countOf(more, "file")} more: Enter lists them`;
  return isInside && file !== undefined ? escapeForDisplay(file.path) : textOfListing(listing);
}

/** The same of a listing, whose own line it is. */
export function textOfListing(listing: Listing): string {
  switch (listing.kind) {
    case "deleted":
      return escapeForDisplay(listing.path);
    case "hit":
      return escapeForDisplay(`${listing.path}:${listing.line}: ${listing.text.trim()}`);
    case "checkpoint":
      return escapeForDisplay(`checkpoint ${listing.title}`);
    case "gap":
      return escapeForDisplay(textOfGap(listing));
    case "stretch":
      return textOfStretch(listing);
    default:
      return `${escapeForDisplay(nameOf(listing))}: ${countOf(listing.files, "file")}`;
  }
}

/** `+12 -3`, and the author where the text has no name; of what was taken back that. */
export function remarkOf({ listing, file, isInside, more }: ListLine): string {
  if (more !== undefined) return "";
  if (listing.kind === "hit") return "";
  if (listing.kind === "deleted") return escapeForDisplay(nameOfWriter(listing.author));
  if (isInside && file !== undefined) return countsOf(file);
  const { kind, turn = "" } = listing;
  const author = kind === "stretch" ? `${turn} ${nameOfWriter(listing.author)}`.trim() : "";
  const counts = listing.files === 0 ? "" : countsOf(listing);
  return [counts, escapeForDisplay(author), listing.taken_back_by ? "taken back" : ""]
    .filter((text) => text !== "")
    .join(" ");
}

/** One line of a text of its files, where they are told instead of their difference. */
export function textOfFile(file: EntryFile): string {
  return `${letters[file.kind]} ${escapeForDisplay(file.path)}  ${countsOf(file)}`.trimEnd();
}

function countsOf({ added, removed }: Pick<EntryFile, "added" | "removed">): string {
  return [added ? `+${added}` : "", removed ? `-${removed}` : ""]
    .filter((text) => text !== "")
    .join(" ");
}

/** The name by which a person knows an author; empty where nobody knows. */
function nameOfWriter(author: Writer | null): string {
  if (author === null || author.type === "unknown") return "";
  return author.type === "human" ? "you" : (author.name ?? author.type);
}

/** Some of its files: a list has no room for more. */
function textOfStretch({ files, paths, title }: Entry): string {
  const [first] = paths;
  if (first === undefined) return escapeForDisplay(title);
  if (files === 1) return escapeForDisplay(first.path);
  const names = paths.slice(0, namedMax).map(({ path }) => escapeForDisplay(baseOf(path)));
  return `${countOf(files, "file")}: ${names.join(", ")}${files > names.length ? ", ..." : ""}`;
}

const namedMax = 8;

const baseOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function nameOf(entry: Entry): string {
  const { kind, turn, operation, author, title, cause } = entry;
  switch (kind) {
    case "turn":
      return [turn, author?.name, hasOwnTitle(entry) ? firstLine(title) : ""]
        .filter((text) => text !== undefined && text !== null && text !== "")
        .join(" ");
    case "operation":
      return [operation, firstLine(title)].filter((text) => text !== undefined).join(" ");
    case "mass":
      return cause === undefined ? "at once" : firstLine(title);
    default:
      return firstLine(title);
  }
}

/** False where the title says only which files there are. */
function hasOwnTitle({ title, files, paths }: Entry): boolean {
  return title !== `${files} files` && !(files === 1 && title === paths[0]?.path);
}

function textOfGap({ title, cause }: Entry): string {
  return cause === undefined ? title : `${title}: ${cause.replaceAll("_", " ")}`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}
