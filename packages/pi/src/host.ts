// The part of pi's extension API that the extension uses: docs/extensions.md and docs/session-format.md
// of its package. Everything that a session file holds may come from another version, so nothing in an
// entry is certain to be there.

/** A line of a session file. Entries form a tree; a fork keeps their ids. */
export interface Entry {
  readonly type: string;
  readonly id: string;
  readonly parentId: string | null;
  readonly customType?: string;
  readonly data?: unknown;
  readonly message?: { readonly role?: string };
}

export interface SessionReader {
  getSessionId(): string;
  /** `undefined` for a session that is kept in memory only. */
  getSessionFile(): string | undefined;
  getHeader(): { readonly parentSession?: string } | null;
  getEntry(id: string): Entry | undefined;
  getEntries(): readonly Entry[];
  getLeafId(): string | null;
  /** The name that a person gave an entry. */
  getLabel(id: string): string | undefined;
}

export interface Context {
  readonly cwd: string;
  /** Somebody can be asked. */
  readonly hasUI: boolean;
  readonly ui: {
    /** `undefined` when it was left by Escape. */
    select(title: string, options: string[]): Promise<string | undefined>;
    notify(message: string, kind?: "info" | "warning" | "error"): void;
    setStatus(key: string, text: string | undefined): void;
  };
  readonly sessionManager: SessionReader;
}

/** Members of the events that the extension listens to. */
export interface Event {
  readonly reason?: string;
  readonly previousSessionFile?: string;
  readonly prompt?: string;
  readonly message?: { readonly role?: string; readonly content?: unknown };
  readonly messageEntryId?: string;
  readonly toolName?: string;
  readonly toolCallId?: string;
  readonly input?: unknown;
  readonly isError?: boolean;
  readonly entryId?: string;
  /** Of a fork: `at` is a clone, which goes back to nothing. */
  readonly position?: string;
  readonly preparation?: { readonly targetId: string };
  readonly summaryEntry?: Entry;
  readonly compactionEntry?: Entry;
}

export type Answer = { readonly cancel: true } | undefined;

export interface Pi {
  on(event: string, handler: (event: Event, context: Context) => unknown): unknown;
  /** Adds an entry of type `custom` below the leaf, which the model never sees. */
  appendEntry(customType: string, data: unknown): void;
}
