import { writeSync } from "node:fs";
import { CLOEXEC, EPOLL_CTL_ADD, EPOLL_CTL_DEL, EPOLLIN, NONBLOCK } from "./kernel-constants.ts";
import type { Libc } from "./libc.ts";

/** Waits for a descriptor to become readable. */
export interface Reader {
  /** Reads what is there without blocking; gives how many bytes. Called again if more is there. */
  readable(): number;
  /** The wait failed for good; nothing is called any more. */
  failed(cause: unknown): void;
}

/** `struct epoll_event` in 32-bit units: it is packed on x86 only. */
const isPacked = process.arch === "x64" || process.arch === "ia32";
const eventWords = isPacked ? 3 : 4;
const fdWord = isPacked ? 1 : 2;

/** Most descriptors reported at once; the rest come with the next wait. */
const mostEvents = 64;
/** Unit: milliseconds. Bounds how long a wait can outlive a lost wake-up; each end of one wakes two threads. */
const waitMs = 60_000;
/**
 * From this rate on (bytes per ms; an event has about 32) events gather for `gatherMs` before they
 * are read: a wake-up for each would take half a core at 5,000 writes a second. Below it they are
 * read at once, so that a file that lives for a millisecond can still be read.
 */
const stormRate = 128;
const gatherMs = 1;
/** Unit: milliseconds. Over how long the rate is measured. */
const rateWindowMs = 10;
/** So many failed waits in a row mean that the descriptor is unusable, not that a signal came. */
const mostFailures = 100;

/**
 * Calls readers on the main thread when their descriptors become readable. All of them share one
 * epoll instance and one thread of libuv's pool, which sits in `epoll_wait` while there is a reader.
 * An open wait keeps the process alive; `process.exit` ends it at once.
 */
export class Readiness {
  /** For the readers to read into: they are called one at a time. */
  readonly buffer = Buffer.allocUnsafeSlow(64 * 1024);
  readonly #libc: Libc;
  readonly #readers = new Map<number, Reader>();
  readonly #events = new Int32Array(mostEvents * eventWords);
  #epoll = -1;
  #wakeUp = -1;
  #isWaiting = false;
  #windowStart = 0;
  #windowBytes = 0;
  #isStorm = false;
  #failures = 0;
  #whenReleased: (() => void)[] = [];

  constructor(libc: Libc) {
    this.#libc = libc;
  }

  /** Starts calling `reader`; gives the system's code when that is not possible. */
  add(fd: number, reader: Reader): string | undefined {
    const code = this.#open() ?? this.#control(EPOLL_CTL_ADD, fd);
    if (code !== undefined) {
      this.#closeWhenUnused();
      return code;
    }
    this.#readers.set(fd, reader);
    this.#wait();
    return undefined;
  }

  /** Stops calling the reader. Resolves, for the last one, when thread and descriptors are free. */
  remove(fd: number): Promise<void> {
    if (this.#readers.delete(fd)) this.#control(EPOLL_CTL_DEL, fd);
    if (this.#readers.size > 0 || this.#epoll === -1) return Promise.resolve();
    const released = new Promise<void>((resolve) => this.#whenReleased.push(resolve));
    this.#wake();
    this.#closeWhenUnused();
    return released;
  }

  #open(): string | undefined {
    if (this.#epoll !== -1) return undefined;
    const epoll = this.#libc.epollCreate(CLOEXEC);
    if (epoll === -1) return this.#libc.lastError();
    this.#epoll = epoll;
    const wakeUp = this.#libc.eventfd(0, CLOEXEC | NONBLOCK);
    if (wakeUp === -1) return this.#libc.lastError();
    this.#wakeUp = wakeUp;
    // Without this the process would end only when the wait does.
    process.on("exit", this.#wake);
    return this.#control(EPOLL_CTL_ADD, wakeUp);
  }

  #closeWhenUnused(): void {
    if (this.#readers.size > 0 || this.#isWaiting) return;
    process.off("exit", this.#wake);
    for (const fd of [this.#epoll, this.#wakeUp]) if (fd !== -1) this.#libc.close(fd);
    this.#epoll = -1;
    this.#wakeUp = -1;
    this.#release();
  }

  #release(): void {
    for (const resolve of this.#whenReleased.splice(0)) resolve();
  }

  #control(operation: number, fd: number): string | undefined {
    const event = new Int32Array(eventWords);
    event[0] = EPOLLIN;
    event[fdWord] = fd;
    const done = this.#libc.epollControl(this.#epoll, operation, fd, event);
    return done === -1 ? this.#libc.lastError() : undefined;
  }

  readonly #wake = (): void => {
    if (this.#wakeUp !== -1) writeSync(this.#wakeUp, eventfdOne);
  };

  #wait(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    const timing = { most: mostEvents, timeoutMs: waitMs };
    this.#libc.epollWait(this.#epoll, this.#events, timing, (failure, ready) => {
      this.#isWaiting = false;
      this.#waited(failure, ready);
    });
  }

  #waited(failure: unknown, ready: number): void {
    // A signal may end a wait early: -1, harmless, and the next wait finds what is there.
    this.#failures = ready < 0 || failure ? this.#failures + 1 : 0;
    if (this.#failures >= mostFailures)
      this.#fail(failure ?? new Error("epoll_wait keeps failing"));
    for (let index = 0; index < ready; index += 1) {
      const fd = this.#events[index * eventWords + fdWord];
      if (fd === undefined) continue;
      if (fd === this.#wakeUp) this.#libc.read(fd, new Uint8Array(8), 8);
      else this.#windowBytes += this.#readers.get(fd)?.readable() ?? 0;
    }
    if (this.#readers.size === 0) {
      this.#closeWhenUnused();
      return;
    }
    this.#release();
    this.#waitAgain();
  }

  #waitAgain(): void {
    this.#measure();
    if (!this.#isStorm) {
      this.#wait();
      return;
    }
    this.#isWaiting = true;
    setTimeout(() => {
      this.#isWaiting = false;
      if (this.#readers.size === 0) this.#closeWhenUnused();
      else this.#wait();
    }, gatherMs);
  }

  #measure(): void {
    const now = performance.now();
    const elapsed = now - this.#windowStart;
    if (elapsed < rateWindowMs) return;
    this.#isStorm = this.#windowBytes / elapsed >= stormRate;
    this.#windowStart = now;
    this.#windowBytes = 0;
  }

  #fail(cause: unknown): void {
    const readers = [...this.#readers.values()];
    this.#readers.clear();
    for (const reader of readers) reader.failed(cause);
  }
}

/** The amount that one `write` adds to an eventfd: a 64-bit 1 in the machine's byte order. */
const eventfdOne = new Uint8Array(BigUint64Array.of(1n).buffer);
