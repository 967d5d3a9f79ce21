/** A moment in an agent's session. */
export type Moment =
  | "start"
  | "prompt"
  | "write_start"
  | "write_end"
  | "run_start"
  | "run_end"
  | "stop"
  | "end";

/** One agent as this machine has it: its settings, what it says, and the file that it writes. */
export interface Habits {
  readonly agent: string;
  /** Settings of the person's own, and their text. */
  readonly settings: readonly [file: string, text: string];
  /** Where hooks are put, below the home; `settings[0]` unless given. */
  readonly hooks?: string;
  /** The subject of its prompt: the label of its turn. */
  readonly label: string;
  /** The file that it creates by a tool of its own. */
  readonly writes: readonly [path: string, text: string];
  /** The shell command of the recorded payloads; in a story it is `sh tidy.sh`. */
  readonly runs: string;
  /** The agent's words at each moment: the event, the recorded payload, and what is different in it. */
  readonly tells: Partial<
    Record<Moment, readonly [event: string, fixture: string, instead?: object]>
  >;
}

const post = { hook_event_name: "PostToolUse" };

/** Agents whose hooks are shell commands in their settings. */
export const hookedAgents: readonly Habits[] = [
  {
    agent: "claude-code",
    settings: [".claude/settings.json", '{\n  // mine\n  "model": "opus",\n  "hooks": {}\n}\n'],
    label: "Add VAT to the cart",
    writes: ["src/vat.ts", "export const vat = 0.2;\n"],
    runs: "npm test",
    tells: {
      start: ["SessionStart", "session-start"],
      prompt: ["UserPromptSubmit", "user-prompt-submit"],
      write_start: ["PreToolUse", "pre-tool-use-write"],
      write_end: ["PostToolUse", "post-tool-use-write"],
      run_start: ["PreToolUse", "pre-tool-use-bash"],
      run_end: ["PostToolUse", "pre-tool-use-bash", post],
      stop: ["Stop", "stop"],
      end: ["SessionEnd", "session-end"],
    },
  },
  {
    agent: "codex",
    settings: [".codex/config.toml", 'model = "gpt-5"\n'],
    hooks: ".codex/hooks.json",
    label: "rename cart to basket",
    writes: ["src/new.ts", "export const a = 1;\n\nexport const b = 2;\n"],
    runs: "cargo fmt",
    tells: {
      start: ["SessionStart", "session-start"],
      prompt: ["UserPromptSubmit", "user-prompt-submit"],
      write_start: ["PreToolUse", "pre-tool-use-apply-patch"],
      write_end: ["PostToolUse", "post-tool-use-apply-patch"],
      run_start: ["PreToolUse", "pre-tool-use-bash"],
      run_end: ["PostToolUse", "post-tool-use-bash"],
      stop: ["Stop", "stop"],
      end: ["SessionEnd", "session-end"],
    },
  },
  {
    agent: "cursor",
    settings: [".cursor/hooks.json", '{"version":1,"hooks":{"stop":[{"command":"say done"}]}}'],
    label: "make it blue",
    writes: ["app.css", "a{}\n"],
    runs: "npm install",
    tells: {
      start: ["sessionStart", "session-start"],
      prompt: ["beforeSubmitPrompt", "before-submit-prompt"],
      write_start: ["preToolUse", "pre-tool-use-write"],
      write_end: ["postToolUse", "post-tool-use-write"],
      run_start: ["preToolUse", "pre-tool-use-shell"],
      run_end: ["postToolUse", "pre-tool-use-shell", { hook_event_name: "postToolUse" }],
      stop: ["stop", "stop"],
      end: ["sessionEnd", "session-end"],
    },
  },
  {
    agent: "gemini",
    settings: [".gemini/settings.json", '{\r\n\t"theme": "Ayu"\r\n}\r\n'],
    label: "explain vat.ts",
    writes: ["docs/vat.md", "# VAT\n"],
    runs: "touch b.ts",
    tells: {
      start: ["SessionStart", "session-start"],
      prompt: ["BeforeAgent", "before-agent"],
      write_start: ["BeforeTool", "before-tool-write-file"],
      write_end: ["AfterTool", "after-tool-write-file"],
      run_start: ["BeforeTool", "before-tool-shell"],
      run_end: ["AfterTool", "before-tool-shell", { hook_event_name: "AfterTool" }],
      stop: ["AfterAgent", "after-agent"],
      end: ["SessionEnd", "session-end"],
    },
  },
  {
    agent: "copilot",
    settings: [".copilot/config.json", "{}\n"],
    hooks: ".copilot/hooks/unf.json",
    label: "fix the tests",
    writes: ["a.md", "# a\n"],
    runs: "npm run fix",
    tells: {
      start: ["sessionStart", "session-start"],
      prompt: ["userPromptSubmitted", "user-prompt-submitted"],
      write_start: ["preToolUse", "pre-tool-use-create"],
      write_end: ["postToolUse", "pre-tool-use-create"],
      run_start: ["preToolUse", "post-tool-use-bash", { toolResult: undefined }],
      run_end: ["postToolUse", "post-tool-use-bash"],
      stop: ["agentStop", "agent-stop"],
      end: ["sessionEnd", "session-end"],
    },
  },
  {
    agent: "windsurf",
    settings: [".codeium/windsurf/hooks.json", '{ "hooks": {} }\n'],
    label: "write a readme",
    writes: ["README.md", "# Shop\n"],
    runs: "npm run build",
    tells: {
      prompt: ["pre_user_prompt", "pre-user-prompt"],
      write_start: ["pre_write_code", "pre-write-code"],
      write_end: ["post_write_code", "post-write-code"],
      run_start: ["pre_run_command", "pre-run-command"],
      run_end: ["post_run_command", "post-run-command"],
      stop: ["post_cascade_response", "post-cascade-response"],
    },
  },
  {
    agent: "droid",
    settings: [".factory/settings.json", '\ufeff{ "model": "x" }'],
    label: "tidy up",
    writes: ["n.txt", "n\n"],
    runs: "go generate ./...",
    tells: {
      start: ["SessionStart", "session-start"],
      prompt: ["UserPromptSubmit", "user-prompt-submit"],
      write_start: ["PreToolUse", "pre-tool-use-create"],
      write_end: ["PostToolUse", "pre-tool-use-create", post],
      run_start: ["PreToolUse", "pre-tool-use-execute"],
      run_end: ["PostToolUse", "post-tool-use-execute"],
      stop: ["Stop", "stop"],
      end: ["SessionEnd", "session-end"],
    },
  },
];

