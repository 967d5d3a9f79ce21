import { type AbsPath, encodeUtf8, UnfError } from "@unf/core";
import type { FlagTable } from "../args/flag.ts";
import type { Call } from "../command.ts";

/** Replaces the settings file as a whole and tells a running daemon to read it again. */
export async function writeSettings(
  { world }: Call<FlagTable>,
  { home, path, text }: { readonly home: AbsPath; readonly path: AbsPath; readonly text: string },
): Promise<void> {
  const { atomicReplace, openHome } = await import("@unf/system");
  openHome(home, { create: true });
  atomicReplace(path, encodeUtf8(text), 0o600);
  const wiring = await world.wiring();
  try {
    await using writer = await wiring.openWriter(home, "never");
    await writer.request("reload", {});
  } catch (thrown) {
    // Without a daemon there is nobody to tell; the next one reads the file by itself.
    if (!(thrown instanceof UnfError) || thrown.code !== "daemon_unavailable") throw thrown;
  }
}
