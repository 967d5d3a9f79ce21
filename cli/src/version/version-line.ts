import process from "node:process";
import { version } from "@unf/core/base";
import { runtimeName } from "@unf/system/runtime";

/** The answer of `unf --version` to a person: version, runtime and platform. */
export function versionLine(): string {
  const { platform, arch } = process;
  return `unf ${version} (${runtimeName()}, ${platform}-${arch})`;
}
