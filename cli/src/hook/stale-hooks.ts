import { version } from "@unf/core/base";
import { isServiceStale } from "@unf/core/service";
import type { HookFile, HookNote } from "@unf/system";
import type { HookPlace } from "../frame/world/hook-place.ts";

/** True when hooks start a program that is gone, or an older one: then `repairHooks` is due. */
export function areHooksStale(note: HookNote | undefined, place: HookPlace): boolean {
  return note?.host === place.host && note.files.some((one) => isHookStale(one, place));
}

export function isHookStale(file: HookFile, { exists }: HookPlace): boolean {
  return isServiceStale(file, version, exists);
}
