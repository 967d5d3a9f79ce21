/** Events on a connection. Called only after `Channel.open`. */
export interface ChannelEvents {
  bytes(chunk: Uint8Array): void;
  /** The connection has ended, whoever ended it. Called once, nothing after it. */
  closed(): void;
}

/** One end of a connection that carries bytes in order. Nothing blocks, nothing throws. */
export interface Channel {
  /** Bytes sent that the other side has not taken. */
  readonly backlog: number;
  /** Starts delivery. Called once. */
  open(events: ChannelEvents): void;
  /** Sends text as UTF-8; does nothing on a connection that has ended. */
  send(text: string): void;
  /** Stops delivery until `resume`. A chunk already under way may still come. */
  pause(): void;
  resume(): void;
  /** Ends the connection after what was sent has gone out; delivery goes on until then. */
  close(): void;
  /** Ends the connection at once. */
  drop(): void;
}
