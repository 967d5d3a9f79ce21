import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AbsPath, BlobId, ProjectId, RelPath, WallMs } from "@unf/core/base";
import type { Recording } from "@unf/core/ports";
import { unknownAuthor } from "@unf/core/timeline";
import type { Connection } from "../file/driver.ts";
import type { ProjectIdentity } from "../file/identity.ts";
import { connectWriter } from "../open/connect.ts";

// For the tests of this package.

export const identity: ProjectIdentity = {
  project: "0123456789abcdef" as ProjectId,
  root: "/p" as AbsPath,
  dev: 1n,
  ino: 2n,
  createdAt: 0 as WallMs,
};

/** A directory for one test, removed when it is disposed. */
export function openScratch(): { readonly path: AbsPath; readonly directory: string } & Disposable {
  const directory = mkdtempSync(join(tmpdir(), "unf-timeline-"));
  return {
    directory,
    path: join(directory, "timeline.db") as AbsPath,
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** A new, empty timeline at the path. */
export function createAt(path: AbsPath): Connection {
  closeSync(openSync(path, "wx"));
  return connectWriter(path, always, identity);
}

/** A row of `path`; a deletion when `hash` is null. */
export function recording(path: string, more: Partial<Recording["snapshot"]> = {}): Recording {
  const hash = more.hash === undefined ? ("a".repeat(64) as BlobId) : more.hash;
  const snapshot: Recording["snapshot"] = {
    path: path as RelPath,
    hash,
    bytes: hash === null ? 0 : 3,
    at: 1_700_000_000_000 as WallMs,
    event: hash === null ? "delete" : "create",
    counts: null,
    settled: true,
    mode: hash === null ? 0 : 0o100644,
    cause: "event",
    renamedFrom: null,
    operation: null,
    author: unknownAuthor,
    ...more,
  };
  if (hash === null) return { snapshot, head: null };
  const { bytes, mode } = snapshot;
  const stat = { dev: 1n, ino: 2n, size: 3n, mtimeNs: 4n, ctimeNs: 5n, mode };
  return { snapshot, head: { path: snapshot.path, hash, bytes, mode, stat, racy: false } };
}

/** Of a test that is alone with its file. */
export const always = (): void => undefined;
