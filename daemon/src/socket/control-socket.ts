import type { AbsPath } from "@unf/core/base";
import type { Log } from "@unf/core/ports";
import type { ProtocolServer } from "@unf/protocol";
import { listenSocket, type SocketListener, socketPlace } from "@unf/system";

/** The control socket of one home, opened again when somebody takes its file away. */
export class ControlSocket implements Disposable {
  readonly #home: AbsPath;
  readonly #log: Log;
  readonly #server: ProtocolServer;
  #listener: SocketListener | undefined;

  constructor(home: AbsPath, log: Log, server: ProtocolServer) {
    this.#home = home;
    this.#log = log;
    this.#server = server;
  }

  async open(): Promise<void> {
    this.#listener = await listenSocket(socketPlace(this.#home), {
      accept: (channel) => this.#server.accept(channel),
      onError: (cause) => this.#log.warn("socket.error", { error: cause }),
      onStranger: (uid) => this.#log.warn("socket.stranger", { uid }),
    });
  }

  /** Without its file no command finds the daemon, and a sentinel would take it for hung. */
  async check(): Promise<void> {
    if (this.#listener === undefined || this.#listener.stillThere()) return;
    this.#log.warn("socket.lost", { path: socketPlace(this.#home).path });
    this.#listener[Symbol.dispose]();
    try {
      await this.open();
    } catch (thrown) {
      // Another socket in its place may be gone by the next time.
      this.#log.error("socket.error", { error: thrown });
    }
  }

  [Symbol.dispose](): void {
    this.#listener?.[Symbol.dispose]();
  }
}
