import { useStore } from "zustand"
import { type PersistStorage, persist } from "zustand/middleware"
import { createStore } from "zustand/vanilla"
import { isInProgress, parseStoredTransaction, type StoredTransaction } from "./stored-transaction"

const PREFIX = "atoll.transactions."

/** Per wallet and chain; finished ones are dropped first. */
const MAX_STORED = 40

type List = readonly StoredTransaction[]

/** By storage key, which names the chain and the wallet. */
type Lists = Readonly<Record<string, List>>

type TransactionsState = {
  lists: Lists
  /** The transactions of all lists, newest first. */
  transactions: List
}

type PersistedState = Pick<TransactionsState, "lists">

const store = createStore<TransactionsState>()(
  persist((): TransactionsState => createState({}), {
    name: PREFIX,
    storage: createListStorage(),
    partialize: ({ lists }) => ({ lists }),
    merge: (persisted, current) =>
      isPersisted(persisted) ? createState(persisted.lists) : current,
  }),
)

if (typeof window !== "undefined") {
  // Another tab has written a list, or (null) cleared the storage.
  window.addEventListener("storage", ({ key }) => {
    if (key === null || key.startsWith(PREFIX)) void store.persist.rehydrate()
  })
}

/** All stored transactions of this browser, newest first. */
export function useTransactions(): List {
  return useStore(store, ({ transactions }) => transactions)
}

export function listTransactions(): List {
  return store.getState().transactions
}

export function findTransaction(id: string): StoredTransaction | null {
  return listTransactions().find((transaction) => transaction.id === id) ?? null
}

/** The newest transaction in progress that was sent under this name. */
export function findPendingTransaction(name: string, chainId: number): StoredTransaction | null {
  return (
    listTransactions().find(
      (transaction) =>
        transaction.name === name && transaction.chainId === chainId && isInProgress(transaction),
    ) ?? null
  )
}

/** The transactions of one wallet on one chain. */
export function selectTransactions(transactions: List, chainId: number, wallet: string | null) {
  return transactions.filter(
    (transaction) => transaction.chainId === chainId && transaction.from === wallet,
  )
}

type Listener = (transactions: List, before: List) => void

export function subscribeToTransactions(listener: Listener): () => void {
  return store.subscribe((state, before) => listener(state.transactions, before.transactions))
}

/** Resolves with the transaction once the condition holds; with null if it was removed. */
export function waitUntil(
  id: string,
  isReached: (transaction: StoredTransaction) => boolean,
): Promise<StoredTransaction | null> {
  return new Promise((resolve) => {
    const check = () => {
      const transaction = findTransaction(id)
      if (transaction && !isReached(transaction)) return
      unsubscribe()
      resolve(transaction)
    }
    const unsubscribe = subscribeToTransactions(check)
    check()
  })
}

export function addTransaction(transaction: StoredTransaction) {
  updateList(storageKey(transaction), (list) => [transaction, ...list])
}

export function updateTransaction(
  id: string,
  change: Partial<Omit<StoredTransaction, "id" | "chainId" | "from">>,
) {
  const transaction = findTransaction(id)
  if (!transaction) return
  updateList(storageKey(transaction), (list) =>
    list.map((each) => (each.id === id ? { ...each, ...change } : each)),
  )
}

export function removeTransaction(id: string) {
  const transaction = findTransaction(id)
  if (!transaction) return
  updateList(storageKey(transaction), (list) => list.filter((each) => each.id !== id))
}

/** Removes the finished transactions of a wallet. */
export function clearFinished(chainId: number, wallet: string) {
  updateList(storageKey({ chainId, from: wallet }), (list) => list.filter(isInProgress))
}

/** Reads the list again before it changes it: another tab may have written since. */
function updateList(key: string, change: (list: List) => List) {
  const { lists } = store.getState()
  const list = limitList(change(readList(key) ?? lists[key] ?? []))
  store.setState(createState({ ...lists, [key]: list }))
}

function limitList(list: List): List {
  if (list.length <= MAX_STORED) return list
  const finished = list.filter((transaction) => !isInProgress(transaction))
  const dropped = new Set(finished.slice(finished.length - (list.length - MAX_STORED)))
  return list.filter((transaction) => !dropped.has(transaction))
}

function createState(lists: Lists): TransactionsState {
  const transactions = Object.values(lists).flat()
  return { lists, transactions: transactions.sort((a, b) => b.startedAt - a.startedAt) }
}

function isPersisted(value: unknown): value is PersistedState {
  return typeof value === "object" && value !== null && "lists" in value
}

function storageKey({ chainId, from }: Pick<StoredTransaction, "chainId" | "from">) {
  return `${PREFIX}${chainId}.${from}`
}

/**
 * One key per chain and wallet, each a JSON array: the format browsers have stored before zustand. Writes only
 * changed lists, because another tab may be writing the list of another wallet.
 */
function createListStorage(): PersistStorage<PersistedState> {
  let saved: Lists = {}
  /** Lists that could not be written; they live as long as the page. */
  const unsaved = new Map<string, List>()
  return {
    getItem() {
      const stored = listStorageKeys().map((key) => [key, readList(key) ?? []] as const)
      saved = Object.fromEntries([...stored, ...unsaved])
      return { state: { lists: saved } }
    },
    setItem(_, { state: { lists } }) {
      for (const [key, list] of Object.entries(lists)) {
        if (list === saved[key]) continue
        if (writeList(key, list)) unsaved.delete(key)
        else unsaved.set(key, list)
      }
      saved = lists
    },
    removeItem() {
      for (const key of listStorageKeys()) writeList(key, [])
    },
  }
}

function listStorageKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  } catch {
    return []
  }
}

/** Null if the storage cannot be read. */
function readList(key: string): StoredTransaction[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]")
    return Array.isArray(stored) ? stored.flatMap((one) => parseStoredTransaction(one) ?? []) : []
  } catch (error) {
    // Text that is not JSON was written by another program.
    return error instanceof SyntaxError ? [] : null
  }
}

/** False if the storage is full or forbidden. */
function writeList(key: string, list: List): boolean {
  try {
    if (list.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(list))
    return true
  } catch {
    return false
  }
}
