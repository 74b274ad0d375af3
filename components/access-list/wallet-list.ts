import { ADDRESS_PATTERN } from "@/lib/address"

/** Fits into one transaction. */
export const MAX_WALLETS = 100

export type WalletList = {
  wallets: string[]
  /** Words that are not addresses. */
  invalid: string[]
}

/** Parses addresses separated by spaces, commas or semicolons: unique and in lower case. */
export function parseWallets(text: string): WalletList {
  const words = text.split(/[\s,;]+/).filter(Boolean)
  const isAddress = (word: string) => ADDRESS_PATTERN.test(word) && !/^0x0{40}$/.test(word)
  return {
    wallets: [...new Set(words.filter(isAddress).map((word) => word.toLowerCase()))],
    invalid: words.filter((word) => !isAddress(word)),
  }
}

/** The error of a list; null when it can be sent. */
export function checkWallets({ wallets, invalid }: WalletList): string | null {
  const [first] = invalid
  if (first !== undefined) {
    const shown = first.length > 20 ? `${first.slice(0, 20)}…` : first
    return `“${shown}” is not an address.`
  }
  if (wallets.length > MAX_WALLETS) {
    return `At most ${MAX_WALLETS} wallets at a time; you entered ${wallets.length}.`
  }
  return null
}

const TAG_BYTES = 64

/** The contract's limit counts bytes. */
export function checkTag(tag: string): string | null {
  return new TextEncoder().encode(tag).length > TAG_BYTES
    ? `At most ${TAG_BYTES} bytes; letters beyond a–z may take several.`
    : null
}
