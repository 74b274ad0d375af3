import type { Mention } from "@/lib/reef/mentions/schema"

/** Where the addresses in a text lead, by address. */
export const mentionLinks = (mentions: readonly Mention[]): Record<string, string> =>
  Object.fromEntries(mentions.map(({ address, href }) => [address, href]))
