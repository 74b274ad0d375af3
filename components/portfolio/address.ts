import { isAddress } from "viem"

/** The wallet of the URL in lower case; null for anything but an address. */
export function parseAddress(wallet: string): string | null {
  return isAddress(wallet, { strict: false }) ? wallet.toLowerCase() : null
}
