import { type Asker, answerQuestion, exactPath, type Questions } from "@unf/answers";
import { escapeForDisplay, escapeLineForDisplay } from "@unf/core/query";
import type { Detail, DetailLine, DetailRequest } from "@unf/view/screen";
import { pathIn } from "./read-versions.ts";

/** More lines than these are not shown: nobody reads them on a screen. */
const linesMax = 20_000;

/** The contents of the pane beside the list. */
export async function readDetail(asker: Asker, request: DetailRequest): Promise<Detail> {
  const { key } = request;
  if (request.shows === "text") return { key, lines: request.lines, top: 0 };
  if (request.shows === "content") {
    const lines = cut(await readContent(asker, request.version));
    const { line } = request;
    if (line === undefined) return { key, lines, top: 0 };
    // The one that was looked for, with some of what stands before it.
    const shown = lines.map((one, index) =>
      index === line - 1 ? ({ ...one, look: "heading" } as const) : one,
    );
    return { key, lines: shown, top: Math.max(0, line - linesBefore) };
  }
  const answer = await answerQuestion(asker, "diff", { ...sidesOf(request), ...everyFile });
  return { key, lines: cut(diffLines(answer)), top: 0 };
}

const everyFile = { include: [], exclude: [], context: 3 };

type Sides = Omit<Questions["diff"]["asked"], keyof typeof everyFile>;

function sidesOf(request: Exclude<DetailRequest, { readonly shows: "text" | "content" }>): Sides {
  const from = { name: "from", input: undefined, purpose: "since" } as const;
  const to = { name: "to", input: undefined, purpose: "until" } as const;
  const none = { version: undefined, session: undefined, turn: undefined, paths: [], from, to };
  switch (request.shows) {
    case "diff":
      return { ...none, version: request.version };
    case "turn":
      return { ...none, turn: request.turn };
    case "span":
      return {
        ...none,
        from: { ...from, input: request.from },
        to: { ...to, input: request.to },
        paths: request.paths.map((path) => pathIn(request.root, path)),
      };
  }
}

const looks = { "+": "added", "-": "removed", " ": "plain" } as const;

function diffLines({ files }: Questions["diff"]["answer"]): DetailLine[] {
  if (files.length === 0) return [{ look: "faint", text: "no difference" }];
  return files.flatMap((file, index): DetailLine[] => {
    const { added, removed, hunks, unshown, truncated } = file;
    const counts = [added ? ` +${added}` : "", removed ? ` -${removed}` : ""].join("");
    const name = escapeForDisplay(exactPath("path", file));
    const from =
      file.renamed_from === undefined ? "" : `${escapeForDisplay(file.renamed_from)} -> `;
    const why = unshown ?? (truncated ? "too different to show line by line" : undefined);
    return [
      ...(index === 0 ? [] : [{ look: "plain", text: "" } as const]),
      { look: "heading", text: `${file.status} ${from}${name}${counts}` },
      ...(why === undefined ? [] : [{ look: "faint", text: `  ${why}` } as const]),
      ...hunks.flatMap(({ old_start, new_start, lines }): DetailLine[] => [
        { look: "hunk", text: `@@ -${old_start} +${new_start} @@` },
        ...lines.map(({ op, text }) => ({ look: looks[op], text: `${op}${shown(text)}` })),
      ]),
    ];
  });
}

const linesBefore = 4;

async function readContent(asker: Asker, version: string): Promise<DetailLine[]> {
  const { content } = await answerQuestion(asker, "show", {
    word: version,
    at: undefined,
    version: undefined,
  });
  if (content === undefined) return [{ look: "faint", text: "its content is no text" }];
  const lines = content.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((text) => ({ look: "plain", text: shown(text) }));
}

/** As much of a line as a wide screen has columns, with what acts on a terminal made harmless. */
function shown(text: string): string {
  return escapeLineForDisplay(text.slice(0, 1000)).replaceAll("\t", "    ");
}

function cut(lines: DetailLine[]): readonly DetailLine[] {
  if (lines.length <= linesMax) return lines;
  return [...lines.slice(0, linesMax), { look: "faint", text: "and more" }];
}
