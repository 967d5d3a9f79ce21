export { planBuckets } from "./buckets.ts";
export { countOf, groupDigits } from "./count.ts";
export { type Cursor, decodeCursor, encodeCursor, fingerprintQuery } from "./cursor.ts";
export { escapeForDisplay, escapeLineForDisplay } from "./escape.ts";
export { type PlannedFilter, planFilter } from "./glob.ts";
export { type FileGroup, groupByFile } from "./group-files.ts";
export { shortenHome } from "./home-path.ts";
export { mergeRows, type Order, resumeAfter } from "./position.ts";
export { displayWidth, takeLeft, takeRight } from "./width.ts";
