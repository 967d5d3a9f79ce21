import { constants, openSync } from "node:fs";

const { O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND } = constants;
const writing = O_WRONLY | O_RDWR | O_CREAT | O_EXCL | O_TRUNC | O_APPEND;

/** Opens what is there, for reading whatever the flags say. */
export function openToRead(path: string | Buffer, flags: number): number {
  return openSync(path, flags & ~writing);
}
