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

/** `unf session` */
export const sessionShape = z.strictObject({
  ...parts.pathShape("root"),
  session: z.strictObject(parts.sessionShape),
  turns: z.array(
    z.strictObject({
      ...parts.turnShape,
      prompt: z.string().optional().describe("Where it was kept; secrets in it are masked"),
    }),
  ),
  files: z.array(parts.touchedFile),
});

export type SessionAnswer = z.infer<typeof sessionShape>;
export type SessionsAnswer = z.infer<typeof sessionsShape>;
export type TurnsAnswer = z.infer<typeof turnsShape>;
