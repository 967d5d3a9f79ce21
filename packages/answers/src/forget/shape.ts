import * as z from "zod";
import * as parts from "../parts/shapes.ts";

const count = z.int().min(0);

const text = z.strictObject({
  of: z.string().describe("As `cp:3`, `op-91`, `t-12`, or the id of a session"),
  part: z.enum(["payload", "label", "message", "prompt", "command", "files"]),
});

const project = z.strictObject({
  ...parts.pathShape("root"),
  paths: z.array(z.strictObject({ ...parts.pathShape("path"), versions: count })),
  operations: z.array(parts.operationName).describe("That can be undone no more"),
  texts: z.array(text).describe("From which it is taken"),
});

const shared = z.strictObject({
  hash: z.string().startsWith("b3:"),
  ...parts.pathShape("path"),
  ...parts.optionalPathShape("root"),
});

/** Where what was deleted was looked for afterwards, and where something of it is left. */
const searchedShape = {
  verified: z.boolean().describe("It was searched for, and nothing of it is left"),
  searched: z.strictObject({ files: count, bytes: count }),
  found: z.array(z.string()),
  unread: z.array(z.string()),
};

const plannedShape = {
  plan: parts.planName,
  versions: count,
  blobs: count.describe("Contents that nothing else has"),
  bytes: count,
  projects: z.array(project),
  removed: z.array(z.string()).describe("Files of unf's home"),
  unknown: z.array(z.string()).optional().describe("Why it is not known what else is changed"),
  shared: z.array(shared).describe("Contents that stay, and files that have them"),
  not_recorded: z.array(z.string()).describe("Patterns of what is not recorded from now on"),
  remotes: z.array(z.string()),
};

/** `unf forget --dry-run` */
export const forgetPlanShape = z.strictObject({ dry_run: z.literal(true), ...plannedShape });

/** `unf forget` */
export const forgottenShape = z.strictObject({
  dry_run: z.literal(false),
  ...plannedShape,
  others: count.describe("Places besides, from which it was taken"),
  pending: z.boolean().describe("A reader holds on to the log: it is carried on later"),
  ...searchedShape,
});

/** `unf forget --search` */
export const forgetSearchShape = z.strictObject(searchedShape);

/** `unf forget --dismiss` */
export const forgetDismissedShape = z.strictObject({ dismissed: count });

/** `unf forget --allow` */
export const forgetAllowedShape = z.strictObject({
  ...parts.pathShape("root"),
  dry_run: z.boolean(),
  allowed: z.string().describe("The pattern of what is recorded again"),
});

const forgetting = z.strictObject({
  at: parts.instant,
  kind: z.enum(["path", "content", "before", "project"]),
  pattern: z.string().nullable(),
  versions: count,
  state: z.enum(["pending", "done"]),
  lasting: z.boolean().describe("What matches is not recorded any more"),
});

/** `unf forget --list` */
export const forgettingsShape = z.strictObject({
  ...parts.pathShape("root"),
  forgettings: z.array(forgetting),
  searches: z.array(parts.forgetSearch),
});

export type ForgetPlanAnswer = z.infer<typeof forgetPlanShape>;
export type ForgottenAnswer = z.infer<typeof forgottenShape>;
export type ForgetSearchedAnswer = z.infer<typeof forgetSearchShape>;
export type ForgetDismissedAnswer = z.infer<typeof forgetDismissedShape>;
export type ForgetAllowedAnswer = z.infer<typeof forgetAllowedShape>;
export type ForgettingAnswer = z.infer<typeof forgetting>;
export type ForgettingsAnswer = z.infer<typeof forgettingsShape>;
