import type { Check } from "../ports/examination.ts";

export type { Check } from "../ports/examination.ts";

export function ok(id: string, message: string): Check {
  return { id, state: "ok", message };
}

export function warn(id: string, message: string, fix?: string): Check {
  return { id, state: "warn", message, ...(fix === undefined ? {} : { fix }) };
}

export function fail(id: string, message: string, fix?: string): Check {
  return { id, state: "fail", message, ...(fix === undefined ? {} : { fix }) };
}
