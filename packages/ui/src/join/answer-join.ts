import type { IncomingMessage } from "node:http";
import { Refused } from "../base/host.ts";
import { readBody } from "../http/respond.ts";
import { isProof, proofOf } from "./proof.ts";

/** Of what another run says. Unit: bytes. */
const bodyBytesMax = 1024;

/** Gives another run of the program, which knows the key, an address of its own. Throws `Refused`. */
export async function answerJoin(
  request: IncomingMessage,
  key: string,
  drawAddress: () => string,
): Promise<object> {
  const { nonce, proof } = await readBody(request, bodyBytesMax);
  if (typeof nonce !== "string" || !isProof(proof, key, { asks: nonce }))
    throw new Refused(401, "refused", "only another run of unf ui may ask this");
  const address = drawAddress();
  return { address, proof: proofOf(key, { answers: nonce, address }) };
}
