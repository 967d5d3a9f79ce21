import type { RelPath } from "../base/brand.ts";
import { decodeUtf8, encodeUtf8 } from "../base/text-codec.ts";
import { listSecrets } from "../mask/list-secrets.ts";

/** Shorter ones would be found where nobody meant them. */
const needleBytesMin = 8;

/** A whole content is looked for up to this size; of a larger one its secrets only. */
const wholeBytesMax = 4096;

/**
 * Chooses the bytes of a content to look for elsewhere once it must vanish: all of it, without the
 * white space at its ends, and each secret in it.
 */
export function planNeedles(path: RelPath, content: Uint8Array): Uint8Array[] {
  const text = decodeUtf8(content);
  if (text === undefined) return content.length > wholeBytesMax ? [] : longEnough([content]);
  const whole = text.trim();
  const secrets = listSecrets(path, text.split("\n"));
  const texts = new Set(content.length > wholeBytesMax ? secrets : [whole, ...secrets]);
  return longEnough([...texts].map(encodeUtf8));
}

function longEnough(needles: readonly Uint8Array[]): Uint8Array[] {
  return needles.filter(({ length }) => length >= needleBytesMin);
}
