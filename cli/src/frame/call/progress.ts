import type { Progress } from "@unf/protocol";
import type { FlagTable } from "../argv/flag.ts";
import { groupDigits } from "../print/columns.ts";
import type { Call } from "./command.ts";

/** A line on stderr that moves while a request is carried out; nothing where it may not move. */
export interface ProgressLine extends Disposable {
  readonly update: (progress: Progress) => void;
}

/** Redrawn at most this often; the eye sees no more. Unit: ms. */
const redrawMs = 100;

/** From so many on the line says for how long nothing new was told. */
const stillSeconds = 2;

const barWidth = 24;

/** So many files, and the line moves: fewer are looked at before it could be read. */
const looksPerDraw = 64;

/** Plans in this process, with a line that says how many files were looked at. */
export function whilePlanning<T>(call: Call<FlagTable>, plan: (onLooked: () => void) => T): T {
  using progress = openProgress(call, "Looking at");
  let files = 0;
  return plan(() => {
    files += 1;
    if (files % looksPerDraw === 0)
      progress.update({ phase: "planning", files, recorded: 0, total: null });
  });
}

/**
 * Opens a progress line. Disposing it wipes the line away. While nothing new is told it says for how
 * long, second by second: who waits sees that the command lives.
 */
export function openProgress(
  { world, terminal }: Pick<Call<FlagTable>, "world" | "terminal">,
  verb: string,
): ProgressLine {
  let drawn: { readonly at: number; readonly text: string } | undefined;
  let toldAt = 0;
  let ticking: Disposable | undefined;
  const tick = (): void => {
    const still = Math.floor((world.now() - toldAt) / 1000);
    if (drawn !== undefined && still >= stillSeconds)
      world.stderr.write(`\r\x1b[K${drawn.text}${terminal.isAsciiOnly ? ", " : " · "}${still} s`);
  };
  return {
    update: (progress) => {
      if (!terminal.mayAnimate) return;
      const now = world.now();
      toldAt = now;
      if (drawn !== undefined && now - drawn.at < redrawMs && now >= drawn.at) return;
      ticking ??= world.every(1000, tick);
      drawn = { at: now, text: renderProgress(verb, progress, terminal.isAsciiOnly) };
      world.stderr.write(`\r\x1b[K${drawn.text}`);
    },
    [Symbol.dispose]: () => {
      ticking?.[Symbol.dispose]();
      if (drawn !== undefined) world.stderr.write("\r\x1b[K");
    },
  };
}

/** Verbs for the phases of an order before and after the work that was ordered. */
const verbs: { readonly [P in Progress["phase"]]?: string } = {
  planning: "Looking at",
  staging: "Preparing",
  recording: "Recording",
};

/** `Scanning  [########----] 1 842 of 3 000 files, 1 611 recorded`, without the bar while the total is unknown. */
export function renderProgress(
  verb: string,
  { phase, files, recorded, total }: Progress,
  isAsciiOnly: boolean,
): string {
  const recordedText = recorded === 0 ? "" : `, ${groupDigits(recorded)} recorded`;
  const head = (verbs[phase] ?? verb).padStart(11);
  const things = phase === "pruning" ? "versions" : "files";
  if (total === null || total === 0)
    return `${head}  ${groupDigits(files)} ${things}${recordedText}`;
  const done = Math.min(barWidth, Math.floor((files / total) * barWidth));
  const [full, empty] = isAsciiOnly ? ["#", "-"] : ["█", "░"];
  const bar = full.repeat(done) + empty.repeat(barWidth - done);
  return `${head}  ${bar} ${groupDigits(files)} of ${groupDigits(total)} ${things}${recordedText}`;
}
