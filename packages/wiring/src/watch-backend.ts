import process from "node:process";
import { chooseBackend, type OpenedBackend, openBackend } from "@unf/watch";

/** The watcher backend of this machine, and why it is this one. */
export function openWatchBackend(): OpenedBackend {
  const wanted = process.env.UNF_BACKEND === "directory" ? "directory" : "auto";
  return openBackend(chooseBackend({ platform: process.platform, wanted }));
}
