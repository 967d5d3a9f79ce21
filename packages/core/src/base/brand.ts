declare const brand: unique symbol;

/** A `T` that only the module that owns `Name` mints. Costs nothing at run time. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };

/** Wall-clock instant. Unit: whole milliseconds since the Unix epoch, UTC. May jump either way. */
export type WallMs = Brand<number, "WallMs">;

/** Monotonic instant. Unit: milliseconds since an arbitrary origin. Never goes back. */
export type MonoMs = Brand<number, "MonoMs">;

/** Lower-case hex BLAKE3-256 digest of a blob's bytes. Exactly 64 characters. */
export type BlobId = Brand<string, "BlobId">;

/** 16 hex digits, from the canonical path of the root at which the project was first watched. */
export type ProjectId = Brand<string, "ProjectId">;

/**
 * A path below a project root: `/` between names, no leading, trailing or doubled `/`, no `.` or
 * `..`. The root itself is the empty string. Bytes that are not UTF-8 are held as lone surrogates
 * U+DC80–U+DCFF (see `base/path.ts`), so every name of the file system has exactly one spelling.
 */
export type RelPath = Brand<string, "RelPath">;

/** An absolute path of the file system, spelled like a `RelPath` with a leading `/`. */
export type AbsPath = Brand<string, "AbsPath">;

/** Position in a project's timeline: the logical clock. Positive, never used twice. */
export type SnapshotId = Brand<number, "SnapshotId">;

const blobIdShape = /^[0-9a-f]{64}$/;

/** Reads a blob id from text that came from outside; `undefined` unless 64 lower-case hex digits. */
export function parseBlobId(text: string): BlobId | undefined {
  return blobIdShape.test(text) ? (text as BlobId) : undefined;
}
