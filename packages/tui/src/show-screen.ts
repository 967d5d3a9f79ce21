import process from "node:process";
import { emitKeypressEvents } from "node:readline";
import {
  beginScreen,
  drawScreen,
  type Request,
  type ScreenEvent,
  type ScreenState,
  stepScreen,
  type Viewing,
} from "@unf/view/screen";
import { type DecodedKey, nameKey } from "./keys.ts";
import { enter, leave, paintChanges, paintRows } from "./paint.ts";

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
  #shown: readonly string[] | undefined;
  #isEntered = false;
  #isDue = false;
  readonly #undo: (() => void)[] = [];
  #end: ((signal: EndSignal | undefined) => void) | undefined;
  #fail: ((thrown: unknown) => void) | undefined;

  constructor(first: ScreenState, host: ScreenHost) {
    this.#state = first;
    this.#host = host;
  }

  run(): Promise<EndSignal | undefined> {
    return new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
      this.#listen();
      this.#enter();
      this.#take(() => beginScreen(this.#state));
      const live = this.#host.listen((event) => this.#tell(event));
      this.#undo.push(() => live[Symbol.dispose]());
    });
  }

  [Symbol.dispose](): void {
    for (const undo of this.#undo.splice(0)) undo();
    this.#leave();
  }

  #listen(): void {
    const { stdin, stdout } = process;
    emitKeypressEvents(stdin);
    const onKey = (text: string | undefined, key: DecodedKey): void => {
      const name = nameKey(text, key);
      if (name !== undefined) this.#tell({ kind: "key", key: name });
    };
    const onSize = (): void => this.#measure();
    // The terminal is gone: there is nobody any more.
    const onEnd = (): void => this.#end?.("SIGHUP");
    const onContinue = (): void => this.#resume();
    stdin.on("keypress", onKey).on("end", onEnd).on("error", onEnd);
    stdout.on("resize", onSize);
    process.on("SIGCONT", onContinue);
    // A crash on a way that leads not through `run`: the shell is usable all the same.
    const onExit = (): void => this.#leave();
    process.on("exit", onExit);
    const onStop = (): void => this.#suspend();
    process.on("SIGTSTP", onStop);
    const onSignal = (signal: NodeJS.Signals): void => this.#end?.(signal as EndSignal);
    for (const signal of endings) process.on(signal, onSignal);
    this.#undo.push(() => {
      stdin.off("keypress", onKey).off("end", onEnd).off("error", onEnd);
      stdout.off("resize", onSize);
      process.off("SIGCONT", onContinue).off("exit", onExit).off("SIGTSTP", onStop);
      for (const signal of endings) process.off(signal, onSignal);
      stdin.pause();
      stdin.unref();
    });
  }

  #enter(): void {
    this.#isEntered = true;
    process.stdin.setRawMode(true);
    process.stdin.resume();
    this.#host.write(enter);
    this.#shown = undefined;
  }

  #leave(): void {
    if (!this.#isEntered) return;
    this.#isEntered = false;
    try {
      process.stdin.setRawMode(false);
      this.#host.write(leave);
    } catch {
      // The terminal is gone, so there is nothing to put back.
    }
  }

  #suspend(): void {
    // No signal stops a program there.
    if (process.platform === "win32") return;
    this.#leave();
    process.kill(process.pid, "SIGSTOP");
  }

  #resume(): void {
    if (this.#isEntered) this.#leave();
    this.#enter();
    this.#measure();
    this.#draw();
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
    else if (request.kind === "suspend") this.#suspend();
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
        if (this.#isEntered) this.#draw();
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
