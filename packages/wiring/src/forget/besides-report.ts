import type { BlobId, ProjectId, RelPath, TextPlace } from "@unf/core";

/** What orders to forget take away or change beside rows and contents. */
export interface Besides {
  /** None for a whole project: all of them go with it. */
  readonly texts: readonly TextPlace[];
  /** Files that are deleted whole, as paths in the home; in order. */
  readonly files: readonly string[];
}

/** What orders to forget would come to beside the rows that they mean. */
export interface ForgetBesides extends Besides {
  /** Contents that stay because other projects have them, with one that does. */
  readonly owners: ReadonlyMap<BlobId, ContentOwner>;
  /** The system's code, where something of the home cannot be read: then nothing of this is known. */
  readonly failure?: string;
}

/** A file that has a content, and its project. */
export interface ContentOwner {
  readonly project: ProjectId;
  readonly path: RelPath;
}
