import type { RelPath } from "../base/brand.ts";
import { encodePath } from "../base/path.ts";
import { encodeUtf8 } from "../base/text-codec.ts";
import type { FileMode } from "../timeline/snapshot.ts";
import { concatenate } from "./apply.ts";
import type { DiffLine, Hunk } from "./hunk.ts";

/** A file on one side of a patch. */
export interface PatchSide {
  readonly path: RelPath;
  readonly mode: FileMode;
}

/** One file's part of a patch. At least one side is there. */
export interface FilePatch {
  /** `undefined`: the patch creates the file. */
  readonly before: PatchSide | undefined;
  /** `undefined`: the patch deletes the file. */
  readonly after: PatchSide | undefined;
  readonly hunks: readonly Hunk[];
}

// A space at the end would be lost: programs end a name at the white space that follows.
const plainName = () => /^[^\p{Cc}"\\]*(?<! )$/u;
const namedEscapes = new Map([
  [0x07, "\\a"],
  [0x08, "\\b"],
  [0x09, "\\t"],
  [0x0a, "\\n"],
  [0x0b, "\\v"],
  [0x0c, "\\f"],
  [0x0d, "\\r"],
  [0x22, '\\"'],
  [0x5c, "\\\\"],
]);

/**
 * A patch for one file that `git apply` and `patch -p1` accept; patches of several files may be put
 * one after the other. Bytes, because contents and names need not be UTF-8. Names with control
 * characters, quotes, backslashes, broken UTF-8 or a space at the end are quoted as git does. Empty without a change.
 */
export function renderUnified(patch: FilePatch): Uint8Array<ArrayBuffer> {
  const headers = renderHeaders(patch);
  if (headers.length === 0 && patch.hunks.length === 0) return new Uint8Array(0);
  const { before, after } = patch;
  const oldName = renderName("a/", before ?? after);
  const newName = renderName("b/", after ?? before);
  const pieces: Uint8Array[] = [
    encodeUtf8(`${[`diff --git ${oldName} ${newName}`, ...headers].join("\n")}\n`),
  ];
  if (patch.hunks.length > 0) {
    const from = before === undefined ? "/dev/null" : endName(oldName);
    const to = after === undefined ? "/dev/null" : endName(newName);
    pieces.push(encodeUtf8(`--- ${from}\n+++ ${to}\n`));
  }
  for (const hunk of patch.hunks) {
    const { oldStart, oldLines, newStart, newLines } = hunk;
    const ranges = `-${renderRange(oldStart, oldLines)} +${renderRange(newStart, newLines)}`;
    pieces.push(encodeUtf8(`@@ ${ranges} @@\n`));
    for (const line of hunk.lines) pushLine(pieces, line);
  }
  return concatenate(pieces);
}

/** Headers of the changes besides lines: existence, mode, name. */
function renderHeaders({ before, after }: FilePatch): string[] {
  if (before === undefined) {
    return after === undefined ? [] : [`new file mode ${after.mode.toString(8)}`];
  }
  if (after === undefined) return [`deleted file mode ${before.mode.toString(8)}`];
  const headers: string[] = [];
  if (before.mode !== after.mode) {
    headers.push(`old mode ${before.mode.toString(8)}`, `new mode ${after.mode.toString(8)}`);
  }
  if (before.path !== after.path) {
    headers.push(`rename from ${renderName("", before)}`, `rename to ${renderName("", after)}`);
  }
  return headers;
}

/** The name in double quotes with C escapes where it could not be read back otherwise. */
function renderName(prefix: string, side: PatchSide | undefined): string {
  const path = side?.path ?? "";
  if (path.isWellFormed() && plainName().test(path)) return prefix + path;
  let quoted = "";
  for (const byte of encodePath(path)) {
    const printable = byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : undefined;
    quoted += namedEscapes.get(byte) ?? printable ?? `\\${byte.toString(8).padStart(3, "0")}`;
  }
  return `"${prefix}${quoted}"`;
}

/** A tab ends a name with a space in it: programs would take what follows for a time. */
function endName(name: string): string {
  return name.includes(" ") ? `${name}\t` : name;
}

function renderRange(start: number, lines: number): string {
  return lines === 1 ? `${start}` : `${start},${lines}`;
}

const prefixes = { " ": encodeUtf8(" "), "-": encodeUtf8("-"), "+": encodeUtf8("+") };
const lineEnd = encodeUtf8("\n");
const unterminatedEnd = encodeUtf8("\n\\ No newline at end of file\n");

function pushLine(pieces: Uint8Array[], { op, bytes, terminated }: DiffLine): void {
  pieces.push(prefixes[op], bytes, terminated ? lineEnd : unterminatedEnd);
}
