import type { ErrorText } from "@/lib/errors/text"

const PHASES = [
  /** The wallet is asked for the approval, or, once that has a hash, for the transaction. */
  "confirming",
  /** The wallet's answer is lost or outstanding: the chain is asked whether the wallet has sent it. */
  "checking",
  /** The approval has been sent. */
  "approving",
  /** The approval is in a block; the transaction itself waits for the user's confirmation. */
  "approved",
  "pending",
  "mined",
  "indexed",
  "failed",
  "cancelled",
  "replaced",
] as const

type TransactionPhase = (typeof PHASES)[number]

/** The same as JSON. */
export type StoredCall = { to: string; data: string; value: string | null }

/** The place from which the chain is searched for a request to the wallet. */
export type AskedRequest = {
  /** The wallet's transaction count before the request: the transaction has this nonce or a higher one. */
  nonce: number
  /** Newest block before, as decimal digits. */
  block: string
  /** Unix milliseconds; a transaction that the chain does not have by then was not sent. */
  decidesAt: number
}

/** A transaction as this browser stores it. */
export type StoredTransaction = {
  id: string
  chainId: number
  /** The wallet, in lower case. */
  from: string
  /** Name of the component that sent it, so that the component finds it again after a reload. */
  name: string
  /** Shown to the user: "Buy 12.5 KELP". */
  title: string
  phase: TransactionPhase
  call: StoredCall
  /** The approval that was sent first; null if the allowance was large enough. */
  approval: { call: StoredCall; hash: string | null } | null
  /** Set while it is unknown whether the wallet has sent the request. */
  asked: AskedRequest | null
  /** Null until the wallet has sent it; replaced when the wallet reprices it. */
  hash: string | null
  /** Nonce of the approval, then of the transaction; detects a replacement. Null until known. */
  nonce: number | null
  /** Routes that the hash is reported to once it is mined. */
  sync: readonly string[]
  /** Unix milliseconds. */
  startedAt: number
  /** Unix milliseconds of the last change; null while in progress. Ends in `mined` if syncing failed. */
  endedAt: number | null
  /** Why it failed. */
  failure: (ErrorText & { code: string }) | null
}

export function isInProgress({ endedAt }: StoredTransaction): boolean {
  return endedAt === null
}

/** Whether the wallet was asked and its answer is open. */
export function isAsked({ phase }: StoredTransaction): boolean {
  return phase === "confirming" || phase === "checking"
}

/** Whether the approval comes next: it is requested, or waits for its block. */
export function isApproving({ phase, approval, hash }: StoredTransaction): boolean {
  if (phase === "approving") return true
  const isOpen = phase === "confirming" || phase === "checking"
  return isOpen && hash === null && approval !== null && approval.hash === null
}

/**
 * A value read from storage; null if it is not a transaction of this version. Parsed without a schema library,
 * because every page loads this file.
 */
export function parseStoredTransaction(value: unknown): StoredTransaction | null {
  if (!isRecord(value)) return null
  const { id, chainId, from, name, title, phase, startedAt } = value
  const call = parseCall(value.call)
  if (!call || !isPhase(phase) || typeof chainId !== "number" || typeof startedAt !== "number") {
    return null
  }
  if (!isText(id) || !isText(from) || !isText(name) || !isText(title)) return null
  return {
    id,
    chainId,
    from,
    name,
    title,
    phase,
    call,
    approval: parseApproval(value.approval),
    asked: parseAsked(value.asked),
    hash: toTextOrNull(value.hash),
    nonce: toNumberOrNull(value.nonce),
    sync: Array.isArray(value.sync) ? value.sync.filter(isText) : [],
    startedAt,
    endedAt: toNumberOrNull(value.endedAt),
    failure: parseFailure(value.failure),
  }
}

function parseCall(value: unknown): StoredCall | null {
  if (!isRecord(value) || !isText(value.to) || !isText(value.data)) return null
  return { to: value.to, data: value.data, value: toTextOrNull(value.value) }
}

function parseApproval(value: unknown): StoredTransaction["approval"] {
  const call = isRecord(value) ? parseCall(value.call) : null
  return isRecord(value) && call ? { call, hash: toTextOrNull(value.hash) } : null
}

function parseAsked(value: unknown): AskedRequest | null {
  if (!isRecord(value)) return null
  const { nonce, block, decidesAt } = value
  if (typeof nonce !== "number" || typeof decidesAt !== "number") return null
  return isText(block) && /^\d{1,30}$/.test(block) ? { nonce, block, decidesAt } : null
}

function parseFailure(value: unknown): StoredTransaction["failure"] {
  if (!isRecord(value)) return null
  const { code, sentence, remedy } = value
  return isText(code) && isText(sentence) && isText(remedy) ? { code, sentence, remedy } : null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === "string"
const isPhase = (value: unknown): value is TransactionPhase =>
  PHASES.some((phase) => phase === value)
const toTextOrNull = (value: unknown) => (isText(value) ? value : null)
const toNumberOrNull = (value: unknown) => (typeof value === "number" ? value : null)
