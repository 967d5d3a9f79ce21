/** A span on the chart. Unit: ms since 1970; `to` is later than `from`. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Nothing narrower is shown: at this width a pixel is a few ms. */
const narrowest = 1_000;

/** A drag from one end to the other, whichever comes first, as far as it lies within `all`. */
export function dragged(all: Range, one: number, other: number): Range {
  return within(all, widened({ from: Math.min(one, other), to: Math.max(one, other) }));
}

/** Moved by `byMs`, its width kept, until an end of `all` stops it. */
export function slide(all: Range, range: Range, byMs: number): Range {
  const by = Math.min(Math.max(byMs, all.from - range.from), all.to - range.to);
  return range.to - range.from >= all.to - all.from
    ? all
    : { from: range.from + by, to: range.to + by };
}

/** One edge put elsewhere; past the other edge the two change places. */
export function moveEdge(all: Range, range: Range, edge: "from" | "to", to: number): Range {
  return dragged(all, edge === "from" ? range.to : range.from, to);
}

/** Narrower (`factor` below 1) or wider about `around`, which stays where it is on the screen. */
export function scale(all: Range, range: Range, factor: number, around: number): Range {
  const wanted = {
    from: around - (around - range.from) * factor,
    to: around + (range.to - around) * factor,
  };
  return within(all, widened(wanted));
}

/** Part of a chart that a press at `at` takes hold of; `reach` is how near counts as on the edge. */
export function holdAt(
  range: Range | null,
  at: number,
  reach: number,
): "new" | "from" | "to" | "inside" {
  if (range === null) return "new";
  if (Math.abs(at - range.from) <= reach) return "from";
  if (Math.abs(at - range.to) <= reach) return "to";
  return at > range.from && at < range.to ? "inside" : "new";
}

function widened(range: Range): Range {
  const lacking = narrowest - (range.to - range.from);
  return lacking <= 0 ? range : { from: range.from - lacking / 2, to: range.to + lacking / 2 };
}

function within(all: Range, range: Range): Range {
  if (range.to - range.from >= all.to - all.from) return all;
  return slide(all, range, 0);
}
