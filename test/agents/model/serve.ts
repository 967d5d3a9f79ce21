// node serve.ts PORT SCRIPT LOG
//
// The model: answers each request by what the script says of its conversation. The script is read anew
// each time, so that the scenes that follow write theirs into the same file.

import { appendFileSync, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import process from "node:process";
import { anthropic } from "./anthropic.ts";
import { completions } from "./completions.ts";
import { gemini } from "./gemini.ts";
import { responses } from "./responses.ts";
import { decideAnswer, type Script } from "./script.ts";
import type { Asked, Wire } from "./wire.ts";

const [port = "", script = "", log = ""] = process.argv.slice(2);
const wires = [anthropic, responses, completions, gemini];

createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const bytes of request) pieces.push(bytes as Buffer);
  const text = Buffer.concat(pieces).toString("utf8");
  const path = request.url ?? "/";
  const wire = wires.find(({ isAsked }) => isAsked(path));
  if (wire === undefined || request.method !== "POST") return respondOther(path, text, response);
  respond(wire, { path, body: JSON.parse(text) }, response);
}).listen(Number(port), "127.0.0.1", () => console.log("listening"));

function respond(wire: Wire, asked: Asked, response: ServerResponse): void {
  const steps = JSON.parse(readFileSync(script, "utf8")) as Script;
  const conversation = wire.read(asked);
  const answer = decideAnswer(steps, conversation);
  const { prompts, hasTools } = conversation;
  note({ path: asked.path, answer, ...(hasTools ? { prompts } : {}), body: asked.body });
  const isStream = asked.body.stream === true || asked.path.includes("streamGenerateContent");
  if (!isStream) {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(wire.renderWhole(answer, asked)));
    return;
  }
  response.setHeader("content-type", "text/event-stream");
  for (const { event, data } of wire.render(answer, asked)) {
    if (event !== undefined) response.write(`event: ${event}\n`);
    response.write(`data: ${JSON.stringify(data)}\n\n`);
  }
  response.end(asked.path.includes("completions") ? "data: [DONE]\n\n" : "");
}

/** Answers agents' other questions: which models there are, how many tokens a text has. */
function respondOther(path: string, text: string, response: ServerResponse): void {
  note({ path, other: text.slice(0, 2000) });
  response.setHeader("content-type", "application/json");
  if (path.includes("models")) {
    const data = [{ id: "scripted", object: "model", type: "model", display_name: "Scripted" }];
    response.end(JSON.stringify({ object: "list", data, models: [], has_more: false }));
    return;
  }
  if (/count_?tokens/i.test(path)) {
    response.end(JSON.stringify({ input_tokens: 10, totalTokens: 10 }));
    return;
  }
  response.statusCode = 404;
  response.end(JSON.stringify({ error: { message: "not here", type: "not_found_error" } }));
}

function note(what: object): void {
  appendFileSync(log, `${JSON.stringify(what)}\n`);
}
