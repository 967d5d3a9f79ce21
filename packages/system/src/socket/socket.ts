import { renameSync, unlinkSync } from "node:fs";
import type { Server, Socket } from "node:net";
import { type EntryStat, systemCode, UnfError } from "@unf/core";
import { statEntry } from "../disk/entry-stat.ts";
import { randomName } from "../disk/random-name.ts";
import { checkPrivateDirectory, lookAt } from "../home/private-directory.ts";
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
}

/**
 * Listens on the control socket. Only for the holder of the daemon's lock: a socket that is there
 * already is then a dead process's, and is replaced. Anything else in its place is left alone and
 * throws `refused`.
 */
export async function listenSocket(
  place: SocketPlace,
  { accept, onError }: ListenOptions,
): Promise<SocketListener> {
  prepareSocketPlace(place);
  if (place.directory !== undefined) removeStaleSocket(place.path);
  const { createServer } = process.getBuiltinModule("node:net");
  const server = createServer((socket) => accept(new SocketChannel(socket)));
  await startListening(server, place.path);
  server.on("error", onError);
  const bound = place.directory === undefined ? undefined : statEntry(place.path);
  const isOurs = (now: EntryStat | undefined) => now?.ino === bound?.ino && now?.dev === bound?.dev;
  return {
    stillThere: () => server.listening && (bound === undefined || isOurs(statEntry(place.path))),
    [Symbol.dispose]() {
      if (!server.listening) return;
      const now = bound === undefined ? undefined : statEntry(place.path);
      if (now === undefined || isOurs(now)) server.close();
      else closeBeside(server, place.path);
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
  requireOwnSocket(place);
  const { createConnection } = process.getBuiltinModule("node:net");
  return new Promise((resolve, reject) => {
    const socket: Socket = createConnection({ path: place.path });
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

/** What is not there is left to the connection to find. */
function requireOwnSocket({ path, directory }: SocketPlace): void {
  if (directory === undefined) return;
  try {
    if (lookAt(directory) !== undefined) checkPrivateDirectory(directory);
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    throw new UnfError("daemon_unavailable", `the daemon's socket is not safe: ${thrown.message}`, {
      hint: `look at ${directory}; unf start makes it anew`,
      cause: thrown,
    });
  }
  const found = lookAt(path);
  const uid = process.getuid?.();
  if (found === undefined || uid === undefined || found.uid === uid) return;
  throw new UnfError("daemon_unavailable", `${path} belongs to another user (uid ${found.uid})`, {
    hint: "unf start",
  });
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

function removeStaleSocket(path: string): void {
  const found = lookAt(path);
  if (found === undefined) return;
  if (!found.isSocket()) {
    throw new UnfError("refused", `${path} is in the way: it is not a socket`, {
      hint: `look at it, and remove it if it is not needed: rm -r ${path}`,
    });
  }
  unlinkSync(path);
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
