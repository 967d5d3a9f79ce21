import type { Answer } from "./script.ts";
import { textsOf, type Wire } from "./wire.ts";

interface Content {
  readonly role?: string;
  readonly parts?: readonly { readonly functionCall?: object }[];
}

/** Gemini, streamed or whole. Its calls have no names, so the model's own turns are counted. */
export const gemini: Wire = {
  isAsked: (path) => /:(streamGenerateContent|generateContent)/.test(path),
  read: ({ body }) => {
    const contents: readonly Content[] = body.contents ?? [];
    const isPrompt = ({ role, parts }: Content) =>
      role === "user" && textsOf(parts).some((text) => text.includes("play:"));
    const last = contents.findLastIndex(isPrompt);
    const turns = contents
      .slice(last + 1)
      .filter(({ role, parts }) => role === "model" && parts?.some((part) => part.functionCall));
    return {
      prompts: contents
        .filter(({ role }) => role === "user")
        .flatMap(({ parts }) => textsOf(parts)),
      whole: JSON.stringify(contents),
      turns: turns.length,
      hasTools: (body.tools?.length ?? 0) > 0,
    };
  },
  render: (answer, { body }) => [{ data: renderResponse(answer, body) }],
  renderWhole: (answer, { body }) => renderResponse(answer, body),
};

function renderResponse(answer: Answer, body: { generationConfig?: object }): object {
  return {
    candidates: [
      { index: 0, content: { role: "model", parts: partsOf(answer, body) }, finishReason: "STOP" },
    ],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
    modelVersion: "scripted",
  };
}

function partsOf(answer: Answer, { generationConfig }: { generationConfig?: object }) {
  const wantsJson = JSON.stringify(generationConfig ?? {}).includes("application/json");
  if ("say" in answer) return [{ text: wantsJson ? "{}" : answer.say }];
  return answer.calls.map(({ name, input }) => ({ functionCall: { name, args: input } }));
}
