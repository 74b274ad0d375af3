const ADDRESS = "atoll.wallet.address"
const PROFILE = "atoll.wallet.name"
const SIGNED_IN = "atoll.session.known"
const ADDRESS_PATTERN = /^0x[0-9a-f]{40}$/

/** Reads what this browser keeps; storage may be switched off. */
export function readLocalStorage(key: string): string | null {
  if (typeof window === "undefined") return null
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null forgets. */
export function writeLocalStorage(key: string, value: string | null) {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // A full or forbidden storage costs the memory, not the action.
  }
}

/** The wallet that was connected when this browser was here last. */
export function readLastAddress(): string | null {
  const address = readLocalStorage(ADDRESS)
  return address && ADDRESS_PATTERN.test(address) ? address : null
}

export function storeLastAddress(address: string | null) {
  if (readLocalStorage(ADDRESS) !== address) writeLocalStorage(ADDRESS, address)
}

/** What a wallet calls itself. */
export type WalletProfile = { address: string; username: string | null; avatarUrl: string | null }

/** What the last wallet called itself: shown until it is asked for again. */
export function readLastProfile(): WalletProfile | null {
  const parts = readLocalStorage(PROFILE)?.split(" ")
  const [address = "", username = "", avatarUrl = ""] = parts ?? []
  if (!ADDRESS_PATTERN.test(address)) return null
  return { address, username: username || null, avatarUrl: avatarUrl || null }
}

/** Neither a username nor an address of a picture has a space in it. */
export function storeLastProfile(who: WalletProfile | null) {
  const text = who && [who.address, who.username ?? "", who.avatarUrl ?? ""].join(" ")
  if (readLocalStorage(PROFILE) !== text) writeLocalStorage(PROFILE, text)
}

/** Whether this browser has signed in before. */
export function hasSignedInBefore(): boolean {
  return readLocalStorage(SIGNED_IN) !== null
}

export function storeHasSignedIn(isSignedIn: boolean) {
  writeLocalStorage(SIGNED_IN, isSignedIn ? "yes" : null)
}
