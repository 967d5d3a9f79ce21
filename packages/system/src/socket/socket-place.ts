import { type AbsPath, encodePath } from "@unf/core/base";
import { runDirectory } from "@unf/core/home";
import { makePrivateDirectory } from "../home/private-directory.ts";

/** Where the control socket of a home is. */
export interface SocketPlace {
  /** Where it lies, or the name of a pipe on Windows. */
  readonly path: string;
  /** The directory that keeps others out; `undefined` on Windows. */
  readonly directory: string | undefined;
}

/** Bytes of the longest path a socket can have on systems other than Linux: `sun_path` without its NUL. */
const pathBytesMax = 103;

/** Where the control socket of a home is on this machine. Looks at nothing on disk. */
export function socketPlace(home: AbsPath): SocketPlace {
  return planSocketPlace(home, {
    platform: process.platform,
    uid: process.getuid?.() ?? 0,
  });
}

/**
 * `run/daemon.sock` in the home. On Linux whatever the length of that, because it is reached through its
 * directory (`openPlace`); elsewhere, where that path would be too long, a directory of its own in /tmp,
 * whose name every program of this user finds by itself. Not tried on macOS and Windows.
 */
export function planSocketPlace(
  home: AbsPath,
  { platform, uid }: { readonly platform: string; readonly uid: number },
): SocketPlace {
  if (platform === "win32") {
    return {
      path: `\\\\.\\pipe\\unf-${shortHash(home)}`,
      directory: undefined,
    };
  }
  const inHome = runDirectory(home);
  const path = `${inHome}/daemon.sock`;
  // A path that is not UTF-8 cannot be given to Node as text, and a socket's path must be text.
  const fits =
    platform === "linux" || (path.isWellFormed() && encodePath(path).length <= pathBytesMax);
  const directory = fits ? inHome : `/tmp/unf-${uid}-${shortHash(home)}`;
  return { path: `${directory}/daemon.sock`, directory };
}

/**
 * Creates the socket's directory, or checks that only this user can enter it: its mode is the access
 * control. Throws `refused`.
 */
export function prepareSocketPlace(place: SocketPlace): void {
  if (place.directory !== undefined) makePrivateDirectory(place.directory);
}

/** Names a home where its path is too long. */
export function shortHash(home: AbsPath): string {
  const { createHash } = process.getBuiltinModule("node:crypto");
  return createHash("sha256").update(encodePath(home)).digest("hex").slice(0, 16);
}
