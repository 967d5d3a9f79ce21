import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { testEnvironment, wordsOf } from "../kit/index.ts";
import type { Story } from "./story.ts";

export interface Agent extends AsyncDisposable {
  readonly client: Client;
  /** Calls a tool and reads the document between the two lines of its fence. */
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<Called>;
}

interface Called {
  readonly isError: boolean;
  readonly document: ReturnType<typeof JSON.parse>;
}

/**
 * An agent with the official client, which has started `unf mcp` in the story's project; `via`: words
 * before those of the program.
 */
export async function startAgent(story: Story, via: readonly string[] = []): Promise<Agent> {
  const [command = "", ...args] = [...via, ...wordsOf("unf"), "mcp"];
  const client = new Client({ name: "test", version: "0" });
  await client.connect(
    new StdioClientTransport({
      command,
      args,
      cwd: story.home.project,
      env: testEnvironment(story.home),
    }),
  );
  return {
    client,
    call: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args });
      const [content] = result.content as readonly { readonly text: string }[];
      const [, mark, json = "null", end] = content?.text.split("\n") ?? [];
      assert.ok(mark?.startsWith("unf-data-") && mark === end, content?.text);
      assert.ok(Buffer.byteLength(content?.text ?? "") <= 20_000, name);
      return { isError: result.isError === true, document: JSON.parse(json) };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}
