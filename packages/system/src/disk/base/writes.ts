import {
  chmodSync,
  chownSync,
  closeSync,
  constants,
  fstatSync,
  futimesSync,
  lchownSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { askToWrite } from "./write-guard.ts";

// Everything of `node:fs` that changes a disk, asking before it does. No other file imports those
// functions (test/tidy): what writes cannot forget to ask.

/** For a file in the home: whatever else has its name is neither followed nor waited for. */
const plainly = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
const toAppend = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | plainly;

/** Adds a text to a file, which is made, for this user only, where there is none. ELOOP for a link. */
export const appendTo = asking((path: string | Buffer, text: string) => {
  const file = openSync(path, toAppend, 0o600);
  try {
    // Else a pipe in its place would take it.
    if (fstatSync(file).isFile()) writeFileSync(file, text);
  } finally {
    closeSync(file);
  }
});
export const changeMode = asking(chmodSync);
export const changeOwner = asking(chownSync);
export const changeLinkOwner = asking(lchownSync);
export const makeLink = asking(linkSync);
export const newDirectory = asking(mkdirSync);
/** Opens a file to write to it. What is written through the descriptor then is not asked for again. */
export const openToWrite = asking(openSync);
export const moveEntry = asking(renameSync);
/** A rename by another call than Node's. */
export const moveWith = asking(
  (from: string | Buffer, to: string, move: (from: string, to: string) => void) =>
    move(String(from), to),
);
/** A change by another call than Node's. */
export const changeAttribute = asking((_path: string | Buffer, change: () => void) => change());
export const removeEmptyDirectory = asking(rmdirSync);
/** As `rm -rf` does. */
export const removeAll = asking((path: string | Buffer) =>
  rmSync(path, { recursive: true, force: true }),
);
export const makeSymlink = asking((path: string | Buffer, target: Buffer) =>
  symlinkSync(target, path),
);
export const unlinkEntry = asking(unlinkSync);

/** Makes an empty file where there is none, and says when it was last changed. ELOOP for a link. */
export function touch(path: string, seconds: number): void {
  const file = openToWrite(path, toAppend, 0o600);
  try {
    futimesSync(file, seconds, seconds);
  } finally {
    closeSync(file);
  }
}

function asking<Call extends (path: string | Buffer, ...rest: never[]) => unknown>(
  call: Call,
): Call {
  const asked = (path: string | Buffer, ...rest: never[]) => {
    askToWrite(String(path));
    return call(path, ...rest);
  };
  return asked as Call;
}
