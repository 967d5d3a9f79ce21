import { Socket } from "node:net";

/** As far as it is used here; the executable's runtime has it. */
interface Bun {
  readonly stdin: {
    stream(): {
      getReader(): {
        read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }>;
      };
    };
  };
}

/** Takes what comes on standard input, which is a pipe or a socket. */
export interface StdinHearer {
  heard(bytes: Uint8Array): void;
  /** The end, or a failure, after which nothing comes any more. */
  ended(): void;
}

/** Hears standard input from now on, which keeps the process alive. */
export function hearStdin(hearer: StdinHearer): void {
  const { Bun } = globalThis as { readonly Bun?: Bun };
  if (Bun !== undefined) {
    // There, a socket of Node's on a pipe tells nothing.
    readOn(Bun.stdin.stream().getReader(), hearer).catch(() => hearer.ended());
    return;
  }
  const stdin = new Socket({ fd: 0, writable: false });
  stdin.on("data", (bytes: Buffer) => hearer.heard(bytes));
  for (const end of ["end", "close", "error"]) stdin.on(end, () => hearer.ended());
}

async function readOn(
  reader: ReturnType<ReturnType<Bun["stdin"]["stream"]>["getReader"]>,
  hearer: StdinHearer,
): Promise<void> {
  for (;;) {
    const { done, value } = await reader.read();
    if (value !== undefined) hearer.heard(value);
    if (done) break;
  }
  hearer.ended();
}
