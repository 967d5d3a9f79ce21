import { decodePath, encodePath, pathFromColumn } from "@unf/core/base";
import { BadField, type Parse, text } from "./field.ts";

/** A path of 4,096 bytes, each of which may be written as four characters (`//hh`). */
const path = text(4 * 4096);

/** An absolute path without `.`, `..`, doubled or final slashes, as `pathToColumn` writes it. */
export const rootPath: Parse<string> = (value, field) => {
  const root = path(value, field);
  const decoded = decode(root, field);
  if (!decoded.startsWith("/")) throw new BadField(field, "must be an absolute path");
  if (decoded !== "/") checkNames(decoded.slice(1), field);
  return root;
};

/** A path below a root; the root itself is the empty text. */
export const innerPath: Parse<string> = (value, field) => {
  const inner = path(value, field);
  const decoded = decode(inner, field);
  if (decoded !== "") checkNames(decoded, field);
  return inner;
};

function decode(column: string, field: string): string {
  const path: string = pathFromColumn(column);
  // `//61` is another spelling of `a`, and `//00` is none of a path.
  if (decodePath(encodePath(path)) !== path) {
    throw new BadField(field, "must be spelled in its one way (docs/format/socket.md)");
  }
  return path;
}

function checkNames(names: string, field: string): void {
  for (const name of names.split("/")) {
    if (name === "") throw new BadField(field, "must not have an empty name between slashes");
    if (name === "." || name === "..") throw new BadField(field, `must not contain "${name}"`);
  }
}
