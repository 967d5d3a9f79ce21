import type { Config } from "../config/settings.ts";
import type { SecretChange } from "./secret-rules.ts";

/** The changes to the secret rules that the settings make. */
export function secretChange(config: Config): SecretChange {
  return {
    remove: config["filter.allow_secrets"] ? "all" : config["secrets.record"],
    hashOnly: config["secrets.hash_only"],
    skip: config["secrets.skip"],
  };
}
