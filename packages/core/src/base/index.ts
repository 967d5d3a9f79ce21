export { knowAcrossCopies } from "./across-copies.ts";
export { decodeBase64, encodeBase64 } from "./base64.ts";
export type { Blob } from "./blob.ts";
export {
  type AbsPath,
  type BlobId,
  type MonoMs,
  type ProjectId,
  parseBlobId,
  type RelPath,
  type SnapshotId,
  type WallMs,
} from "./brand.ts";
export { crc32 } from "./crc32.ts";
export {
  asStorageError,
  type ErrorCode,
  exitCodes,
  isContentMissing,
  StorageError,
  sayFailure,
  systemCode,
  UnfError,
} from "./error.ts";
export { giveBack } from "./give-back.ts";
export { InvariantViolation, invariant } from "./invariant.ts";
export { isObject, type JsonObject, member, parseJson } from "./json.ts";
export {
  absPathToColumn,
  baseName,
  byPath,
  childPath,
  commonDirectory,
  comparePaths,
  decodePath,
  encodePath,
  isUtf8Path,
  isWithin,
  joinPath,
  parentPath,
  pathFromColumn,
  pathToColumn,
  relativeTo,
} from "./path.ts";
export { finish, inTurns, type Steps, type Turn } from "./steps.ts";
export { decodeUtf8, decodeUtf8Lossy, encodeUtf8 } from "./text-codec.ts";
export { isOlderVersion, version } from "./version.ts";
