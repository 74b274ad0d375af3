/** What somebody may mean by a text: a whole hash or address, the beginning of one, or words. */
export type SearchTarget =
  | { kind: "hash"; hash: string }
  | { kind: "address"; address: string }
  | { kind: "prefix"; prefix: string; words: string }
  | { kind: "words"; words: string }

const WHOLE = /(?:^|[/=\s])(0x[0-9a-f]{64}|0x[0-9a-f]{40})(?=$|[/?#&\s])/i
/** Shorter beginnings would list half of all addresses. */
const PREFIX = /^0x[0-9a-f]{2,39}$/i

/** Reads a text as it was typed or pasted; a pasted link counts as what it names. */
export function parseTarget(text: string): SearchTarget {
  const words = text.trim()
  const whole = WHOLE.exec(words)?.[1]?.toLowerCase()
  if (whole?.length === 66) return { kind: "hash", hash: whole }
  if (whole) return { kind: "address", address: whole }
  if (PREFIX.test(words)) return { kind: "prefix", prefix: words.toLowerCase(), words }
  return { kind: "words", words }
}
