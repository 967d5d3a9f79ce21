import { NotPlain, ShellReader } from "./shell-reader.ts";
import type { ShellCommand, ShellOperator, ShellScript, ShellWord } from "./shell-script.ts";

/**
 * Parses lists and pipelines of plain commands with redirections and here-documents, as every shell
 * of the family of `sh` understands them. `undefined` for anything more: substitutions, loops,
 * subshells, jobs, assignments, comments, whatever two shells could read differently.
 */
export function parseShell(text: string): ShellScript | undefined {
  try {
    return new ShellParser(text).parse();
  } catch (thrown) {
    if (thrown instanceof NotPlain) return undefined;
    throw thrown;
  }
}

interface OpenCommand {
  words: ShellWord[];
  outputs: ShellWord[];
  input?: string;
  after: ShellOperator | null;
}

interface OpenDocument {
  readonly command: OpenCommand;
  readonly end: string;
  readonly quoted: boolean;
}

class ShellParser {
  readonly #reader: ShellReader;
  readonly #commands: ShellCommand[] = [];
  /** Here-documents whose text begins at the next line. */
  #documents: OpenDocument[] = [];
  #ampersandOutput = false;

  constructor(text: string) {
    this.#reader = new ShellReader(text);
  }

  parse(): ShellScript {
    let after: ShellOperator | null = null;
    this.#skipSpace();
    while (!this.#reader.done) {
      this.#readCommand(after);
      after = this.#readOperator();
      if (after === ";" || after === "&&" || after === "||" || after === "|") this.#skipSpace();
      // A list may end with `;` or the end of a line, and with nothing else.
      if (this.#reader.done && after !== null && after !== ";") throw new NotPlain();
    }
    if (this.#documents.length > 0) throw new NotPlain();
    return { commands: this.#commands, ampersandOutput: this.#ampersandOutput };
  }

  #readCommand(after: ShellOperator | null): void {
    const command: OpenCommand = { words: [], outputs: [], after };
    for (;;) {
      this.#reader.skipBlanks();
      const char = this.#reader.peek();
      if (this.#reader.done || char === "\n" || char === ";" || char === "|") break;
      if (char === "<" || char === ">") this.#readRedirection(command);
      else if (char === "&") {
        if (this.#reader.peek(2) !== "&>") break;
        this.#readAmpersandOutput(command);
      } else this.#readWordOrDescriptor(command);
    }
    if (command.words.length + command.outputs.length === 0) throw new NotPlain();
    this.#commands.push(command);
  }

  #readWordOrDescriptor(command: OpenCommand): void {
    const { text, literal, plain } = this.#reader.readWord();
    // In `2>file` the number is no word.
    const isDescriptor = plain && /^\d+$/.test(text) && /[<>]/.test(this.#reader.peek());
    const isAssignment = command.words.length === 0 && /^\w+(\[.*\])?\+?=/.test(text);
    if (isAssignment) throw new NotPlain();
    if (!isDescriptor) command.words.push({ text, literal });
  }

  #readAmpersandOutput(command: OpenCommand): void {
    this.#ampersandOutput = true;
    this.#reader.take("&");
    if (this.#reader.peek(2) === ">&") throw new NotPlain();
    this.#readRedirection(command);
  }

  #readRedirection(command: OpenCommand): void {
    const reader = this.#reader;
    if (reader.take("<<")) {
      this.#openDocument(command);
      return;
    }
    const reads = reader.take("<");
    if (!reads) {
      reader.take(">");
      if (reader.take("&")) {
        this.#readDuplicate();
        return;
      }
      if (!reader.take(">")) reader.take("|");
    }
    reader.skipBlanks();
    const { text, literal } = reader.readWord();
    if (!reads) command.outputs.push({ text, literal });
  }

  /** `>&1` and `>&-` open no file. */
  #readDuplicate(): void {
    const { text, plain } = this.#reader.readWord();
    if (!plain || !/^(\d|-)$/.test(text)) throw new NotPlain();
  }

  #openDocument(command: OpenCommand): void {
    this.#reader.skipBlanks();
    const { text, literal, plain } = this.#reader.readWord();
    // `<<-` strips tabs, `<<<` is another thing; both begin with what no delimiter begins with.
    if (!literal || !/^[\w.]+$/.test(text)) throw new NotPlain();
    this.#documents.push({ command, end: text, quoted: !plain });
  }

  #readOperator(): ShellOperator | null {
    const reader = this.#reader;
    if (reader.done) return null;
    if (reader.take("\n")) {
      this.#readDocuments();
      return ";";
    }
    if (reader.take("&&")) return "&&";
    if (reader.take("||")) return "||";
    if (reader.take("|")) return "|";
    if (reader.take(";")) return ";";
    throw new NotPlain();
  }

  #readDocuments(): void {
    for (const { command, end, quoted } of this.#documents) {
      let input = "";
      for (;;) {
        const line = this.#reader.takeLine();
        if (line === undefined) throw new NotPlain();
        if (line === end) break;
        input += `${line}\n`;
      }
      if (!quoted && /[$`\\]/.test(input)) throw new NotPlain();
      command.input = input;
    }
    this.#documents = [];
  }

  #skipSpace(): void {
    for (;;) {
      this.#reader.skipBlanks();
      if (!this.#reader.take("\n")) return;
      this.#readDocuments();
    }
  }
}
