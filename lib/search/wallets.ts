import { z } from "zod"
import { getDeployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { escapeLike } from "@/lib/db/codecs"

const creator = z.object({ address: z.string(), tokens: z.int() })
const wallet = z.object({ address: z.string(), holdings: z.int() })

/** What a username may begin with. */
const USERNAME_PREFIX = /^[a-z0-9_]{2,20}$/

export type FoundCreator = z.output<typeof creator>
export type FoundWallet = z.output<typeof wallet>

/** Behind every digit of an address, so that it bounds what begins with a text. */
const AFTER_HEX = "g"

/** Different values of an indexed column in [$1, $2), each found by one step through the index. */
const selectDistinctValues = (table: string, column: string) => `
  (with recursive value as (
    (select ${column} as address from ${table} where ${column} >= $1 and ${column} < $2
      order by ${column} limit 1)
    union all
    select (select o.${column} from ${table} o where o.${column} > value.address
      and o.${column} < $2 order by o.${column} limit 1)
    from value where value.address is not null
  ) select address from value where address is not null limit $3)`

/** Who launched tokens, by the beginning of the address. */
export async function searchCreators(prefix: string, limit: number): Promise<FoundCreator[]> {
  const { rows } = await pool().query(
    `select address, (select count(*)::int from token t where t.dev = found.address) as tokens
    from ${selectDistinctValues("token", "dev")} found order by tokens desc, address`,
    [prefix, prefix + AFTER_HEX, limit],
  )
  return creator.array().parse(rows)
}

/** How many tokens each of these wallets launched. */
export async function countCreatedTokens(wallets: readonly string[]): Promise<FoundCreator[]> {
  const { rows } = await pool().query(
    `select dev as address, count(*)::int as tokens from token
    where dev = any($1::text[]) group by dev order by array_position($1::text[], dev)`,
    [wallets],
  )
  return creator.array().parse(rows)
}

/** Who holds or has traded something, by the beginning of the address; contracts are no wallets. */
export async function searchWallets(prefix: string, limit: number): Promise<FoundWallet[]> {
  const { upDown, chainId: _, startBlock: __, ...contracts } = getDeployment()
  const platform = [...Object.values(contracts), ...Object.values(upDown)]
  const { rows } = await pool().query(
    `select address, (
      select count(*)::int from holder h where h.wallet = found.address and h.balance > 0
    ) as holdings
    from (
      select address from ${selectDistinctValues("holder", "wallet")} held
      union select address from ${selectDistinctValues("trade", '"user"')} traded
    ) found
    where address <> all($4::text[]) and not exists (select 1 from token t where t.address = found.address)
    order by holdings desc, address limit $3`,
    [prefix, prefix + AFTER_HEX, limit, platform],
  )
  return wallet.array().parse(rows)
}

/** Who goes by a name that begins so, the name itself first. */
export async function searchUsernames(words: string, limit: number): Promise<FoundWallet[]> {
  const name = words.replace(/^@/, "").toLowerCase()
  if (!USERNAME_PREFIX.test(name)) return []
  const { rows } = await pool().query(
    `select p.wallet as address, (
      select count(*)::int from holder h where h.wallet = p.wallet and h.balance > 0
    ) as holdings
    from profile p where p.username_key like $1 || '%'
    order by length(p.username_key), p.username_key limit $2`,
    [escapeLike(name), limit],
  )
  return wallet.array().parse(rows)
}

/** The block of a transaction the index knows. */
export async function findTransactionBlock(hash: string): Promise<number | null> {
  const { rows } = await pool().query<{ block: number }>(
    "select block_number as block from tx where chain_id = $1 and hash = decode($2, 'hex')",
    [getDeployment().chainId, hash.slice(2)],
  )
  return rows[0]?.block ?? null
}
