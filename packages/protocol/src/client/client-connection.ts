import { isObject, type JsonObject, member, parseJson, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import type { Clock } from "@unf/core/ports";
import type { Notifications, Progress } from "../messages/notifications.ts";
import type { Method } from "../messages/requests.ts";
import type { Channel } from "../wire/channel.ts";
import { parseFailure } from "../wire/error-codes.ts";
import { type Line, LineSplitter } from "../wire/line-splitter.ts";
import { patientAlarm } from "../wire/patient-alarm.ts";

export type NoticeListener = (notice: {
  readonly name: "snapshot";
  readonly params: Notifications["snapshot"];
}) => void;

export interface CallOptions {
  /** Without it a call waits as long as the connection lasts. */
  readonly timeoutMs?: number;
  readonly onProgress?: (progress: Progress) => void;
}

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (why: UnfError) => void;
  readonly onProgress: ((progress: Progress) => void) | undefined;
}

/** Matches replies to calls on one channel. */
export class ClientConnection {
  readonly ended: Promise<void>;
  readonly #channel: Channel;
  readonly #clock: Clock;
  readonly #onNotice: NoticeListener | undefined;
  readonly #splitter = new LineSplitter(limits.socket.replyBytesMax);
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #isOpen = true;
  readonly #resolveEnded: () => void;

  constructor(
    channel: Channel,
    { clock, onNotice }: { readonly clock: Clock; readonly onNotice?: NoticeListener | undefined },
  ) {
    this.#channel = channel;
    this.#clock = clock;
    this.#onNotice = onNotice;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#resolveEnded = resolve;
    channel.open({
      bytes: (chunk) => {
        for (const line of this.#splitter.push(chunk)) this.#take(line);
      },
      closed: () => this.#stop(closedByDaemon()),
    });
  }

  request(
    method: Method,
    params: object,
    { timeoutMs, onProgress }: CallOptions,
  ): Promise<unknown> {
    if (!this.#isOpen) return Promise.reject(closedByDaemon());
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const alarm =
      timeoutMs === undefined
        ? undefined
        : patientAlarm(this.#clock, timeoutMs, () => this.#settle(id)?.reject(noAnswer(timeoutMs)));
    this.#waiting.set(id, {
      resolve: (result) => {
        alarm?.[Symbol.dispose]();
        resolve(result);
      },
      reject: (why) => {
        alarm?.[Symbol.dispose]();
        reject(why);
      },
      onProgress,
    });
    this.#channel.send(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return promise;
  }

  end(): void {
    this.#stop(new UnfError("daemon_unavailable", "the connection to the daemon was ended"));
    this.#channel.drop();
  }

  #take(line: Line): void {
    const raw = line.kind === "line" ? parseJson(line.text) : undefined;
    if (!this.#isOpen) return;
    if (!isObject(raw)) {
      this.#stop(notADaemon());
      this.#channel.drop();
    } else if (member(raw, "method") !== undefined) {
      this.#notice(raw);
    } else {
      this.#reply(raw);
    }
  }

  #reply(raw: JsonObject): void {
    const id = member(raw, "id");
    const error = member(raw, "error");
    if (id === null) {
      // It belongs to no request of ours: the daemon says why it closes the connection.
      this.#stop(parseFailure(error));
      return;
    }
    // A reply that nobody waits for came after its time was over.
    const waiting = typeof id === "number" ? this.#settle(id) : undefined;
    if (error === undefined) waiting?.resolve(member(raw, "result"));
    else waiting?.reject(parseFailure(error));
  }

  #notice(raw: JsonObject): void {
    const name = member(raw, "method");
    const params = member(raw, "params");
    if (!isObject(params)) return;
    if (name === "snapshot") {
      this.#onNotice?.({ name, params: params as unknown as Notifications["snapshot"] });
    } else if (name === "progress") {
      const request = member(params, "request");
      const waiting = typeof request === "number" ? this.#waiting.get(request) : undefined;
      waiting?.onProgress?.(params as unknown as Progress);
    }
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #stop(why: UnfError): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const id of [...this.#waiting.keys()]) this.#settle(id)?.reject(why);
    this.#resolveEnded();
  }
}

export function notADaemon(): UnfError {
  return new UnfError("daemon_unavailable", "what answers on the socket is no daemon of unf");
}

function closedByDaemon(): UnfError {
  return new UnfError("daemon_unavailable", "the daemon closed the connection", {
    hint: "unf status",
  });
}

function noAnswer(ms: number): UnfError {
  return new UnfError("daemon_unavailable", `the daemon did not answer within ${ms / 1000} s`, {
    hint: "unf restart",
  });
}
