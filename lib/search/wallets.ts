import { type Expression, sql } from "kysely"
import { getDeployment, listPlatformContracts } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { escapeLike } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import type { Database } from "@/lib/generated/database"

/** Characters with which a username can begin. */
const USERNAME_PREFIX = /^[a-z0-9_]{2,20}$/

export type FoundCreator = { address: string; tokens: number }
export type FoundWallet = { address: string; holdings: number }

/** Sorts after every digit of an address, so it is the upper bound of addresses with a prefix. */
const AFTER_HEX = "g"

type Prefix = Record<"first" | "beyond", Expression<string>> & { limit: Expression<number> }

/** Different values of an indexed column in [first, beyond), each found by one step through the index. */
function selectDistinctValues<T extends keyof Database & string>(
  table: T,
  column: keyof Database[T] & string,
  { first, beyond, limit }: Prefix,
) {
  const [from, value] = [sql.table(table), sql.ref(column)]
  return sql<{ address: string }>`(
    with recursive value as (
      (select ${value} as address from ${from} where ${value} >= ${first} and ${value} < ${beyond}
        order by ${value} limit 1)
      union all
      select (select ${value} from ${from} where ${value} > value.address and ${value} < ${beyond}
        order by ${value} limit 1)
      from value where value.address is not null
    ) select address from value where address is not null limit ${limit}
  )`
}

const parameters = { first: "text", beyond: "text", limit: "integer" } as const

const readCreators = statement(parameters, (prefix) =>
  db
    .selectFrom(selectDistinctValues("token", "dev", prefix).as<"found">(sql`found`))
    .select(({ selectFrom }) => {
      const tokens = selectFrom("token as t")
        .select(sql<number>`count(*)::int`.as("count"))
        .whereRef("t.dev", "=", "found.address")
      return ["found.address", sql<number>`(${tokens})`.as("tokens")]
    })
    .orderBy("tokens", "desc")
    .orderBy("address"),
)

const toBounds = (prefix: string) => ({ first: prefix, beyond: prefix + AFTER_HEX })

/** Wallets that launched tokens, by the beginning of the address. */
export function searchCreators(prefix: string, limit: number): Promise<FoundCreator[]> {
  return readCreators({ ...toBounds(prefix), limit })
}

/** The number of tokens that each of these wallets launched. */
export function countCreatedTokens(wallets: readonly string[]): Promise<FoundCreator[]> {
  return db
    .selectFrom("token")
    .select(["dev as address", sql<number>`count(*)::int`.as("tokens")])
    .where(({ ref }) => sql<boolean>`${ref("dev")} = any(${wallets}::text[])`)
    .groupBy("dev")
    .orderBy(({ ref }) => sql`array_position(${wallets}::text[], ${ref("dev")})`)
    .execute()
}

/** The number of tokens that a wallet holds; `wallet` is a column of the outer query. */
const countHoldings = (wallet: Expression<string>) =>
  sql<number>`(${db
    .selectFrom("holder as h")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("h.wallet", "=", wallet)
    .where("h.balance", ">", sql<string>`0`)})`

const readWallets = statement({ ...parameters, platform: "text[]" }, ({ platform, ...prefix }) => {
  const held = selectDistinctValues("holder", "wallet", prefix)
  const traded = selectDistinctValues("trade", "user", prefix)
  const addresses = sql<{ address: string }>`(select address from ${held} held
    union select address from ${traded} traded)`
  return db
    .selectFrom(addresses.as<"found">(sql`found`))
    .select(({ ref }) => ["found.address", countHoldings(ref("found.address")).as("holdings")])
    .where(({ ref }) => sql<boolean>`${ref("found.address")} <> all(${platform})`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("token as t").select("t.address").whereRef("t.address", "=", "found.address"),
        ),
      ),
    )
    .orderBy("holdings", "desc")
    .orderBy("address")
    .limit(prefix.limit)
})

/** Wallets that hold or have traded something, by the beginning of the address; contracts are left out. */
export function searchWallets(prefix: string, limit: number): Promise<FoundWallet[]> {
  const platform = listPlatformContracts()
  return readWallets({ ...toBounds(prefix), limit, platform })
}

/** Wallets whose username begins with the text; the exact name comes first. */
export async function searchUsernames(words: string, limit: number): Promise<FoundWallet[]> {
  const name = words.replace(/^@/, "").toLowerCase()
  if (!USERNAME_PREFIX.test(name)) return []
  return db
    .selectFrom("profile as p")
    .select(({ ref }) => ["p.wallet as address", countHoldings(ref("p.wallet")).as("holdings")])
    .where("p.username_key", "like", `${escapeLike(name)}%`)
    .orderBy(({ ref }) => sql`length(${ref("p.username_key")})`)
    .orderBy("p.username_key")
    .limit(limit)
    .execute()
}

/** The block of a transaction the index knows. */
export async function findTransactionBlock(hash: string): Promise<number | null> {
  const row = await db
    .selectFrom("tx")
    .select("block_number as block")
    .where("chain_id", "=", getDeployment().chainId)
    .where("hash", "=", Buffer.from(hash.slice(2), "hex"))
    .executeTakeFirst()
  return row?.block ?? null
}
