import { type IPty, spawn } from "@lydell/node-pty";
import xterm from "@xterm/headless";
import { wordsOfUnf } from "./programs.ts";
import { testEnvironment } from "./run-unf.ts";
import type { TempHome } from "./temp-home.ts";
import { until } from "./until.ts";

/** Columns and rows of a terminal. */
export interface ScreenSize {
  readonly cols: number;
  readonly rows: number;
}

/** Text that looks the same from its first character to its last. */
export interface Stretch {
  readonly text: string;
  /** Column of the first character, from 0. */
  readonly column: number;
  /** Number in the terminal's palette; `undefined`: its own colour for text. */
  readonly colour: number | undefined;
  readonly isBold: boolean;
  readonly isDim: boolean;
}

/** Without what is blank at the line's end. */
function stretchesOf(line: xterm.IBufferLine | undefined): Stretch[] {
  const stretches: Stretch[] = [];
  const width = line?.translateToString(true).length ?? 0;
  for (let column = 0; column < width; column += 1) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const look = {
      colour: cell.isFgPalette() ? cell.getFgColor() : undefined,
      isBold: cell.isBold() !== 0,
      isDim: cell.isDim() !== 0,
    };
    const text = cell.getChars() || " ";
    const last = stretches.at(-1);
    if (last !== undefined && isSameLook(last, look))
      stretches.splice(-1, 1, { ...last, text: last.text + text });
    else stretches.push({ text, column, ...look });
  }
  return stretches;
}

function isSameLook(one: Omit<Stretch, "text" | "column">, other: typeof one): boolean {
  return one.colour === other.colour && one.isBold === other.isBold && one.isDim === other.isDim;
}

/** `unf`, or another program, in a terminal of its own: what a person would see there. */
export class Screen implements AsyncDisposable {
  readonly #terminal: xterm.Terminal;
  readonly #pty: IPty;
  readonly #ended: Promise<number>;
  #written = "";

  constructor(
    args: readonly string[],
    home: TempHome,
    { cols, rows }: ScreenSize,
    variables: Readonly<Record<string, string>> = {},
    program: readonly [string, ...string[]] = wordsOfUnf(),
  ) {
    this.#terminal = new xterm.Terminal({ cols, rows, allowProposedApi: true, scrollback: 5000 });
    const [file, ...words] = program;
    this.#pty = spawn(file, [...words, ...args], {
      // The name becomes the program's TERM, whatever its variables say.
      ...{ cols, rows, cwd: home.project, name: variables.TERM ?? "xterm-256color" },
      env: testEnvironment(home, {
        LANG: "C.UTF-8",
        UNF_PAGER: "cat",
        ...variables,
      }),
    });
    this.#pty.onData((data) => {
      this.#written += data;
      this.#terminal.write(data);
    });
    this.#ended = new Promise((resolve) => {
      this.#pty.onExit(({ exitCode }) => {
        // Behind all that was written before.
        this.#terminal.write("", () => resolve(exitCode));
      });
    });
  }

  /** The lines in view, without what is blank at their ends. */
  text(): string {
    const { active } = this.#terminal.buffer;
    const lines = Array.from(
      { length: this.#terminal.rows },
      (_, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? "",
    );
    return lines.join("\n").trimEnd();
  }

  /** The cells in view, each with what stands in it; empty behind a wide character. */
  cells(): readonly (readonly string[])[] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: this.#terminal.rows }, (_, row) => {
      const line = active.getLine(active.viewportY + row);
      return Array.from({ length: line?.length ?? 0 }, (_, column) => {
        return line?.getCell(column)?.getChars() ?? "";
      });
    });
  }

  /** All that was printed, in stretches of one look each. */
  rows(): readonly (readonly Stretch[])[] {
    const { active } = this.#terminal.buffer;
    const rows = Array.from({ length: active.length }, (_, row) =>
      stretchesOf(active.getLine(row)),
    );
    return rows.slice(0, rows.findLastIndex((row) => row.length > 0) + 1);
  }

  /** Lines that were too long for the terminal, and go on in the next. */
  wrapped(): readonly string[] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: active.length }, (_, row) => active.getLine(row)).flatMap(
      (line, row) =>
        line?.isWrapped === true ? [active.getLine(row - 1)?.translateToString(true) ?? ""] : [],
    );
  }

  /** Waits until the screen shows something. */
  async shows(wanted: string | RegExp): Promise<void> {
    await this.meets(`shows ${wanted}`, (text) =>
      typeof wanted === "string" ? text.includes(wanted) : wanted.test(text),
    );
  }

  /** Waits until it is as claimed; a failure shows what is there instead. */
  async meets(claim: string, isSo: (text: string) => boolean): Promise<void> {
    try {
      await until(`the screen ${claim}`, () => isSo(this.text()), { limitMs: 120_000 });
    } catch (thrown) {
      const { message } = thrown as Error;
      throw new Error(`${message}; it shows\n${this.text()}`, { cause: thrown });
    }
  }

  type(keys: string): void {
    this.#pty.write(keys);
  }

  resize({ cols, rows }: ScreenSize): void {
    this.#terminal.resize(cols, rows);
    this.#pty.resize(cols, rows);
  }

  /** Process id of the program. */
  get pid(): number {
    return this.#pty.pid;
  }

  /** All that the program has written, with what acts on the terminal. */
  get written(): string {
    return this.#written;
  }

  /** Also shown where the program has a screen of its own, as an editor has. */
  get isAlternate(): boolean {
    return this.#terminal.buffer.active.type === "alternate";
  }

  /** Modes of the terminal that a program can set, and has to put back. */
  get modes() {
    const { bracketedPasteMode, mouseTrackingMode, sendFocusMode, wraparoundMode } =
      this.#terminal.modes;
    const shown = this.#written.lastIndexOf("\u001b[?25h");
    const isCursorShown = shown >= this.#written.lastIndexOf("\u001b[?25l");
    const { isAlternate } = this;
    return {
      ...{ bracketedPasteMode, mouseTrackingMode, sendFocusMode, wraparoundMode },
      ...{ isCursorShown, isAlternate },
    };
  }

  /** Takes the terminal away, as a window that is closed. */
  close(): void {
    // Not declared, but it is what ends the terminal and not only the program.
    (this.#pty as IPty & { destroy(): void }).destroy();
  }

  /** The exit code, once all that was printed is on the screen. */
  end(): Promise<number> {
    return this.#ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      this.#pty.kill("SIGKILL");
    } catch {
      // It has ended.
    }
    await this.#ended;
    this.#terminal.dispose();
  }
}
