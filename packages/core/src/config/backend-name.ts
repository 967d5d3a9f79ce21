/** Ways to watch a directory, as the setting `watch.backend` and `unf status -v` call them. */
export const backendNames = ["inotify", "directory", "parcel", "polling"] as const;
export type BackendName = (typeof backendNames)[number];
