import { type AbsPath, type BlobId, joinPath, type RelPath } from "@unf/core/base";

/** `objects/<first 2 digits>`: 256 directories, so each holds 1/256 of all objects. */
export function fanOutDirectory(objects: AbsPath, hash: BlobId): AbsPath {
  return joinPath(objects, hash.slice(0, 2) as RelPath);
}

/** `objects/<first 2 digits>/<other 62>`. */
export function objectPath(objects: AbsPath, hash: BlobId): AbsPath {
  return joinPath(objects, `${hash.slice(0, 2)}/${hash.slice(2)}` as RelPath);
}

/** Where an object is written before it is moved into place. No digest begins with `tm`. */
export function temporariesDirectory(objects: AbsPath): AbsPath {
  return joinPath(objects, "tmp" as RelPath);
}
