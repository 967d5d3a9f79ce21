import type { Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { limits } from "@unf/core/config";
import type { Host } from "./base/host.ts";
import { createToolServer } from "./server.ts";

/**
 * Speaks with one client over stdin and stdout until either is closed, or it sends a message that
 * is too long. A call that is under way then is carried out to its end.
 */
export async function serve(
  host: Host,
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable } = process,
): Promise<void> {
  const { server, settle } = createToolServer(host);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    stdin.once("end", resolve);
    stdin.once("close", resolve);
    // Nobody reads the answers any more.
    stdout.on("error", () => resolve());
  });
  server.onerror = ({ message }) => host.warn(message);
  const transport = new StdioServerTransport(stdin, stdout, {
    maxBufferSize: limits.mcp.messageBytesMax,
  });
  await server.connect(transport);
  await closed;
  await settle();
  await server.close();
}
