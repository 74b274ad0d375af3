import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"
import { LOWERCASE_ADDRESS_PATTERN } from "@/lib/address"

const ADDRESS_KEY = "atoll.wallet.address"
const PROFILE_KEY = "atoll.wallet.name"
const SIGNED_IN_KEY = "atoll.session.known"

/** Name and picture that a wallet's owner has set. */
export type WalletProfile = { address: string; username: string | null; avatarUrl: string | null }

/** The wallet that was connected last in this browser. */
export function readLastAddress(): string | null {
  const address = readLocalStorage(ADDRESS_KEY)
  return address && LOWERCASE_ADDRESS_PATTERN.test(address) ? address : null
}

export function storeLastAddress(address: string | null) {
  if (readLocalStorage(ADDRESS_KEY) !== address) writeLocalStorage(ADDRESS_KEY, address)
}

/** The profile of the last wallet, shown until it is loaded again. */
export function readLastProfile(): WalletProfile | null {
  const parts = readLocalStorage(PROFILE_KEY)?.split(" ")
  const [address = "", username = "", avatarUrl = ""] = parts ?? []
  if (!LOWERCASE_ADDRESS_PATTERN.test(address)) return null
  return { address, username: username || null, avatarUrl: avatarUrl || null }
}

/** Separated by spaces: neither a username nor an image address contains one. */
export function storeLastProfile(profile: WalletProfile | null) {
  const text =
    profile && [profile.address, profile.username ?? "", profile.avatarUrl ?? ""].join(" ")
  if (readLocalStorage(PROFILE_KEY) !== text) writeLocalStorage(PROFILE_KEY, text)
}

export function hasSignedInBefore(): boolean {
  return readLocalStorage(SIGNED_IN_KEY) !== null
}

export function storeHasSignedIn(hasSignedIn: boolean) {
  writeLocalStorage(SIGNED_IN_KEY, hasSignedIn ? "yes" : null)
}
