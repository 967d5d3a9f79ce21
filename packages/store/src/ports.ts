import type { AbsPath, Digest, FileSystem } from "@unf/core";

/** What an object store is made of. */
export interface ObjectStorePorts {
  readonly fs: FileSystem;
  /** The directory of all objects. Made, with its parents, by the first `put`. */
  readonly directory: AbsPath;
  /** Where damaged objects are moved. Made when it is first needed. */
  readonly lostAndFound: AbsPath;
  readonly digest: Digest;
  /** A file name that was never given before, not even by another process. */
  readonly unique: () => string;
}
