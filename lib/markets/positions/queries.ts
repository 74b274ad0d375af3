import { sql } from "kysely"
import { z } from "zod"
import { coalesce } from "@/lib/async/coalesce"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { units } from "@/lib/http/wire"
import { orderKinds } from "@/lib/markets/constants"
import { findMarkets } from "@/lib/markets/list-queries"
import { payout, taxOn } from "@/lib/markets/math"
import type { MarketCard } from "@/lib/markets/schema"
import {
  type CostBasis,
  computeCostBasis,
  computeGross,
  type MarketEntry,
  type ValuationInputs,
  valueShares,
} from "./math"
import { readPools, readRedeemable } from "./onchain"

/** A wallet's shares of one outcome. */
export type Position = {
  market: MarketCard
  outcome: number
  shares: bigint
  /** Shares in open orders. */
  locked: bigint
  /** Cost of the held shares in USDB, tax included. */
  cost: bigint
  /** Profit of earlier sales in USDB. */
  realised: bigint
  /** In USDB, rounded down: at the pool's price, or the payout of a final market. */
  value: bigint
  /** In USDB if this outcome wins and nothing else changes, rounded down. */
  payout: bigint
}

export type MarketPositions = {
  market: MarketCard
  positions: Position[]
  /** Whether payouts include the general pot, which only the chain knows. */
  hasPot: boolean
  /** USDB that the wallet has redeemed. */
  redeemed: bigint | null
  /** USDB that it can redeem; null before the market is final and while the node does not answer. */
  redeemable: bigint | null
}

/** USDB that all shares of a market are worth now. */
export function valuePositions({ positions, redeemed, redeemable }: MarketPositions): bigint {
  if (redeemed !== null) return 0n
  return redeemable ?? positions.reduce((sum, { value }) => sum + value, 0n)
}

/** Redeemed, or final without a payout. */
export function isClosed(held: MarketPositions): boolean {
  return held.redeemed !== null || (held.market.resolvedAt !== null && valuePositions(held) === 0n)
}

const heldRow = z.object({ token: z.string(), outcome: z.int(), shares: units, locked: units })

const entryRow = z.object({
  token: z.string(),
  outcome: z.int(),
  kind: z.enum(["bought", "filled", "sold"]),
  shares: units,
  usdc: units,
})

/** Everything a wallet holds in markets, the most recently active market first. */
export function findPositions(wallet: string): Promise<MarketPositions[]> {
  return coalesce(`positions:${wallet}`, () => readPositions(wallet))
}

/** The positions from the index only: payouts lack the general pot, which only the chain knows. */
export const findIndexedPositions = (wallet: string): Promise<MarketPositions[]> =>
  readPositions(wallet, { onchain: false })

/** A wallet's positions in one market; null without shares. */
export async function findMarketPositions(
  wallet: string,
  token: string,
): Promise<MarketPositions | null> {
  const [positions] = await readPositions(wallet, { market: token })
  return positions ?? null
}

/** Reads positions in all markets, or in one. */
async function readPositions(
  wallet: string,
  { market, onchain = true }: { market?: string; onchain?: boolean } = {},
): Promise<MarketPositions[]> {
  const holdings = heldRow.array().parse(await readHeld({ wallet, market }))
  const tokens = [...new Set(holdings.map(({ token }) => token))]
  const [markets, accounts, redeemed] = await Promise.all([
    findMarkets(tokens),
    findCostBases(wallet, tokens),
    findRedeemed(wallet, tokens),
  ])
  const waiting = markets.filter(
    ({ address, resolvedAt }) => resolvedAt !== null && !redeemed.has(address),
  )
  const open = markets.filter(({ resolvedAt }) => resolvedAt === null)
  const [redeemable, pools] = await Promise.all([
    readRedeemable(wallet, onchain ? waiting : []),
    readPools(onchain ? open : []),
  ])
  return markets
    .map((market) => ({
      market,
      hasPot: pools.has(market.address),
      redeemed: redeemed.get(market.address) ?? null,
      redeemable: redeemable.get(market.address) ?? null,
      positions: holdings
        .filter(({ token }) => token === market.address)
        .map((each) =>
          toPosition(market, each, {
            costBasis: accounts.get(toKey(each)),
            pool: pools.get(market.address),
            redeemable: redeemable.get(market.address),
          }),
        ),
    }))
    .sort((a, b) => toActivityTime(b.market) - toActivityTime(a.market))
}

const toActivityTime = ({ lastActivityAt, createdAt }: MarketCard) =>
  (lastActivityAt ?? createdAt).getTime()

const readHeld = statement({ wallet: "text", market: "text?" }, ({ wallet, market }) =>
  db
    .selectFrom("share_holder as h")
    .leftJoin(
      (from) =>
        from
          .selectFrom("market_order")
          .select(({ fn }) => ["token", "outcome", fn.sum("amount").as("amount")])
          .where((eb) =>
            eb.and([
              eb("seller", "=", wallet),
              eb("status", "=", "ACTIVE"),
              ...(market ? [eb("token", "=", market)] : []),
            ]),
          )
          .groupBy(["token", "outcome"])
          .as("offered"),
      (join) =>
        join.onRef("offered.token", "=", "h.token").onRef("offered.outcome", "=", "h.outcome"),
    )
    .select(({ ref }) => [
      "h.token",
      "h.outcome",
      "h.shares",
      sql<string>`coalesce(${ref("offered.amount")}, 0)::text`.as("locked"),
    ])
    .where((eb) =>
      eb.and([
        eb("h.wallet", "=", wallet),
        eb("h.shares", ">", sql<string>`0`),
        ...(market ? [eb("h.token", "=", market)] : []),
      ]),
    )
    .orderBy("h.token")
    .orderBy("h.outcome"),
)

