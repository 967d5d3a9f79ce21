export { type Client, type ConnectOptions, connect } from "./client/client.ts";
export type { CallOptions, NoticeListener } from "./client/client-connection.ts";
export type * from "./messages/collect-messages.ts";
export type * from "./messages/forget-messages.ts";
export type * from "./messages/import-messages.ts";
export type * from "./messages/liveness-messages.ts";
export * from "./messages/messages.ts";
export type * from "./messages/order-messages.ts";
export type { ProjectStatus } from "./messages/project-status.ts";
export type * from "./messages/prune-messages.ts";
export type { LargePath, RelievedStore, StoreStatus } from "./messages/store-status.ts";
export type {
  Connection,
  ConnectionPorts,
  Handlers,
  RequestContext,
} from "./server/handlers.ts";
export { ProtocolServer } from "./server/server.ts";
export {
  fromAgentEvent,
  parseSpooledEvent,
  renderSpooledEvent,
  toAgentEvent,
} from "./wire/agent-event.ts";
export type { Channel, ChannelEvents } from "./wire/channel.ts";
