import process from "node:process";
import { enter, leave } from "./paint.ts";

/** The terminal as the screen has it, and as it was before. */
export class RawTerminal implements Disposable {
  readonly #write: (text: string) => void;
  readonly #onReturn: () => void;
  #isEntered = false;

  /** `onReturn`: the screen is there again, empty, after it was left for a while. */
  constructor(write: (text: string) => void, onReturn: () => void) {
    this.#write = write;
    this.#onReturn = onReturn;
    process.on("SIGTSTP", this.suspend).on("SIGCONT", this.#resume);
    // An end on a way that leads not through here: the shell is usable all the same.
    process.on("exit", this.#leave);
  }

  get isEntered(): boolean {
    return this.#isEntered;
  }

  enter(): void {
    this.#isEntered = true;
    process.stdin.setRawMode(true);
    process.stdin.resume();
    this.#write(enter);
  }

  /**
   * Stops as other programs do: the whole job, so that a shell sees it also where it has started
   * somebody who has started this one. Where no shell is that could continue it, nothing is stopped.
   */
  readonly suspend = (): void => {
    // No signal stops a program there.
    if (process.platform === "win32") return;
    this.#leave();
    process.off("SIGTSTP", this.suspend);
    process.kill(0, "SIGTSTP");
    process.on("SIGTSTP", this.suspend);
    this.#resume();
  };

  [Symbol.dispose](): void {
    process.off("SIGTSTP", this.suspend).off("SIGCONT", this.#resume).off("exit", this.#leave);
    this.#leave();
    process.stdin.pause();
    process.stdin.unref();
  }

  readonly #resume = (): void => {
    // A stop from outside has left the terminal as the screen had it, or the shell's own.
    this.#leave();
    this.enter();
    this.#onReturn();
    // The window may have another size by now, of which only those in the foreground are told.
    process.kill(process.pid, "SIGWINCH");
  };

  readonly #leave = (): void => {
    if (!this.#isEntered) return;
    this.#isEntered = false;
    try {
      process.stdin.setRawMode(false);
      this.#write(leave);
    } catch {
      // The terminal is gone, so there is nothing to put back.
    }
  };
}
