import type { ChangeableTarget, HookPart, SettingsDisk } from "@unf/answers";
import { type AbsPath, joinPath, UnfError } from "@unf/core/base";
import type { Target } from "./targets.ts";

/** The files beside an agent's hooks that belong to the set, as targets of their own. */
export function companionTargets(target: Target): readonly ChangeableTarget[] {
  const { agent, title } = target.settings;
  // Of an agent that is not here its hooks say so.
  const { companions } = target.isHere ? target.settings : { companions: [] };
  return companions.filter(hasPlace(target)).map((companion) => ({
    settings: {
      ...{ agent, title, events: [], lacks: [], afterInstall: undefined },
      planInstall: companion.planInstall,
      planUninstall: companion.planUninstall,
    },
    part: companion.part,
    file: fileOf(target, companion),
    above: target.above,
    isHere: target.isHere,
    isShared: target.isShared,
  }));
}

/** How it stands with each of these files. */
export function readParts(disk: SettingsDisk, target: Target): readonly HookPart[] {
  return target.settings.companions.filter(hasPlace(target)).map((companion) => {
    const file = fileOf(target, companion);
    return { part: companion.part, file, state: readPart(disk, file, companion) };
  });
}

type Companion = Target["settings"]["companions"][number];

function readPart(disk: SettingsDisk, file: AbsPath, companion: Companion): HookPart["state"] {
  try {
    return companion.readInstalled(disk.read(file));
  } catch (thrown) {
    if (!(thrown instanceof UnfError)) throw thrown;
    return "unreadable";
  }
}

/** Some agents have a place for it of the person's alone, and none in a project. */
function hasPlace({ isShared }: Target): (companion: Companion) => boolean {
  return ({ projectFile }) => !isShared || projectFile !== undefined;
}

function fileOf({ isShared, above, places }: Target, { projectFile, file }: Companion): AbsPath {
  return isShared && projectFile !== undefined ? joinPath(above, projectFile) : file(places);
}
