import { type AgentFormat, claudeLike, eventTable } from "../format/agent-format.ts";
import { file, reads, shell, toolTable } from "../tool/tool-way.ts";

/** google-gemini/gemini-cli, docs/hooks/reference.md. Its calls have no id. */
export const gemini: AgentFormat = {
  ...claudeLike,
  agent: "gemini",
  events: eventTable({
    session_start: "SessionStart",
    session_end: "SessionEnd",
    prompt: "BeforeAgent",
    stop: "AfterAgent",
    tool_start: "BeforeTool",
    tool_end: "AfterTool",
  }),
  sessionVariables: ["GEMINI_SESSION_ID"],
  tools: toolTable(
    // Line ends are kept and content may be corrected: it is not the file's to the byte.
    ["write_file replace edit", file],
    ["run_shell_command", shell],
    ["read_file read_many_files list_directory glob grep_search search_file_content", reads],
    ["google_web_search web_fetch write_todos ask_user activate_skill", reads],
    ["invoke_agent update_topic list_background_processes read_background_output", reads],
    ["get_internal_docs enter_plan_mode exit_plan_mode complete_task", reads],
  ),
};
