/** Bounds on what one page may ask for. Units: bytes and ms. */
export interface UiLimits {
  /** Of a request's body, which names twenty thousand paths at most. */
  readonly bodyBytes: number;
  /** Of an address and its headers. */
  readonly headBytes: number;
  /** Until the headers are here. */
  readonly headMs: number;
  /** Until the whole request is here. */
  readonly requestMs: number;
  /** How often those two are looked at. */
  readonly checkMs: number;
  /** Connections at once: several pages, each with a stream of its own. */
  readonly connections: number;
  /** Streams of pages at once, which leaves room for their questions. */
  readonly streams: number;
  /** Addresses that were handed out and not opened yet. */
  readonly openings: number;
  /** Without a page for so long, the server ends. */
  readonly idleMs: number;
  /** How often that is looked at. */
  readonly idleLookMs: number;
  /** Of two looks in a row between which nothing is asked the second one gives memory back. */
  readonly restLookMs: number;
}

export const uiLimits: UiLimits = {
  bodyBytes: 8 << 20,
  headBytes: 32 << 10,
  headMs: 10_000,
  requestMs: 30_000,
  checkMs: 2000,
  connections: 128,
  streams: 64,
  openings: 16,
  idleMs: 30 * 60_000,
  idleLookMs: 60_000,
  restLookMs: 1500,
};
