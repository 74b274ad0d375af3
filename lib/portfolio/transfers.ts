import { sql } from "kysely"
import { zeroAddress } from "viem"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { unixSeconds } from "@/lib/db/codecs"
import { jsonObjectOf } from "@/lib/db/json-answer"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { statement } from "@/lib/db/statement"

/** Of one wallet, in each direction. Contracts and bots have more; their history is not computed. */
export const MAX_TRANSFERS = 200_000

/** The newest indexed transaction: while it is on the chain, everything before it is too. */
export type Anchor = { id: string; hash: string; time: number }

/**
 * The change of one asset by one transaction: id of the transaction's row, token, amount, Unix seconds, and whether
 * it is a voter's stake or its return.
 */
export type AssetTransfer = [
  id: string,
  token: string,
  amount: string,
  time: number,
  isStake: boolean,
]

/**
 * Sums the transfers per transaction and asset: a buy mints to the wallet and takes USDB from it in one transaction,
 * so the sums are what was really paid. One statement, so that anchor and transfers are from the same snapshot.
 */
const selectTransfers = statement(
  {
    wallet: "text",
    first: "bigint",
    last: "bigint",
    usdb: "text",
    stakeContract: "text?",
    anchorId: "bigint?",
    anchorHash: "text?",
  },
  ({ wallet, first, last, usdb, stakeContract, anchorId, anchorHash }) => {
    const transfers = (side: "to" | "from") =>
      db
        .selectFrom("transfer")
        .select((eb) => [
          "tx_id",
          "token",
          (side === "to" ? eb.ref("value") : eb.neg(eb.ref("value"))).as("amount"),
          (stakeContract
            ? sql<boolean>`${eb.ref(side === "to" ? "from" : "to")} = ${stakeContract}
                and ${eb.ref("token")} <> ${usdb}`
            : sql<boolean>`false`
          ).as("is_stake"),
        ])
        .where(side, "=", wallet)
        .where("id", ">=", first)
        .where("tx_id", ">", last)
        .orderBy("id")
        .limit(MAX_TRANSFERS + 1)
    return db
      .with("anchor", (cte) =>
        cte
          .selectFrom("tx")
          .select(({ ref, cast }) => [
            cast<string>("id", "text").as("id"),
            sql<string>`encode(${ref("block_hash")}, 'hex')`.as("hash"),
            unixSeconds(ref("time")).as("time"),
          ])
          .where("block_number", "<=", cte.selectFrom("index_cursor").select("indexed_block"))
          .orderBy("tx.id", "desc")
          .limit(1),
      )
      .with(
        (name) => name("incoming").materialized(),
        () => transfers("to"),
      )
      .with(
        (name) => name("outgoing").materialized(),
        () => transfers("from"),
      )
      .with("moved", (cte) =>
        cte
          .selectFrom(
            cte
              .selectFrom("incoming")
              .selectAll()
              .unionAll(cte.selectFrom("outgoing").selectAll())
              .as("both"),
          )
          .innerJoin("tx", "tx.id", "both.tx_id")
          .select(({ fn, ref }) => [
            "tx.id",
            "both.token",
            "both.is_stake",
            fn.sum<string>("both.amount").as("amount"),
            unixSeconds(ref("tx.time")).as("time"),
          ])
          .groupBy(["tx.id", "both.token", "both.is_stake"])
          .having(({ fn }) => fn.sum("both.amount"), "<>", 0),
      )
      .selectNoFrom((eb) => {
        const { selectFrom } = eb
        const isShort = (side: "incoming" | "outgoing") =>
          eb(
            selectFrom(side).select(({ fn }) => fn.countAll().as("rows")),
            "<=",
            MAX_TRANSFERS,
          )
        const sums = selectFrom("moved").select(({ ref }) =>
          sql<AssetTransfer[]>`coalesce(json_agg(
            json_build_array(${ref("id")}::text, ${ref("token")}, ${ref("amount")}::text,
              ${ref("time")}, ${ref("is_stake")})
            order by ${ref("id")}, ${ref("token")}, ${ref("is_stake")}
          ), '[]')`.as("sums"),
        )
        const known = selectFrom("tx")
          .select("id")
          .where("id", "=", anchorId ?? null)
          .where(({ ref }) => sql`${ref("block_hash")} = decode(${anchorHash ?? null}, 'hex')`)
        return [
          jsonObjectOf(selectFrom("anchor").selectAll()).as("anchor"),
          eb.exists(known).as("isContinued"),
          eb
            .case()
            .when(eb.and([isShort("incoming"), isShort("outgoing")]))
            .then(sums)
            .end()
            .as("transfers"),
        ]
      })
  },
)

/** The transfers after a transaction (`after`, a row id), and whether `anchor` is still on the chain. */
export async function readTransfers(
  wallet: string,
  { after, anchor }: { after?: string | undefined; anchor?: Anchor | undefined } = {},
) {
  const { usdb } = getDeployment()
  const [row] = await selectTransfers({
    ...{ wallet, usdb, ...toIdBounds(after), stakeContract: findStakeContract() },
    ...{ anchorId: anchor?.id, anchorHash: anchor?.hash },
  })
  return row ?? { anchor: null, isContinued: false, transfers: [] }
}

/** The contract that holds stakes; none before it is deployed, for burned and minted tokens are no stakes. */
function findStakeContract() {
  const { resolver } = getDeployment()
  return resolver === zeroAddress ? undefined : resolver
}

/** The transaction that rows come after, and the first id they can have. */
export function toIdBounds(after: string | undefined) {
  const last = Number(after ?? -1)
  // Ids of transactions and of their rows both begin with the number of the block.
  return { last, first: after === undefined ? 0 : last - (last % ROWS_PER_BLOCK) }
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
