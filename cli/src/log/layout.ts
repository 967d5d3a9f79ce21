import type { ListedMark, ListedVersion } from "@unf/answers";
import type { Happening } from "@unf/view";
import type { Chunk } from "../frame/print/answer.ts";
import type { View } from "../frame/print/view.ts";

/** How a listing is shown. */
export interface LogLayout {
  /** Shown at the right of the first heading; empty for none. */
  readonly title: string;
  /** Names of projects, when there are several. */
  readonly projectName: ((item: Item) => string) | undefined;
  readonly hasBars: boolean;
  /** One line at a time: no headings, no ages that would grow old on the screen. */
  readonly isStream: boolean;
  /** Lines under a version's line. */
  readonly below: (version: ListedVersion, view: View) => Iterable<Chunk>;
}

export type Item = ListedVersion | ListedMark;

/** Many versions that are told as one thing that happened. */
export interface ToldHappening extends Happening<Item> {
  /** Its cause, already escaped; `undefined` where only its files can be told. */
  readonly name: string | undefined;
  /** The newest of its versions. */
  readonly last: ListedVersion;
}

/** A line of the listing as a person reads it. */
export type StoryItem = Item | ToldHappening;
