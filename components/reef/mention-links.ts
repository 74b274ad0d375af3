import type { Mention } from "@/lib/reef/mentions/schema"

/** Page of each mentioned token or market, by address. */
export const mentionLinks = (mentions: readonly Mention[]): Record<string, string> =>
  Object.fromEntries(mentions.map(({ address, href }) => [address, href]))
