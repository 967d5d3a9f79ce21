import { type AbsPath, encodeUtf8, UnfError } from "@unf/core/base";
import { daemonLockPath } from "@unf/core/home";
import type { FlagTable } from "../frame/argv/flag.ts";
import type { Call } from "../frame/call/command.ts";

/**
 * Replaces the settings file as a whole and tells a running daemon to read it again: true when that one
 * knows, `null` when none runs. Warns when it does not answer.
 */
export async function writeSettings(
  { world, warn }: Pick<Call<FlagTable>, "world" | "warn">,
  { home, path, text }: { readonly home: AbsPath; readonly path: AbsPath; readonly text: string },
): Promise<boolean | null> {
  const system = await import("@unf/system");
  system.openHome(home, { create: true });
  system.atomicReplace(path, encodeUtf8(text), 0o600);
  system.noteSettings(home, text);
  const wiring = await world.wiring();
  try {
    await using writer = await wiring.openWriter(home, "never");
    await writer.request("reload", {});
    return true;
  } catch (thrown) {
    if (!(thrown instanceof UnfError) || thrown.code !== "daemon_unavailable") throw thrown;
    // Without a daemon there is nobody to tell; the next one reads the file by itself.
    if (system.readHolder(daemonLockPath(home)) === undefined) return null;
    warn("the daemon does not answer: it uses the settings after its next start (unf restart)");
    return false;
  }
}
