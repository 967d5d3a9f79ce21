import { type MonoMs, UnfError } from "@unf/core/base";
import { limits } from "@unf/core/config";
import { protocolVersion } from "../messages/hello.ts";
import type { Notifications } from "../messages/notifications.ts";
import type { Channel } from "../wire/channel.ts";
import type { ErrorReply } from "../wire/error-codes.ts";
import { malformed, renderBug, renderFailure, rpcCodes } from "../wire/error-codes.ts";
import { type Line, LineSplitter } from "../wire/line-splitter.ts";
import { patientAlarm } from "../wire/patient-alarm.ts";
import type { Connection, ConnectionPorts, RequestContext } from "./handlers.ts";
import { type ParsedRequest, parseRequest, type RequestId } from "./parse-request.ts";

/** One client: reads its lines, carries out its requests, writes the replies as they are ready. */
export class ServedConnection implements Connection {
  readonly #channel: Channel;
  readonly #ports: ConnectionPorts;
  readonly #splitter = new LineSplitter(limits.socket.lineBytesMax);
  /** Lines read and not looked at yet, because enough requests are under way. */
  #waiting: Line[] = [];
  #inFlight = 0;
  /** A long request is carried out alone of its connection: a client costs that memory once. */
  #isLongUnderWay = false;
  #state: "greeting" | "ready" | "closing" | "ended" = "greeting";
  #alarm: Disposable;
  #onEnded: (() => void)[] = [];

  constructor(channel: Channel, ports: ConnectionPorts) {
    this.#channel = channel;
    this.#ports = ports;
    this.#alarm = patientAlarm(ports.clock, limits.socket.helloMsMax, () =>
      this.#refuse(null, new UnfError("refused", "no hello within the time allowed")),
    );
    channel.open({ bytes: (chunk) => this.#receive(chunk), closed: () => this.#end() });
  }

  get isOpen(): boolean {
    return this.#state === "greeting" || this.#state === "ready";
  }

  notify<N extends keyof Notifications>(name: N, params: Notifications[N]): void {
    this.#send({ jsonrpc: "2.0", method: name, params });
  }

  onEnded(ended: () => void): void {
    if (this.#state === "ended") ended();
    else this.#onEnded.push(ended);
  }

  /** Ends the connection after what was sent has gone out. */
  close(): void {
    if (!this.isOpen) return;
    this.#state = "closing";
    this.#waiting = [];
    this.#alarm[Symbol.dispose]();
    const { clock } = this.#ports;
    const dropAt = (clock.mono() + limits.socket.lingerMs) as MonoMs;
    this.#alarm = clock.alarm(dropAt, () => this.#channel.drop());
    this.#channel.close();
  }

  /** Says why and closes. `id`: of the request that is answered by it. */
  refuse(why: UnfError): void {
    this.#refuse(null, why);
  }

  #refuse(id: RequestId | null, why: UnfError): void {
    this.#fail(id, renderFailure(why));
    this.close();
  }

  #receive(chunk: Uint8Array): void {
    if (!this.isOpen) return;
    this.#waiting.push(...this.#splitter.push(chunk));
    this.#work();
  }

  /** Starts requests until enough are under way; reads on when there is room again. */
  #work(): void {
    while (this.isOpen && this.#hasRoom) {
      const line = this.#waiting.shift();
      if (line === undefined) {
        this.#channel.resume();
        return;
      }
      this.#take(line);
    }
    if (this.isOpen) this.#channel.pause();
  }

  get #hasRoom(): boolean {
    return this.#inFlight < limits.socket.inFlightMax && !this.#isLongUnderWay;
  }

  #take(line: Line): void {
    if (line.kind !== "line") {
      const why = line.kind === "too_long" ? "the line is too long" : "the line is not UTF-8";
      this.#fail(null, malformed(rpcCodes.notJson, why));
      this.close();
      return;
    }
    // Nothing was said; a person typing into the socket may do that.
    if (/^\s*$/.test(line.text)) return;
    const request = parseRequest(line.text);
    if (request.kind === "bad") {
      this.#fail(request.id, request.error);
      // A peer that sends no JSON, or no hello, is no client of ours.
      if (request.error.code === rpcCodes.notJson || this.#state === "greeting") this.close();
    } else if (request.method === "hello") {
      this.#greet(request.id, request.params.protocol);
    } else if (this.#state === "greeting") {
      this.#refuse(request.id, new UnfError("refused", "the first request must be hello"));
    } else {
      void this.#carryOut(request, line.text.length > limits.socket.lineBytesMax);
    }
  }

  #greet(id: RequestId, protocol: number): void {
    if (protocol !== protocolVersion) {
      const message = `the daemon speaks protocol ${protocolVersion}, the command ${protocol}`;
      this.#refuse(id, new UnfError("refused", message, { hint: "unf restart" }));
      return;
    }
    if (this.#state === "greeting") this.#alarm[Symbol.dispose]();
    this.#state = "ready";
    this.#splitter.bytesMax = limits.socket.longLineBytesMax;
    this.#send({ jsonrpc: "2.0", id, result: this.#ports.hello() });
  }

  async #carryOut(
    request: Exclude<ParsedRequest, { method: "hello" }>,
    isLong: boolean,
  ): Promise<void> {
    const { id, method, params } = request;
    const context: RequestContext = {
      connection: this,
      progress: (progress) =>
        this.#send({ jsonrpc: "2.0", method: "progress", params: { request: id, ...progress } }),
    };
    this.#inFlight += 1;
    if (isLong) this.#isLongUnderWay = true;
    try {
      // Method and parameters belong together; TypeScript cannot follow that through the table.
      const handler = this.#ports.handlers[method] as (
        params: unknown,
        context: RequestContext,
      ) => unknown;
      this.#send({ jsonrpc: "2.0", id, result: await handler(params, context) });
    } catch (thrown) {
      if (!(thrown instanceof UnfError)) this.#ports.onBug(thrown, method);
      this.#fail(id, thrown instanceof UnfError ? renderFailure(thrown) : renderBug(method));
    }
    this.#inFlight -= 1;
    if (isLong) this.#isLongUnderWay = false;
    this.#work();
  }

  #fail(id: RequestId | null, error: ErrorReply): void {
    this.#send({ jsonrpc: "2.0", id, error });
  }

  #send(message: object): void {
    if (!this.isOpen) return;
    if (this.#channel.backlog > limits.socket.unreadBytesMax) {
      this.#state = "closing";
      this.#channel.drop();
      return;
    }
    this.#channel.send(`${JSON.stringify(message)}\n`);
  }

  #end(): void {
    this.#state = "ended";
    this.#alarm[Symbol.dispose]();
    this.#waiting = [];
    const callbacks = this.#onEnded;
    this.#onEnded = [];
    for (const ended of callbacks) ended();
  }
}
