import type { RelPath } from "../base/brand.ts";
import { baseName } from "../base/path.ts";
import { isTextName } from "./lists/extensions.ts";
import type { Verdict } from "./verdict.ts";

/** The media type of bytes that begin like a known format that is not text; `undefined` otherwise. */
export type Signature = (firstBytes: Uint8Array) => string | undefined;

/** How many first bytes are searched for a NUL; as many as git looks at. */
const judgedBytes = 8000;

const text: Verdict = { recorded: true, why: "plain", rule: undefined };

/**
 * Decides by the first bytes of a file whether it is text. A NUL, or the byte order mark of UTF-16
 * or UTF-32, says no, as in git; else `signature` is asked, unless the name already says text.
 */
export function judgeContent(
  path: RelPath,
  firstBytes: Uint8Array,
  signature: Signature | undefined,
): Verdict {
  const wide = wideEncoding(firstBytes);
  if (wide !== undefined) return notText(path, wide);
  const nul = firstBytes.subarray(0, judgedBytes).indexOf(0);
  if (nul >= 0) return notText(path, `NUL at byte ${nul}`);
  if (signature === undefined || isTextName(baseName(path))) return text;
  const mime = signature(firstBytes);
  return mime === undefined ? text : notText(path, mime);
}

function wideEncoding(bytes: Uint8Array): string | undefined {
  const [a, b] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return "UTF-16";
  if (a === 0 && b === 0 && bytes[2] === 0xfe && bytes[3] === 0xff) return "UTF-32";
  return undefined;
}

function notText(path: RelPath, because: string): Verdict {
  return { recorded: false, layer: "content", at: path, because, rule: undefined };
}
