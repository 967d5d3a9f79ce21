import {
  type AbsPath,
  childPath,
  joinPath,
  type RelPath,
  relativeTo,
  systemCode,
  UnfError,
} from "@unf/core/base";
import type { FileSystem } from "@unf/core/ports";
import type { ForeignProgram } from "@unf/core/timeline";

/** Where another program keeps what it recorded of one project. */
export interface FoundHistory {
  readonly root: AbsPath;
  readonly database: AbsPath;
  readonly objects: AbsPath;
}

/** A directory that may hold histories and cannot be looked into: of the projects below `root`. */
export interface UnreadHistory {
  readonly root: AbsPath;
  readonly why: string;
}

/** Which of another program's histories are meant. */
export interface HistoryOrder {
  readonly source: ForeignProgram;
  /** For `unfudged` its store, for `agent-undo` the project. */
  readonly directory: AbsPath;
  /** Only that of this root. */
  readonly only: AbsPath | null;
}

/** Directories above each other that a path can have: the system takes no longer one. */
const depthMax = 2048;

/** All of them, by root. Throws `not_found` where the program has recorded nothing. */
export function findHistories(
  fs: FileSystem,
  order: HistoryOrder,
): (FoundHistory | UnreadHistory)[] {
  const { source, directory, only } = order;
  const found = source === "unfudged" ? findUnfudged(fs, directory) : findAgentUndo(fs, directory);
  // A project below a directory that cannot be read may be the one that is meant.
  const wanted = found.filter(
    (one) =>
      only === null ||
      one.root === only ||
      ("why" in one && relativeTo(one.root, only) !== undefined),
  );
  if (wanted.length > 0) return wanted.sort((a, b) => (a.root < b.root ? -1 : 1));
  const what = only === null ? directory : `${only} in ${directory}`;
  throw new UnfError("not_found", `there is no history of ${source} of ${what}`, {
    hint:
      source === "unfudged"
        ? "name the directory that holds its intent.json and data, such as ~/.unfudged"
        : "name the directory that holds .agent-undo",
  });
}

/** Below `data` stands the path of each project's root, and in that its database. */
function findUnfudged(fs: FileSystem, directory: AbsPath): (FoundHistory | UnreadHistory)[] {
  const found: (FoundHistory | UnreadHistory)[] = [];
  const data = joinPath(directory, "data" as RelPath);
  const pending: { readonly path: RelPath; readonly depth: number }[] = [
    { path: "" as RelPath, depth: 0 },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, depth } = next;
    const place = joinPath(data, path);
    const entries = listOrCode(fs, place);
    if (typeof entries === "string") {
      found.push({ root: `/${path}` as AbsPath, why: `${place} cannot be read (${entries})` });
      continue;
    }
    const isHistory = entries.some(({ name, kind }) => name === "db.sqlite3" && kind === "file");
    if (isHistory) {
      found.push({
        root: `/${path}` as AbsPath,
        database: joinPath(place, "db.sqlite3" as RelPath),
        objects: joinPath(place, "objects" as RelPath),
      });
    }
    for (const { name, kind } of entries) {
      // The contents of one history; a project inside it that is called so could not be told apart.
      if (kind !== "directory" || (isHistory && name === "objects")) continue;
      if (depth < depthMax) pending.push({ path: childPath(path, name), depth: depth + 1 });
    }
  }
  return found;
}

function findAgentUndo(fs: FileSystem, root: AbsPath): FoundHistory[] {
  const place = joinPath(root, ".agent-undo" as RelPath);
  const database = joinPath(place, "timeline.db" as RelPath);
  if (fs.lstat(database)?.kind !== "file") return [];
  return [{ root, database, objects: joinPath(place, "objects" as RelPath) }];
}

/** The system's code for what cannot be looked into; nothing where there is nothing. */
function listOrCode(fs: FileSystem, path: AbsPath) {
  try {
    return fs.list(path) ?? [];
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === undefined) throw thrown;
    return code;
  }
}
