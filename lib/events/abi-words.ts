/** Reads ABI-encoded words from hexadecimal text: faster than a general ABI decoder. */

const WORD_CHARACTERS = 64
const ADDRESS_PADDING = "0".repeat(24)

/** A topic or word that holds an address; null when its padding is not zero. */
export function readAddress(word: string): string | null {
  return word.startsWith(ADDRESS_PADDING) ? `0x${word.slice(24)}` : null
}

export function readUint(word: string): bigint {
  return BigInt(`0x${word}`)
}

/** A word of two's complement. */
export function readInt(word: string): bigint {
  return BigInt.asIntN(256, readUint(word))
}

/** A word that holds a uint8; null above 255. */
export function readUint8(word: string): number | null {
  return /^0{62}/.test(word) ? Number.parseInt(word.slice(62), 16) : null
}

/** A word of two's complement; null beyond this many bits. */
export function readSmallInt(word: string, bits: number): bigint | null {
  const value = readInt(word)
  return value === BigInt.asIntN(bits, value) ? value : null
}

/** Null beyond this many bits. */
export function readSmallUint(word: string, bits: number): bigint | null {
  const value = readUint(word)
  return value === BigInt.asUintN(bits, value) ? value : null
}

export const readHex = (word: string): string => `0x${word}`

/** A word that holds a boolean; null for anything but 0 and 1. */
export function readBoolean(word: string): boolean | null {
  return /^0{63}[01]$/.test(word) ? word.endsWith("1") : null
}

/** The n-th word of data that begins with 0x. */
export function getWord(data: string, index: number): string {
  return data.slice(2 + index * WORD_CHARACTERS, 2 + (index + 1) * WORD_CHARACTERS)
}

export function countWords(data: string): number {
  return (data.length - 2) / WORD_CHARACTERS
}

/**
 * The text whose length word is the n-th, with the number of words it takes; null when it runs past
 * the data. Bytes that are no UTF-8 become U+FFFD.
 */
export function readText(data: string, index: number): { text: string; words: number } | null {
  const tail = readTail(data, index)
  return tail && { ...tail, text: Buffer.from(tail.text, "hex").toString("utf8") }
}

/** Bytes in the same place, as hexadecimal text with 0x. */
export function readBytes(data: string, index: number): { text: string; words: number } | null {
  const tail = readTail(data, index)
  return tail && { ...tail, text: readHex(tail.text) }
}

function readTail(data: string, index: number): { text: string; words: number } | null {
  const available = (countWords(data) - index - 1) * 32
  const lengthWord = getWord(data, index)
  if (available < 0 || !/^0{56}/.test(lengthWord)) return null
  const length = Number.parseInt(lengthWord, 16)
  if (length > available) return null
  const start = 2 + (index + 1) * WORD_CHARACTERS
  return { text: data.slice(start, start + length * 2), words: 1 + Math.ceil(length / 32) }
}
