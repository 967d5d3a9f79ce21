import { parseBlobId, pathToColumn, UnfError } from "@unf/core/base";
import { treeAt } from "@unf/engine/checkpoints";
import type { Session } from "./session.ts";

/** Path → digest of the content, as recorded at a checkpoint. */
export function readTree(session: Session, checkpoint: number): Map<string, string> {
  const { snapshot } = session.checkpoint(checkpoint);
  const tree = new Map<string, string>();
  for (const { path, hash } of treeAt(session.timeline, snapshot)) {
    tree.set(pathToColumn(path), hash);
  }
  return tree;
}

/** A content that this project has recorded. Throws `not_found`, and `store_damaged` when it is lost. */
export function readContent({ timeline, reader }: Session, hash: string): Uint8Array {
  // Output of the commands spells digests with the name of their function.
  const id = parseBlobId(hash.replace(/^b3:/, ""));
  if (id === undefined) throw new UnfError("usage", "a digest has 64 lower-case hex digits");
  const row = timeline.contentRow(id);
  if (row === undefined) {
    throw new UnfError("not_found", `nothing with the digest ${id} is recorded in this project`);
  }
  // A Buffer would share its memory with others.
  return new Uint8Array(reader.content(row));
}
