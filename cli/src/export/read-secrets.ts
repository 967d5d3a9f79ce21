import type { OpenHome } from "@unf/answers";
import type { PathTest } from "@unf/core/exchange";
import type { Call } from "../frame/call/command.ts";
import type { exportFlags } from "./flags.ts";

/** The files that an export leaves out: none when secrets are wanted, too. */
export async function readSecrets(
  { flags }: Pick<Call<typeof exportFlags>, "flags">,
  { wiring, reader }: OpenHome,
): Promise<PathTest> {
  if (flags["include-secrets"]) return () => false;
  return wiring.secretPaths((await wiring.readSettings(reader.home)).config);
}
