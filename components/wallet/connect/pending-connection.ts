const KEY = "atoll.wallet.intent"

/** A wallet app is opened, used and left again within this time. */
const LIFETIME_MS = 10 * 60_000

/**
 * What a trip to a wallet app was for. Phones may throw the page away meanwhile; the page that is loaded
 * on the way back goes on from here. Lives as long as the tab.
 */
export type PendingConnection =
  | { kind: "connect"; connector: string }
  /** `wallet` in lower case. */
  | { kind: "sign-in"; wallet: string }

export function storePendingConnection(intent: PendingConnection) {
  write(JSON.stringify({ ...intent, at: Date.now() }))
}

export function clearPendingConnection() {
  write(null)
}

/** Null when there is none, or it is too old to be meant. */
export function findPendingConnection(): PendingConnection | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "null")
    if (typeof kept !== "object" || kept === null || !("kind" in kept) || !("at" in kept))
      return null
    if (typeof kept.at !== "number" || Date.now() - kept.at > LIFETIME_MS) return null
    if (kept.kind === "connect" && "connector" in kept && typeof kept.connector === "string") {
      return { kind: "connect", connector: kept.connector }
    }
    if (kept.kind === "sign-in" && "wallet" in kept && typeof kept.wallet === "string") {
      return { kind: "sign-in", wallet: kept.wallet }
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
    // Then a reload starts over.
  }
}
