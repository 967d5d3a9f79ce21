import type { Clock } from "@unf/core/ports";
import type { HelloReply } from "../messages/hello.ts";
import type { Notifications, Progress } from "../messages/notifications.ts";
import type { Method, Requests } from "../messages/requests.ts";

/** The request as a handler knows it, besides its parameters. */
export interface RequestContext {
  /** Tells the client how far the request is. */
  progress(progress: Progress): void;
  /** The connection it came on, for notifications after the reply. */
  readonly connection: Connection;
}

/** The daemon's work for each method but `hello`, which the protocol answers by itself. */
export type Handlers = {
  readonly [M in Exclude<Method, "hello">]: (
    params: Requests[M]["params"],
    context: RequestContext,
  ) => Requests[M]["reply"] | Promise<Requests[M]["reply"]>;
};

/** A client, as a handler sees it. */
export interface Connection {
  readonly isOpen: boolean;
  /** Sends a notification; does nothing when the client has gone. */
  notify<N extends keyof Notifications>(name: N, params: Notifications[N]): void;
  /** Calls `ended` once the client has gone, at once if it has already. */
  onEnded(ended: () => void): void;
}

export interface ConnectionPorts {
  readonly clock: Clock;
  readonly handlers: Handlers;
  readonly hello: () => HelloReply;
  /** A handler failed in a way nobody foresaw. */
  readonly onBug: (thrown: unknown, method: Method) => void;
}
