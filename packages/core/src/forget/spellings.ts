import { decodeUtf8, encodeUtf8 } from "../base/text-codec.ts";

/**
 * The ways in which texts and payloads hold some bytes: as they are and, where it differs, as a string
 * of JSON holds them, with and without letters beyond ASCII.
 */
export function spellings(needle: Uint8Array): Uint8Array[] {
  const text = decodeUtf8(needle);
  if (text === undefined) return [needle];
  const inJson = JSON.stringify(text).slice(1, -1);
  const inAscii = inJson.replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return [needle, ...[...new Set([inJson, inAscii])].filter((one) => one !== text).map(encodeUtf8)];
}