/** Agents that load a plugin, which is handed the payload as its host would put it. */
export const pluggedAgents: readonly Habits[] = [
  {
    agent: "opencode",
    settings: [
      ".config/opencode/opencode.json",
      '{ "$schema": "https://opencode.ai/config.json" }\n',
    ],
    hooks: ".config/opencode/plugins/unf.js",
    label: "use tabs",
    writes: ["a.go", "package a\n"],
    runs: "gofmt -w .",
    tells: {
      start: ["session.created", "session-created"],
      prompt: ["chat.message", "chat-message"],
      write_start: ["tool.execute.before", "tool-execute-before-write"],
      write_end: ["tool.execute.after", "tool-execute-after-write"],
      run_start: ["tool.execute.before", "tool-execute-before-bash"],
      run_end: ["tool.execute.after", "tool-execute-before-bash"],
      stop: ["session.idle", "session-idle"],
      end: ["session.deleted", "session-deleted"],
    },
  },
  {
    agent: "pi",
    settings: [".pi/agent/settings.json", "{}\n"],
    hooks: ".pi/agent/extensions/unf.ts",
    label: "hello",
    writes: ["a.txt", "a"],
    runs: "wc -l a.txt",
    tells: {
      start: ["session_start", "session-start"],
      prompt: ["before_agent_start", "before-agent-start"],
      write_start: ["tool_call", "tool-call-write"],
      write_end: ["tool_result", "tool-result-write"],
      run_start: ["tool_call", "tool-call-bash"],
      run_end: ["tool_result", "tool-call-bash"],
      stop: ["agent_end", "agent-end"],
      end: ["session_shutdown", "session-shutdown"],
    },
  },
];
