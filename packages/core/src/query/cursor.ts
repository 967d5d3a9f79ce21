import { decodeBase64Url, encodeBase64Url } from "../base/base64.ts";
import type { ProjectId, SnapshotId, WallMs } from "../base/brand.ts";
import { crc32 } from "../base/crc32.ts";
import { decodeUtf8, encodeUtf8 } from "../base/text-codec.ts";
import { limits } from "../config/limits.ts";
import { latestInstant } from "../time/utc.ts";
import type { Order, Position } from "./position.ts";

/** Where a listing goes on: behind the row at this position, in this order. */
export interface Cursor {
  readonly order: Order;
  readonly after: Position;
}

/**
 * Everything that must be the same on the next page, as one short word. Give it what the person
 * asked for: scope (one project's id, or how the projects were chosen), paths, filters, order.
 */
export function fingerprintQuery(query: unknown): string {
  return crc32(encodeUtf8(JSON.stringify(query) ?? ""));
}

/**
 * The cursor as text, `c_…`, about 100 characters. It names a place, not a row: it stays good when
 * rows arrive and when the row it was made from is pruned.
 */
export function encodeCursor({ order, after }: Cursor, fingerprint: string): string {
  const fields = [version, order, after.at, after.project, after.id, fingerprint].join(" ");
  return `c_${encodeBase64Url(encodeUtf8(`${fields} ${crc32(encodeUtf8(fields))}`))}`;
}

/**
 * Reads a cursor; `undefined` when it is damaged, of another version of this format, or was made
 * for another query. The check sum guards against accidents: a cursor opens nothing that the query
 * itself would not.
 */
export function decodeCursor(text: string, fingerprint: string): Cursor | undefined {
  if (text.length > limits.query.cursorCharsMax || !text.startsWith("c_")) return undefined;
  const bytes = decodeBase64Url(text.slice(2));
  const fields = bytes === undefined ? undefined : decodeUtf8(bytes);
  const match = fields === undefined ? null : shape.exec(fields);
  if (match === null) return undefined;
  const [, order = "", at = "", project = "", id = ""] = match;
  const cursor: Cursor = {
    order: order === "newest" ? "newest" : "oldest",
    after: {
      at: Number(at) as WallMs,
      project: project as ProjectId,
      id: Number(id) as SnapshotId,
    },
  };
  if (cursor.after.at > latestInstant || !Number.isSafeInteger(cursor.after.id)) return undefined;
  return encodeCursor(cursor, fingerprint) === text ? cursor : undefined;
}

const version = 1;
const shape =
  /^1 (newest|oldest) (\d{1,16}) ([0-9a-f]{16}) ([1-9]\d{0,15}) [0-9a-f]{8} [0-9a-f]{8}$/;
