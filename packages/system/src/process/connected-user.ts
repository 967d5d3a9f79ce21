import { readFileSync } from "node:fs";
import { tryRead } from "./try-read.ts";

/** The two ends of a connection within this machine. */
export interface ConnectionPorts {
  readonly server: number;
  readonly client: number;
}

/**
 * True where the system says that a user who is neither this one nor root has connected. An address is
 * seen for a moment among the words of the program that opens it.
 */
export function isOfAnotherUser(ports: ConnectionPorts, self = process.getuid?.()): boolean {
  if (self === undefined) return false;
  const users = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) =>
    usersOf(tryRead(() => readFileSync(file, "latin1")) ?? "", ports),
  );
  return users.some((user) => user !== self && user !== 0);
}

/**
 * The users of the client's end, by the table of connections. By its ports alone, so that whoever comes
 * from another address of the loopback device is seen beside whoever has the same port.
 */
export function usersOf(table: string, { server, client }: ConnectionPorts): readonly number[] {
  const users: number[] = [];
  for (const line of table.split("\n").slice(1)) {
    const [, local, remote, , , , , user] = line.trim().split(/\s+/);
    if (portOf(local) === client && portOf(remote) === server) users.push(Number(user));
  }
  return users;
}

/** `0100007F:1F90` */
function portOf(end: string | undefined): number {
  return Number.parseInt(end?.split(":")[1] ?? "", 16);
}
