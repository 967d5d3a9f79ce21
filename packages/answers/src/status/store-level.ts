import { countOf, escapeForDisplay } from "@unf/core/query";
import { renderBytes } from "@unf/core/time";
import type { LargePath, StoreStatus } from "@unf/protocol";
import type { StoreLevelFields } from "./shape.ts";

/** A sentence for a person where the store is near its cap or beyond it. */
export function storeWarning(
  store: StoreStatus | undefined,
  isStopped = false,
): string | undefined {
  if (store === undefined || store.used_bytes === null || store.level === "good") return undefined;
  const [used, cap] = [renderBytes(store.used_bytes), renderBytes(store.cap_bytes)];
  if (store.level === "near") {
    return `the store takes ${used} of the ${cap} it may; at ${cap} the history of what takes most is thinned earlier than usual${wentOf(store)}`;
  }
  return store.thinning_failed
    ? `the store takes ${used}, more than the ${cap} it may, and what may be thinned is not enough, so nothing was${isStopped ? "" : "; recording goes on"}.${mostOf(store)} unf config set store.cap <size> allows more`
    : `the store takes ${used}, more than the ${cap} it may; history is being thinned`;
}

/** Tells which history went last because of the cap, for a person who may want it back. */
function wentOf({ relieved }: StoreStatus): string {
  if (relieved == null) return "";
  const most = relieved.charged.slice(0, 3).map(({ root, path }) => `${root}/${path}`);
  const of = most.length === 0 ? "" : `, most of ${escapeForDisplay(most.join(", "))}`;
  const what = `${countOf(relieved.versions, "version")} (${renderBytes(relieved.freed_bytes)})`;
  return `. ${what} went for it on ${relieved.at.slice(0, 16).replace("T", " ")} UTC${of}; unf prune --undo brings them back for a day`;
}

/** Names the paths that take most, for a person: a line in `.unfignore` keeps it from growing. */
function mostOf({ largest = [] }: StoreStatus): string {
  if (largest.length === 0) return " unf du says what takes the room,";
  const named = largest.slice(0, 3).map(({ root, path, bytes }) => {
    return `${escapeForDisplay(`${root}/${path}`)} (${renderBytes(bytes)})`;
  });
  return ` Most is taken by ${named.join(", ")}: unf ignore add keeps it from growing,`;
}

/** True when the store is larger than it may be and unf cannot help it. */
export function isBeyondCap(store: StoreStatus | undefined): boolean {
  return store?.level === "full" && store.thinning_failed;
}

function largePath({ root, path, versions, bytes }: LargePath): LargePath {
  return { root, path, versions, bytes };
}

export function storeLevelFields(store: StoreStatus | undefined): StoreLevelFields {
  return {
    disk_bytes: store?.used_bytes ?? null,
    cap_bytes: store?.cap_bytes ?? null,
    measured_at: store?.measured_at ?? null,
    level: store?.level ?? null,
    thinning_failed: store?.thinning_failed ?? false,
    largest: (store?.largest ?? []).map(largePath),
    relieved:
      store?.relieved == null
        ? null
        : { ...store.relieved, charged: store.relieved.charged.map(largePath) },
  };
}
