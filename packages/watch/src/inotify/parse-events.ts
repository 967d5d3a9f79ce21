import { decodePath } from "@unf/core/base";

/** One event as the kernel wrote it. `name`: of the entry in the watched directory, or empty. */
export type EventVisitor = (watch: number, mask: number, name: string) => void;

/** Bytes of `struct inotify_event` before the name: wd, mask, cookie, length of the name. */
const headerBytes = 16;

/** Calls `visit` for each of the events in the first `length` bytes, in order. */
export function parseEvents(buffer: Buffer, length: number, visit: EventVisitor): void {
  const view = new DataView(buffer.buffer, buffer.byteOffset, length);
  for (let at = 0; at + headerBytes <= length; ) {
    const watch = view.getInt32(at, isLittleEndian);
    const mask = view.getUint32(at + 4, isLittleEndian);
    const nameBytes = view.getUint32(at + 12, isLittleEndian);
    const start = at + headerBytes;
    at = start + nameBytes;
    visit(watch, mask, nameBytes === 0 ? "" : parseName(buffer, start, at));
  }
}

/** The name is padded with NUL to a multiple of the header's alignment. */
function parseName(buffer: Buffer, start: number, padded: number): string {
  const nul = buffer.indexOf(0, start);
  const end = nul === -1 || nul > padded ? padded : nul;
  const text = buffer.toString("utf8", start, end);
  return text.includes("\ufffd") ? decodePath(buffer.subarray(start, end)) : text;
}

const isLittleEndian = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;
