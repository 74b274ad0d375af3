import type { TrayCall, TrayEntry, TrayPhase } from "./tray"

const PHASES: readonly string[] = [
  "approving",
  "approved",
  "pending",
  "mined",
  "indexed",
  "failed",
  "cancelled",
  "replaced",
] satisfies TrayPhase[]

/**
 * A stored entry, or null when it is none: earlier versions and other programs write here too. By hand,
 * because every page reads the tray.
 */
export function readEntry(value: unknown): TrayEntry | null {
  if (!isRecord(value)) return null
  const { id, chainId, from, name, title, phase, startedAt } = value
  const call = readCall(value.call)
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
    approval: readApproval(value.approval),
    hash: textOrNull(value.hash),
    nonce: numberOrNull(value.nonce),
    sync: Array.isArray(value.sync) ? value.sync.filter(isText) : [],
    startedAt,
    endedAt: numberOrNull(value.endedAt),
    failure: readFailure(value.failure),
  }
}

function readCall(value: unknown): TrayCall | null {
  if (!isRecord(value) || !isText(value.to) || !isText(value.data)) return null
  return { to: value.to, data: value.data, value: textOrNull(value.value) }
}

function readApproval(value: unknown): TrayEntry["approval"] {
  const call = isRecord(value) ? readCall(value.call) : null
  return isRecord(value) && call && isText(value.hash) ? { call, hash: value.hash } : null
}

function readFailure(value: unknown): TrayEntry["failure"] {
  if (!isRecord(value)) return null
  const { code, sentence, remedy } = value
  return isText(code) && isText(sentence) && isText(remedy) ? { code, sentence, remedy } : null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === "string"
const isPhase = (value: unknown): value is TrayPhase => isText(value) && PHASES.includes(value)
const textOrNull = (value: unknown) => (isText(value) ? value : null)
const numberOrNull = (value: unknown) => (typeof value === "number" ? value : null)
