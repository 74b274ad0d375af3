import { sql } from "kysely"
import { coalesce } from "@/lib/api/coalesce"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { statement } from "@/lib/db/statement"
import { findPositions } from "@/lib/markets/positions/queries"
import { dayChange, priceDayAgo, tokenPrice } from "@/lib/tokens/prices"
import { findBonds, isOpenBond, sumBonds } from "./bonds"
import { findHistory, sumStaked, type WalletTransaction } from "./history"
import { summarizeMarkets } from "./market-holdings"
import { applyTransaction, createPortfolio, type Portfolio, valueAt } from "./math"
import { findNetWorth } from "./net-worth"
import type { Asset, ClosedAsset, NetWorthRange, PortfolioView, PricedToken } from "./schema"
import { findStakes, findUsdbBalance } from "./transfers"
import { toBigInt } from "./wallet-summary"

/** The data of a portfolio page; concurrent calls share one read. */
export function findPortfolio(wallet: string, range: NetWorthRange): Promise<PortfolioView> {
  return coalesce(`portfolio:${wallet}:${range}`, async () => {
    const { changes, bonds, ...holdings } = await readHoldings(wallet)
    const { worth, contributed } = holdings
    const points =
      changes && contributed !== null
        ? await findNetWorth({ changes, bonds }, range, { worth, contributed })
        : []
    return { ...holdings, bonds: bonds.filter(isOpenBond), points }
  })
}

/** The current assets of a wallet, with cost and results. */
export function findHoldings(wallet: string): Promise<Asset[]> {
  return coalesce(`holdings:${wallet}`, async () => (await readHoldings(wallet)).assets)
}

async function readHoldings(wallet: string) {
  const [transactions, balances, positions, bonds] = await Promise.all([
    findHistory(wallet),
    findBalances(wallet),
    findPositions(wallet),
    findBonds(wallet),
  ])
  const account = transactions && buildPortfolio(transactions)
  const staked = transactions ? sumStaked(transactions) : await findStakes(wallet)
  for (const [token, amount] of staked) balances.set(token, (balances.get(token) ?? 0n) + amount)
  const tokens = new Set([...balances.keys(), ...(account?.positions.keys() ?? [])])
  const [listings, cash, marketHoldings] = await Promise.all([
    findPricedTokens([...tokens]),
    account ? account.cash : findUsdbBalance(wallet),
    summarizeMarkets(positions, account),
  ])
  const assets = listings
    .map((each) => toAsset(each, { balances, staked }, account))
    .filter(({ quantity }) => quantity > 0n)
  const { markets, closedMarkets, lost } = marketHoldings
  const openBonds = sumBonds(bonds.filter(isOpenBond))
  const marketWorth = marketHoldings.marketWorth + openBonds
  const worth = assets.reduce((sum, { valueUsd }) => sum + (valueUsd ?? 0n), cash + marketWorth)
  return {
    cash,
    assets,
    closed: listings.flatMap((each) => toClosedAsset(each, balances, account)),
    markets,
    closedMarkets,
    bonds,
    marketWorth,
    worth,
    // The accounting books a bond as a loss when it is paid; an open bond is not lost.
    realised:
      account &&
      sum([...account.positions.values()].map(({ realised }) => realised)) - lost + openBonds,
    unrealised:
      account &&
      sum(assets.map(({ unrealised }) => unrealised ?? 0n)) + (marketHoldings.unrealised ?? 0n),
    contributed: account ? account.contributed : null,
    changes: transactions,
  }
}

function buildPortfolio(transactions: readonly WalletTransaction[]): Portfolio {
  const account = createPortfolio()
  for (const change of transactions) applyTransaction(account, change)
  return account
}

type TokenAmounts = Record<"balances" | "staked", ReadonlyMap<string, bigint>>

function toAsset(
  token: PricedToken,
  { balances, staked }: TokenAmounts,
  account: Portfolio | null,
): Asset {
  const position = account?.positions.get(token.token)
  const quantity = balances.get(token.token) ?? 0n
  const valueUsd = token.priceUsd === null ? null : valueAt(quantity, token.priceUsd)
  return {
    ...token,
    quantity,
    staked: staked.get(token.token) ?? 0n,
    valueUsd,
    cost: position?.cost ?? null,
    unrealised: position && valueUsd !== null ? valueUsd - position.cost : null,
    realised: position?.realised ?? null,
  }
}

/** Empty while the wallet still holds the token. */
function toClosedAsset(
  token: PricedToken,
  balances: ReadonlyMap<string, bigint>,
  account: Portfolio | null,
): ClosedAsset[] {
  const position = account?.positions.get(token.token)
  if (!position || (balances.get(token.token) ?? 0n) > 0n) return []
  const { spent, proceeds, realised } = position
  return [{ ...token, spent, proceeds, realised }]
}

async function findBalances(wallet: string): Promise<Map<string, bigint>> {
  const rows = await db
    .selectFrom("holder")
    .select(["token", "balance"])
    .where("wallet", "=", wallet)
    .where("balance", ">", "0")
    .execute()
  return new Map(rows.map(({ token, balance }) => [token, BigInt(balance)]))
}

const selectPricedTokens = statement(
  { tokens: "text[]", mainToken: "text" },
  ({ tokens, mainToken }) =>
    db
      .selectFrom("token as t")
      .innerJoin("project as p", "p.id", "t.project_id")
      .crossJoinLateral(tokenPrice(mainToken))
      .crossJoinLateral(priceDayAgo(mainToken))
      .select(["t.address as token", "t.name", "t.symbol", "p.image"])
      .select(["price.in_usd as priceUsd", dayChange.as("dayChange")])
      .where("t.address", "=", sql<string>`any(${tokens})`)
      .orderBy("t.project_id"),
)

async function findPricedTokens(tokens: readonly string[]): Promise<PricedToken[]> {
  if (tokens.length === 0) return []
  const rows = await selectPricedTokens({ tokens, mainToken: getDeployment().mainToken })
  return rows.map((row) => ({
    ...row,
    priceUsd: toBigInt(row.priceUsd),
    dayChange: toBigInt(row.dayChange),
  }))
}

function sum(values: readonly bigint[]) {
  return values.reduce((sum, value) => sum + value, 0n)
}
