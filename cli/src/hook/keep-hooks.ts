import { agentSettings } from "@unf/agents/settings";
import type { SettingsDisk } from "@unf/answers";
import { type AbsPath, UnfError, version } from "@unf/core/base";
import type { HookFile, HookNote } from "@unf/system";
import type { HookPlace } from "../frame/world/hook-place.ts";
import { areHooksStale, isHookStale } from "./stale-hooks.ts";

/** Remembers which settings files have hooks of ours that name this program, and which have none now. */
export function noteHooks(
  place: HookPlace,
  home: AbsPath,
  { added, gone }: { readonly added: readonly Place[]; readonly gone: readonly Place[] },
): void {
  const before = place.readNote(home);
  const old = filesHere(place, before);
  const touched = new Set([...added, ...gone].map(({ file }) => file));
  const files = [
    ...old.filter(({ file }) => !touched.has(file)),
    ...added.map((one) => ({ ...one, ...place.program, version })),
  ];
  if (before === undefined && files.length === 0) return;
  if (JSON.stringify(files) !== JSON.stringify(old))
    place.writeNote(home, { host: place.host, files, made: before?.made ?? [] });
}

/** Remembers which directories were made for files of ours. */
export function noteMade(place: HookPlace, home: AbsPath, made: readonly AbsPath[]): void {
  const before = place.readNote(home);
  if (JSON.stringify(before?.made ?? []) === JSON.stringify(made)) return;
  place.writeNote(home, { host: place.host, files: filesHere(place, before), made });
}

/** Another machine's programs lie elsewhere. */
function filesHere({ host }: HookPlace, note: HookNote | undefined): readonly HookFile[] {
  return note?.host === host ? note.files : [];
}

type Place = Pick<HookFile, "agent" | "file">;

/**
 * Has stale hooks start this program. What was taken out or edited is left as it is, and what cannot be
 * written is said once.
 */
export function repairHooks(
  disk: SettingsDisk,
  place: HookPlace,
  { home, warn }: { readonly home: AbsPath; readonly warn: (text: string) => void },
): void {
  const note = place.readNote(home);
  if (note === undefined || !areHooksStale(note, place)) return;
  const files = note.files.flatMap((one) => {
    if (!isHookStale(one, place)) return [one];
    try {
      return repairFile(disk, one, place, warn);
    } catch (thrown) {
      if (!(thrown instanceof UnfError)) throw thrown;
      warn(`the hooks of ${one.agent} could not be repaired: ${thrown.message}`);
      return [];
    }
  });
  place.writeNote(home, { ...note, host: place.host, files });
}

/** The file as it is to be remembered; none when there are no hooks there any more. */
function repairFile(
  disk: SettingsDisk,
  { agent, file }: HookFile,
  { program }: HookPlace,
  warn: (text: string) => void,
): readonly HookFile[] {
  const settings = agentSettings.find((one) => one.agent === agent);
  const before = disk.read(file);
  if (settings === undefined || before === undefined) return [];
  // The hooks, or another file of the set: by what stands in it.
  const whose = [settings, ...settings.companions].find((one) =>
    one.readPrograms(before).some((named) => named !== undefined),
  );
  if (whose === undefined) return [];
  const plan = whose.planRepair(before, program);
  if (plan.kind === "refused") throw new UnfError("refused", `${file}: ${plan.why}`);
  if (plan.kind === "changed") {
    disk.write(file, { before, text: plan.text, mode: 0o600 });
    if (whose === settings && settings.afterInstall !== undefined) warn(settings.afterInstall);
  }
  return [{ agent, file, ...program, version }];
}
