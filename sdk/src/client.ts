export type { ActionClient, Inspected } from "./client/actions"
export { type Atoll, type AtollOptions, createAtoll } from "./client/atoll"
export * from "./client/errors"
export type { List, Pagination } from "./client/pages"
export { isReorg, type StreamEvent, type StreamOptions } from "./client/stream"
export type {
  Action,
  ActionFields,
  ActionName,
  ActionOf,
  AddressBook,
  Build,
  components,
  Executed,
  paths,
  Quote,
  SentTransaction,
  SyncEvent,
} from "./client/types"
export { actionFields } from "./generated/actions"
export type { Observation } from "./verification/own-node"
export { type Terms, verifyBuild } from "./verification/verify-build"
