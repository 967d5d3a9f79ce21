/** The offsets of a time zone, as a file of the system's database tells them (RFC 9636). */
export interface ZoneTable {
  /** Instants at which clocks change, in order. Unit: s. */
  readonly changes: readonly number[];
  /** Offsets from each of them on. Unit: s. */
  readonly offsets: readonly number[];
  /** True when no rule goes on after the last. */
  readonly isFinal: boolean;
}

const headerBytes = 44;

/** Reads a zone's file; `undefined` for one of another kind, of its first version, or without rows. */
export function parseZoneTable(bytes: Uint8Array): ZoneTable | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = readHeader(view, 0);
  if (first === undefined || first.version < 2) return undefined;
  // The first block has times of 4 bytes, and is there for old readers.
  const second = readHeader(view, headerBytes + blockBytes(first, 4));
  if (second === undefined) return undefined;
  const { times, types } = second;
  const start = second.at + headerBytes;
  const end = start + blockBytes(second, 8);
  if (end >= bytes.length || types === 0) return undefined;
  const kinds = start + times * 8;
  const rows = kinds + times;
  const changes = [Number.NEGATIVE_INFINITY];
  const offsets = [view.getInt32(rows)];
  for (let index = 0; index < times; index += 1) {
    const kind = bytes[kinds + index] ?? 0;
    if (kind >= types) return undefined;
    changes.push(Number(view.getBigInt64(start + index * 8)));
    offsets.push(view.getInt32(rows + kind * 6));
  }
  const rule = String.fromCharCode(...bytes.subarray(end));
  return { changes, offsets, isFinal: /^\n(?:<[^>]+>|[a-z]+)[-+\d:]+\n$/i.test(rule) };
}

/** The offset at an instant, both in seconds; `undefined` where a rule would have to be reckoned. */
export function findOffset(
  { changes, offsets, isFinal }: ZoneTable,
  at: number,
): number | undefined {
  let low = 0;
  let high = changes.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((changes[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return high === changes.length && !isFinal ? undefined : offsets[low];
}

interface Header {
  readonly at: number;
  readonly version: number;
  readonly times: number;
  readonly types: number;
  /** Bytes of what stands behind times and types, but for leap seconds. */
  readonly rest: number;
  readonly leaps: number;
}

function readHeader(view: DataView, at: number): Header | undefined {
  if (view.byteLength < at + headerBytes || view.getUint32(at) !== 0x545a6966) return undefined;
  const [utc = 0, standard = 0, leaps = 0, times = 0, types = 0, letters = 0] = [
    0, 1, 2, 3, 4, 5,
  ].map((index) => view.getUint32(at + 20 + index * 4));
  const version = view.getUint8(at + 4) - 0x30;
  return { at, version, times, types, rest: letters + utc + standard, leaps };
}

function blockBytes({ times, types, rest, leaps }: Header, timeBytes: number): number {
  return times * (timeBytes + 1) + types * 6 + rest + leaps * (timeBytes + 4);
}
