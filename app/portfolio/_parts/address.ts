import { notFound } from "next/navigation"
import { isAddress } from "viem"

/** The wallet of the URL in lower case; anything but an address is a 404. */
export function addressOf(wallet: string): string {
  return isAddress(wallet, { strict: false }) ? wallet.toLowerCase() : notFound()
}
