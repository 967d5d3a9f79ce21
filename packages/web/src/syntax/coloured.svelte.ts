import { untrack } from "svelte";
import { languageOf } from "./language-of.ts";
import type { ColourAnswer, ColourQuestion, LookRun } from "./protocol.ts";

/** Longer texts are shown without colours. Unit: characters. */
const charactersMax = 200_000;

type Take = (lines: ColourAnswer["lines"]) => void;

let worker: Worker | undefined;
let newest = 0;
const waiting = new Map<number, Take>();

/** Begun with the first text: the page is there without it. */
function startWorker(): Worker {
  const started = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  started.addEventListener("message", ({ data }: MessageEvent<ColourAnswer>) => {
    waiting.get(data.id)?.(data.lines);
    waiting.delete(data.id);
  });
  return started;
}

function colour(question: Omit<ColourQuestion, "id">, take: Take): () => void {
  worker ??= startWorker();
  newest += 1;
  const id = newest;
  waiting.set(id, take);
  worker.postMessage({ ...question, id } satisfies ColourQuestion);
  return () => waiting.delete(id);
}

/** Lines of a text of a file with their looks: none at first, and those of the grammar when they are known. */
export function coloured(path: () => string, lines: () => readonly string[]) {
  let looks = $state.raw<ColourAnswer["lines"]>([]);
  const language = $derived(languageOf(path()));
  const text = $derived(lines().join("\n"));
  $effect(() => {
    if (language === undefined || text.length > charactersMax || text === "") return;
    const question = { language, text };
    untrack(() => {
      looks = [];
    });
    return colour(question, (answer) => {
      looks = answer;
    });
  });
  return {
    /** The runs of the line at this place. */
    of: (at: number): readonly LookRun[] => looks[at] ?? [],
  };
}
