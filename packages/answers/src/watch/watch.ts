import { type AbsPath, absPathToColumn } from "@unf/core/base";
import type { Progress, WatchOptions, WatchReply } from "@unf/protocol";
import type { RecordingAccess } from "../ports/recording.ts";
import { isPart, type PartOf, type PlannedWatch } from "./watch-answer.ts";

/** How directories are watched. */
export interface WatchOrder {
  readonly planned: readonly (PlannedWatch | PartOf)[];
  readonly options: WatchOptions;
  /** Whether a daemon is started where none runs. */
  readonly missing: "start" | "never";
  readonly onProgress: (progress: Progress) => void;
}

/** Has the daemon watch the directories, one after the other. Those that are parts come first. */
export async function watchDirectories(
  ports: Pick<RecordingAccess, "openWriter">,
  home: AbsPath,
  { planned, options, missing, onProgress }: WatchOrder,
): Promise<(WatchReply | PartOf)[]> {
  const replies: (WatchReply | PartOf)[] = planned.filter(isPart);
  const wanted = planned.filter((one): one is PlannedWatch => !isPart(one));
  if (wanted.length === 0) return replies;
  await using writer = await ports.openWriter(home, missing);
  for (const { root, from } of wanted) {
    const relink = from === undefined ? {} : { relink: absPathToColumn(from.root) };
    const request = { root: absPathToColumn(root), options, ...relink };
    replies.push(await writer.request("watch", request, onProgress));
  }
  return replies;
}
