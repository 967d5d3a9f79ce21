import type { Answer } from "./script.ts";
import { type StreamEvent, textsOf, type Wire } from "./wire.ts";

/** OpenAI Responses. */
export const responses: Wire = {
  isAsked: (path) => /\/responses(\?|$)/.test(path),
  read: ({ body }) => {
    const input: readonly { role?: string; content?: unknown }[] =
      typeof body.input === "string" ? [{ role: "user", content: body.input }] : body.input;
    return {
      prompts: input.filter(({ role }) => role === "user").flatMap((item) => textsOf(item.content)),
      whole: JSON.stringify(input),
      hasTools: (body.tools?.length ?? 0) > 0,
    };
  },
  render: (answer, { body }) => [
    event("response.created", { response: { ...renderResponse([], body.model, "in_progress") } }),
    ...itemsOf(answer).flatMap((item, output_index) => [
      event("response.output_item.added", { output_index, item }),
      event("response.output_item.done", { output_index, item }),
    ]),
    event("response.completed", {
      response: renderResponse(itemsOf(answer), body.model, "completed"),
    }),
  ],
  renderWhole: (answer, { body }) => renderResponse(itemsOf(answer), body.model, "completed"),
};

function event(type: string, more: object): StreamEvent {
  return { event: type, data: { type, sequence_number: 0, ...more } };
}

function renderResponse(output: readonly object[], model: string, status: string): object {
  const usage = {
    ...{ input_tokens: 10, output_tokens: 10, total_tokens: 20 },
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  return { id: "resp_1", object: "response", created_at: 1, model, status, output, usage };
}

function itemsOf(answer: Answer): readonly object[] {
  if ("say" in answer) {
    const content = [{ type: "output_text", text: answer.say, annotations: [] }];
    return [{ type: "message", id: "msg_1", role: "assistant", status: "completed", content }];
  }
  return answer.calls.map(({ id, name, namespace, input, text }) =>
    text === undefined
      ? {
          ...{ type: "function_call", id: `fc_${id}`, call_id: id, name },
          ...{ arguments: JSON.stringify(input), status: "completed" },
          ...(namespace === undefined ? {} : { namespace }),
        }
      : {
          ...{ type: "custom_tool_call", id: `ct_${id}`, call_id: id, name },
          ...{ input: text, status: "completed" },
        },
  );
}
