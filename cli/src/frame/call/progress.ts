import { systemCode } from "@unf/core/base";
import type { Progress } from "@unf/protocol";
import type { FlagTable } from "../argv/flag.ts";
import { groupDigits } from "../print/columns.ts";
import { ReaderGone } from "../terminal/output.ts";
import type { Call } from "./command.ts";
import { type LinePlace, setStandingLine, takeLine } from "./standing-line.ts";

/** A line on stderr that moves while a request is carried out; nothing where it may not move. */
export interface ProgressLine extends Disposable {
  readonly update: (progress: Progress) => void;
}

/** Redrawn at most this often; the eye sees no more. Unit: ms. */
const redrawMs = 100;

/** From so many on the line says for how long nothing new was told. */
const stillSeconds = 2;

const barWidth = 24;

/** Nothing is said of what is over sooner. Unit: ms. */
const quietMs = 300;

/** When a wait began, and the place of its line; none where it may not move. */
export interface LineBegin {
  readonly at: number;
  readonly place: LinePlace | undefined;
}

function beginLine({ world, terminal }: Pick<Call<FlagTable>, "world" | "terminal">): LineBegin {
  return { at: world.now(), place: terminal.mayAnimate ? takeLine(world.stderr) : undefined };
}

/**
 * Opens a progress line, which is seen once the wait is worth one. Disposing it wipes the line away.
 * While nothing new is told it says for how long, second by second: who waits sees that the command lives.
 */
export function openProgress(
  { world, terminal }: Pick<Call<FlagTable>, "world" | "terminal">,
  verb: string,
  things?: string,
  { at: openedAt, place }: LineBegin = beginLine({ world, terminal }),
): ProgressLine {
  let drawn: { readonly at: number; readonly text: string } | undefined;
  let told: Progress | undefined;
  let toldAt = openedAt;
  const isShort = (now: number) => now >= openedAt && now - openedAt < quietMs;
  const show = (text: string): void => {
    try {
      world.stderr.write(text);
    } catch (thrown) {
      // The terminal is gone: that nobody sees the line is no failure of the work.
      if (!(thrown instanceof ReaderGone) && systemCode(thrown) === undefined) throw thrown;
    }
  };
  const wipe = (): void => {
    if (drawn !== undefined) show("\r\x1b[K");
    drawn = undefined;
    setStandingLine(world.stderr, undefined);
  };
  const draw = (now: number): void => {
    if (place?.isInnermost !== true) return;
    const still = Math.floor((now - toldAt) / 1000);
    const age = `${terminal.isAsciiOnly ? ", " : " · "}${still} s`;
    const line = `${lineOf({ verb, things }, told, terminal.isAsciiOnly)}${still < stillSeconds ? "" : age}`;
    // A line that wraps could not be wiped away.
    const text = line.slice(0, (terminal.width ?? 80) - 1);
    if (text !== drawn?.text) show(`\r\x1b[K${text}`);
    drawn = { at: now, text };
    setStandingLine(world.stderr, wipe);
  };
  const tick = (): void => {
    const now = world.now();
    if (!isShort(now)) draw(now);
  };
  const ticking = terminal.mayAnimate ? world.every(redrawMs, tick) : undefined;
  return {
    update: (progress) => {
      if (ticking === undefined) return;
      const now = world.now();
      // That the work goes on is nothing new.
      if (progress.files !== told?.files || progress.phase !== told.phase) toldAt = now;
      told = progress;
      const isEarly = drawn !== undefined && now - drawn.at < redrawMs && now >= drawn.at;
      if (!isEarly && !isShort(now)) draw(now);
    },
    [Symbol.dispose]: () => {
      ticking?.[Symbol.dispose]();
      place?.[Symbol.dispose]();
      wipe();
    },
  };
}

/** Before anything is told, only what is being done. */
function lineOf(
  { verb, things }: { readonly verb: string; readonly things: string | undefined },
  told: Progress | undefined,
  isAsciiOnly: boolean,
): string {
  return told === undefined ? verb.padStart(11) : renderProgress(verb, told, isAsciiOnly, things);
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
  things = phase === "pruning" ? "versions" : "files",
): string {
  const recordedText = recorded === 0 ? "" : `, ${groupDigits(recorded)} recorded`;
  const head = (verbs[phase] ?? verb).padStart(11);
  if (total === null || total === 0)
    return files === 0 ? head : `${head}  ${groupDigits(files)} ${things}${recordedText}`;
  const done = Math.min(barWidth, Math.floor((files / total) * barWidth));
  const [full, empty] = isAsciiOnly ? ["#", "-"] : ["█", "░"];
  const bar = full.repeat(done) + empty.repeat(barWidth - done);
  return `${head}  ${bar} ${groupDigits(files)} of ${groupDigits(total)} ${things}${recordedText}`;
}
