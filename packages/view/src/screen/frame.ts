import type { Zone } from "@unf/core/time";
import type { DetailLine } from "./state.ts";

/** The way a text is drawn. A terminal without colours tells them apart by their signs. */
export type Look = DetailLine["look"] | "bold" | "selected" | "alarm" | "bar" | "button";

/** A text at a column of its row, counted from 0. */
export interface Span {
  readonly column: number;
  readonly text: string;
  readonly look: Look;
}

/** Spans of each row, from the left; later ones lie over earlier ones. */
export type Frame = readonly (readonly Span[])[];

/** The surroundings in which a screen is seen. */
export interface Viewing {
  readonly now: number;
  readonly zone: Zone;
  readonly isAscii: boolean;
  readonly shortenHome: (path: string) => string;
}

/** Puts a text on a row. */
export type Put = (row: number, span: Span) => void;
