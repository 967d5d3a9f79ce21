export { type Client, type ConnectOptions, connect } from "./client/client.ts";
export type { CallOptions, NoticeListener } from "./client/client-connection.ts";
export {
  type AgentEventParams,
  fromAgentEvent,
  parseSpooledEvent,
  renderSpooledEvent,
  toAgentEvent,
} from "./messages/agent-event.ts";
export type { CheckpointParams, CheckpointReply } from "./messages/checkpoint.ts";
export type * from "./messages/collect.ts";
export type * from "./messages/flush.ts";
export type * from "./messages/forget.ts";
export * from "./messages/hello.ts";
export type * from "./messages/import.ts";
export type * from "./messages/interrupt.ts";
export type * from "./messages/invert.ts";
export type * from "./messages/notifications.ts";
export type * from "./messages/oops.ts";
export * from "./messages/outcome.ts";
export type * from "./messages/ping.ts";
export type { ProjectStatus } from "./messages/project-status.ts";
export type * from "./messages/prune.ts";
export type * from "./messages/repair.ts";
export type { Method, Requests } from "./messages/requests.ts";
export type * from "./messages/restore.ts";
export type * from "./messages/status.ts";
export type { LargePath, RelievedStore, StoreStatus } from "./messages/store-status.ts";
export type * from "./messages/watch.ts";
export type {
  Connection,
  ConnectionPorts,
  Handlers,
  RequestContext,
} from "./server/handlers.ts";
export { ProtocolServer } from "./server/server.ts";
export type { Channel, ChannelEvents } from "./wire/channel.ts";
