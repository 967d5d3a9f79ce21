import { closeSync, constants, fstatSync } from "node:fs";
import { UnfError } from "@unf/core/base";
import { nativePath } from "../disk/base/native-path.ts";
import { openToRead } from "../disk/base/open-to-read.ts";
import { checkPrivateDirectory, checkPrivateStats, lookAt } from "../home/private-directory.ts";
import type { SocketPlace } from "./socket-place.ts";

// Docs: docs/decision/0045.

/** The directory of the control socket, held open. */
export interface OpenPlace extends Disposable {
  /** A path for the calls that make the socket and reach it, while this is open. */
  readonly address: string;
}

/** Bytes that `sun_path` of Linux holds without its NUL. A longer path would be cut off and be another. */
const addressBytesMax = 107;

/**
 * Opens the directory of a socket and checks that only this user can enter it: on Linux the one that was
 * opened, so that whatever is put in its place afterwards is not reached by the address. Throws `refused`
 * for one that is another's, open to others or a link; as `lstat` does where there is none.
 */
export function openPlace({ path, directory }: SocketPlace): OpenPlace {
  if (directory === undefined) return { address: path, [Symbol.dispose]: () => {} };
  if (process.platform !== "linux") {
    checkPrivateDirectory(directory);
    return { address: path, [Symbol.dispose]: () => {} };
  }
  const fd = openDirectory(directory);
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
  try {
    checkPrivateStats(directory, fstatSync(fd));
    return { address: addressIn(fd, path), [Symbol.dispose]: close };
  } catch (thrown) {
    close();
    throw thrown;
  }
}

function openDirectory(directory: string): number {
  const flags = constants.O_DIRECTORY | constants.O_NOFOLLOW;
  try {
    return openToRead(nativePath(directory), flags);
  } catch (thrown) {
    // A link, a file, another's: the look says which, where the open only failed.
    checkPrivateDirectory(directory);
    throw thrown;
  }
}

function addressIn(fd: number, path: string): string {
  const place = `/proc/self/fd/${fd}`;
  const real = fstatSync(fd);
  // `/.` makes it the directory, where the number alone is a link to it.
  const named = lookAt(`${place}/.`);
  if (named?.ino === real.ino && named.dev === real.dev) return `${place}/daemon.sock`;
  // No `/proc`, or another process's.
  if (path.isWellFormed() && Buffer.byteLength(path) <= addressBytesMax) return path;
  throw new UnfError("refused", `${path} is too long for a socket where /proc is missing`, {
    hint: "set UNF_HOME to a directory with a shorter path",
  });
}
