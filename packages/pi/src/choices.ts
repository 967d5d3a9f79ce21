/** The choices a person has when the conversation goes back. */
export type Choice = "both" | "conversation" | "files" | "undo";

/** How many files a plan writes, removes, and cannot do. */
export interface Changes {
  readonly written: number;
  readonly deleted: number;
  readonly failed: number;
}

export interface Offered {
  readonly choice: Choice;
  readonly text: string;
}

/**
 * Only choices that would do something, and to leave the files alone. None where there is nothing to
 * choose. `others`: of the files that change, those that others than pi have edited since.
 */
export function offer(
  changes: Changes | undefined,
  undo: string | undefined,
  others = 0,
): Offered[] {
  const hasChanges = changes !== undefined && changes.written + changes.deleted > 0;
  if (!hasChanges && undo === undefined) return [];
  const whose = others > 0 ? `; ${others} with edits not known to be pi's` : "";
  const many = hasChanges ? ` (${renderChanges(changes)}${whose})` : "";
  const rewinds: Offered[] = [
    { choice: "both", text: `Files and conversation${many}` },
    { choice: "conversation", text: "Conversation only; files stay as they are" },
    { choice: "files", text: `Files only${many}; stay here in the conversation` },
  ];
  return [
    ...rewinds.filter(({ choice }) => hasChanges || choice === "conversation"),
    ...(undo === undefined
      ? []
      : [{ choice: "undo" as const, text: `Undo last file rewind (${undo})` }]),
  ];
}

/** `2 written, 1 removed`. */
export function renderChanges({ written, deleted, failed }: Changes): string {
  const parts = [
    written > 0 ? `${written} written` : "",
    deleted > 0 ? `${deleted} removed` : "",
    failed > 0 ? `${failed} not as they were` : "",
  ].filter((part) => part !== "");
  return parts.join(", ") || "nothing to do";
}

/** A row of `unf log --json`, and an action of `unf restore --json`. */
interface Row {
  readonly path?: unknown;
  readonly author?: { readonly type?: unknown; readonly name?: unknown };
  readonly action?: unknown;
}

/**
 * How many files that a plan changes have a version among `rows` of neither pi nor unf itself. Whose it
 * is may be unknown: then it is no sure work of pi's.
 */
export function countOthers(actions: unknown, rows: unknown): number {
  const isRow = (row: unknown): row is Row => typeof row === "object" && row !== null;
  const list = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : []);
  const isOwn = ({ author }: Row) =>
    author?.type === "unf" || (author?.type === "agent" && author.name === "pi");
  const others = new Set(list(rows).flatMap((row) => (isOwn(row) ? [] : [row.path])));
  const changed = list(actions).filter(({ action }) => changing.has(action));
  return changed.filter(({ path }) => others.has(path)).length;
}

const changing: ReadonlySet<unknown> = new Set(["write", "chmod", "delete"]);

/** The question above the choices. */
export function question(found: { readonly isEarlier: boolean } | undefined): string {
  if (found === undefined) return "◆ unf has no checkpoint of this point";
  return found.isEarlier
    ? "◆ Rewind files? To the nearest checkpoint before this point"
    : "◆ Rewind files to this point?";
}

/** `◆ 3/7`: points on this branch, checkpoints of the session in all. */
export function renderFooter(points: number, checkpoints: number): string {
  return `◆ ${points}/${checkpoints}`;
}

/** A row of `unf ops --json`. */
interface Operation {
  readonly id?: unknown;
  readonly kind?: unknown;
  readonly undone_by?: unknown;
  readonly argv?: unknown;
}

/**
 * The newest rewind that still stands: a restore to one of these times, which were rewound to by no
 * one else. It is found in unf's own list, so that it is known in every session, whichever did it.
 */
export function lastRewind(operations: unknown, times: ReadonlySet<string>): string | undefined {
  const rows: readonly Operation[] = Array.isArray(operations) ? operations : [];
  const found = rows.find(
    ({ kind, undone_by, argv }) =>
      kind === "restore" && undone_by === null && Array.isArray(argv) && isRewind(argv, times),
  );
  return typeof found?.id === "string" ? found.id : undefined;
}

function isRewind(argv: readonly unknown[], times: ReadonlySet<string>): boolean {
  const [name, flag, time, exact] = argv;
  return name === "restore" && flag === "--at" && times.has(String(time)) && exact === "--exact";
}

/** At most this many characters of a prompt name a checkpoint. */
const labelLength = 72;
/** A prompt may be a whole document; its first line comes before this character. */
const promptLength = 4096;

/** A checkpoint's name: the first line of the prompt that was worked on. */
export function labelOf(prompt: string): string {
  const words = prompt
    .slice(0, promptLength)
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, "\n")
    .trimStart();
  const [line = ""] = words.slice(0, 4 * labelLength).split("\n", 1);
  return `pi: ${[...line].slice(0, labelLength).join("").trim() || "(no words)"}`;
}
