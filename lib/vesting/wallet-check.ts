import { isAddress, zeroAddress } from "viem"
import { ADDRESS_PATTERN } from "@/lib/address"

/** Contracts that could never claim. */
export type NotBeneficiaries = { token: string; vesting: string }

/** Why an address cannot receive tokens of a schedule; null when it can. */
export function checkWallet(text: string, { token, vesting }: NotBeneficiaries): string | null {
  if (!ADDRESS_PATTERN.test(text)) return "Enter an address: 0x and 40 hexadecimal characters."
  const address = text.toLowerCase()
  if (address === zeroAddress) return "The zero address can never claim."
  if (address === token.toLowerCase()) return "This is the token’s contract, which can never claim."
  if (address === vesting) return "This is the vesting contract, which can never claim."
  return hasWrongChecksum(text)
    ? "The capital letters do not fit this address: a character is wrong. Copy it again."
    : null
}

/** An address in one case has no checksum. */
function hasWrongChecksum(text: string): boolean {
  const digits = text.slice(2)
  const isMixed = digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
  return isMixed && !isAddress(text)
}
