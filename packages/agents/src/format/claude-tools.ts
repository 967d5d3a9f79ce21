import { file, reads, shell, toolTable } from "../tool/tool-way.ts";

/** Tools of Claude Code; agents that read its settings use some of the same names. */
export const claudeTools = toolTable(
  ["write", { way: "file", content: "content" }],
  ["edit multiedit notebookedit", file],
  ["bash", shell],
  ["read glob grep ls lsp notebookread webfetch websearch bashoutput toolsearch", reads],
  // Sub-agents tell of their own tools.
  ["agent task skill slashcommand taskoutput taskstop killshell killbash monitor", reads],
  ["todowrite taskcreate taskget tasklist taskupdate sendmessage", reads],
  ["askuserquestion enterplanmode exitplanmode", reads],
  ["listagents reportfindings schedulewakeup workflow", reads],
  ["listmcpresourcestool readmcpresourcetool listmcpresources readmcpresource", reads],
);
