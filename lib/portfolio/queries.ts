import { coalesce } from "@/lib/api/coalesce"
import { deployment } from "@/lib/chain/deployment"
import { pool } from "@/lib/db/client"
import { findPositions } from "@/lib/markets/positions/queries"
import { DAY_CHANGE, dayAgoJoin } from "@/lib/tokens/browse/day"
import { PRICE_USD, quoteJoin } from "@/lib/tokens/pricing"
import { findBonds, isOpen, sumOfBonds } from "./bonds"
import { type Change, findChanges, stakedAfter } from "./changes"
import { marketsPart } from "./markets"
import { emptyPortfolio, type Portfolio, take, valueAt } from "./math"
import { findCash, findStaked } from "./moves"
import type { Asset, ClosedAsset, Listing, PortfolioView, WorthRange } from "./schema"
import { listing, units } from "./schema"
import { findWorth } from "./worth"

/** Everything a portfolio page shows of a wallet's money, read once for all who ask at the same time. */
export function findPortfolio(wallet: string, range: WorthRange): Promise<PortfolioView> {
  return coalesce(`portfolio:${wallet}:${range}`, async () => {
    const { changes, bonds, ...holdings } = await readHoldings(wallet)
    const { worth, contributed } = holdings
    const points =
      changes && contributed !== null
        ? await findWorth({ changes, bonds }, range, { worth, contributed })
        : []
    return { ...holdings, bonds: bonds.filter(isOpen), points }
  })
}

/** What a wallet holds now, with cost and results. */
export function findHoldings(wallet: string): Promise<Asset[]> {
  return coalesce(`holdings:${wallet}`, async () => (await readHoldings(wallet)).assets)
}

async function readHoldings(wallet: string) {
  const [changes, balances, positions, bonds] = await Promise.all([
    findChanges(wallet),
    findBalances(wallet),
    findPositions(wallet),
    findBonds(wallet),
  ])
  const account = changes && accountOf(changes)
  const staked = changes ? stakedAfter(changes) : await findStaked(wallet)
  for (const [token, amount] of staked) balances.set(token, (balances.get(token) ?? 0n) + amount)
  const tokens = new Set([...balances.keys(), ...(account?.positions.keys() ?? [])])
  const [listings, cash, inMarkets] = await Promise.all([
    findListings([...tokens]),
    account ? account.cash : findCash(wallet),
    marketsPart(positions, account),
  ])
  const assets = listings
    .map((each) => assetOf(each, { balances, staked }, account))
    .filter(({ quantity }) => quantity > 0n)
  const { markets, closedMarkets, lost } = inMarkets
  const open = sumOfBonds(bonds.filter(isOpen))
  const marketWorth = inMarkets.marketWorth + open
  const worth = assets.reduce((sum, { valueUsd }) => sum + (valueUsd ?? 0n), cash + marketWorth)
  return {
    cash,
    assets,
    closed: listings.flatMap((each) => closedOf(each, balances, account)),
    markets,
    closedMarkets,
    bonds,
    marketWorth,
    worth,
    // The account takes a bond for lost when it is put down; while it is open it is not.
    realised:
      account &&
      sumOf([...account.positions.values()].map(({ realised }) => realised)) - lost + open,
    unrealised:
      account &&
      sumOf(assets.map(({ unrealised }) => unrealised ?? 0n)) + (inMarkets.unrealised ?? 0n),
    contributed: account ? account.contributed : null,
    changes,
  }
}

function accountOf(changes: readonly Change[]): Portfolio {
  const account = emptyPortfolio()
  for (const change of changes) take(account, change)
  return account
}

type Amounts = Record<"balances" | "staked", ReadonlyMap<string, bigint>>

function assetOf(of: Listing, { balances, staked }: Amounts, account: Portfolio | null): Asset {
  const position = account?.positions.get(of.token)
  const quantity = balances.get(of.token) ?? 0n
  const valueUsd = of.priceUsd === null ? null : valueAt(quantity, of.priceUsd)
  return {
    ...of,
    quantity,
    staked: staked.get(of.token) ?? 0n,
    valueUsd,
    cost: position?.cost ?? null,
    unrealised: position && valueUsd !== null ? valueUsd - position.cost : null,
    realised: position?.realised ?? null,
  }
}

/** Held once, and no more. */
function closedOf(
  of: Listing,
  balances: ReadonlyMap<string, bigint>,
  account: Portfolio | null,
): ClosedAsset[] {
  const position = account?.positions.get(of.token)
  if (!position || (balances.get(of.token) ?? 0n) > 0n) return []
  const { spent, proceeds, realised } = position
  return [{ ...of, spent, proceeds, realised }]
}

async function findBalances(wallet: string): Promise<Map<string, bigint>> {
  const { rows } = await pool().query<{ token: string; balance: string }>(
    "select token, balance from holder where wallet = $1 and balance > 0",
    [wallet],
  )
  return new Map(rows.map(({ token, balance }) => [token, units.parse(balance)]))
}

async function findListings(tokens: readonly string[]): Promise<Listing[]> {
  if (tokens.length === 0) return []
  const { rows } = await pool().query(
    `select t.address as token, t.name, t.symbol, p.image, ${PRICE_USD} as "priceUsd",
      ${DAY_CHANGE} as "dayChange"
    from token t join project p on p.id = t.project_id ${quoteJoin("$2")} ${dayAgoJoin("$2")}
    where t.address = any($1::text[]) order by t.project_id`,
    [tokens, deployment().mainToken],
  )
  return listing.array().parse(rows)
}

function sumOf(values: readonly bigint[]) {
  return values.reduce((sum, value) => sum + value, 0n)
}
