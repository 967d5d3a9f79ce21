import type { ForgetParams, ForgetReply, Progress } from "@unf/protocol";
import type { OpenHome } from "../ports/asker.ts";
import type { PlannedForget } from "./plan-forget.ts";

/** Deletes for good what was planned, and looks for it afterwards. */
export async function forget(
  { wiring, reader }: OpenHome,
  { choice, plan, isLasting }: PlannedForget,
  onProgress: (progress: Progress) => void,
): Promise<ForgetReply> {
  const params: ForgetParams = {
    project: choice.what === "content" ? null : (choice.projects[0]?.id ?? null),
    what: choice.what,
    patterns: choice.patterns,
    hash: choice.hash,
    before: choice.before,
    lasting: isLasting,
    plan,
  };
  await using writer = await wiring.openWriter(reader.home, "process");
  return await writer.request("forget", params, onProgress);
}
