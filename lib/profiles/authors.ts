import { sql } from "kysely"
import { z } from "zod"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { getTier } from "./tiers"

/** The author's fields next to a post or a comment. */
export const author = z.object({
  tier: z.string(),
  tierEmoji: z.string(),
  username: z.string().nullable(),
  avatarUrl: z.string().nullable(),
  xHandle: z.string().nullable(),
  isAgent: z.boolean(),
})

export type Author = z.output<typeof author>

/**
 * The current authors of these wallets, by wallet, in one query. Without a name or picture of its own, a wallet
 * has those of its public linked X account; only such an account gives a handle.
 */
export async function findAuthors(wallets: readonly string[]): Promise<Map<string, Author>> {
  const distinct = [...new Set(wallets)]
  if (distinct.length === 0) return new Map()
  const rows = await selectAuthors({ wallets: distinct })
  return new Map(
    rows.map(({ wallet, username, avatar, handle, picture, agent, points }) => [
      wallet,
      {
        ...pickTier(points),
        username: username ?? handle,
        avatarUrl: avatar ?? picture,
        xHandle: handle,
        isAgent: agent !== null,
      },
    ]),
  )
}

function pickTier(points: string | null) {
  const { tier, tierEmoji } = getTier(BigInt(points ?? 0))
  return { tier, tierEmoji }
}

const selectAuthors = statement({ wallets: "text[]" }, ({ wallets }) => {
  const rows = sql<{ wallet: string }>`unnest(${wallets})`.as<"given">(sql`given (wallet)`)
  return db
    .selectFrom(rows)
    .leftJoin("profile", "profile.wallet", "given.wallet")
    .leftJoin("social_link as x", (join) =>
      join
        .onRef("x.wallet", "=", "given.wallet")
        .on("x.platform", "=", sql.lit("x"))
        .on("x.is_linked", "=", sql.lit(true))
        .on("x.is_public", "=", sql.lit(true)),
    )
    .leftJoin("agent", "agent.wallet", "given.wallet")
    .leftJoin("wallet_points as points", "points.wallet", "given.wallet")
    .select([
      "given.wallet",
      "profile.username",
      "profile.avatar_url as avatar",
      "x.handle",
      "x.picture",
      "agent.wallet as agent",
      "points.total as points",
    ])
})

/** Wallet → username, of the wallets that have one. */
export type Usernames = Readonly<Record<string, string>>

export async function findUsernames(wallets: readonly string[]): Promise<Usernames> {
  const authors = await findAuthors(wallets)
  return Object.fromEntries(
    [...authors].flatMap(([wallet, { username }]) => (username ? [[wallet, username]] : [])),
  )
}

/** Name and picture of one wallet; nulls when it has none. */
export async function findOwnName(wallet: string) {
  const author = (await findAuthors([wallet])).get(wallet)
  return { username: author?.username ?? null, avatarUrl: author?.avatarUrl ?? null }
}
