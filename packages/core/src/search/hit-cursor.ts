import { decodeBase64Url, encodeBase64Url } from "../base/base64.ts";
import type { SnapshotId } from "../base/brand.ts";
import { crc32 } from "../base/crc32.ts";
import { decodeUtf8, encodeUtf8 } from "../base/text-codec.ts";
import { limits } from "../config/limits.ts";

/** The place of a hit in a list of them: the last version that had the line, and its number there. */
export interface HitPlace {
  readonly version: SnapshotId;
  readonly line: number;
}

/** The place behind which a list goes on, as text; `fingerprint` stands for what was asked. */
export function encodeHitCursor({ version, line }: HitPlace, fingerprint: string): string {
  const fields = `1 ${version} ${line} ${fingerprint}`;
  return `h_${encodeBase64Url(encodeUtf8(`${fields} ${crc32(encodeUtf8(fields))}`))}`;
}

/** Reads a cursor; `undefined` when it is damaged or was made for another question. */
export function decodeHitCursor(text: string, fingerprint: string): HitPlace | undefined {
  if (text.length > limits.query.cursorCharsMax || !text.startsWith("h_")) return undefined;
  const bytes = decodeBase64Url(text.slice(2));
  const match = shape.exec((bytes && decodeUtf8(bytes)) ?? "");
  if (match === null) return undefined;
  const place = { version: Number(match[1]) as SnapshotId, line: Number(match[2]) };
  return encodeHitCursor(place, fingerprint) === text ? place : undefined;
}

/** True for a hit that comes after the place. */
export function isBehind(place: HitPlace, hit: HitPlace): boolean {
  return hit.version < place.version || (hit.version === place.version && hit.line > place.line);
}

const shape = /^1 ([1-9]\d{0,15}) ([1-9]\d{0,9}) [0-9a-f]{8} [0-9a-f]{8}$/;
