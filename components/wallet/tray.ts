import type { ErrorText } from "@/lib/errors/text"
import { createStore, useStore } from "./external-store"
import { readEntry } from "./tray-entry"

/**
 * `approving`: the approval is on its way; `approved`: it is in a block, and the transaction itself has not
 * been confirmed yet. Then `pending` → `mined` → `indexed`, or one of the other ends.
 */
export type TrayPhase =
  | "approving"
  | "approved"
  | "pending"
  | "mined"
  | "indexed"
  | "failed"
  | "cancelled"
  | "replaced"

export type TrayCall = { to: string; data: string; value: string | null }

/** One transaction of a wallet as this browser keeps it. */
export type TrayEntry = {
  id: string
  chainId: number
  /** The wallet, in lower case. */
  from: string
  /** Which part of which page sent it, so that the part finds it again. */
  name: string
  /** For people: "Buy 12.5 KELP". */
  title: string
  phase: TrayPhase
  call: TrayCall
  /** Sent before it, when one was needed. */
  approval: { call: TrayCall; hash: string } | null
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
const MOST_KEPT = 40

type Tray = { entries: readonly TrayEntry[] }

const EMPTY: Tray = { entries: [] }
const tray = createStore<Tray>(EMPTY)
let isListening = false

export function useTray(): readonly TrayEntry[] {
  return useStore({ ...tray, get: current }, EMPTY).entries
}

function current(): Tray {
  listen()
  return tray.get()
}

/** All kept transactions of this browser, newest first. */
export function trayEntries(): readonly TrayEntry[] {
  return current().entries
}

export function trayEntry(id: string): TrayEntry | null {
  return trayEntries().find((entry) => entry.id === id) ?? null
}

export function observeTray(listener: () => void) {
  listen()
  return tray.subscribe(listener)
}

/** Whether something of it is still to come. */
export function isUnderWay({ endedAt }: TrayEntry): boolean {
  return endedAt === null
}

/** Those of one wallet on one chain. */
export function entriesOf(entries: readonly TrayEntry[], chainId: number, wallet: string | null) {
  return entries.filter((entry) => entry.chainId === chainId && entry.from === wallet)
}

export function addToTray(entry: TrayEntry) {
  rewrite(keyOf(entry), (kept) => [entry, ...kept])
}

export function updateTray(
  id: string,
  change: Partial<Omit<TrayEntry, "id" | "chainId" | "from">>,
) {
  const entry = trayEntry(id)
  if (!entry) return
  rewrite(keyOf(entry), (kept) => kept.map((one) => (one.id === id ? { ...one, ...change } : one)))
}

export function removeFromTray(id: string) {
  const entry = trayEntry(id)
  if (entry) rewrite(keyOf(entry), (kept) => kept.filter((one) => one.id !== id))
}

/** Forgets what has ended. */
export function clearTray(chainId: number, wallet: string) {
  rewrite(keyOf({ chainId, from: wallet }), (kept) => kept.filter(isUnderWay))
}

function keyOf({ chainId, from }: Pick<TrayEntry, "chainId" | "from">) {
  return `${PREFIX}${chainId}.${from}`
}

/** Reads again before it writes: another tab may have written meanwhile. */
function rewrite(key: string, change: (kept: readonly TrayEntry[]) => readonly TrayEntry[]) {
  listen()
  const changed = bounded(change(read(key) ?? inMemory(key)))
  try {
    if (changed.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(changed))
  } catch {
    // Without storage it lives as long as the page.
  }
  show(key, changed)
}

function bounded(entries: readonly TrayEntry[]) {
  if (entries.length <= MOST_KEPT) return entries
  const ended = entries.filter((entry) => !isUnderWay(entry))
  const dropped = new Set(ended.slice(ended.length - (entries.length - MOST_KEPT)))
  return entries.filter((entry) => !dropped.has(entry))
}

function show(key: string, entries: readonly TrayEntry[]) {
  const others = tray.get().entries.filter((entry) => keyOf(entry) !== key)
  tray.set({ entries: [...others, ...entries].sort((a, b) => b.startedAt - a.startedAt) })
}

const inMemory = (key: string) => tray.get().entries.filter((entry) => keyOf(entry) === key)

/** Null when storage cannot be read. */
function read(key: string): TrayEntry[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]")
    return Array.isArray(stored) ? stored.flatMap((one) => readEntry(one) ?? []) : []
  } catch (error) {
    // What is not JSON was not written by us.
    return error instanceof SyntaxError ? [] : null
  }
}

/** Loads what is kept, and follows what other tabs write. */
function listen() {
  if (isListening || typeof window === "undefined") return
  isListening = true
  for (const key of storedKeys()) show(key, read(key) ?? [])
  window.addEventListener("storage", ({ key }) => {
    if (key?.startsWith(PREFIX)) show(key, read(key) ?? [])
    // All was cleared.
    if (key === null) tray.set(EMPTY)
  })
}

function storedKeys() {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
  } catch {
    return []
  }
}
