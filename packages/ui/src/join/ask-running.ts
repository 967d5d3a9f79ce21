import { randomBytes } from "node:crypto";
import { isProof, proofOf } from "./proof.ts";

/** A server of another run, as that run has noted it. */
export interface RunningServer {
  readonly port: number;
  /** Known to whoever can read the note. */
  readonly key: string;
}

/** Unit: ms. */
const answersWithinMs = 3000;

/** An address that opens the page of a server that runs already; `undefined` where it is gone. */
export async function askRunning({ port, key }: RunningServer): Promise<string | undefined> {
  const nonce = randomBytes(16).toString("base64url");
  const reply = await post(port, { nonce, proof: proofOf(key, { asks: nonce }) });
  const { address, proof } = reply ?? {};
  if (typeof address !== "string") return undefined;
  return isProof(proof, key, { answers: nonce, address }) ? address : undefined;
}

async function post(port: number, body: object): Promise<Record<string, unknown> | undefined> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/join`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-unf-ui": "1" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(answersWithinMs),
    });
    return response.ok ? ((await response.json()) as Record<string, unknown>) : undefined;
  } catch {
    // Nobody listens there any more, or another program does, which says whatever it likes.
    return undefined;
  }
}
