import type { Socket } from "node:net";
import { endianness } from "node:os";
import { findLibc } from "../disk/base/libc.ts";

/**
 * The user whose process made this connection, as the kernel noted it at that moment; `undefined` where
 * the system does not say (other than Linux, or without koffi), and when the connection has ended.
 */
export function peerUser(socket: Socket): number | undefined {
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
