import type { MonoMs, WallMs } from "../base/brand.ts";

/** Time as the engine sees it. Tests play it by hand. */
export interface Clock {
  wall(): WallMs;
  mono(): MonoMs;
  /** Runs `ring` once at `at` or soon after; disposing cancels. */
  alarm(at: MonoMs, ring: () => void): Disposable;
  /** Lets timers, sockets and watchers have their turn; long loops call it every few milliseconds. */
  breathe(): Promise<void>;
}
