import type { Config } from "../config/settings.ts";

const ages = ["keep_all", "hourly", "daily", "weekly", "turns", "operations"] as const;

/** True when versions may go by the second settings that would stay by the first. */
export function thinsEarlier(before: Config, now: Config): boolean {
  const isShorter = ages.some((tier) => now[`retention.${tier}`] < before[`retention.${tier}`]);
  return (
    (now["retention.auto"] && !before["retention.auto"]) ||
    isShorter ||
    isSmaller(before["store.cap"], now["store.cap"], true) ||
    isSmaller(before["store.project_cap"], now["store.project_cap"], false)
  );
}

/** `hasDefault`: 0 is a size that depends on the disk, which may be smaller than any other; else it is none. */
function isSmaller(before: number, now: number, hasDefault: boolean): boolean {
  if (before === now) return false;
  if (now === 0) return hasDefault;
  return before === 0 || now < before;
}
