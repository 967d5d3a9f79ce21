import {
  type AbsPath,
  type Digest,
  decodeUtf8,
  type FileSystem,
  joinPath,
  type RelPath,
} from "@unf/core";

/** Each part of a file has a digest of its own, so that none is read whole. Unit: bytes. */
const partBytes = 1024 * 1024;

/** Where the digests of what lies in a rescue directory are, under the same names. */
export function digestDirectory(rescues: AbsPath): AbsPath {
  return `${rescues}.digest` as AbsPath;
}

/** The digests of a file's parts, a line each. An empty file has none. */
export function readDigests(fs: FileSystem, digest: Digest, path: AbsPath): string {
  const lines: string[] = [];
  for (let at = 0; ; at += partBytes) {
    const part = fs.readRange(path, at, partBytes);
    if (part === undefined || part.length === 0) return lines.join("");
    lines.push(`${digest(part)}\n`);
    if (part.length < partBytes) return lines.join("");
  }
}

/**
 * False when a copy in a rescue directory is not what it was when it was made. Where no digest was
 * kept, as of what was moved there itself, whatever stands there is meant.
 */
export function isIntact(
  { fs, digest }: { readonly fs: FileSystem; readonly digest: Digest },
  rescues: AbsPath,
  path: RelPath,
): boolean {
  const noted = fs.read(joinPath(digestDirectory(rescues), path), Number.MAX_SAFE_INTEGER);
  if (noted.kind === "gone") return true;
  if (noted.kind !== "content") return false;
  return decodeUtf8(noted.bytes) === readDigests(fs, digest, joinPath(rescues, path));
}
