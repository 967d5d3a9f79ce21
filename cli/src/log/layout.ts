import type { ListedItem, ListedVersion } from "@unf/answers";
import type { SnapshotId } from "@unf/core/base";
import type { Chunk } from "../frame/print/answer.ts";
import type { View } from "../frame/print/view.ts";

/** How a listing is shown. */
export interface LogLayout {
  /** Shown at the right of the first heading; empty for none. */
  readonly title: string;
  /** Names of projects, when there are several. */
  readonly projectName: ((item: ListedItem) => string) | undefined;
  readonly hasBars: boolean;
  /** The version whose line stands out. */
  readonly marked: SnapshotId | undefined;
  /** One line at a time: no headings, no ages that would grow old on the screen. */
  readonly isStream: boolean;
  /** Lines under a version's line. */
  readonly below: (version: ListedVersion, view: View) => Iterable<Chunk>;
}
