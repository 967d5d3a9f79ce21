import type { View } from "./view.ts";

/** A value that JSON can hold. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

export type JsonObject = { readonly [key: string]: Json | undefined };

/**
 * A line for a person or for a pipe, already escaped and without its newline; or bytes that go out
 * exactly as they are, such as a patch.
 */
export type Chunk = string | Uint8Array;

/** Findings or doings of a command, in every form they can be printed in. */
export type Answer = DocumentAnswer | BytesAnswer | StreamAnswer;

export interface DocumentAnswer {
  readonly kind: "document";
  /** Name and version of the JSON shape: `unf.log/1`. */
  readonly schema: string;
  /** The JSON document without `schema` and `generated_at`. */
  readonly document: () => JsonObject;
  /** For `--jsonl`: one record each, with a `type`. Without it the document is the one record. */
  readonly records?: () => Iterable<JsonObject>;
  /** Fields of the closing record of `--jsonl` besides its type. */
  readonly end?: () => JsonObject;
  readonly text: (view: View) => Iterable<Chunk>;
  /** True when it may be long enough for a pager. */
  readonly isLong?: boolean;
  /** Exit code; 0 when left out. */
  readonly exit?: number;
  /** Goes on once the answer is printed; the command ends when it resolves. */
  readonly goOn?: () => Promise<void>;
}

/** The bytes of a file, printed as they are; only JSON adds anything. */
export interface BytesAnswer {
  readonly kind: "bytes";
  readonly schema: string;
  readonly bytes: Uint8Array;
  readonly document: () => JsonObject;
}

/** An answer that goes on until a person ends it. */
export interface StreamAnswer {
  readonly kind: "stream";
  readonly schema: string;
  readonly items: AsyncIterable<StreamItem>;
}

export interface StreamItem {
  readonly record: JsonObject;
  readonly text: (view: View) => Iterable<Chunk>;
}
