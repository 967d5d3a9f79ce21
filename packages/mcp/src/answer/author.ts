import * as z from "zod";

/** Who wrote a version or a line, as the commands tell it. */
export const authorFields = {
  author: z
    .object({ type: z.string(), name: z.string().nullish(), confidence: z.string().nullish() })
    .nullish(),
  session: z.string().nullish(),
  turn: z.string().nullish(),
  candidates: z
    .array(z.object({ session: z.string().nullish(), turn: z.string().nullish() }))
    .nullish(),
} as const;
