import { randomBytes } from "node:crypto"

const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"
const STAMP_LENGTH = 9

/** `c` and 24 lower-case letters and digits: the time, so that ids ascend in order of creation, and 77 random bits. */
export function cuid(now = Date.now()) {
  const stamp = now.toString(36).padStart(STAMP_LENGTH, "0")
  return `c${stamp}${randomLetters(24 - STAMP_LENGTH)}`
}

function randomLetters(count: number) {
  let letters = ""
  while (letters.length < count) {
    // Bytes from 252 on are left out: 36 divides 252, so each letter is equally likely.
    for (const byte of randomBytes(count)) {
      if (byte < 252 && letters.length < count) letters += ALPHABET[byte % 36]
    }
  }
  return letters
}
