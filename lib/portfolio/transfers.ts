import { sql } from "kysely"
import type { ClientBase } from "pg"
import { zeroAddress } from "viem"
import { getDeployment } from "@/lib/chain/deployment"
import { db, inSnapshot } from "@/lib/db/client"
import { unixSeconds } from "@/lib/db/codecs"
import { jsonObjectOf } from "@/lib/db/json-answer"
import { ROWS_PER_BLOCK } from "@/lib/db/row-ids"
import { constant, type Placeholders, statement } from "@/lib/db/statement"

/** Per wallet and direction. Contracts and bots have more; their history is not computed. */
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

/** Rows of one statement and direction: however long the history is, none of its statements takes long. */
const PAGE_ROWS = 10_000

type TransferLine = [
  id: number,
  txId: number,
  token: string,
  amount: string,
  time: number,
  isStake: boolean,
]

const pageParameters = {
  wallet: "text",
  side: constant<"to" | "from">(),
  first: "bigint",
  last: "bigint",
  usdb: "text",
  stakeContract: "text?",
} as const

/** The first transfers from a row id on, of transactions behind the last, as one text: much less than rows to send. */
const selectLines = ({
  wallet,
  side,
  first,
  last,
  usdb,
  stakeContract,
}: Placeholders<typeof pageParameters>) => {
  const page = db
    .selectFrom("transfer")
    .selectAll()
    .where(side, "=", wallet)
    .where("id", ">=", first)
    .where("tx_id", ">", last)
    .orderBy("id")
    .limit(sql.lit(PAGE_ROWS))
  return db.selectFrom(page.as("t")).select((eb) => {
    const { ref } = eb
    const amount = side === "to" ? ref("t.value") : eb.neg(ref("t.value"))
    const isStake = stakeContract
      ? sql<boolean>`${ref(side === "to" ? "t.from" : "t.to")} = ${stakeContract}
          and ${ref("t.token")} <> ${usdb}`
      : sql<boolean>`false`
    return sql<TransferLine[]>`coalesce(json_agg(
      json_build_array(${ref("t.id")}, ${ref("t.tx_id")}, ${ref("t.token")}, (${amount})::text,
        ${unixSeconds(ref("t.time"))}, ${isStake})
      order by ${ref("t.id")}
    ), '[]')`.as("lines")
  })
}

const selectPage = statement(pageParameters, selectLines)

/** The anchor, whether an earlier one is still on the chain, and the first page of each direction: one snapshot. */
const selectStart = statement(
  {
    ...{ wallet: "text", first: "bigint", last: "bigint", usdb: "text", stakeContract: "text?" },
    ...{ anchorId: "bigint?", anchorHash: "text?" },
  },
  ({ anchorId, anchorHash, ...placeholders }) =>
    db
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
      .selectNoFrom((eb) => {
        const { selectFrom } = eb
        const anchor = selectFrom("tx")
          .select("id")
          .where("id", "=", anchorId ?? null)
          .where(({ ref }) => sql`${ref("block_hash")} = decode(${anchorHash ?? null}, 'hex')`)
        return [
          jsonObjectOf(selectFrom("anchor").selectAll()).as("anchor"),
          sql<boolean>`${eb.exists(anchor)}`.as("isContinued"),
          selectLines({ ...placeholders, side: "to" })
            .$asScalar()
            .$notNull()
            .as("incoming"),
          selectLines({ ...placeholders, side: "from" })
            .$asScalar()
            .$notNull()
            .as("outgoing"),
        ]
      }),
)

type Scope = { wallet: string; usdb: string; stakeContract: string | undefined; last: number }

/** The transfers after a transaction (`after`, a row id), and whether `anchor` is still on the chain. */
export async function readTransfers(
  wallet: string,
  { after, anchor }: { after?: string | undefined; anchor?: Anchor | undefined } = {},
) {
  const { usdb } = getDeployment()
  const { last, first } = toIdBounds(after)
  const scope = { wallet, usdb, stakeContract: findStakeContract(), last }
  const start = { ...scope, first, anchorId: anchor?.id, anchorHash: anchor?.hash }
  const isShort = ({ incoming, outgoing }: Start) =>
    Math.max(incoming.length, outgoing.length) < PAGE_ROWS
  const [head] = await selectStart(start)
  if (!head || isShort(head)) return toAnswer(head, head)
  return inSnapshot(async (client) => {
    const [again] = await selectStart(start, client)
    return toAnswer(again, again && (await readRest(client, scope, again)))
  })
}

type Lines = { incoming: TransferLine[]; outgoing: TransferLine[] }
type Start = Lines & { anchor: Anchor | null; isContinued: boolean }

const toAnswer = (start: Start | undefined, lines: Lines | null | undefined) => ({
  anchor: start?.anchor ?? null,
  isContinued: start?.isContinued ?? false,
  transfers:
    lines === null ? null : sumTransfers(lines ? [...lines.incoming, ...lines.outgoing] : []),
})

/** Null for a history that is too long. */
async function readRest(client: ClientBase, scope: Scope, start: Start): Promise<Lines | null> {
  const incoming = await readPages(client, { ...scope, side: "to" }, start.incoming)
  const outgoing = incoming && (await readPages(client, { ...scope, side: "from" }, start.outgoing))
  return incoming && outgoing && { incoming, outgoing }
}

async function readPages(
  client: ClientBase,
  scope: Scope & { side: "to" | "from" },
  start: readonly TransferLine[],
): Promise<TransferLine[] | null> {
  const all = [...start]
  let page = start
  while (page.length === PAGE_ROWS) {
    const [row] = await selectPage({ ...scope, first: (page.at(-1)?.[0] ?? 0) + 1 }, client)
    page = row?.lines ?? []
    for (const line of page) all.push(line)
    if (all.length > MAX_TRANSFERS) return null
  }
  return all
}

/**
 * Sums the transfers per transaction and asset: a buy mints to the wallet and takes USDB from it in one transaction,
 * so the sums are what was really paid.
 */
function sumTransfers(lines: readonly TransferLine[]): AssetTransfer[] {
  const sums = new Map<number, Map<string, SummedTransfer>>()
  for (const [, txId, token, amount, time, isStake] of lines) {
    const ofTransaction = sums.get(txId) ?? new Map<string, SummedTransfer>()
    sums.set(txId, ofTransaction)
    const key = isStake ? `${token}:stake` : token
    const sum = ofTransaction.get(key)
    if (sum) sum.amount += BigInt(amount)
    else ofTransaction.set(key, { token, amount: BigInt(amount), time, isStake })
  }
  const ids = [...sums.keys()].sort((a, b) => a - b)
  return ids.flatMap((txId) =>
    [...(sums.get(txId) ?? [])]
      .filter(([, { amount }]) => amount !== 0n)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(
        ([, each]): AssetTransfer => [
          ...([`${txId}`, each.token, `${each.amount}`, each.time, each.isStake] as const),
        ],
      ),
  )
}

type SummedTransfer = { token: string; amount: bigint; time: number; isStake: boolean }

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

/** A wallet's stakes in votes, by token, for a wallet whose history is too long to read. */
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
