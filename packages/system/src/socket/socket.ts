import { renameSync, unlinkSync } from "node:fs";
import type { Server, Socket } from "node:net";
import { endianness } from "node:os";
import { systemCode, UnfError } from "@unf/core/base";
import type { EntryStat } from "@unf/core/ports";
import { findLibc } from "../disk/base/libc.ts";
import { randomName } from "../disk/base/random-name.ts";
import { statEntry } from "../disk/entry-stat.ts";
import { lookAt } from "../home/private-directory.ts";
import { openPlace } from "./open-place.ts";
import { SocketChannel } from "./socket-channel.ts";
import { prepareSocketPlace, type SocketPlace } from "./socket-place.ts";

export interface SocketListener extends Disposable {
  /** False when the socket's file was removed or exchanged: then nobody can connect any more. */
  stillThere(): boolean;
  /** Takes no more connections and removes its file; those that are open stay open. */
  [Symbol.dispose](): void;
}

export interface ListenOptions {
  readonly accept: (channel: SocketChannel) => void;
  /** A connection that could not be taken, for want of descriptors for example. */
  readonly onError: (cause: unknown) => void;
  /** A process of another user has connected, and was cut off without a word. */
  readonly onStranger?: (uid: number) => void;
}

/**
 * Listens on the control socket. Only for the holder of the daemon's lock: a socket that is there
 * already is then a dead process's, and is replaced. Anything else in its place is left alone and
 * throws `refused`.
 */
export async function listenSocket(
  place: SocketPlace,
  { accept, onError, onStranger }: ListenOptions,
): Promise<SocketListener> {
  prepareSocketPlace(place);
  const open = openPlace(place);
  const { address } = open;
  const { createServer } = process.getBuiltinModule("node:net");
  const server = createServer((socket) => {
    const uid = peerUser(socket);
    // Not known: the directory has to do.
    if (uid === undefined || uid === process.geteuid?.()) {
      accept(new SocketChannel(socket));
      return;
    }
    socket.destroy();
    onStranger?.(uid);
  });
  try {
    if (place.directory !== undefined) removeStaleSocket(address, place.path);
    await startListening(server, address);
  } catch (thrown) {
    open[Symbol.dispose]();
    throw thrown;
  }
  server.on("error", onError);
  const isPipe = place.directory === undefined;
  const bound = isPipe ? undefined : statEntry(address);
  const isOurs = (now: EntryStat | undefined) => now?.ino === bound?.ino && now?.dev === bound?.dev;
  return {
    stillThere: () => server.listening && (isPipe || isOurs(statEntry(place.path))),
    [Symbol.dispose]() {
      if (!server.listening) return;
      const now = isPipe ? undefined : statEntry(address);
      if (now === undefined || isOurs(now)) server.close();
      else closeBeside(server, address);
      open[Symbol.dispose]();
    },
  };
}

/**
 * Connects to the control socket. Throws `daemon_unavailable` when nobody listens, or when somebody
 * else can have made the socket and could pose as the daemon.
 */
export async function connectSocket(
  place: SocketPlace,
  { timeoutMs }: { readonly timeoutMs: number },
): Promise<SocketChannel> {
  const socket = beginConnection(place);
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      clearTimeout(timer);
      socket.destroy();
      reject(unavailable(cause));
    };
    const timer = setTimeout(fail, timeoutMs, undefined);
    socket.once("error", fail);
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.off("error", fail);
      resolve(new SocketChannel(socket));
    });
  });
}

/** The system call is made within this: the directory need not be kept open. */
function beginConnection(place: SocketPlace): Socket {
  const { createConnection } = process.getBuiltinModule("node:net");
  try {
    using open = openPlace(place);
    if (place.directory !== undefined) requireOwnSocket(open.address, place.path);
    return createConnection({ path: open.address });
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw unavailable(thrown);
    throw new UnfError("daemon_unavailable", `the daemon's socket is not safe: ${thrown.message}`, {
      hint: `look at ${place.directory}; unf start makes it anew`,
      cause: thrown,
    });
  }
}

/** Refuses a socket that is not ours. One that is missing is left to the connection to find. */
function requireOwnSocket(address: string, path: string): void {
  const found = lookAt(address);
  const uid = process.getuid?.();
  if (found === undefined || uid === undefined || found.uid === uid) return;
  throw new UnfError("refused", `${path} belongs to another user (uid ${found.uid})`);
}

function startListening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("listening", () => {
      server.off("error", reject);
      resolve();
    });
    // The socket's own mode counts on some systems only. It is made within the call.
    const umask = process.umask(0o177);
    try {
      server.listen({ path, exclusive: true });
    } finally {
      process.umask(umask);
    }
  });
}

/**
 * Closes the server without taking away what somebody else has put in its place: closing removes
 * whatever is at the path, so that is out of the way for as long as the call takes.
 */
function closeBeside(server: Server, path: string): void {
  const aside = `${path}.${randomName()}`;
  renameSync(path, aside);
  server.close();
  renameSync(aside, path);
}

function removeStaleSocket(address: string, path: string): void {
  const found = lookAt(address);
  if (found === undefined) return;
  if (!found.isSocket()) {
    throw new UnfError("refused", `${path} is in the way: it is not a socket`, {
      hint: `look at it, and remove it if it is not needed: rm -r ${path}`,
    });
  }
  unlinkSync(address);
}

function unavailable(cause: unknown): UnfError {
  const code = systemCode(cause);
  const hint = "unf start";
  if (code === "ENOENT" || code === "ECONNREFUSED") {
    return new UnfError("daemon_unavailable", "the daemon is not running", { hint, cause });
  }
  if (cause === undefined || code === "EAGAIN") {
    return new UnfError("daemon_unavailable", "the daemon does not answer", {
      hint: "unf restart",
      cause,
    });
  }
  return new UnfError("daemon_unavailable", `the daemon cannot be reached (${code ?? cause})`, {
    hint,
    cause,
  });
}

/**
 * The user whose process made this connection, as the kernel noted it at that moment; `undefined` where
 * the system does not say (other than Linux, or without koffi), and when the connection has ended.
 */
function peerUser(socket: Socket): number | undefined {
  const libc = findLibc();
  // Node has no name for it; it is the descriptor of every stream on POSIX, and -1 once it is closed.
  const { fd } = (socket as Socket & { _handle?: { fd?: number } })._handle ?? {};
  if (libc === undefined || fd === undefined || fd < 0) return undefined;
  const bytes = libc.peerCredentials(fd);
  if (bytes === undefined) return undefined;
  // struct ucred: pid, uid, gid, 32 bits each.
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return view.getUint32(4, endianness() === "LE");
}
