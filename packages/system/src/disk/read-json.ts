import type { AbsPath } from "@unf/core";
import { readText } from "./read-text.ts";

/** The members of one of unf's own small JSON files; `undefined` when there is none, or it is no object. */
export function readJson(path: AbsPath): Readonly<Record<string, unknown>> | undefined {
  const text = readText(path);
  const value = text === undefined ? undefined : parseJson(text);
  return isObject(value) ? value : undefined;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (thrown) {
    if (thrown instanceof SyntaxError) return undefined;
    throw thrown;
  }
}
