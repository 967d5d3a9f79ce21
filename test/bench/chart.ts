/** A line of a chart: at each x, a y above 0. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

/** The content of a chart; both axes are logarithmic, so that what grows with the size is a straight line. */
export interface Chart {
  readonly title: string;
  /** Of the x axis, as `files`. */
  readonly x: string;
  /** The unit of y, as `ms`. */
  readonly y: string;
  readonly series: readonly Series[];
}

const size = { width: 720, height: 400 };
const plot = { left: 70, right: 500, top: 50, bottom: 340 };
const colours = ["#0b6bcb", "#c2410c", "#15803d", "#7e22ce", "#57534e"];

/** Draws it as an SVG file, with white behind it, so that it is readable on any page. */
export function drawChart({ title, x, y, series }: Chart): string {
  const points = series.flatMap((line) => line.points);
  const [xFrom, xTo] = decadesOf(points.map(([at]) => at));
  const [yFrom, yTo] = decadesOf(points.map(([, at]) => at));
  const xAt = (value: number): number =>
    place(Math.log10(value), xFrom, xTo, plot.left, plot.right);
  const yAt = (value: number): number =>
    place(Math.log10(value), yFrom, yTo, plot.bottom, plot.top);
  const grid = [
    ...decades(xFrom, xTo).map(
      (at) =>
        `${line(xAt(at), plot.top, xAt(at), plot.bottom)}${text(xAt(at), plot.bottom + 20, number(at), "middle")}`,
    ),
    ...decades(yFrom, yTo).map(
      (at) =>
        `${line(plot.left, yAt(at), plot.right, yAt(at))}${text(plot.left - 8, yAt(at) + 4, number(at), "end")}`,
    ),
  ];
  const lines = series.map(({ name, points: all }, index) => {
    const colour = colours[index % colours.length] ?? "#000";
    const path = all.map(([at, value]) => `${round(xAt(at))},${round(yAt(value))}`).join(" ");
    const row = plot.top + 14 + index * 22;
    const dots = all.map(
      ([at, value]) =>
        `<circle cx="${round(xAt(at))}" cy="${round(yAt(value))}" r="3.5" fill="${colour}"><title>${escaped(`${name}: ${number(at)} ${x}, ${value} ${y}`)}</title></circle>`,
    );
    return [
      `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      ...dots,
      `<rect x="${plot.right + 16}" y="${row - 9}" width="12" height="12" fill="${colour}"/>`,
      text(plot.right + 34, row + 1, name, "start"),
    ].join("");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${size.width}" height="${size.height}" fill="#fff"/>`,
    `<text x="${plot.left}" y="28" font-size="15" fill="#111">${escaped(title)}</text>`,
    ...grid,
    ...lines,
    text((plot.left + plot.right) / 2, plot.bottom + 42, x, "middle"),
    text(12, plot.top - 8, y, "start"),
    "</svg>",
    "",
  ].join("\n");
}

/** The powers of ten around all values. */
function decadesOf(values: readonly number[]): [from: number, to: number] {
  const from = Math.floor(Math.log10(Math.min(...values)));
  return [from, Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values))))];
}

function decades(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => 10 ** (from + n));
}

function place(value: number, from: number, to: number, low: number, high: number): number {
  return low + ((value - from) / (to - from)) * (high - low);
}

function line(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${round(x1)}" y1="${round(y1)}" x2="${round(x2)}" y2="${round(y2)}" stroke="#ddd"/>`;
}

function text(x: number, y: number, words: string, anchor: "start" | "middle" | "end"): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="#333">${escaped(words)}</text>`;
}

function number(value: number): string {
  return value >= 1 ? value.toLocaleString("en") : String(Number(value.toPrecision(2)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
