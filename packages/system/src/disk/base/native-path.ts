import { encodePath } from "@unf/core/base";

/**
 * A path as Node's calls take it: the string itself where its bytes are UTF-8, else the bytes. A
 * lone surrogate in a string would reach the system as U+FFFD, which is another name.
 */
export function nativePath(path: string): string | Buffer {
  return path.isWellFormed() ? path : Buffer.from(encodePath(path));
}
