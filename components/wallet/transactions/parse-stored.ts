import type { StoredCall, StoredTransaction, TransactionPhase } from "./store"

const PHASES: readonly string[] = [
  "approving",
  "approved",
  "pending",
  "mined",
  "indexed",
  "failed",
  "cancelled",
  "replaced",
] satisfies TransactionPhase[]

/**
 * A stored entry, or null when it is none: earlier versions and other programs write here too. By hand,
 * because every page reads the tray.
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
  return isRecord(value) && call && isText(value.hash) ? { call, hash: value.hash } : null
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
  isText(value) && PHASES.includes(value)
const toTextOrNull = (value: unknown) => (isText(value) ? value : null)
const toNumberOrNull = (value: unknown) => (typeof value === "number" ? value : null)
