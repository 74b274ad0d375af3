import { randomBytes } from "node:crypto"

const DIGITS = "0123456789"
const LOWER = "abcdefghijklmnopqrstuvwxyz"
const STAMP_LENGTH = 9

/** `c` and 24 lower-case letters and digits: the time, so that ids sort by creation, then 77 random bits. */
export function createCuid(now = Date.now()) {
  const stamp = now.toString(36).padStart(STAMP_LENGTH, "0")
  return `c${stamp}${randomText(DIGITS + LOWER, 24 - STAMP_LENGTH)}`
}

/** 24 letters and digits: 142 random bits, in the alphabet EIP-4361 allows for nonces. */
export const createNonce = () => randomText(DIGITS + LOWER + LOWER.toUpperCase(), 24)

function randomText(alphabet: string, length: number) {
  // Bytes from here on are skipped, so that each character is equally likely.
  const unbiasedLimit = 256 - (256 % alphabet.length)
  let text = ""
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < unbiasedLimit && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}
