import type { ServerResponse } from "node:http";
import { safetyHeaders } from "../base/headers.ts";
import type { ChangedProject, UiHost } from "../base/host.ts";
import { DueRows } from "./due-rows.ts";
import { ToldRows } from "./told-rows.ts";

/** A page that listens. */
interface Stream {
  readonly response: ServerResponse;
  /** Root or id; `undefined`: all projects. */
  readonly project: string | undefined;
  /** The last word on whether changes are being recorded. */
  told: string | undefined;
}

/** Tells pages what is new. While no page listens it asks nobody for anything. */
export class Live {
  readonly #host: UiHost;
  readonly #streams = new Set<Stream>();
  readonly #due = new DueRows();
  readonly #byId = new Map<string, ChangedProject>();
  readonly #told: ToldRows;
  #looks = 0;
  #isRenewed = false;
  #hearing: AbortController | undefined;
  #isFollowing = false;
  #ticker: Disposable | undefined;

  constructor(host: UiHost) {
    this.#host = host;
    this.#told = new ToldRows(host.now());
  }

  get pages(): number {
    return this.#streams.size;
  }

  /** Keeps the response open. `heard`: the last event that a page had which was cut off. */
  open(response: ServerResponse, project: string | undefined, heard: string | undefined): void {
    response.writeHead(200, { ...safetyHeaders, "content-type": "text/event-stream" });
    response.write(": open\n\n");
    const stream: Stream = { response, project, told: undefined };
    this.#streams.add(stream);
    response.on("close", () => this.#leave(stream));
    if (heard !== undefined) this.#resume(stream, heard);
    if (this.#ticker === undefined) {
      this.#hearing = new AbortController();
      this.#ticker = this.#host.every(lookMs, () => this.#look());
      void this.#follow(this.#hearing.signal);
    }
    void this.#tellRecording([stream]);
  }

  /** Tells it of what came meanwhile; where that is not known, that anything may have come. */
  #resume(stream: Stream, heard: string): void {
    const missed = this.#told.since(heard);
    if (missed === undefined)
      this.#send(stream, "rows", { project: stream.project ?? null, cursor: null });
    for (const project of missed ?? []) this.#tellRows(project, [stream]);
  }

  #leave(stream: Stream): void {
    this.#streams.delete(stream);
    if (this.#streams.size > 0) return;
    this.#hearing?.abort();
    this.#ticker?.[Symbol.dispose]();
    this.#ticker = undefined;
    // Nobody hears what comes from here on.
    this.#told.begin();
  }

  /** Hears of rows until nobody listens or the daemon is gone. */
  async #follow(signal: AbortSignal): Promise<void> {
    this.#isFollowing = true;
    try {
      for await (const project of this.#host.follow(signal)) {
        this.#byId.set(project.id, project);
        if (this.#due.hear(project.id, this.#host.now())) this.#tellAll(project);
      }
    } catch {
      // Without a daemon nobody tells; the page hears by `recording` that it is so.
    }
    // One that was begun meanwhile goes on.
    if (this.#hearing?.signal !== signal) return;
    this.#isFollowing = false;
    this.#told.begin();
  }

  #look(): void {
    this.#looks += 1;
    for (const id of this.#due.look(this.#host.now())) {
      const project = this.#byId.get(id);
      if (project !== undefined) this.#tellAll(project);
    }
    if (this.#looks % looksOfRecording !== 0) return;
    this.#tellRenewal();
    if (this.#looks % looksOfPing === 0)
      for (const { response } of this.#streams) response.write(": still here\n\n");
    if (!this.#isFollowing && this.#hearing !== undefined) {
      this.#isRenewed = true;
      void this.#follow(this.#hearing.signal);
    }
    void this.#tellRecording([...this.#streams]);
  }

  /** Rows of before the subscription was there again were told by nobody. */
  #tellRenewal(): void {
    if (!this.#isRenewed || !this.#isFollowing) return;
    this.#isRenewed = false;
    for (const stream of this.#streams)
      this.#send(stream, "rows", { project: stream.project ?? null, cursor: null });
  }

  #tellAll(changed: ChangedProject): void {
    this.#told.tell(changed);
    this.#tellRows(changed, this.#streams);
  }

  #tellRows(changed: ChangedProject, streams: Iterable<Stream>): void {
    for (const stream of streams) {
      const { project } = stream;
      if (project === undefined || project === changed.id || project === changed.root)
        this.#send(stream, "rows", { project: changed.id, cursor: changed.version });
    }
  }

  /** Says whether changes are being recorded, where that is another than it was. */
  async #tellRecording(streams: readonly Stream[]): Promise<void> {
    for (const [project, some] of Map.groupBy(streams, (one) => one.project)) {
      const answered = await this.#host.recording(project);
      if (answered.kind === "failed") continue;
      const { isRecording: recording, why } = answered.value;
      const told = JSON.stringify({ project: project ?? null, recording, why });
      for (const stream of some) {
        if (stream.told !== told) this.#send(stream, "recording", JSON.parse(told));
        stream.told = told;
      }
    }
  }

  #send({ response }: Stream, event: string, data: object): void {
    // A page that does not read what it is sent asks again when it comes back.
    if (response.writableLength > unreadMax) response.destroy();
    if (response.destroyed) return;
    response.write(`id: ${this.#told.cursor}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }
}

/** Unit: ms. */
const lookMs = 1000;

const looksOfRecording = 5;

/** Has to be a multiple of `looksOfRecording`. */
const looksOfPing = 20;

/** Of a stream, not taken by its page. Unit: bytes. */
const unreadMax = 64 << 10;
