import { decodeUtf8Lossy, isObject, parseJson } from "@unf/core/base";
import { type LenientJson, parseLenientJson } from "./lenient-json.ts";

/** A hook's standard input, as far as it can be read. */
export type Payload = LenientJson;

/** Reads a payload; `undefined` when it does not even begin as a JSON object. Never throws. */
export function parsePayload(bytes: Uint8Array): Payload | undefined {
  const text = decodeUtf8Lossy(bytes).replace(/^[\ufeff\s]+/, "");
  const value = parseJson(text);
  if (value === undefined) return parseLenientJson(text);
  return isObject(value) ? { object: value, whole: true, cut: null } : undefined;
}
