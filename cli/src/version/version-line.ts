import process from "node:process";
import { version } from "@unf/core/base";

/** The answer of `unf --version` to a person: version, runtime and platform. */
export function versionLine(): string {
  const { versions, platform, arch } = process;
  return `unf ${version} (node ${versions.node}, ${platform}-${arch})`;
}
