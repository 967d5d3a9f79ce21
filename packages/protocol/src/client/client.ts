import { isObject, member, UnfError } from "@unf/core/base";
import type { Clock } from "@unf/core/ports";
import { type Hello, type HelloReply, protocolVersion } from "../messages/hello.ts";
import { renderParams } from "../messages/render-params.ts";
import type { Method, Requests } from "../messages/requests.ts";
import type { Channel } from "../wire/channel.ts";
import {
  type CallOptions,
  ClientConnection,
  type NoticeListener,
  notADaemon,
} from "./client-connection.ts";

export interface ConnectOptions {
  readonly clock: Clock;
  /** Version of the program that connects. */
  readonly version: string;
  /** For the answer to hello. */
  readonly timeoutMs: number;
  /** Notifications that belong to no request. */
  readonly onNotice?: NoticeListener;
}

/** A connection to the daemon that has said hello. */
export interface Client extends Disposable {
  /** The daemon's word on itself. */
  readonly daemon: HelloReply;
  /** Calls may overlap. Throws the daemon's own error, or `daemon_unavailable`. */
  call<M extends Exclude<Method, "hello">>(
    method: M,
    params: Requests[M]["params"],
    options?: CallOptions,
  ): Promise<Requests[M]["reply"]>;
  /** Resolves when the connection has ended, whoever ended it. */
  readonly ended: Promise<void>;
  /** Ends the connection; what is still waited for fails. */
  [Symbol.dispose](): void;
}

/**
 * Says hello over a fresh channel. Throws `daemon_unavailable` when no answer comes, and `refused`
 * with the hint `unf restart` when the daemon speaks another version of the protocol.
 */
export async function connect(channel: Channel, options: ConnectOptions): Promise<Client> {
  const connection = new ClientConnection(channel, options);
  const hello: Hello = { protocol: protocolVersion, version: options.version };
  try {
    const reply = await connection.request("hello", hello, { timeoutMs: options.timeoutMs });
    if (!isHello(reply)) throw notADaemon();
    const daemon = reply;
    if (daemon.protocol !== protocolVersion) throw otherProtocol(daemon.protocol);
    return {
      daemon,
      ended: connection.ended,
      call: async (method, params, more = {}) =>
        (await connection.request(
          method,
          renderParams(method, params),
          more,
        )) as Requests[typeof method]["reply"],
      [Symbol.dispose]: () => connection.end(),
    };
  } catch (thrown) {
    connection.end();
    throw thrown;
  }
}

/** A daemon of this protocol version tells the rest, too. */
function isHello(reply: unknown): reply is HelloReply {
  return isObject(reply) && typeof member(reply, "protocol") === "number";
}

function otherProtocol(protocol: number): UnfError {
  const message = `the daemon speaks protocol ${protocol}, this command ${protocolVersion}`;
  return new UnfError("refused", message, { hint: "unf restart" });
}
