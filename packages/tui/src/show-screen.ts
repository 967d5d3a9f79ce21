import process from "node:process";
import { emitKeypressEvents, type Interface } from "node:readline";
import {
  beginScreen,
  drawScreen,
  type Request,
  type ScreenEvent,
  type ScreenState,
  stepScreen,
  type Viewing,
} from "@unf/view/screen";
import { type DecodedKey, nameKeys } from "./keys.ts";
import { paintChanges, paintRows } from "./paint.ts";
import { Pasted } from "./pasted.ts";
import { RawTerminal } from "./raw-terminal.ts";

/** All that the screen stands on besides the terminal. */
export interface ScreenHost {
  /** Writes to the terminal; returns when all is handed over. */
  readonly write: (text: string) => void;
  readonly hasColour: boolean;
  readonly viewing: () => Viewing;
  /** Answers by events, now or later; never throws. */
  readonly ask: (request: Request, tell: (event: ScreenEvent) => void) => void;
  /** Tells of what happens by itself until it is disposed of. */
  readonly listen: (tell: (event: ScreenEvent) => void) => Disposable;
}

/** Shows the screen until a person leaves it; a signal's name where one ended it. The terminal is then as it was. */
export async function showScreen(
  first: ScreenState,
  host: ScreenHost,
): Promise<EndSignal | undefined> {
  using screen = new TerminalScreen(first, host);
  return await screen.run();
}

/** Signals that end a program, which have the terminal put back before. */
const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

type EndSignal = (typeof endings)[number];

class TerminalScreen implements Disposable {
  #state: ScreenState;
  readonly #host: ScreenHost;
  readonly #terminal: RawTerminal;
  #shown: readonly string[] | undefined;
  #isDue = false;
  readonly #undo: (() => void)[] = [];
  #end: ((signal: EndSignal | undefined) => void) | undefined;
  #fail: ((thrown: unknown) => void) | undefined;

  constructor(first: ScreenState, host: ScreenHost) {
    this.#state = first;
    this.#host = host;
    this.#terminal = new RawTerminal(host.write, () => {
      this.#measure();
      this.#draw();
    });
  }

  run(): Promise<EndSignal | undefined> {
    return new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
      this.#listen();
      this.#terminal.enter();
      this.#take(() => beginScreen(this.#state));
      const live = this.#host.listen((event) => this.#tell(event));
      this.#undo.push(() => live[Symbol.dispose]());
    });
  }

  [Symbol.dispose](): void {
    for (const undo of this.#undo.splice(0)) undo();
    this.#terminal[Symbol.dispose]();
  }

  #listen(): void {
    const { stdin, stdout } = process;
    // The rest of a sequence follows its first sign at once; a person who presses Esc waits for this long.
    emitKeypressEvents(stdin, { escapeCodeTimeout: 100 } as unknown as Interface);
    const pasted = new Pasted();
    const onKey = (text: string | undefined, key: DecodedKey): void => {
      const isPasted = pasted.take(key.name, text ?? key.sequence ?? "", (whole) =>
        this.#tell({ kind: "paste", text: whole }),
      );
      const names = isPasted ? [] : nameKeys(text, key);
      for (const name of names) this.#tell({ kind: "key", key: name });
    };
    const onSize = (): void => this.#measure();
    // The terminal is gone: there is nobody any more.
    const onEnd = (): void => this.#end?.("SIGHUP");
    stdin.on("keypress", onKey).on("end", onEnd).on("error", onEnd);
    stdout.on("resize", onSize);
    const onSignal = (signal: NodeJS.Signals): void => this.#end?.(signal as EndSignal);
    for (const signal of endings) process.on(signal, onSignal);
    // Its words would be written to the screen that is left then.
    const onCrash = (thrown: unknown): void => this.#fail?.(thrown);
    process.on("uncaughtException", onCrash);
    this.#undo.push(() => {
      stdin.off("keypress", onKey).off("end", onEnd).off("error", onEnd);
      stdout.off("resize", onSize);
      for (const signal of endings) process.off(signal, onSignal);
      process.off("uncaughtException", onCrash);
    });
  }

  #measure(): void {
    const { columns, rows } = process.stdout;
    this.#shown = undefined;
    this.#host.write("\u001b[2J");
    this.#tell({ kind: "size", columns: columns || 80, rows: rows || 24 });
  }

  #tell(event: ScreenEvent): void {
    this.#take(() => stepScreen(this.#state, event));
  }

  #take(step: () => ReturnType<typeof stepScreen>): void {
    try {
      const { state, requests } = step();
      this.#state = state;
      for (const request of requests) this.#carryOut(request);
      this.#drawSoon();
    } catch (thrown) {
      this.#fail?.(thrown);
    }
  }

  #carryOut(request: Request): void {
    if (request.kind === "quit") this.#end?.(undefined);
    else if (request.kind === "suspend") this.#terminal.suspend();
    else if (request.kind === "redraw") this.#measure();
    else this.#host.ask(request, (event) => this.#tell(event));
  }

  /** Many events at once are one drawing. */
  #drawSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      try {
        if (this.#terminal.isEntered) this.#draw();
      } catch (thrown) {
        this.#fail?.(thrown);
      }
    });
  }

  #draw(): void {
    const rows = paintRows(drawScreen(this.#state, this.#host.viewing()), this.#host.hasColour);
    const changes = paintChanges(this.#shown, rows);
    this.#shown = rows;
    if (changes !== "") this.#host.write(changes);
  }
}
