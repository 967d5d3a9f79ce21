import type { AbsPath } from "../base/brand.ts";
import type { ForeignProgram } from "../timeline/taken-over.ts";
import type { ForeignHistory } from "./foreign-history.ts";

/** One project's history as the database of another program tells it. */
export type ForeignRecord = Pick<ForeignHistory, "rows" | "sessions" | "marks">;

/** The stores of other programs, which are only read. */
export interface ForeignHistories {
  /** Throws `failed` for what is no database of that program. `breathe`: called between its pages. */
  read(
    source: ForeignProgram,
    database: AbsPath,
    breathe: () => Promise<void>,
  ): Promise<ForeignRecord>;
  /** The content of a zstd frame; `undefined` for what is none, is cut off, or holds more than `bytesMax`. */
  unpack(bytes: Uint8Array, bytesMax: number): Uint8Array | undefined;
}
