import type { components, paths } from "../generated/api"

export type { components, paths }

type Schemas = components["schemas"]

/** All actions of a wallet, distinguished by `action`. */
export type Action = Schemas["Action"]
export type ActionName = Action["action"]
export type ActionOf<N extends ActionName> = Extract<Action, { action: N }>

/** An action's fields from the caller; the account provides the wallet. */
export type ActionFields<N extends ActionName> = Omit<ActionOf<N>, "action" | "wallet">

export type Quote = Schemas["Quote"]
export type Build = Schemas["TransactionBuild"]
export type BuiltTransaction = Build["transactions"][number]
export type SentTransaction = Schemas["SentTransaction"]
export type SyncEvent = Schemas["SyncEvent"]
export type AddressBook = Schemas["AddressBook"]

export type Wait = "sent" | "mined" | "indexed"

/** The result of an action. */
export type Executed = {
  quote: Quote
  transactions: SentTransaction[]
  /** Indexed rows of all transactions. */
  events: SyncEvent[]
}
