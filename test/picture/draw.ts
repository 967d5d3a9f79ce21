import type { Stretch } from "../kit/screen.ts";

/** A command as a person typed it, and the rows that it printed. */
export interface Shown {
  readonly typed: string;
  readonly rows: readonly (readonly Stretch[])[];
}

/** Sizes of a character. Unit: px. */
const cell = { width: 8.4, height: 19 };
const margin = 16;

/** The first eight colours of a terminal, and their bright ones, on a dark ground. */
const palette = [
  ...["#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4"],
  ...["#6e7681", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#f0f6fc"],
];
const plain = "#c9d1d9";

/** A terminal in which these commands were typed one after the other, as SVG; `cols` columns wide. */
export function drawTerminal(all: readonly Shown[], cols: number): string {
  const prompt = { column: 0, colour: 2, isBold: true, isDim: false, text: "$" };
  const lines = all.flatMap(({ typed, rows }, index) => [
    ...(index === 0 ? [] : [[]]),
    [prompt, { ...prompt, column: 2, colour: undefined, text: typed }],
    ...rows,
  ]);
  const width = Math.ceil(cols * cell.width + 2 * margin);
  const height = lines.length * cell.height + 2 * margin;
  const texts = lines.flatMap((line, row) => line.flatMap((stretch) => drawStretch(stretch, row)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">`,
    `<title>${escapeXml(all.map(({ typed }) => typed).join(", "))}</title>`,
    `<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    ...texts,
    "</svg>",
    "",
  ].join("\n");
}

function drawStretch({ text, column, colour, isBold, isDim }: Stretch, row: number): string[] {
  if (text.trim() === "") return [];
  const x = (margin + column * cell.width).toFixed(1);
  const y = margin + row * cell.height + 14;
  const fill = colour === undefined ? plain : (palette[colour] ?? plain);
  const look = `${isBold ? ' font-weight="bold"' : ""}${isDim ? ' opacity="0.65"' : ""}`;
  // The width is told, too, so that columns stand where they stood whatever the font.
  const length = ([...text].length * cell.width).toFixed(1);
  return [
    `<text x="${x}" y="${y}" fill="${fill}"${look} textLength="${length}" xml:space="preserve">${escapeXml(text)}</text>`,
  ];
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
