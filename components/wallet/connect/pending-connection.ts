const KEY = "atoll.wallet.intent"

/** Longer than it takes to open a wallet app, use it and return. */
const LIFETIME_MS = 10 * 60_000

/**
 * The user's task when a wallet app opened. Phones may discard the page meanwhile; the reloaded page continues it.
 * Stored per tab.
 */
type PendingConnection =
  | { kind: "connect"; connector: string }
  /** `wallet` in lower case. */
  | { kind: "sign-in"; wallet: string }

export function storePendingConnection(pending: PendingConnection) {
  write(JSON.stringify({ ...pending, at: Date.now() }))
}

export function clearPendingConnection() {
  write(null)
}

/** Null if there is none or it has expired. */
export function findPendingConnection(): PendingConnection | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null")
    if (typeof stored !== "object" || stored === null) return null
    if (!("kind" in stored) || !("at" in stored)) return null
    if (typeof stored.at !== "number" || Date.now() - stored.at > LIFETIME_MS) return null
    if (
      stored.kind === "connect" &&
      "connector" in stored &&
      typeof stored.connector === "string"
    ) {
      return { kind: "connect", connector: stored.connector }
    }
    if (stored.kind === "sign-in" && "wallet" in stored && typeof stored.wallet === "string") {
      return { kind: "sign-in", wallet: stored.wallet }
    }
    return null
  } catch {
    return null
  }
}

function write(text: string | null) {
  try {
    if (text === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, text)
  } catch {
    // Without storage, a discarded page starts over.
  }
}
