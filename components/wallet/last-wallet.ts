import { readLocalStorage, writeLocalStorage } from "@/components/browser/local-storage"
import { LOWERCASE_ADDRESS_PATTERN } from "@/lib/address"
import { LAST_ADDRESS_KEY, LAST_PROFILE_KEY } from "@/lib/pages/last-wallet-keys"

const SIGNED_IN_KEY = "atoll.session.known"

/** Name and picture that a wallet's owner has set. */
export type WalletProfile = { address: string; username: string | null; avatarUrl: string | null }

/** The wallet that was connected last in this browser. */
export function readLastAddress(): string | null {
  const address = readLocalStorage(LAST_ADDRESS_KEY)
  return address && LOWERCASE_ADDRESS_PATTERN.test(address) ? address : null
}

export function storeLastAddress(address: string | null) {
  if (readLocalStorage(LAST_ADDRESS_KEY) !== address) writeLocalStorage(LAST_ADDRESS_KEY, address)
}

/** The profile of the last wallet, shown until it is loaded again. */
export function readLastProfile(): WalletProfile | null {
  const parts = readLocalStorage(LAST_PROFILE_KEY)?.split(" ")
  const [address = "", username = "", avatarUrl = ""] = parts ?? []
  if (!LOWERCASE_ADDRESS_PATTERN.test(address)) return null
  return { address, username: username || null, avatarUrl: avatarUrl || null }
}

/** Separated by spaces: neither a username nor an image address contains one. */
export function storeLastProfile(profile: WalletProfile | null) {
  const text =
    profile && [profile.address, profile.username ?? "", profile.avatarUrl ?? ""].join(" ")
  if (readLocalStorage(LAST_PROFILE_KEY) !== text) writeLocalStorage(LAST_PROFILE_KEY, text)
}

export function hasSignedInBefore(): boolean {
  return readLocalStorage(SIGNED_IN_KEY) !== null
}

export function storeHasSignedIn(hasSignedIn: boolean) {
  writeLocalStorage(SIGNED_IN_KEY, hasSignedIn ? "yes" : null)
}
