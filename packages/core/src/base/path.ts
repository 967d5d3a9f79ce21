import type { AbsPath, RelPath } from "./brand.ts";
import { decodeUtf8, encodeUtf8 } from "./text-codec.ts";

// File names on Unix are bytes, not text. Inside the program a path is a string in which each byte
// that is not part of well-formed UTF-8 stands as one lone surrogate U+DC80–U+DCFF: the scheme of
// PEP 383. A timeline stores text without lone surrogates, so there such a byte is written `//hh`
// (two hex digits), which no normalised path contains.

/** True when the path's bytes are well-formed UTF-8, so it can be shown and sent as it is. */
export function isUtf8Path(path: string): boolean {
  return path.isWellFormed();
}

/** The path or name as the program holds it. Never fails; every byte string has one result. */
export function decodePath(bytes: Uint8Array): string {
  const whole = decodeUtf8(bytes);
  if (whole !== undefined) return whole;
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes, at);
    const part = length === 0 ? undefined : decodeUtf8(bytes.subarray(at, at + length));
    if (part === undefined) {
      text += String.fromCharCode(0xdc00 + (bytes[at] as number));
      at += 1;
    } else {
      text += part;
      at += length;
    }
  }
  return text;
}

/** The exact bytes of a path or name made by `decodePath`. */
export function encodePath(path: string): Uint8Array<ArrayBuffer> {
  if (path.isWellFormed()) return encodeUtf8(path);
  const bytes: number[] = [];
  for (const char of path) {
    const code = char.codePointAt(0) as number;
    if (code >= 0xdc80 && code <= 0xdcff) bytes.push(code - 0xdc00);
    else for (const byte of encodeUtf8(char)) bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

/** The path as a timeline column or a JSON text holds it: raw bytes as `//hh`. */
export function pathToColumn(path: RelPath): string {
  if (path.isWellFormed()) return path;
  return [...path]
    .map((char) => {
      const code = char.codePointAt(0) as number;
      return code >= 0xdc80 && code <= 0xdcff ? `//${(code - 0xdc00).toString(16)}` : char;
    })
    .join("");
}

/** The same of an absolute path. */
export function absPathToColumn(path: AbsPath): string {
  return pathToColumn(path as string as RelPath);
}

/** The path written by `pathToColumn`. */
export function pathFromColumn(text: string): RelPath {
  if (!text.includes("//")) return text as RelPath;
  return text.replace(/\/\/([0-9a-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(0xdc00 + Number.parseInt(hex, 16)),
  ) as RelPath;
}

/** `root` and a path below it as one absolute path. */
export function joinPath(root: AbsPath, path: RelPath): AbsPath {
  if (path === "") return root;
  return (root === "/" ? `/${path}` : `${root}/${path}`) as AbsPath;
}

/** `directory` and the name of an entry in it. */
export function childPath(directory: RelPath, name: string): RelPath {
  return (directory === "" ? name : `${directory}/${name}`) as RelPath;
}

/** The directory a path lies in; the root for a path without `/`. */
export function parentPath(path: RelPath): RelPath {
  const cut = path.lastIndexOf("/");
  return (cut < 0 ? "" : path.slice(0, cut)) as RelPath;
}

/** The deepest directory that is, or is above, both; empty where only the root is. */
export function commonDirectory(a: RelPath, b: RelPath): RelPath {
  const [names, others] = [a.split("/"), b.split("/")];
  const length = names.findIndex((name, i) => name !== others[i]);
  return (length < 0 ? a : names.slice(0, length).join("/")) as RelPath;
}

/** The last name of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** True when `path` is `directory` itself or lies below it. The root contains every path. */
export function isWithin(directory: RelPath, path: RelPath): boolean {
  return directory === "" || path === directory || path.startsWith(`${directory}/`);
}

/** `path` relative to `root`, or `undefined` when it does not lie in it. Both must be normalised. */
export function relativeTo(root: AbsPath, path: AbsPath): RelPath | undefined {
  if (path === root) return "" as RelPath;
  const prefix = root === "/" ? "/" : `${root}/`;
  return path.startsWith(prefix) ? (path.slice(prefix.length) as RelPath) : undefined;
}

/**
 * Orders paths by their UTF-8 bytes, which is SQLite's BINARY order and git's index order.
 * JavaScript's own `<` differs above U+FFFF. A raw byte comes after every character.
 */
export function comparePaths(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i += 1) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    // Surrogates (D800–DFFF) stand for code points above FFFF, hence sort after E000–FFFF.
    const fixedX = x >= 0xd800 && x <= 0xdfff ? x + 0x10000 : x;
    const fixedY = y >= 0xd800 && y <= 0xdfff ? y + 0x10000 : y;
    return fixedX - fixedY;
  }
  return a.length - b.length;
}

/** Orders what has a path as `comparePaths` does. */
export function byPath(a: { readonly path: RelPath }, b: { readonly path: RelPath }): number {
  return comparePaths(a.path, b.path);
}

function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  const length =
    first < 0x80
      ? 1
      : first >= 0xc2 && first < 0xe0
        ? 2
        : first >= 0xe0 && first < 0xf0
          ? 3
          : first >= 0xf0 && first < 0xf5
            ? 4
            : 0;
  return at + length <= bytes.length ? length : 0;
}
