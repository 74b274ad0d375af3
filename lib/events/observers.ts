import type { ClientBase } from "pg"
import { processSingleton } from "@/lib/async/process-singleton"
import type { EventRow, EventTable } from "./event-rows"

type Columns<T extends EventTable, K extends keyof EventRow<T>> = readonly Pick<EventRow<T>, K>[]

/** Columns by which observers know what is due. */
type ReadColumns = {
  tokenCreation: Columns<"tokenCreation", "token">
  trade: Columns<"trade", "id" | "time" | "token" | "user" | "type" | "amountUsdc" | "routingLeg">
  poolSync: Columns<"poolSync", "id" | "time" | "token">
  shareTrade: Columns<"shareTrade", "id" | "time" | "token" | "buyer" | "usdc">
  orderEvent: Columns<"orderEvent", "id" | "time" | "token" | "kind" | "buyer" | "usdc">
  marketEvent: Columns<"marketEvent", "token">
  loanEvent: Columns<"loanEvent", "time" | "wallet" | "borrower" | "loanId" | "vestingId">
  vaultEvent: Columns<"vaultEvent", "id" | "time" | "wallet" | "action">
  yieldInjection: Columns<"yieldInjection", "id" | "time">
  vestingReading: Columns<"vestingReading", "vestingId">
  missingState: Columns<"missingState", "vestingId">
  updownStart: Columns<"updownStart", "contract" | "tf" | "roundId">
  updownBet: Columns<"updownBet", "contract" | "tf" | "roundId" | "time" | "wallet" | "amount">
  updownEnd: Columns<"updownEnd", "contract" | "tf" | "roundId">
}

/** Rows that were stored or removed. Those of other tables are there because any row may name a wallet. */
export type ChangedRows = ReadColumns & {
  [T in Exclude<EventTable, keyof ReadColumns>]?: readonly object[]
}

/**
 * A domain that computes something from the index. The indexer calls it and does not import it. What gets a `client` runs
 * in the transaction that writes the index, so that what is due is marked together with the rows that make it due.
 */
export type IndexObserver = {
  rowsStored: (
    client: ClientBase,
    rows: ChangedRows,
    /** False: no agent existed before these rows. */
    state: { hasAgents: boolean },
  ) => Promise<void>
  rowsRemoved: (client: ClientBase, rows: ChangedRows) => Promise<void>
  /** Wallets that have, had or got an agent. Awaited before their rows of `agent` are made. */
  agentsChanged?: (client: ClientBase, wallets: readonly string[]) => Promise<void>
  /** Wallets that have, had or got a referrer. Awaited before and after their rows of `referral` change. */
  referralsChanged?: (client: ClientBase, wallets: readonly string[]) => Promise<void>
  /** All rows are gone, and will be read from the chain again. */
  indexEmptied: (client: ClientBase) => Promise<void>
  /** All projections were computed again from the same rows. */
  indexRebuilt: (client: ClientBase) => Promise<void>
  /** Computes a part of what is due, in a transaction of its own: the follower calls it while there is no new block. */
  computeDue: (client: ClientBase) => Promise<{ hasMore: boolean }>
  /** Starts to compute what is due in the background, where no follower runs. */
  startComputing: () => void
}

const register = () => processSingleton("index-observers", () => ({ all: [] as IndexObserver[] }))

/** Every process that writes the index calls it at its start. */
export function setObservers(all: readonly IndexObserver[]): void {
  register().all = [...all]
}

/** All observers, in the order in which they are called. Without any, whoever earns points would silently get none. */
export function getObservers(): readonly IndexObserver[] {
  const { all } = register()
  if (all.length > 0) return all
  throw new Error(
    "The index has no observers, so that nobody would get points for what is indexed now: " +
      "this process has to call registerObservers() of lib/index-observers.ts when it starts",
  )
}

/** Calls one observer after the other. */
export async function tellObservers(
  tell: (observer: IndexObserver) => Promise<void> | undefined,
): Promise<void> {
  for (const observer of getObservers()) await tell(observer)
}
