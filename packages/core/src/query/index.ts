export { type BucketRequest, type Buckets, planBuckets } from "./buckets.ts";
export { countOf, groupDigits } from "./count.ts";
export { type Cursor, decodeCursor, encodeCursor, fingerprintQuery } from "./cursor.ts";
export { escapeForDisplay, escapeLineForDisplay } from "./escape.ts";
export { type PathFilter, type PlannedFilter, planFilter } from "./glob.ts";
export { type FileGroup, groupByFile } from "./group-files.ts";
export { shortenHome } from "./home-path.ts";
export {
  comparePositions,
  type MergedRow,
  mergeRows,
  type Order,
  type Position,
  type Resumption,
  type RowSource,
  resumeAfter,
} from "./position.ts";