type EntryKind = MarketEntry["kind"]

/** Filling an own order counts as a purchase and then as a sale: `part` keeps that order. */
const readEntries = statement({ wallet: "text", tokens: "text[]" }, ({ wallet, tokens }) => {
  const bought = db
    .selectFrom("share_trade")
    .select(({ ref }) => [
      "id",
      sql<number>`0`.as("part"),
      "token",
      "outcome",
      sql<EntryKind>`'bought'`.as("kind"),
      sql<string | null>`${ref("shares")}`.as("shares"),
      sql<string | null>`${ref("usdc")}`.as("usdc"),
    ])
    .where("buyer", "=", wallet)
    .where(({ ref }) => sql<boolean>`${ref("token")} = any(${tokens})`)
  const fills = (side: "buyer" | "seller", part: number, kind: EntryKind) =>
    db
      .selectFrom("order_event")
      .select([
        "id",
        sql<number>`${sql.lit(part)}`.as("part"),
        "token",
        "outcome",
        sql<EntryKind>`${sql.lit(kind)}`.as("kind"),
        "amount as shares",
        "usdc",
      ])
      .where(side, "=", wallet)
      .where("kind", "=", sql.lit(orderKinds.filled))
      .where(({ ref }) => sql<boolean>`${ref("token")} = any(${tokens})`)
  const entries = bought.unionAll(fills("buyer", 0, "filled")).unionAll(fills("seller", 1, "sold"))
  return db
    .selectFrom(entries.as("entries"))
    .select(["token", "outcome", "kind", "shares", "usdc"])
    .orderBy("id")
    .orderBy("part")
})

const readRedeemed = statement({ wallet: "text", tokens: "text[]" }, ({ wallet, tokens }) =>
  db
    .selectFrom("market_event")
    .select(["token", "amount"])
    .where("wallet", "=", wallet)
    .where("action", "=", "redeem")
    .where(({ ref }) => sql<boolean>`${ref("token")} = any(${tokens})`),
)

async function findCostBases(wallet: string, tokens: readonly string[]) {
  const rows = await readEntries({ wallet, tokens })
  const entries = new Map<string, MarketEntry[]>()
  for (const { kind, shares, usdc, ...key } of entryRow.array().parse(rows)) {
    const list = entries.get(toKey(key)) ?? []
    list.push({ kind, shares, usdc: addTax(kind, usdc) })
    entries.set(toKey(key), list)
  }
  return new Map([...entries].map(([key, list]) => [key, computeCostBasis(list)]))
}

function addTax(kind: MarketEntry["kind"], usdc: bigint) {
  if (kind === "bought") return computeGross(usdc)
  return kind === "filled" ? usdc + taxOn(usdc) : usdc - taxOn(usdc)
}

async function findRedeemed(wallet: string, tokens: readonly string[]) {
  const rows = await readRedeemed({ wallet, tokens })
  return new Map(rows.map(({ token, amount }) => [token, BigInt(amount ?? 0)]))
}

const toKey = ({ token, outcome }: { token: string; outcome: number }) => `${token}:${outcome}`

type PositionInputs = {
  costBasis: CostBasis | undefined
  /** From the chain: the pool of an open market, the payout of a final one. */
  pool: bigint | undefined
  redeemable: bigint | undefined
}

const EMPTY_COST_BASIS: CostBasis = { shares: 0n, cost: 0n, realised: 0n }

function toPosition(
  market: MarketCard,
  { outcome, shares, locked }: z.output<typeof heldRow>,
  { costBasis = EMPTY_COST_BASIS, pool, redeemable }: PositionInputs,
): Position {
  const valuation = toValuationInputs(market, outcome)
  const { circulating, paidIn } = valuation
  // Only winning shares pay, and their payout includes the general pot.
  const owed = valuation.hasWon && !valuation.isRefunding ? redeemable : undefined
  return {
    market,
    outcome,
    shares,
    locked,
    cost: costBasis.cost,
    realised: costBasis.realised,
    value: owed ?? valueShares({ shares, cost: costBasis.cost }, valuation),
    payout: payout(shares, circulating, pool ?? paidIn),
  }
}

/** Input of `valueShares`, from the index. */
function toValuationInputs(market: MarketCard, outcome: number): ValuationInputs {
  const { outcomes, paidIn, finalOutcome, resolvedAt, invalidatedAt } = market
  const { reserve = 0n, shares = 0n } = outcomes[outcome] ?? {}
  return {
    reserve,
    total: outcomes.reduce((sum, each) => sum + each.reserve, 0n),
    circulating: shares,
    paidIn,
    hasWon: resolvedAt === null ? null : finalOutcome === outcome,
    isRefunding: invalidatedAt !== null,
  }
}
