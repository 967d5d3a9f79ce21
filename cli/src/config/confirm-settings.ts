import { readOpenSessions } from "@unf/answers";
import type { Config } from "@unf/core/config";
import { compareSettings, matterOfChange } from "@unf/core/consent";
import type { FlagTable } from "../frame/argv/flag.ts";
import { requirePerson } from "../frame/ask/require-person.ts";
import type { Call } from "../frame/call/command.ts";

/**
 * Lets a change of settings through: where an agent may make it, what bears on recording, history or
 * agents' rights takes a person. Throws `needs_confirmation`.
 */
export async function confirmSettings(
  call: Call<FlagTable>,
  before: Config,
  now: Config,
): Promise<void> {
  const matter = matterOfChange(before, now);
  if (matter === undefined) return;
  const keys = compareSettings(before, now)
    .map(({ key }) => key)
    .join(", ");
  const isHistory = matter === "history";
  await requirePerson(call, {
    ...{ matter, deed: `set ${keys}`, typed: "set" },
    question: isHistory ? `By ${keys} versions go that would have stayed. Set it?` : `Set ${keys}?`,
    openSessions: isHistory ? readOpenSessions((await call.asker.openHome()).reader) : [],
  });
}
