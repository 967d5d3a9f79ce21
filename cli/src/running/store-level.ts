import { renderBytes } from "@unf/core";
import type { StoreStatus } from "@unf/protocol";
import type { JsonObject } from "../answer.ts";

/** A sentence for a person where the store is near its cap or beyond it. */
export function storeWarning(
  store: StoreStatus | undefined,
  isStopped = false,
): string | undefined {
  if (store === undefined || store.used_bytes === null || store.level === "good") return undefined;
  const [used, cap] = [renderBytes(store.used_bytes), renderBytes(store.cap_bytes)];
  if (store.level === "near") {
    return `the store takes ${used} of the ${cap} it may; at ${cap} history is thinned earlier than usual`;
  }
  return store.thinning_failed
    ? `the store takes ${used}, more than the ${cap} it may, and nothing more can be thinned${isStopped ? "" : "; recording goes on"}. unf du says what takes the room, unf config set store.cap <size> allows more`
    : `the store takes ${used}, more than the ${cap} it may; history is being thinned`;
}

/** True when the store is larger than it may be and unf cannot help it. */
export function isBeyondCap(store: StoreStatus | undefined): boolean {
  return store?.level === "full" && store.thinning_failed;
}

export function storeLevelJson(store: StoreStatus | undefined): JsonObject {
  return {
    disk_bytes: store?.used_bytes ?? null,
    cap_bytes: store?.cap_bytes ?? null,
    measured_at: store?.measured_at ?? null,
    level: store?.level ?? null,
    thinning_failed: store?.thinning_failed ?? false,
  };
}
