import { sql } from "kysely"
import { zeroAddress } from "viem"
import { z } from "zod"
import { getDeployment } from "@/lib/chain/deployment"
import { db, pool } from "@/lib/db/client"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { baseUnits } from "./schema"

/** Of one wallet, in each direction. Contracts and bots have more; their history is not computed. */
export const MAX_TRANSFERS = 200_000

const anchor = z.object({ id: z.string(), hash: z.string(), time: z.int() })

/** The newest indexed transaction: while it is on the chain, everything before it is too. */
export type Anchor = z.output<typeof anchor>

/**
 * The change of one asset by one transaction: id of the transaction's row, token, amount, Unix seconds, and whether
 * it is a voter's stake or its return.
 */
const assetTransfer = z.tuple([z.string(), z.string(), baseUnits, z.int(), z.boolean()])

export type AssetTransfer = z.output<typeof assetTransfer>

const transfersRow = z.object({
  anchor: anchor.nullable(),
  /** The given anchor is still on the chain. */
  isContinued: z.boolean(),
  moves: assetTransfer.array().nullable(),
})

/** `$2` is the first possible id of the transfers, `$3` the transaction they come after. */
const selectTransfers = (side: "to" | "from", sign: "" | "-") => `(
  select tx_id, token, ${sign}value as amount,
    coalesce("${side === "to" ? "from" : "to"}" = $6 and token <> $7, false) as is_stake
  from transfer
  where "${side}" = $1 and id >= $2::bigint and tx_id > $3::bigint
  order by id limit ${MAX_TRANSFERS + 1})`

/**
 * Sums the transfers per transaction and asset: a buy mints to the wallet and takes USDB from it in one transaction,
 * so the sums are what was really paid. One statement, so that anchor and transfers are from the same snapshot.
 */
const TRANSFERS = `
  with anchor as (
    select id::text, encode(block_hash, 'hex') as hash, extract(epoch from time)::int as time from tx
    where block_number <= (select indexed_block from index_cursor) order by tx.id desc limit 1
  ), incoming as materialized ${selectTransfers("to", "")},
  outgoing as materialized ${selectTransfers("from", "-")},
  moved as (
    select tx.id, both_ways.token, is_stake, sum(amount) as amount,
      extract(epoch from tx.time)::int as time
    from (select * from incoming union all select * from outgoing) both_ways
    join tx on tx.id = both_ways.tx_id
    group by tx.id, both_ways.token, is_stake having sum(amount) <> 0
  )
  select (select row_to_json(anchor) from anchor) as anchor,
    exists (select 1 from tx where id = $4::bigint and block_hash = decode($5, 'hex'))
      as "isContinued",
    case when (select count(*) from incoming) <= ${MAX_TRANSFERS}
      and (select count(*) from outgoing) <= ${MAX_TRANSFERS}
    then coalesce((
      select json_agg(
        json_build_array(id::text, token, amount::text, time, is_stake) order by id, token, is_stake
      )
      from moved
    ), '[]') end as moves`

/** The transfers after a transaction (`after`, a row id), and whether `anchor` is still on the chain. */
export async function readTransfers(
  wallet: string,
  { after, anchor: known }: { after?: string | undefined; anchor?: Anchor | undefined } = {},
) {
  const { first, last } = toIdBounds(after)
  const { rows } = await pool().query(TRANSFERS, [
    wallet,
    first,
    last,
    known?.id ?? null,
    known?.hash ?? null,
    findStakeContract(),
    getDeployment().usdb,
  ])
  return transfersRow.parse(rows[0])
}

/** The contract that holds stakes; none before it is deployed, for burned and minted tokens are no stakes. */
function findStakeContract() {
  const { resolver } = getDeployment()
  return resolver === zeroAddress ? null : resolver
}

/** The transaction that rows come after, and the first id they can have. */
export function toIdBounds(after: string | undefined) {
  const last = BigInt(after ?? -1)
  // Ids of transactions and of their rows both begin with the number of the block.
  return { last, first: after === undefined ? 0n : last - (last % BigInt(ROWS_PER_BLOCK)) }
}

/** The USDB balance of a wallet: USDB has no rows in `holder`. */
export async function findUsdbBalance(wallet: string): Promise<bigint> {
  const transfers = db
    .selectFrom("transfer")
    .select(({ fn }) => fn.coalesce(fn.sum("value"), sql.lit("0")).as("sum"))
    .where("token", "=", getDeployment().usdb)
  const { received, sent } = await db
    .selectNoFrom([
      transfers.where("to", "=", wallet).as("received"),
      transfers.where("from", "=", wallet).as("sent"),
    ])
    .executeTakeFirstOrThrow()
  return BigInt(received ?? 0) - BigInt(sent ?? 0)
}

/** What a wallet has staked to vote, by token, for a wallet whose history is too long to read. */
export async function findStakes(wallet: string): Promise<Map<string, bigint>> {
  const contract = findStakeContract()
  if (!contract) return new Map()
  const transfers = db.selectFrom("transfer").where("token", "<>", getDeployment().usdb)
  const moved = transfers
    .select(["token", "value"])
    .where("from", "=", wallet)
    .where("to", "=", contract)
    .unionAll(
      transfers
        .select(["token", sql<string>`-value`.as("value")])
        .where("to", "=", wallet)
        .where("from", "=", contract),
    )
  const rows = await db
    .selectFrom(moved.as("moved"))
    .select(({ fn }) => ["moved.token", fn.sum<string>("moved.value").as("amount")])
    .groupBy("moved.token")
    .having(({ fn }) => fn.sum("moved.value"), ">", 0)
    .execute()
  return new Map(rows.map(({ token, amount }) => [token, BigInt(amount)]))
}
