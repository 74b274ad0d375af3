import type { PoolClient } from "pg"
import { pool } from "@/lib/db/client"
import {
  addShares,
  listMarkets,
  refreshResolutions,
  updateLastActivity,
} from "@/lib/indexer/projections/markets"
import { refreshOrders } from "@/lib/indexer/projections/orders"
import { type MarketAction, orderKinds, type PredictionType } from "@/lib/markets/constants"
import { WAD } from "@/lib/units"
import { addressOf, insertToken, insertTx } from "./rows"

/** Rows of prediction markets as the indexer leaves them; what is derived is derived by its own code. */

type RowPosition = { time?: Date; number?: number; log?: number }

async function withClient<T>(work: (client: PoolClient) => Promise<T>) {
  const client = await pool().connect()
  return work(client).finally(() => client.release())
}

type NewMarket = {
  kind?: PredictionType
  isPrivateEvent?: boolean
  endTime?: Date | null
  options?: string[]
  dev?: string
  createdAt?: Date
  name?: string
}

/** Virtual reserve each outcome of these markets opens with. */
export const BASE_RESERVE = 2_500n * WAD

/** A market nobody has touched, with windows of 1,800 seconds, or 900 on the private contract. */
export async function insertMarket({
  kind = "public",
  isPrivateEvent = false,
  endTime = null,
  options = ["Yes", "No"],
  ...token
}: NewMarket = {}) {
  const listed = await insertToken(token)
  const { id, txId } = await insertTx({ time: listed.createdAt })
  const isPublic = kind === "public"
  await pool().query(
    `insert into market_creation (id, tx_id, token, kind, is_private_event, end_time, options,
      base_reserve, challenge_seconds, voting_seconds, veto_seconds)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9)`,
    [
      ...[id, txId, listed.address, kind, isPrivateEvent, endTime, JSON.stringify(options)],
      ...[BASE_RESERVE, isPublic ? 1_800 : null, isPublic ? 1_800 : 900],
    ],
  )
  await withClient((client) => listMarkets(client, [listed.address]))
  return listed
}

type NewPurchase = RowPosition & {
  token: string
  buyer?: string
  outcome?: number
  shares?: bigint
  usdc?: bigint
  reserve?: bigint
  totalReserve?: bigint
}

/** A purchase from the pool, with what follows from it. */
export async function insertPurchase({ time, number, log, ...rest }: NewPurchase) {
  const tx = await insertTx(positionOf({ time, number, log }))
  const row = {
    buyer: addressOf(2),
    outcome: 0,
    shares: 2n * WAD,
    usdc: WAD,
    reserve: BASE_RESERVE + WAD,
    totalReserve: 2n * BASE_RESERVE + WAD,
    ...rest,
  }
  const { token, buyer, outcome, shares, usdc, reserve, totalReserve } = row
  await pool().query(
    `insert into share_trade (id, tx_id, time, token, buyer, outcome, shares, usdc, reserve,
      total_reserve) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [tx.id, tx.txId, tx.time, token, buyer, outcome, shares, usdc, reserve, totalReserve],
  )
  const purchase = { ...row, time: seconds(tx.time) }
  await withClient(async (client) => {
    await addShares(client, { purchases: [purchase], fills: [] })
    await updateLastActivity(client, [purchase])
  })
  return { ...row, ...tx }
}

type NewOrderEvent = RowPosition & {
  token: string
  orderId: number
  kind?: keyof typeof orderKinds
  seller?: string
  outcome?: number
  totalAmount?: bigint
  price?: bigint
  buyer?: string
  amount?: bigint
  usdc?: bigint
  amountLeft?: bigint
}

/** Something that happened to an order, with what follows from it. */
export async function insertOrderEvent({ time, number, log, ...rest }: NewOrderEvent) {
  const tx = await insertTx(positionOf({ time, number, log }))
  const row = {
    kind: "created" as keyof typeof orderKinds,
    seller: addressOf(3),
    outcome: 0,
    totalAmount: 10n * WAD,
    price: WAD / 2n,
    ...rest,
  }
  const { token, orderId, kind, seller, outcome, totalAmount, price } = row
  const fill = kind === "filled" ? { buyer: addressOf(2), amount: WAD, usdc: WAD / 2n } : null
  const { buyer, amount, usdc } = { ...(fill ?? {}), ...rest }
  await pool().query(
    `insert into order_event (id, tx_id, time, token, order_id, kind, seller, outcome, total_amount,
      price, buyer, amount, usdc, amount_left)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ...[tx.id, tx.txId, tx.time, token, orderId, orderKinds[kind], seller, outcome],
      ...[totalAmount, price, buyer ?? null, amount ?? null, usdc ?? null, rest.amountLeft ?? null],
    ],
  )
  await withClient(async (client) => {
    if (buyer && amount && usdc) {
      const fills = [{ token, outcome, seller, buyer, amount, usdc }]
      await addShares(client, { purchases: [], fills })
    }
    await refreshOrders(client, [{ token, orderId }])
    await updateLastActivity(client, [{ token, time: seconds(tx.time) }])
  })
  return { ...row, ...tx }
}

type NewMarketEvent = RowPosition & {
  token: string
  action: MarketAction
  wallet?: string
  outcome?: number | null
  amount?: bigint | null
}

/** A step of a market's resolution, with what follows from it. */
export async function insertMarketEvent({ time, number, log, ...rest }: NewMarketEvent) {
  const tx = await insertTx(positionOf({ time, number, log }))
  const row = { wallet: addressOf(4), outcome: null, amount: null, ...rest }
  await pool().query(
    `insert into market_event (id, tx_id, time, token, action, wallet, outcome, amount)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.id, tx.txId, tx.time, row.token, row.action, row.wallet, row.outcome, row.amount],
  )
  await withClient(async (client) => {
    await refreshResolutions(client, [row.token])
    await updateLastActivity(client, [{ token: row.token, time: seconds(tx.time) }])
  })
  return { ...row, ...tx }
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)

type OptionalPosition = {
  time: Date | undefined
  number: number | undefined
  log: number | undefined
}

const positionOf = ({ time, number, log }: OptionalPosition) => ({
  ...(time && { time }),
  ...(number && { number }),
  ...(log && { log }),
})
