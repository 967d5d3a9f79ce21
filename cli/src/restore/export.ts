import {
  type AbsPath,
  isSafePath,
  planFilter,
  type RelPath,
  type RestoreRequest,
  type Snapshot,
  UnfError,
} from "@unf/core";
import type { ProjectReader } from "@unf/wiring";
import { findVersion } from "../version.ts";

/** The recorded files a request asks for, in path order. Throws `not_found` when there are none. */
export function readWanted(reader: ProjectReader, request: RestoreRequest): Snapshot[] {
  const { timeline } = reader;
  const { target, within, include, exclude } = request;
  const filter = planFilter({ include, exclude, ignoreCase: false });
  if (filter.kind === "invalid")
    throw new UnfError("usage", filter.why, { hint: "unf restore --help" });
  const recorded =
    "version" in target
      ? [placedAt(findVersion(timeline, target.version), within[0])]
      : [...timeline.stateAt(target, within)];
  const wanted = recorded.filter(({ path, hash }) => hash !== null && filter.matches(path));
  const unsafe = wanted.find(({ path }) => !isSafePath(path));
  if (unsafe !== undefined) {
    throw new UnfError("refused", `${unsafe.path} is not a safe name to write`, {
      hint: "leave it out with --exclude",
    });
  }
  if (wanted.length > 0) return wanted;
  throw new UnfError("not_found", "nothing recorded at that instant", { hint: "unf log --all" });
}

/** Throws `refused` for a directory inside the store. */
export function checkDestination(directory: AbsPath, home: AbsPath): void {
  if (directory === home || directory.startsWith(`${home}/`)) {
    throw new UnfError("refused", `${directory} lies in the store of unf`);
  }
}

function placedAt(snapshot: Snapshot, path: RelPath | undefined): Snapshot {
  return path === undefined ? snapshot : { ...snapshot, path };
}
