import type { RelPath, WallMs } from "../base/brand.ts";
import { encodePath, isUtf8Path } from "../base/path.ts";
import { decodeUtf8, encodeUtf8 } from "../base/text-codec.ts";
import { concatenate } from "../lines/apply.ts";
import { type FileMode, isDirectoryMode, isLinkMode } from "../timeline/snapshot.ts";

// The pax interchange format of POSIX.1-2001: ustar headers of 512 bytes, and where a name does not
// fit into one, records of an extended header before it.

const blockBytes = 512;

/**
 * The end of an archive as readers of tar know it, two empty blocks, filled up to the record that
 * tapes had.
 */
export function tarEnd(bytesBefore: number): Uint8Array {
  const record = 20 * blockBytes;
  const end = bytesBefore + 2 * blockBytes;
  return new Uint8Array(Math.ceil(end / record) * record - bytesBefore);
}

/**
 * A file or link with its content (of a link: its target), or a directory, which has none, as a member of
 * an archive. Owner and group are nobody's, so the same tree is always the same archive.
 */
export function tarMember(member: {
  readonly path: RelPath;
  readonly mode: FileMode;
  readonly at: WallMs;
  readonly bytes: Uint8Array;
}): Uint8Array {
  const isLink = isLinkMode(member.mode);
  const isDirectory = isDirectoryMode(member.mode);
  const name = encodePath(isDirectory ? (`${member.path}/` as RelPath) : member.path);
  const target = isLink ? member.bytes : new Uint8Array(0);
  const content = isLink ? new Uint8Array(0) : member.bytes;
  const records = [
    ...(fits(name) ? [] : [paxRecord("path", name)]),
    ...(fits(target) ? [] : [paxRecord("linkpath", target)]),
  ];
  const mtime = Math.max(0, Math.floor(member.at / 1000));
  const permissions = isLink ? 0o777 : member.mode & 0o777;
  const own = header({
    name,
    target,
    mode: permissions,
    bytes: content.length,
    mtime,
    type: isLink ? "2" : isDirectory ? "5" : "0",
  });
  const whole = [own, content, padding(content.length)];
  if (records.length === 0) return concatenate(whole);
  // Without this record a reader takes names for UTF-8, whatever their bytes are.
  const isText = isUtf8Path(member.path) && decodeUtf8(target) !== undefined;
  const body = concatenate(isText ? records : [paxRecord("hdrcharset", binary), ...records]);
  const extended = header({
    name: paxName,
    target: new Uint8Array(0),
    mode: 0o644,
    bytes: body.length,
    mtime,
    type: "x",
  });
  return concatenate([extended, body, padding(body.length), ...whole]);
}

const paxName = encodeUtf8("PaxHeaders/member");
const binary = encodeUtf8("BINARY");

/** Short names of plain ASCII need no record; others may be read in another character set. */
function fits(name: Uint8Array): boolean {
  return name.length <= 100 && name.every((byte) => byte < 0x80);
}

/** `length key=value\n`, where the length counts itself. */
function paxRecord(key: string, value: Uint8Array): Uint8Array {
  const rest = ` ${key}=`.length + value.length + 1;
  let length = rest + 1;
  while (rest + String(length).length !== length) length = rest + String(length).length;
  return concatenate([encodeUtf8(`${length} ${key}=`), value, encodeUtf8("\n")]);
}

function header(fields: {
  readonly name: Uint8Array;
  readonly target: Uint8Array;
  readonly mode: number;
  readonly bytes: number;
  readonly mtime: number;
  readonly type: "0" | "2" | "5" | "x";
}): Uint8Array {
  const block = new Uint8Array(blockBytes);
  const put = (at: number, bytes: Uint8Array, most: number) =>
    block.set(bytes.subarray(0, most), at);
  const octal = (at: number, value: number, digits: number) =>
    put(at, encodeUtf8(value.toString(8).padStart(digits, "0")), digits);
  put(0, fields.name, 100);
  octal(100, fields.mode, 7);
  octal(108, 0, 7);
  octal(116, 0, 7);
  octal(124, fields.bytes, 11);
  octal(136, fields.mtime, 11);
  // Blanks stand for the sum while it is taken.
  block.fill(0x20, 148, 156);
  put(156, encodeUtf8(fields.type), 1);
  put(157, fields.target, 100);
  put(257, encodeUtf8("ustar"), 5);
  put(263, encodeUtf8("00"), 2);
  const sum = block.reduce((total, byte) => total + byte, 0);
  octal(148, sum, 6);
  block[154] = 0;
  return block;
}

function padding(bytes: number): Uint8Array {
  return new Uint8Array((blockBytes - (bytes % blockBytes)) % blockBytes);
}
