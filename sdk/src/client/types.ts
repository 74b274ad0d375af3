import type { components, paths } from "../generated/api"

export type { components, paths }

type Schemas = components["schemas"]

/** Everything that a wallet can do, told apart by `action`. */
export type Action = Schemas["Action"]
export type ActionName = Action["action"]
export type ActionOf<N extends ActionName> = Extract<Action, { action: N }>

/** What a caller says of an action; the wallet is that of the account. */
export type ActionFields<N extends ActionName> = Omit<ActionOf<N>, "action" | "wallet">

export type Quote = Schemas["Quote"]
export type Build = Schemas["TransactionBuild"]
export type BuiltTransaction = Build["transactions"][number]
export type SentTransaction = Schemas["SentTransaction"]
export type SyncEvent = Schemas["SyncEvent"]
export type AddressBook = Schemas["AddressBook"]

export type Wait = "sent" | "mined" | "indexed"

/** What became of an action. */
export type Executed = {
  quote: Quote
  transactions: SentTransaction[]
  /** Indexed rows of all transactions. */
  events: SyncEvent[]
}
