const ADDRESS = "atoll.wallet.address"
const WHO = "atoll.wallet.name"
const SIGNED_IN = "atoll.session.known"
const ADDRESS_PATTERN = /^0x[0-9a-f]{40}$/

/** Reads what this browser keeps; storage may be switched off. */
export function recall(key: string): string | null {
  if (typeof window === "undefined") return null
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null forgets. */
export function remember(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // A full or forbidden storage costs the memory, not the action.
  }
}

/** The wallet that was connected when this browser was here last. */
export function hintedAddress(): string | null {
  const address = recall(ADDRESS)
  return address && ADDRESS_PATTERN.test(address) ? address : null
}

export function keepHint(address: string | null) {
  if (recall(ADDRESS) !== address) remember(ADDRESS, address)
}

/** What a wallet calls itself. */
export type Who = { address: string; username: string | null; avatarUrl: string | null }

/** What the last wallet called itself: shown until it is asked for again. */
export function hintedWho(): Who | null {
  const parts = recall(WHO)?.split(" ")
  const [address = "", username = "", avatarUrl = ""] = parts ?? []
  if (!ADDRESS_PATTERN.test(address)) return null
  return { address, username: username || null, avatarUrl: avatarUrl || null }
}

/** Neither a username nor an address of a picture has a space in it. */
export function keepWho(who: Who | null) {
  const text = who && [who.address, who.username ?? "", who.avatarUrl ?? ""].join(" ")
  if (recall(WHO) !== text) remember(WHO, text)
}

/** Whether this browser has signed in before. */
export function hasSignedInBefore(): boolean {
  return recall(SIGNED_IN) !== null
}

export function keepSignedIn(isSignedIn: boolean) {
  remember(SIGNED_IN, isSignedIn ? "yes" : null)
}
