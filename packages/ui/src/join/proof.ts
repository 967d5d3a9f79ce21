import { createHmac, timingSafeEqual } from "node:crypto";

/** Words between two runs of the program that know the same key. */
type Message = { readonly asks: string } | { readonly answers: string; readonly address: string };

/** Shows that this is said by one who knows the key, without saying it: the port may be another program's by now. */
export function proofOf(key: string, message: Message): string {
  return createHmac("sha256", key).update(JSON.stringify(message)).digest("base64url");
}

export function isProof(given: unknown, key: string, message: Message): boolean {
  const expected = Buffer.from(proofOf(key, message));
  const bytes = Buffer.from(typeof given === "string" ? given : "");
  return bytes.byteLength === expected.byteLength && timingSafeEqual(bytes, expected);
}
