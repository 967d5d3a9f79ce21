import type { Answer } from "./script.ts";
import { textsOf, type Wire } from "./wire.ts";

/** OpenAI chat completions. */
export const completions: Wire = {
  isAsked: (path) => /\/chat\/completions(\?|$)/.test(path),
  read: ({ body }) => ({
    prompts: (body.messages ?? [])
      .filter((message: { role: string }) => message.role === "user")
      .flatMap((message: { content: unknown }) => textsOf(message.content)),
    whole: JSON.stringify(body.messages ?? []),
    hasTools: (body.tools?.length ?? 0) > 0,
  }),
  render: (answer, { body }) => {
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      data: {
        ...{ id: "chat_1", object: "chat.completion.chunk", created: 1, model: body.model },
        choices: [{ index: 0, delta, finish_reason }],
      },
    });
    const { content, tool_calls } = messageOf(answer);
    return [
      chunk({ role: "assistant", content: content ?? "" }),
      ...(tool_calls ?? []).map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
      chunk({}, reasonOf(answer)),
      { data: { ...chunk({}).data, choices: [], usage } },
    ];
  },
  renderWhole: (answer, { body }) => ({
    ...{ id: "chat_1", object: "chat.completion", created: 1, model: body.model, usage },
    choices: [
      {
        index: 0,
        message: { role: "assistant", ...messageOf(answer) },
        finish_reason: reasonOf(answer),
      },
    ],
  }),
};

const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };

function reasonOf(answer: Answer): string {
  return "say" in answer ? "stop" : "tool_calls";
}

function messageOf(answer: Answer) {
  if ("say" in answer) return { content: answer.say, tool_calls: undefined };
  const tool_calls = answer.calls.map(({ id, name, input }) => ({
    ...{ id, type: "function" },
    function: { name, arguments: JSON.stringify(input) },
  }));
  return { content: null, tool_calls };
}
