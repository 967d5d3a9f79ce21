import { type AbsPath, isObject, type JsonObject, parseJson } from "@unf/core/base";
import { readText } from "./read-text.ts";

/** The members of one of unf's own small JSON files; `undefined` when there is none, or it is no object. */
export function readJson(path: AbsPath): JsonObject | undefined {
  const text = readText(path);
  const value = text === undefined ? undefined : parseJson(text);
  return isObject(value) ? value : undefined;
}
