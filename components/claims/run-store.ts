import { useStore } from "zustand"
import { createStore } from "zustand/vanilla"
import { type ClaimData, claimTexts } from "./claim-text"

/**
 * `checking`: part of a batch that may have been sent, but whose answer was lost. `refused`: by the wallet. `failed`:
 * in the contract, which keeps the claimed amount.
 */
export type ItemStatus = "waiting" | "asking" | "checking" | "sent" | "done" | "refused" | "failed"

/** A claim that is being collected. */
export type RunItem = {
  claim: ClaimData
  status: ItemStatus
  /** Id of the stored transaction, once it is sent. */
  transactionId: string | null
  /** Why it failed. */
  reason: string | null
}

/** Claims that a wallet collects one after the other, or in one batch. */
export type Run = {
  wallet: string
  chainId: number
  items: readonly RunItem[]
  /** Id of the wallet's batch from before the wallet is asked; null without one. */
  batchId: string | null
}

type RunState = { run: Run | null; isRunning: boolean; isStopping: boolean }

const KEY = "atoll.claims"

const store = createStore<RunState>()(() => ({
  run: readRun(),
  isRunning: false,
  isStopping: false,
}))

export const useRun = () => useStore(store)
export const getRunState = () => store.getState()
export const setRunState = (state: Partial<RunState>) => {
  store.setState(state)
  if ("run" in state) writeRun(store.getState().run)
}

export const createItem = (claim: ClaimData): RunItem => ({
  ...{ claim, status: "waiting", transactionId: null, reason: null },
})

export function updateItem(id: string, change: Partial<Omit<RunItem, "claim">>) {
  const { run } = store.getState()
  if (!run) return
  const items = run.items.map((each) => (each.claim.id === id ? { ...each, ...change } : each))
  setRunState({ run: { ...run, items } })
}

/** Claims that are not sent yet. One that was in the wallet before a reload is asked for again. */
export const listOpenItems = ({ items }: Run) =>
  items.filter(({ status }) => status === "waiting" || status === "asking")

/** The run of this tab from before a reload. */
function readRun(): Run | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null")
    return isRun(stored) ? stored : null
  } catch {
    return null
  }
}

function writeRun(run: Run | null) {
  try {
    if (run) sessionStorage.setItem(KEY, JSON.stringify(run))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Storage is full or forbidden: the run lives as long as the page.
  }
}

function isRun(value: unknown): value is Run {
  if (!isRecord(value) || typeof value.wallet !== "string") return false
  if (typeof value.chainId !== "number" || !Array.isArray(value.items)) return false
  return value.items.every((item) => isRecord(item) && isClaim(item.claim))
}

function isClaim(value: unknown) {
  return (
    isRecord(value) &&
    typeof value.id === "string" &&
    typeof value.kind === "string" &&
    value.kind in claimTexts &&
    typeof value.amount === "string" &&
    typeof value.contract === "string"
  )
}

// A declaration: the run is read when this module starts.
function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null
}
