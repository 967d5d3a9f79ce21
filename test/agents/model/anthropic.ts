import type { Answer } from "./script.ts";
import { type StreamEvent, textsOf, type Wire } from "./wire.ts";

/** Anthropic Messages. */
export const anthropic: Wire = {
  isAsked: (path) => /\/messages(\?|$)/.test(path),
  read: ({ body }) => ({
    prompts: (body.messages ?? [])
      .filter((message: { role: string }) => message.role === "user")
      .flatMap((message: { content: unknown }) => textsOf(message.content)),
    whole: JSON.stringify(body.messages ?? []),
    hasTools: (body.tools?.length ?? 0) > 0,
  }),
  render: (answer, { body }) => {
    const message = { ...renderMessage(answer, body.model), content: [], stop_reason: null };
    return [
      event("message_start", { message }),
      ...blocksOf(answer).flatMap(({ start, delta }, index) => [
        event("content_block_start", { index, content_block: start }),
        event("content_block_delta", { index, delta }),
        event("content_block_stop", { index }),
      ]),
      event("message_delta", {
        delta: { stop_reason: reasonOf(answer), stop_sequence: null },
        usage: { output_tokens: 10 },
      }),
      event("message_stop", {}),
    ];
  },
  renderWhole: (answer, { body }) => renderMessage(answer, body.model),
};

function event(type: string, more: object): StreamEvent {
  return { event: type, data: { type, ...more } };
}

function renderMessage(answer: Answer, model: string): object {
  return {
    ...{ id: "msg_1", type: "message", role: "assistant", model },
    content: blocksOf(answer).map(({ whole }) => whole),
    stop_reason: reasonOf(answer),
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 10 },
  };
}

function reasonOf(answer: Answer): string {
  return "say" in answer ? "end_turn" : "tool_use";
}

function blocksOf(answer: Answer) {
  if ("say" in answer) {
    return [
      {
        start: { type: "text", text: "" },
        delta: { type: "text_delta", text: answer.say },
        whole: { type: "text", text: answer.say },
      },
    ];
  }
  return answer.calls.map(({ id, name, input }) => ({
    start: { type: "tool_use", id, name, input: {} },
    delta: { type: "input_json_delta", partial_json: JSON.stringify(input) },
    whole: { type: "tool_use", id, name, input },
  }));
}
