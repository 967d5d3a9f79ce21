import type { ListedItem, ListedVersion } from "@unf/answers";
import type { Chunk } from "../frame/print/answer.ts";
import type { View } from "../frame/print/view.ts";

/** How a listing is shown. */
export interface LogLayout {
  /** Shown at the right of the first heading; empty for none. */
  readonly title: string;
  /** Names of projects, when there are several. */
  readonly projectName: ((item: ListedItem) => string) | undefined;
  readonly hasBars: boolean;
  /** One line at a time: no headings, no ages that would grow old on the screen. */
  readonly isStream: boolean;
  /** Lines under a version's line. */
  readonly below: (version: ListedVersion, view: View) => Iterable<Chunk>;
}
