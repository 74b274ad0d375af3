/** A parsed search text: a hash, an address, the beginning of either, or words. */
export type SearchTarget =
  | { kind: "hash"; hash: string }
  | { kind: "address"; address: string }
  | { kind: "prefix"; prefix: string; words: string }
  | { kind: "words"; words: string }

const WHOLE = /(?:^|[/=\s])(0x[0-9a-f]{64}|0x[0-9a-f]{40})(?=$|[/?#&\s])/i
/** Shorter prefixes match too many addresses. */
const PREFIX = /^0x[0-9a-f]{2,39}$/i

/** Parses typed or pasted text; a pasted link counts as the address or hash in it. */
export function parseTarget(text: string): SearchTarget {
  const words = text.trim()
  const whole = WHOLE.exec(words)?.[1]?.toLowerCase()
  if (whole?.length === 66) return { kind: "hash", hash: whole }
  if (whole) return { kind: "address", address: whole }
  if (PREFIX.test(words)) return { kind: "prefix", prefix: words.toLowerCase(), words }
  return { kind: "words", words }
}
