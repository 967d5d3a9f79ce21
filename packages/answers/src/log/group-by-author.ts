import { groupByFile } from "@unf/core/query";
import type { Session, Turn } from "@unf/core/timeline";
import type { ShownAuthor } from "../authors/authors.ts";
import type { ProjectReader } from "../ports/history.ts";
import type { ListedVersion } from "./listing.ts";

/** The versions of one turn or session in a listing, or those outside of any of one kind of author. */
export interface AuthorGroup {
  readonly source: ProjectReader;
  readonly author: ShownAuthor;
  readonly session: Session | undefined;
  /** `undefined` also where sessions are gathered. */
  readonly turn: Turn | undefined;
  readonly versions: readonly ListedVersion[];
  readonly files: number;
  readonly added: number;
  readonly removed: number;
  readonly exact: boolean;
}

/** The groups come in the order in which they first appear. */
export function groupByAuthor(
  versions: readonly ListedVersion[],
  by: "turn" | "session",
): AuthorGroup[] {
  const groups = Map.groupBy(versions, (version) => keyOf(version, by));
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    return first === undefined ? [] : [groupOf(first, own, by)];
  });
}

function keyOf({ source, authors, snapshot }: ListedVersion, by: "turn" | "session"): string {
  const { type, session, turn } = authors.of(snapshot);
  const named = by === "turn" && turn !== null ? `t-${turn}` : (session ?? type);
  return `${source.project.id} ${named}`;
}

function groupOf(
  { source, authors, snapshot }: ListedVersion,
  versions: readonly ListedVersion[],
  by: "turn" | "session",
): AuthorGroup {
  const { timeline } = source;
  const author = authors.of(snapshot);
  const files = groupByFile(versions.map((version) => version.snapshot));
  const sum = (of: "added" | "removed") => files.reduce((all, file) => all + file[of], 0);
  return {
    source,
    author,
    session: author.session === null ? undefined : timeline.session(author.session),
    turn: by === "turn" && author.turn !== null ? timeline.turn(author.turn) : undefined,
    versions,
    files: files.length,
    added: sum("added"),
    removed: sum("removed"),
    exact: files.every(({ exact }) => exact),
  };
}
