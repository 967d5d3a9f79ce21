import * as z from "zod";
import * as parts from "../parts/shapes.ts";

/** `unf sessions` */
export const sessionsShape = z.strictObject({
  ...parts.pathShape("root"),
  sessions: z.array(z.strictObject(parts.sessionShape)),
  next: parts.nextCursor,
});

/** `unf turns` */
export const turnsShape = z.strictObject({
  ...parts.pathShape("root"),
  turns: z.array(z.strictObject(parts.turnShape)),
  next: parts.nextCursor,
});

export type SessionsAnswer = z.infer<typeof sessionsShape>;
export type TurnsAnswer = z.infer<typeof turnsShape>;
