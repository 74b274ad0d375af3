import { zeroAddress } from "viem"
import { z } from "zod"
import { getDeployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { baseUnits } from "./schema"

/** Of one wallet, each way. More are those of contracts and bots; they are not followed. */
export const MAX_TRANSFERS = 200_000

const anchor = z.object({ id: z.string(), hash: z.string(), time: z.int() })

/** The newest transaction of the index: while it stands, so does everything before it. */
export type Anchor = z.output<typeof anchor>

/**
 * What one transaction did to one asset: id of the transaction's row, token, amount, Unix seconds, and
 * whether it was put down as a voter's stake or taken back.
 */
const assetTransfer = z.tuple([z.string(), z.string(), baseUnits, z.int(), z.boolean()])

export type AssetTransfer = z.output<typeof assetTransfer>

const transfersRow = z.object({
  anchor: anchor.nullable(),
  /** The anchor that was asked about is still there. */
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
 * Sums what came and went per transaction and asset. A buy mints to the wallet and takes USDB from it in
 * one transaction, so the sums say what was really paid. One statement, so that the anchor and the
 * transfers are of the same state of the index.
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

/** What moved after a transaction (`after`, a row id), and whether `anchor` still stands. */
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

/** USDB, whose holders are not kept. */
export async function findUsdbBalance(wallet: string): Promise<bigint> {
  const { rows } = await pool().query<{ balance: string }>(
    `select coalesce((select sum(value) from transfer where "to" = $1 and token = $2), 0)
      - coalesce((select sum(value) from transfer where "from" = $1 and token = $2), 0) as balance`,
    [wallet, getDeployment().usdb],
  )
  return baseUnits.parse(rows[0]?.balance ?? "0")
}

/** What a wallet has put down to vote, by token; those of one whose history is too long to follow. */
export async function findStakes(wallet: string): Promise<Map<string, bigint>> {
  const place = findStakeContract()
  if (!place) return new Map()
  const { rows } = await pool().query<{ token: string; amount: string }>(
    `select token, sum(value) as amount from (
      select token, value from transfer where "from" = $1 and "to" = $2 and token <> $3
      union all
      select token, -value from transfer where "to" = $1 and "from" = $2 and token <> $3
    ) moved group by token having sum(value) > 0`,
    [wallet, place, getDeployment().usdb],
  )
  return new Map(rows.map(({ token, amount }) => [token, baseUnits.parse(amount)]))
}
