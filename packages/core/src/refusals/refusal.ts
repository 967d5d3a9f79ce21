import type { NotKept } from "../timeline/why-not-kept.ts";
import type { refusePath } from "./safe-path.ts";

/** Why nothing is done to a path. */
export type RefusalReason =
  | "collides"
  | "content_lost"
  /** It was there, and history has thinned since. */
  | "content_thinned"
  /** By a setting it was not kept. */
  | "content_withheld"
  /** It was binary or too large, and so not kept. */
  | "content_unrecordable"
  /** Of chosen hunks: the difference has fewer. */
  | "no_such_hunk"
  /** Hunks were chosen where there is no text on disk, or none is wanted. */
  | "not_a_text_file"
  | "directory_in_the_way"
  | "special_file_in_the_way"
  | "unreadable_file_in_the_way"
  | "parent_is_not_a_directory"
  | NonNullable<ReturnType<typeof refusePath>>;

/** Why a version's content, or that of a state of an operation, cannot be had. */
export function whyMissing({ withheld, unrecordable }: NotKept): RefusalReason {
  if (unrecordable !== undefined) return "content_unrecordable";
  return withheld === true ? "content_withheld" : "content_lost";
}
