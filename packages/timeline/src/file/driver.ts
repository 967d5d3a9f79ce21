import { invariant } from "@unf/core/base";
import Database from "better-sqlite3";
import { asFailure } from "./failure.ts";
import { Place } from "./place.ts";

// The only file that knows better-sqlite3. Rows are arrays in the order of the selected columns.

export type Cell = string | number | bigint | Uint8Array | null;
export type Row = readonly unknown[];

export interface Statement {
  all(...cells: readonly Cell[]): Row[];
  get(...cells: readonly Cell[]): Row | undefined;
  /** For statements that return no rows. */
  run(...cells: readonly Cell[]): { readonly changes: number; readonly id: number };
}

/** Throws when this process must not write any more. */
export type MayWrite = () => void;

export interface ConnectionOptions {
  readonly path: string;
  /** Asked before everything that changes the file, whatever it is; without one, nothing can be changed. */
  readonly mayWrite: MayWrite | undefined;
  /** Runs on every newly opened connection before anything else is asked of it. */
  readonly onOpen: (connection: Connection) => void;
}

/** A connection to one SQLite file. Every failure of SQLite is thrown as `asFailure` says. */
export interface Connection extends Disposable {
  readonly path: string;
  /** Asks whether this process may still write: before files beside the timeline are changed. */
  askToWrite(): void;
  /** A prepared statement, kept for the next call with the same text. Integers are numbers. */
  statement(sql: string): Statement;
  /** Like `statement`, with every integer as a bigint. */
  wide(sql: string): Statement;
  /** Runs statements that return nothing of interest, to their end. */
  script(sql: string): void;
  /** The first column of a pragma's first row. */
  pragma(text: string): unknown;
  /** Runs `work` in one transaction that holds the write lock from its start, or in none at all. */
  transaction<T>(kind: "IMMEDIATE" | "EXCLUSIVE", work: () => T): T;
  /** Copies the whole database into an empty file, so many pages at a turn of the event loop. */
  copyTo(path: string, pages: number): Promise<void>;
  /** False when the path leads to another file than the one that is open. True while none is open. */
  isInPlace(): boolean;
  /** Tells the open file from every other that was opened, also at its path. */
  identity(): string;
  /** Closes the file; the next use opens it afresh. */
  drop(): void;
}

/** A connection that opens the file when it is first used. */
export function createConnection(options: ConnectionOptions): Connection {
  return new SqliteConnection(options);
}

class SqliteConnection implements Connection {
  readonly path: string;
  readonly #options: ConnectionOptions;
  readonly #narrow = new Map<string, Statement>();
  readonly #wide = new Map<string, Statement>();
  #database: Database.Database | undefined;
  #place: Place | undefined;
  #disposed = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.path = options.path;
  }

  statement(sql: string): Statement {
    const known = this.#narrow.get(sql);
    if (known !== undefined) return known;
    const made = this.#prepare(sql, false);
    this.#narrow.set(sql, made);
    return made;
  }

  wide(sql: string): Statement {
    const known = this.#wide.get(sql);
    if (known !== undefined) return known;
    const made = this.#prepare(sql, true);
    this.#wide.set(sql, made);
    return made;
  }

  askToWrite(): void {
    const { mayWrite } = this.#options;
    invariant(mayWrite !== undefined, `timeline ${this.path} is open for reading`);
    mayWrite();
  }

  script(sql: string): void {
    this.#guard((database) => {
      this.#ask();
      database.exec(sql);
    });
  }

  pragma(text: string): unknown {
    return this.#guard((database) => {
      const statement = database.prepare(`PRAGMA ${text}`);
      if (!statement.readonly) this.#ask();
      if (statement.reader) return statement.pluck(true).get();
      statement.run();
      return undefined;
    });
  }

  transaction<T>(kind: "IMMEDIATE" | "EXCLUSIVE", work: () => T): T {
    this.statement(`BEGIN ${kind}`).run();
    try {
      const result = work();
      this.#ask();
      this.statement("COMMIT").run();
      return result;
    } catch (thrown) {
      this.#rollBack();
      throw thrown;
    }
  }

  async copyTo(path: string, pages: number): Promise<void> {
    try {
      const progress = () => {
        this.askToWrite();
        return pages;
      };
      await this.#guard((database) => database.backup(path, { progress }));
    } catch (thrown) {
      throw asFailure(thrown, path);
    }
  }

  isInPlace(): boolean {
    return this.#database === undefined || this.#place?.isSame() !== false;
  }

  identity(): string {
    this.#opened();
    return this.#place?.identity ?? this.path;
  }

  drop(): void {
    this.#place = undefined;
    this.#narrow.clear();
    this.#wide.clear();
    const database = this.#database;
    this.#database = undefined;
    database?.close();
  }

  [Symbol.dispose](): void {
    this.drop();
    this.#disposed = true;
  }

  #rollBack(): void {
    if (this.#database?.inTransaction !== true) return;
    try {
      this.#database.exec("ROLLBACK");
    } catch (thrown) {
      // Closing the connection rolls back too. What made the transaction fail is what counts.
      void thrown;
      this.drop();
    }
  }

  #prepare(sql: string, wide: boolean): Statement {
    const inner = this.#guard((database) => database.prepare<Cell[], Row>(sql));
    if (inner.reader) inner.raw(true).safeIntegers(wide);
    const { path } = this;
    const isWrite = !inner.readonly;
    const guarded = <T>(call: () => T): T => {
      try {
        if (isWrite) this.#askOnce();
        return call();
      } catch (thrown) {
        throw asFailure(thrown, path);
      }
    };
    return {
      all: (...cells) => guarded(() => inner.all(...cells)),
      get: (...cells) => guarded(() => inner.get(...cells)),
      run: (...cells) => {
        const { changes, lastInsertRowid } = guarded(() => inner.run(...cells));
        return { changes, id: Number(lastInsertRowid) };
      },
    };
  }

  #ask(): void {
    this.#options.mayWrite?.();
  }

  /** A transaction asks when it begins and before it is committed, which is enough for all between. */
  #askOnce(): void {
    if (this.#database?.inTransaction !== true) this.#ask();
  }

  #guard<T>(call: (database: Database.Database) => T): T {
    try {
      return call(this.#opened());
    } catch (thrown) {
      throw asFailure(thrown, this.path);
    }
  }

  #opened(): Database.Database {
    if (this.#database !== undefined) return this.#database;
    invariant(!this.#disposed, `timeline ${this.path} is used after it was closed`);
    const { path, mayWrite, onOpen } = this.#options;
    const readonly = mayWrite === undefined;
    this.#database = new Database(path, { readonly, fileMustExist: true });
    try {
      onOpen(this);
    } catch (thrown) {
      this.drop();
      throw thrown;
    }
    this.#place = new Place(path);
    return this.#database;
  }
}
