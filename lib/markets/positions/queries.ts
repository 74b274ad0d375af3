import { z } from "zod"
import { coalesce } from "@/lib/api/coalesce"
import { pool } from "@/lib/db/client"
import { orderKinds } from "@/lib/markets/constants"
import { findMarkets } from "@/lib/markets/list-queries"
import { payout, taxOn } from "@/lib/markets/math"
import type { MarketCard } from "@/lib/markets/schema"
import { units } from "@/lib/tokens/schema"
import {
  type CostBasis,
  computeCostBasis,
  computeGross,
  type MarketEntry,
  valueShares,
} from "./math"
import { readPools, readRedeemable } from "./onchain"
import { toValuationInputs } from "./position-value"

/** A wallet's shares of one outcome. */
export type Position = {
  market: MarketCard
  outcome: number
  shares: bigint
  /** Shares in open orders. */
  locked: bigint
  /** USDB with tax, of what is held now; null when earlier rows are unknown. */
  cost: bigint
  /** USDB of earlier sales less their cost. */
  realised: bigint
  /** USDB, rounded down: at the pool's price, or what it pays once the market is final. */
  value: bigint
  /** USDB if this outcome wins and nothing else changes, rounded down. */
  payout: bigint
}

export type MarketPositions = {
  market: MarketCard
  positions: Position[]
  /** Payouts include the pot, which the chain alone tells of. */
  hasPot: boolean
  /** What the wallet has redeemed. */
  redeemed: bigint | null
  /** What it can redeem, by the contract; null before the market is final and while the node is away. */
  redeemable: bigint | null
}

/** USDB that all shares of a market are worth now. */
export function valuePositions({ positions, redeemed, redeemable }: MarketPositions): bigint {
  if (redeemed !== null) return 0n
  return redeemable ?? positions.reduce((sum, { value }) => sum + value, 0n)
}

/** Redeemed, or final without a payout. */
export function isClosed(of: MarketPositions): boolean {
  return of.redeemed !== null || (of.market.resolvedAt !== null && valuePositions(of) === 0n)
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

/** What a wallet holds in one market; null where that is nothing. */
export async function findMarketPositions(
  wallet: string,
  token: string,
): Promise<MarketPositions | null> {
  const [found] = await readPositions(wallet, token)
  return found ?? null
}

/** Of all markets, or of one. */
async function readPositions(wallet: string, market?: string): Promise<MarketPositions[]> {
  const { rows } = await pool().query(SELECT_HELD, [wallet, market ?? null])
  const holdings = heldRow.array().parse(rows)
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
  const [redeemable, pools] = await Promise.all([readRedeemable(wallet, waiting), readPools(open)])
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

const SELECT_HELD = `
  select h.token, h.outcome, h.shares, coalesce((
      select sum(o.amount) from market_order o where o.seller = h.wallet and o.token = h.token
        and o.outcome = h.outcome and o.status = 'ACTIVE'
    ), 0)::text as locked
  from share_holder h
  where h.wallet = $1 and h.shares > 0 and ($2::text is null or h.token = $2) order by h.token, h.outcome`

const SELECT_ENTRIES = `
  select token, outcome, kind, shares, usdc from (
    select id, 0 as part, token, outcome, 'bought' as kind, shares, usdc
    from share_trade where buyer = $1 and token = any($2::text[])
    union all
    select id, 0, token, outcome, 'filled', amount, usdc
    from order_event where buyer = $1 and kind = ${orderKinds.filled} and token = any($2::text[])
    union all
    select id, 1, token, outcome, 'sold', amount, usdc
    from order_event where seller = $1 and kind = ${orderKinds.filled} and token = any($2::text[])
  ) moves order by id, part`

async function findCostBases(wallet: string, tokens: readonly string[]) {
  const { rows } = await pool().query(SELECT_ENTRIES, [wallet, tokens])
  const moves = new Map<string, MarketEntry[]>()
  for (const { kind, shares, usdc, ...key } of entryRow.array().parse(rows)) {
    const list = moves.get(toKey(key)) ?? []
    list.push({ kind, shares, usdc: addTax(kind, usdc) })
    moves.set(toKey(key), list)
  }
  return new Map([...moves].map(([key, list]) => [key, computeCostBasis(list)]))
}

function addTax(kind: MarketEntry["kind"], usdc: bigint) {
  if (kind === "bought") return computeGross(usdc)
  return kind === "filled" ? usdc + taxOn(usdc) : usdc - taxOn(usdc)
}

async function findRedeemed(wallet: string, tokens: readonly string[]) {
  const { rows } = await pool().query<{ token: string; amount: string }>(
    `select token, amount from market_event
    where wallet = $1 and action = 'redeem' and token = any($2::text[])`,
    [wallet, tokens],
  )
  return new Map(rows.map(({ token, amount }) => [token, BigInt(amount)]))
}

const toKey = ({ token, outcome }: { token: string; outcome: number }) => `${token}:${outcome}`

type PositionInputs = {
  costBasis: CostBasis | undefined
  /** What the chain tells: of an open market the pool, of a final one what it owes the wallet. */
  pool: bigint | undefined
  redeemable: bigint | undefined
}

const EMPTY_COST_BASIS: CostBasis = { shares: 0n, cost: 0n, realised: 0n }

function toPosition(
  market: MarketCard,
  { outcome, shares, locked }: z.output<typeof heldRow>,
  { costBasis = EMPTY_COST_BASIS, pool, redeemable }: PositionInputs,
): Position {
  const standing = toValuationInputs(market, outcome)
  const { circulating, paidIn } = standing
  // Only shares of the outcome that won are owed anything, and what they are owed has the pot in it.
  const owed = standing.hasWon && !standing.isRefunding ? redeemable : undefined
  return {
    market,
    outcome,
    shares,
    locked,
    cost: costBasis.cost,
    realised: costBasis.realised,
    value: owed ?? valueShares({ shares, cost: costBasis.cost }, standing),
    payout: payout(shares, circulating, pool ?? paidIn),
  }
}
