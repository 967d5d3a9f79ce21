import * as z from "zod";

/** `unf session start` and `end` */
export const sessionIdShape = z.strictObject({ session: z.string(), agent: z.string() });

export type SessionIdAnswer = z.infer<typeof sessionIdShape>;
