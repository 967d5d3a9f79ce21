import { utcZone } from "@unf/core/time";
import type { Entry, EntryFile } from "../../happenings/entry.ts";
import { drawScreen } from "../draw.ts";
import type { Listing } from "../entries.ts";
import { linesOf } from "../lines.ts";
import type { PlanValue } from "../plan.ts";
import { openScreen, type Request, type ScreenEvent, type ScreenState } from "../state.ts";
import { beginScreen, stepScreen } from "../step.ts";

export const day = Date.UTC(2026, 10, 27);

export const instant = (number: number) => new Date(day + number * 10_000).toISOString();

/** Edits of some files at an instant, of which each version has its number. */
export function entry(number: number, paths: readonly string[], more: Partial<Entry> = {}): Entry {
  const files = paths.map((path, index): EntryFile => {
    return {
      path,
      kind: "modify",
      version: `v${number - index}`,
      before: "v0",
      added: 1,
      removed: 1,
    };
  });
  return {
    id: `e-${number}`,
    kind: "stretch",
    project: { id: "p-1", root: "/p" },
    from: instant(number),
    to: instant(number),
    author: { type: "human", name: null },
    title: paths.length === 1 ? (paths[0] ?? "") : `${paths.length} files`,
    files: paths.length,
    added: paths.length,
    removed: paths.length,
    paths: files,
    ...more,
  };
}

export const saved = (number: number, path: string, kind: EntryFile["kind"] = "modify"): Entry => {
  const { paths, ...rest } = entry(number, [path]);
  return { ...rest, paths: paths.map((file) => ({ ...file, kind })) };
};

export const byAgent = {
  kind: "turn",
  author: { type: "agent", name: "claude" },
  session: "s-1",
  turn: "t-1",
} as const;

export const turn = entry(4, ["d.ts", "src/b.ts"], {
  ...byAgent,
  title: "tidy up\nand more",
  from: instant(1),
});

export const viewing = {
  now: day + 3_600_000,
  zone: utcZone,
  isAscii: false,
  shortenHome: (path: string) => path,
};

/** A screen in a test: the state, and what it has asked for. */
export class Played {
  state: ScreenState;
  readonly asked: Request[] = [];

  constructor(entries: readonly Listing[], more: Partial<ScreenState> = {}) {
    const size = { columns: 120, rows: 24 };
    const place = {
      root: "/p",
      directory: undefined,
      scope: "project",
      only: {},
      readOnly: undefined,
    } as const;
    this.state = { ...openScreen({ ...size, ...place }), ...more };
    this.take(beginScreen(this.state));
    this.list(entries);
  }

  take({ state, requests }: ReturnType<typeof beginScreen>): void {
    this.state = state;
    this.asked.push(...requests);
  }

  tell(event: ScreenEvent): this {
    this.take(stepScreen(this.state, event));
    return this;
  }

  list(entries: readonly Listing[], next: string | null = null): this {
    return this.tell({ kind: "listed", number: this.state.asked.list, entries, next });
  }

  older(entries: readonly Listing[], next: string | null = null): this {
    return this.tell({ kind: "older", number: this.state.asked.older, entries, next });
  }

  press(...keys: readonly string[]): this {
    for (const key of keys) this.tell({ kind: "key", key });
    return this;
  }

  /** Answers the plan that was asked for last. */
  planned(plan: Partial<PlanValue>): this {
    const value = { id: "pl-1", files: [], warnings: [], operation: null, ...plan };
    return this.tell({ kind: "planned", number: this.state.asked.plan, plan: value });
  }

  get text(): string {
    return textOf(this.state);
  }

  get here(): string | undefined {
    const line = linesOf(this.state)[this.state.at];
    const isFile = line?.isInside === true || line?.listing.kind === "stretch";
    return isFile ? line.file?.version : line?.listing.kind;
  }

  last<K extends Request["kind"]>(kind: K): Extract<Request, { readonly kind: K }> {
    const found = this.asked.findLast((one) => one.kind === kind);
    if (found === undefined) throw new Error(`nothing asked for ${kind}`);
    return found as Extract<Request, { readonly kind: K }>;
  }
}

function textOf(state: ScreenState): string {
  return drawScreen(state, viewing)
    .map((spans) => spans.map(({ text }) => text).join(""))
    .join("\n");
}

export const three = [saved(3, "src/c.ts"), saved(2, "b.ts"), saved(1, "a.ts")];
