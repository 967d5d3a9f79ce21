export {
  fromAgentEvent,
  parseSpooledEvent,
  renderSpooledEvent,
  toAgentEvent,
} from "./agent-event.ts";
export { type Client, type ConnectOptions, connect } from "./client/client.ts";
export type { CallOptions, NoticeListener } from "./client/client-connection.ts";
export type * from "./collect-messages.ts";
export type * from "./forget-messages.ts";
export type * from "./import-messages.ts";
export type * from "./liveness-messages.ts";
export * from "./messages.ts";
export type * from "./order-messages.ts";
export type { ProjectStatus } from "./project-status.ts";
export type * from "./prune-messages.ts";
export type {
  Connection,
  ConnectionPorts,
  Handlers,
  RequestContext,
} from "./server/handlers.ts";
export { ProtocolServer } from "./server/server.ts";
export type { LargePath, RelievedStore, StoreStatus } from "./store-status.ts";
export type { Channel, ChannelEvents } from "./wire/channel.ts";
