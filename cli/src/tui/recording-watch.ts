import type { ScreenEvent } from "@unf/view/screen";
import type { World } from "../frame/world/world.ts";

/** Whether all is recorded is looked up so often: a few small files. */
const lookEveryMs = 2000;

/** A version settles without a word at the latest so long after it was told of. */
const settledByMs = 20_000;

/** Tells the screen of new rows, and whether there can be any. */
export class RecordingWatch implements Disposable {
  readonly #world: World;
  readonly #readTrouble: () => Promise<string | null>;
  readonly #tell: (event: ScreenEvent) => void;
  readonly #looking: Disposable;
  #notices: AsyncIterator<unknown> | undefined;
  #isOver = false;
  #freshUntil = 0;
  #isRingSet = false;
  #trouble: string | null = null;

  constructor(
    world: World,
    readTrouble: () => Promise<string | null>,
    tell: (event: ScreenEvent) => void,
  ) {
    this.#world = world;
    this.#readTrouble = readTrouble;
    this.#tell = tell;
    this.#looking = world.every(lookEveryMs, () => void this.#look());
    void this.#look();
    void this.#follow();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#looking[Symbol.dispose]();
    void this.#notices?.return?.();
  }

  async #follow(): Promise<void> {
    const world = this.#world;
    const wiring = await world.wiring();
    const home = wiring.homeDirectory(world.env);
    while (!this.#isOver) {
      try {
        const notices = wiring.follow(home, undefined)[Symbol.asyncIterator]();
        this.#notices = notices;
        const first = notices.next();
        if (await isOpen(first, world)) this.#news();
        let { done } = await first;
        while (!this.#isOver && done !== true) {
          this.#news();
          ({ done } = await notices.next());
        }
      } catch {
        // No daemon: the history is there to read all the same, and one may be started.
      }
      if (!this.#isOver) await world.pause(lookEveryMs);
    }
  }

  /** Many notices are one question; what is not settled yet is looked up again. */
  #news(): void {
    this.#freshUntil = this.#world.now() + settledByMs;
    this.#ring(100);
  }

  #ring(ms: number): void {
    if (this.#isRingSet || this.#isOver) return;
    this.#isRingSet = true;
    void this.#world.pause(ms).then(() => {
      this.#isRingSet = false;
      if (this.#isOver) return;
      this.#tell({ kind: "news" });
      if (this.#world.now() < this.#freshUntil) this.#ring(1000);
    });
  }

  async #look(): Promise<void> {
    try {
      const trouble = await this.#readTrouble();
      if (this.#isOver) return;
      // A gap may have begun or ended, of which nobody tells.
      if (trouble !== this.#trouble) this.#ring(0);
      this.#trouble = trouble;
      this.#tell({ kind: "recording", trouble });
    } catch {
      // The home is being changed: the next look is soon.
    }
  }
}

/**
 * True where somebody tells: then versions may have been recorded before we listened. Nothing has to
 * happen for a long time, so that no refusal has come soon has to be enough.
 */
function isOpen(first: Promise<unknown>, world: World): Promise<boolean> {
  const refused = first.then(
    () => true,
    () => false,
  );
  return Promise.race([refused, world.pause(refusedByMs).then(() => true)]);
}

const refusedByMs = 500;
