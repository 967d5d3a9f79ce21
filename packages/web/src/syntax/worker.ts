import { createJavaScriptRegexEngine } from "@shikijs/engine-javascript";
import { codeToTokensBase, createShikiPrimitiveAsync } from "@shikijs/primitive";
import { grammars } from "./grammars.ts";
import { codes, lookOf } from "./looks.ts";
import type { ColourAnswer, ColourQuestion } from "./protocol.ts";

// Runs beside the page, which stays at hand while a long text is coloured.

const shiki = createShikiPrimitiveAsync({
  themes: [codes],
  langs: [],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
});

addEventListener("message", ({ data }: MessageEvent<ColourQuestion>) => {
  void colour(data).then((answer) => postMessage(answer));
});

async function colour({ id, language, text }: ColourQuestion): Promise<ColourAnswer> {
  try {
    const parts = await shiki;
    if (!parts.getLoadedLanguages().includes(language))
      await parts.loadLanguage(grammars[language]());
    const lines = codeToTokensBase(parts, text, {
      lang: language,
      theme: "looks",
      tokenizeMaxLineLength: 2000,
      // Of a line: the first one of a language also pays for its expressions.
      tokenizeTimeLimit: 10_000,
    });
    return {
      id,
      lines: lines.map((tokens) =>
        tokens.map(({ content, color }) => [content.length, lookOf(color)]),
      ),
    };
  } catch {
    // A text that cannot be coloured is shown without colours.
    return { id, lines: [] };
  }
}
