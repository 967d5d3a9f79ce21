import { encodeUtf8, type MonoMs, UnfError, type WallMs } from "@unf/core/base";
import type { Clock } from "@unf/core/ports";
import {
  type Channel,
  type ChannelEvents,
  type Handlers,
  type HelloReply,
  ProtocolServer,
  protocolVersion,
} from "../index.ts";
import { methods } from "../messages/requests.ts";

// For tests: server and client over channels held in memory, and a clock that is moved by hand.

export class HandClock implements Clock {
  #now = 0;
  readonly #alarms = new Set<{ readonly at: number; readonly ring: () => void }>();

  wall(): WallMs {
    return this.#now as WallMs;
  }

  mono(): MonoMs {
    return this.#now as MonoMs;
  }

  alarm(at: MonoMs, ring: () => void): Disposable {
    const alarm = { at, ring };
    this.#alarms.add(alarm);
    return { [Symbol.dispose]: () => this.#alarms.delete(alarm) };
  }

  async breathe(): Promise<void> {}

  pass(ms: number): void {
    this.#now += ms;
    for (const alarm of [...this.#alarms].filter(({ at }) => at <= this.#now)) {
      this.#alarms.delete(alarm);
      alarm.ring();
    }
  }
}

/** One end of a connection in memory; `others` is what the other end sent. */
export class HandChannel implements Channel {
  backlog = 0;
  isPaused = false;
  state: "open" | "closing" | "ended" = "open";
  readonly sent: string[] = [];
  #events: ChannelEvents | undefined;
  /** The other end; without one, what is sent is only kept. */
  peer: HandChannel | undefined;

  open(events: ChannelEvents): void {
    this.#events = events;
  }

  send(text: string): void {
    if (this.state !== "open") return;
    this.sent.push(text);
    this.peer?.deliver(text);
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  close(): void {
    if (this.state !== "ended") this.state = "closing";
    if (this.peer !== undefined) this.drop();
  }

  drop(): void {
    if (this.state === "ended") return;
    this.state = "ended";
    this.#events?.closed();
    this.peer?.drop();
  }

  deliver(text: string): void {
    this.deliverBytes(encodeUtf8(text));
  }

  deliverBytes(chunk: Uint8Array): void {
    this.#events?.bytes(chunk);
  }

  /** Everything sent so far, parsed. */
  get messages(): readonly Message[] {
    return this.sent.flatMap((text) => text.trimEnd().split("\n")).map((line) => JSON.parse(line));
  }
}

interface Message {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data: unknown };
  readonly method?: string;
  readonly params?: unknown;
}

export const daemonHello: HelloReply = {
  protocol: protocolVersion,
  version: "0.1.0",
  pid: 42,
  home: "/home/a/.unfudged",
  started_at: "2026-11-20T12:00:00.000Z",
};

export function refuseAll(): never {
  throw new UnfError("failed", "not in this test");
}

const noHandlers = Object.fromEntries(
  methods.map((method) => [method, refuseAll]),
) as unknown as Handlers;

export function serve(handlers: Partial<Handlers> = {}) {
  const clock = new HandClock();
  const bugs: unknown[] = [];
  const server = new ProtocolServer({
    clock,
    handlers: { ...noHandlers, ...handlers },
    hello: () => daemonHello,
    onBug: (thrown, method) => bugs.push({ thrown, method }),
  });
  const attach = () => {
    const channel = new HandChannel();
    server.accept(channel);
    return channel;
  };
  const greeted = () => {
    const channel = attach();
    channel.deliver(line("hello", { protocol: protocolVersion, version: "0.1.0" }, 0));
    channel.sent.length = 0;
    return channel;
  };
  return { clock, server, bugs, attach, greeted };
}

export function line(method: string, params: unknown = {}, id: unknown = 1): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
}

/** Lets everything that is ready to go on go on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
