import { timeoutSeconds, withHooks } from "../settings/describe.ts";
import { inHome } from "../settings/places.ts";

/** Documented in https://cursor.com/docs/agent/hooks. */
export const cursor = withHooks(
  {
    agent: "cursor",
    title: "Cursor",
    directory: (places) => inHome(places, ".cursor"),
    file: "hooks.json",
    projectFile: ".cursor/hooks.json",
  },
  {
    events: [
      "sessionStart",
      "beforeSubmitPrompt",
      "preToolUse",
      "postToolUse",
      "postToolUseFailure",
      "afterFileEdit",
      "stop",
      "sessionEnd",
    ],
    entry: (_event, { shell }) => ({ command: shell, timeout: timeoutSeconds }),
    beside: { version: 1 },
  },
);
