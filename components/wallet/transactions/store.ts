import { createStore, useStore } from "@/components/browser/external-store"
import type { ErrorText } from "@/lib/errors/text"
import { parseStoredTransaction } from "./parse-stored"

/**
 * `approving`: the approval is on its way; `approved`: it is in a block, and the transaction itself has not
 * been confirmed yet. Then `pending` → `mined` → `indexed`, or one of the other ends.
 */
export type TransactionPhase =
  | "approving"
  | "approved"
  | "pending"
  | "mined"
  | "indexed"
  | "failed"
  | "cancelled"
  | "replaced"

export type StoredCall = { to: string; data: string; value: string | null }

/** One transaction of a wallet as this browser keeps it. */
export type StoredTransaction = {
  id: string
  chainId: number
  /** The wallet, in lower case. */
  from: string
  /** Which part of which page sent it, so that the part finds it again. */
  name: string
  /** For people: "Buy 12.5 KELP". */
  title: string
  phase: TransactionPhase
  call: StoredCall
  /** Sent before it, when one was needed. */
  approval: { call: StoredCall; hash: string } | null
  /** Null until the wallet has sent it; the new one when the wallet has repriced it. */
  hash: string | null
  /**
   * Of the approval, then of the transaction: which of the wallet's transactions it is. By it a replacement
   * is recognised. Null until the node has told.
   */
  nonce: number | null
  /** Where the service is told about it. */
  sync: readonly string[]
  /** Unix milliseconds. */
  startedAt: number
  /** When nothing more was to come; `mined` ends when the service could not be told about it. */
  endedAt: number | null
  /** Why it failed. */
  failure: (ErrorText & { code: string }) | null
}

const PREFIX = "atoll.transactions."

/** Kept per wallet and chain; ended ones go first. */
const MAX_STORED = 40

type TransactionsState = { entries: readonly StoredTransaction[] }

const EMPTY: TransactionsState = { entries: [] }
const store = createStore<TransactionsState>(EMPTY)
let isListening = false

export function useTransactions(): readonly StoredTransaction[] {
  return useStore({ ...store, get: readState }, EMPTY).entries
}

function readState(): TransactionsState {
  startListening()
  return store.get()
}

/** All kept transactions of this browser, newest first. */
export function listTransactions(): readonly StoredTransaction[] {
  return readState().entries
}

export function findTransaction(id: string): StoredTransaction | null {
  return listTransactions().find((entry) => entry.id === id) ?? null
}

export function subscribeToTransactions(listener: () => void) {
  startListening()
  return store.subscribe(listener)
}

/** Whether something of it is still to come. */
export function isInProgress({ endedAt }: StoredTransaction): boolean {
  return endedAt === null
}

/** Those of one wallet on one chain. */
export function selectTransactions(
  entries: readonly StoredTransaction[],
  chainId: number,
  wallet: string | null,
) {
  return entries.filter((entry) => entry.chainId === chainId && entry.from === wallet)
}

export function addTransaction(entry: StoredTransaction) {
  writeTransactions(storageKey(entry), (kept) => [entry, ...kept])
}

export function updateTransaction(
  id: string,
  change: Partial<Omit<StoredTransaction, "id" | "chainId" | "from">>,
) {
  const entry = findTransaction(id)
  if (!entry) return
  writeTransactions(storageKey(entry), (kept) =>
    kept.map((one) => (one.id === id ? { ...one, ...change } : one)),
  )
}

export function removeTransaction(id: string) {
  const entry = findTransaction(id)
  if (entry) writeTransactions(storageKey(entry), (kept) => kept.filter((one) => one.id !== id))
}

/** Forgets what has ended. */
export function clearFinished(chainId: number, wallet: string) {
  writeTransactions(storageKey({ chainId, from: wallet }), (kept) => kept.filter(isInProgress))
}

function storageKey({ chainId, from }: Pick<StoredTransaction, "chainId" | "from">) {
  return `${PREFIX}${chainId}.${from}`
}

/** Reads again before it writes: another tab may have written meanwhile. */
function writeTransactions(
  key: string,
  change: (kept: readonly StoredTransaction[]) => readonly StoredTransaction[],
) {
  startListening()
  const changed = limitTransactions(change(readStored(key) ?? inMemory(key)))
  try {
    if (changed.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(changed))
  } catch {
    // Without storage it lives as long as the page.
  }
  setTransactions(key, changed)
}

function limitTransactions(entries: readonly StoredTransaction[]) {
  if (entries.length <= MAX_STORED) return entries
  const ended = entries.filter((entry) => !isInProgress(entry))
  const dropped = new Set(ended.slice(ended.length - (entries.length - MAX_STORED)))
  return entries.filter((entry) => !dropped.has(entry))
}

function setTransactions(key: string, entries: readonly StoredTransaction[]) {
  const others = store.get().entries.filter((entry) => storageKey(entry) !== key)
  store.set({ entries: [...others, ...entries].sort((a, b) => b.startedAt - a.startedAt) })
}

const inMemory = (key: string) => store.get().entries.filter((entry) => storageKey(entry) === key)

/** Null when storage cannot be read. */
function readStored(key: string): StoredTransaction[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]")
    return Array.isArray(stored) ? stored.flatMap((one) => parseStoredTransaction(one) ?? []) : []
  } catch (error) {
    // What is not JSON was not written by us.
    return error instanceof SyntaxError ? [] : null
  }
}

/** Loads what is kept, and follows what other tabs write. */
function startListening() {
  if (isListening || typeof window === "undefined") return
  isListening = true
  for (const key of listStorageKeys()) setTransactions(key, readStored(key) ?? [])
  window.addEventListener("storage", ({ key }) => {
    if (key?.startsWith(PREFIX)) setTransactions(key, readStored(key) ?? [])
    // All was cleared.
    if (key === null) store.set(EMPTY)
  })
}

function listStorageKeys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  } catch {
    return []
  }
}
