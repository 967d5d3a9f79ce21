import { decodeUtf8 } from "@unf/core/base";

/** How many first bytes are looked at; file-type asks for 4,100. */
const lookedAt = 8000;

/** Names that file-type has for formats which are text, whatever the encoding. */
const textTypes = new Set([
  "application/xml",
  "application/rtf",
  "application/postscript",
  "application/eps",
  "application/pgp-encrypted",
  "application/x-ms-regedit",
  "application/x-ms-shortcut",
]);

/**
 * True when the bytes need no signature: well-formed UTF-8 without control characters other than
 * white space and escapes is text whatever it begins with. `BM` and `MZ` begin words, too.
 */
export function isPlainText(firstBytes: Uint8Array): boolean {
  const bytes = firstBytes.subarray(0, lookedAt);
  if (hasControl(bytes)) return false;
  for (let cut = 0; cut < 4 && cut <= bytes.length; cut += 1) {
    if (decodeUtf8(bytes.subarray(0, bytes.length - cut)) !== undefined) return true;
    // Only a character that the end of what is looked at has cut in two may be missing.
    if (firstBytes.length <= lookedAt) return false;
  }
  return false;
}

/**
 * The media type of bytes that begin like a known format that is not text; `undefined` otherwise.
 * Asynchronous because file-type is; it is loaded at the first call that `isPlainText` does not
 * answer.
 */
export async function readSignature(firstBytes: Uint8Array): Promise<string | undefined> {
  if (isPlainText(firstBytes)) return undefined;
  const { fileTypeFromBuffer } = await import("file-type");
  const found = await fileTypeFromBuffer(firstBytes.subarray(0, lookedAt));
  if (found === undefined || found.mime.startsWith("text/") || textTypes.has(found.mime)) {
    return undefined;
  }
  return found.mime;
}

/** C0 but tab, line feed, vertical tab, form feed, carriage return and escape; and DEL. */
function hasControl(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte < 0x20 ? (byte < 0x09 || byte > 0x0d) && byte !== 0x1b : byte === 0x7f) return true;
  }
  return false;
}
