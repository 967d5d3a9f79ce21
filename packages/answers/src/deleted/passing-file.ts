import { pathToColumn } from "@unf/core/base";
import type { Snapshot } from "@unf/core/timeline";

/**
 * True of a temporary of an editor or of `sed -i` that was seen while it was there: it is called as such
 * ones are, never lay still, and had no history before.
 */
export function isPassing(deletion: Snapshot, last: Snapshot | undefined): boolean {
  if (last?.event !== "create" || last.settled) return false;
  const lived = deletion.at - last.at;
  const name = pathToColumn(deletion.path).replace(/^.*\//, "");
  return lived < longestMs && shapes.some((shape) => shape.test(name));
}

/** Such files are written, closed and renamed or removed. Unit: ms. */
const longestMs = 5000;

const shapes = [
  /^sed[A-Za-z0-9]{6}$/,
  /^4913$/,
  /^\.?#.*#?$/,
  /~$/,
  /\.(?:tmp|temp|swp|swx|bak|crswap|part)$/i,
  /\.(?:tmp|temp)\.[\w-]+$/i,
  /___jb_(?:tmp|old)___$/,
];
