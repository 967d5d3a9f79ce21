import { UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Channel } from "../wire/channel.ts";
import { ServedConnection } from "./connection.ts";
import type { ConnectionPorts } from "./handlers.ts";

/** The daemon's side of the control socket: all its clients. */
export class ProtocolServer {
  readonly #ports: ConnectionPorts;
  readonly #connections = new Set<ServedConnection>();

  constructor(ports: ConnectionPorts) {
    this.#ports = ports;
  }

  get connections(): number {
    return this.#connections.size;
  }

  /** Serves a connection that was just made. One too many is told so and closed. */
  accept(channel: Channel): void {
    const isFull = this.#connections.size >= limits.socket.connectionsMax;
    const connection = new ServedConnection(channel, this.#ports);
    if (isFull) {
      connection.refuse(
        new UnfError("daemon_unavailable", "the daemon serves too many commands at once", {
          hint: "try again in a moment",
        }),
      );
      return;
    }
    this.#connections.add(connection);
    connection.onEnded(() => this.#connections.delete(connection));
  }

  /** Closes every connection after its last reply has gone out. */
  close(): void {
    for (const connection of this.#connections) connection.close();
  }
}
