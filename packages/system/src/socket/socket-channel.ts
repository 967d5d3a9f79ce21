import type { Socket } from "node:net";

/** The events of a connection. Called only after `open`. */
export interface ChannelEvents {
  bytes(chunk: Uint8Array): void;
  /** The connection has ended, whoever ended it. Called once, nothing after it. */
  closed(): void;
}

/** One end of a connection: the `Channel` of `@unf/protocol` over a Unix socket. */
export class SocketChannel {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    this.#socket = socket;
    // `close` follows every error and says all there is to say: the other side is gone.
    socket.on("error", () => undefined);
  }

  /** Bytes sent that the other side has not taken. */
  get backlog(): number {
    return this.#socket.writableLength;
  }

  /** Starts delivery. */
  open(events: ChannelEvents): void {
    this.#socket.on("data", (chunk: Buffer) => events.bytes(chunk));
    if (this.#socket.destroyed) queueMicrotask(() => events.closed());
    else this.#socket.once("close", () => events.closed());
  }

  send(text: string): void {
    if (this.#socket.writable) this.#socket.write(text);
  }

  /** Stops delivery until `resume`; what the other side sends then waits with it. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Ends the connection after what was sent has gone out. */
  close(): void {
    this.#socket.end();
    // The other side may never read the rest, nor close its half.
    this.#socket.resume();
  }

  /** Ends the connection at once. */
  drop(): void {
    this.#socket.destroy();
  }
}
