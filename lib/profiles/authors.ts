import { z } from "zod"
import { pool } from "@/lib/db/client"
import { getTier } from "./tiers"

/** How an author is shown beside what they wrote. */
export const author = z.object({
  tier: z.string(),
  tierEmoji: z.string(),
  username: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  xHandle: z.string().nullable(),
  isAgent: z.boolean(),
})

export type Author = z.output<typeof author>

type AuthorRow = {
  wallet: string
  username: string | null
  avatar: string | null
  handle: string | null
  picture: string | null
  isAgent: boolean
  total: string
}

/**
 * The authors among these wallets as they are now, in one query. Name and picture fall back to those of a
 * public linked X account; only such an account gives a handle.
 */
export async function findAuthors(wallets: readonly string[]): Promise<Map<string, Author>> {
  const distinct = [...new Set(wallets)]
  if (distinct.length === 0) return new Map()
  const { rows } = await pool().query<AuthorRow>(AUTHORS, [distinct])
  return new Map(rows.map((row) => [row.wallet, toAuthor(row)]))
}

/** Usernames by wallet, of those who have one. */
export type Usernames = Readonly<Record<string, string>>

/** How these wallets call themselves. */
export async function findUsernames(wallets: readonly string[]): Promise<Usernames> {
  const authors = await findAuthors(wallets)
  return Object.fromEntries(
    [...authors].flatMap(([wallet, { username }]) => (username ? [[wallet, username]] : [])),
  )
}

/** What a wallet calls itself; nulls when it has said nothing. */
export async function findOwnName(wallet: string) {
  const author = (await findAuthors([wallet])).get(wallet)
  return { username: author?.username ?? null, avatarUrl: author?.avatarUrl ?? null }
}

const AUTHORS = `
  select w.wallet, p.username, p.avatar_url as avatar, x.handle, x.picture,
    a.wallet is not null as "isAgent", coalesce(s.total, 0)::text as total
  from unnest($1::text[]) as w (wallet)
  left join profile p on p.wallet = w.wallet
  left join social_link x on x.wallet = w.wallet and x.platform = 'x' and x.is_linked and x.is_public
  left join agent a on a.wallet = w.wallet
  left join wallet_points s on s.wallet = w.wallet`

function toAuthor({ username, avatar, handle, picture, isAgent, total }: AuthorRow): Author {
  const { tier, tierEmoji } = getTier(BigInt(total))
  return {
    tier,
    tierEmoji,
    username: username ?? handle,
    avatarUrl: avatar ?? picture,
    xHandle: handle,
    isAgent,
  }
}
