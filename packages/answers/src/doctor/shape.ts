import * as z from "zod";

const check = z.strictObject({
  id: z.string().describe("What was checked, in words that are never renamed: `daemon.version`"),
  state: z.enum(["ok", "warn", "fail"]),
  message: z.string(),
  fix: z.string().nullable().describe("A command that helps"),
});

/** `unf doctor` */
export const doctorShape = z.strictObject({
  healthy: z.boolean().describe("Nothing keeps unf from its work"),
  checks: z.array(check),
});

export type CheckAnswer = z.infer<typeof check>;
export type DoctorAnswer = z.infer<typeof doctorShape>;
