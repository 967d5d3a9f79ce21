import { writeSync } from "node:fs";
import { knowAcrossCopies, systemCode } from "@unf/core/base";

/** Where a stream of the process goes. */
export interface Sink {
  /** Returns when every byte is handed over. Throws `ReaderGone` when nobody reads any more. */
  write(content: string | Uint8Array): void;
}

/** The reader of our output closed it (`unf log | head`): not an error, only the end. */
export class ReaderGone extends Error {
  static {
    knowAcrossCopies(ReaderGone, "ReaderGone");
  }

  override readonly name = "ReaderGone";
}

/**
 * Writes to a descriptor without the stream objects of Node: they cost a millisecond at start, and a
 * write that has returned here is with the kernel, so exiting cannot cut it off.
 */
export function openSink(fd: number): Sink {
  return {
    write(content) {
      const bytes = typeof content === "string" ? Buffer.from(content, "utf8") : content;
      let from = 0;
      while (from < bytes.length) from += writeSome(fd, bytes, from);
    },
  };
}

/** Gathers small writes up to this size. Unit: bytes of text, about. */
const gatheredMax = 32 * 1024;

/** Writes lines in few system calls; `flush` hands over what is still gathered. */
export function gatherLines(sink: Sink): { line(text: string): void; flush(): void } {
  let waiting: string[] = [];
  let size = 0;
  const flush = (): void => {
    if (size > 0) sink.write(waiting.join(""));
    waiting = [];
    size = 0;
  };
  return {
    line(text) {
      waiting.push(text, "\n");
      size += text.length + 1;
      if (size > gatheredMax) flush();
    },
    flush,
  };
}

function writeSome(fd: number, bytes: Uint8Array, from: number): number {
  try {
    return writeSync(fd, bytes, from);
  } catch (thrown) {
    const code = systemCode(thrown);
    if (code === "EPIPE" || code === "ECONNRESET")
      throw new ReaderGone("the reader is gone", { cause: thrown });
    if (code !== "EAGAIN") throw thrown;
    // Someone made the pipe non-blocking and it is full: give the reader a moment.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs);
    return 0;
  }
}

const retryMs = 2;
