import { sql } from "kysely"
import { coalesce } from "@/lib/async/coalesce"
import { getDeployment } from "@/lib/chain/deployment"
import { db } from "@/lib/db/client"
import { unixSeconds } from "@/lib/db/codecs"
import { statement } from "@/lib/db/statement"
import { findPositions } from "@/lib/markets/positions/queries"
import { dayChange, priceDayAgo, tokenPrice } from "@/lib/tokens/prices"
import { findWalletTotals, totalWorth } from "@/lib/updown/wallet-totals"
import { findBonds, isOpenBond, sumBonds } from "./bonds"
import { findReplayedHistory, sumStaked } from "./history"
import { type OpenLoan, readLoanSteps } from "./loan-steps"
import { summarizeMarkets } from "./market-holdings"
import { type Portfolio, type Position, tokenOfKey, valueAt } from "./math"
import { findNetWorth } from "./net-worth"
import { findSharePrice } from "./prices"
import { sumRealised } from "./realised"
import type {
  Asset,
  ClosedAsset,
  LoanView,
  NetWorthRange,
  PortfolioView,
  PricedToken,
} from "./schema"
import { findStakes, findUsdbBalance } from "./transfers"
import { readVestingSteps, sumUnvested, sumVested } from "./vesting-steps"
import { toBigInt } from "./wallet-summary"

/** The data of a portfolio page; concurrent calls share one read. */
export function findPortfolio(wallet: string, range: NetWorthRange): Promise<PortfolioView> {
  return coalesce(`portfolio:${wallet}:${range}`, async () => {
    const { changes, bonds, vesting, ...holdings } = await readHoldings(wallet)
    const { worth, contributed } = holdings
    const points =
      changes && contributed !== null
        ? await findNetWorth({ wallet, changes, bonds, vesting }, range, { worth, contributed })
        : []
    return { ...holdings, bonds: bonds.filter(isOpenBond), points }
  })
}

/** A wallet's current assets and debts, with cost and results. */
export function findHoldings(
  wallet: string,
): Promise<Pick<PortfolioView, "cash" | "assets" | "loans">> {
  return coalesce(`holdings:${wallet}`, () => readHoldings(wallet))
}

async function readHoldings(wallet: string) {
  const [history, balances, positions, bonds, rounds, loans, kept] = await Promise.all([
    findReplayedHistory(wallet),
    findBalances(wallet),
    findPositions(wallet),
    findBonds(wallet),
    findWalletTotals(wallet),
    readLoanSteps(wallet),
    findKeptTokens(wallet),
  ])
  const { transactions, account } = history ?? { transactions: null, account: null }
  const amounts: TokenAmounts = {
    balances,
    staked: transactions ? sumStaked(transactions) : await findStakes(wallet),
    pledged: sumCollateral(loans.open),
    ...kept,
  }
  const positionsByToken = account && sumPositions(account)
  const tokens = [
    ...[...balances.keys(), ...amounts.staked.keys(), ...amounts.pledged.keys()],
    ...[...kept.vesting.keys(), ...kept.vested.keys(), ...(positionsByToken?.keys() ?? [])],
  ]
  const [listings, cash, marketHoldings] = await Promise.all([
    findPricedTokens([...new Set(tokens)]),
    account ? account.cash : findUsdbBalance(wallet),
    summarizeMarkets(positions, account),
  ])
  const assets = listings
    .map((each) => toAsset(each, amounts, positionsByToken))
    .filter(({ quantity }) => quantity > 0n)
  const { markets, closedMarkets, lost } = marketHoldings
  const openBonds = sumBonds(bonds.filter(isOpenBond))
  const marketWorth = marketHoldings.marketWorth + openBonds
  const debt = sum(loans.open.map((loan) => loan.debt))
  const roundWorth = totalWorth(rounds)
  const held = sum(assets.map(({ valueUsd }) => valueUsd ?? 0n))
  const worth = held + cash + marketWorth + roundWorth - debt
  const received = sum(
    listings.map((token) => valueAt(kept.vested.get(token.token) ?? 0n, token.priceUsd ?? 0n)),
  )
  return {
    cash,
    assets,
    closed: listings.flatMap((each) => toClosedAsset(each, amounts, positionsByToken)),
    markets,
    closedMarkets,
    bonds,
    marketWorth,
    rounds,
    roundWorth,
    loans: loans.open.map((loan) => toLoanView(loan, listings)).sort(byExpiry),
    debt,
    unvested: listings.flatMap(({ token, symbol }) => {
      const amount = kept.unvested.get(token) ?? 0n
      return amount > 0n ? [{ token, symbol, amount }] : []
    }),
    worth,
    realised: account && sumRealised(account, { lost, openBonds, rounds }),
    unrealised:
      account &&
      sum(assets.map(({ unrealised }) => unrealised ?? 0n)) + (marketHoldings.unrealised ?? 0n),
    // Vested tokens that are not claimed count as received now.
    contributed: account ? account.contributed + received : null,
    changes: transactions,
    vesting: kept.spans,
  }
}

type Amounts = ReadonlyMap<string, bigint>

type TokenAmounts = Record<
  "balances" | "staked" | "pledged" | "vesting" | "vested" | "locked",
  Amounts
>

/** Unclaimed tokens of schedules and shares of the vault. */
async function findKeptTokens(wallet: string) {
  const [{ spans }, now, shares] = await Promise.all([
    readVestingSteps(wallet),
    findChainTime(),
    findVaultShares(wallet),
  ])
  const vesting = new Map<string, bigint>()
  for (const { token, isOwn, until, total, claimed } of spans) {
    if (!isOwn || until !== null) continue
    vesting.set(token, (vesting.get(token) ?? 0n) + total - claimed)
  }
  return {
    ...{ spans, vesting, locked: shares },
    vested: sumVested(spans, now),
    unvested: sumUnvested(spans, now),
  }
}

/** Unix seconds; the chain's time where it is ahead of the clock. */
async function findChainTime(): Promise<number> {
  const now = Math.floor(Date.now() / 1_000)
  const row = await db
    .selectFrom("index_cursor")
    .select(({ ref }) => unixSeconds(ref("indexed_time")).as("time"))
    .executeTakeFirst()
  return Math.max(now, row?.time ?? 0)
}

/** Locked shares of the vault, by the vault's address. */
async function findVaultShares(wallet: string): Promise<Map<string, bigint>> {
  const row = await db
    .selectFrom("vault_balance")
    .select("locked")
    .where("wallet", "=", wallet)
    .where("locked", ">", "0")
    .executeTakeFirst()
  return new Map(row ? [[getDeployment().staking, BigInt(row.locked)]] : [])
}

function sumCollateral(loans: readonly OpenLoan[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { token, collateral } of loans) {
    if (collateral > 0n) sums.set(token, (sums.get(token) ?? 0n) + collateral)
  }
  return sums
}

/** Positions by token; collateral of leverage positions has separate positions. */
function sumPositions({ positions }: Portfolio): Map<string, Position> {
  const sums = new Map<string, Position>()
  for (const [key, position] of positions) {
    const token = tokenOfKey(key)
    if (token === null) continue
    const sum = sums.get(token)
    sums.set(token, sum ? addPositions(sum, position) : position)
  }
  return sums
}

const addPositions = (a: Position, b: Position): Position => ({
  quantity: a.quantity + b.quantity,
  cost: a.cost + b.cost,
  realised: a.realised + b.realised,
  spent: a.spent + b.spent,
  proceeds: a.proceeds + b.proceeds,
})

function toAsset(
  token: PricedToken,
  amounts: TokenAmounts,
  positions: ReadonlyMap<string, Position> | null,
): Asset {
  const amountOf = (of: Amounts) => of.get(token.token) ?? 0n
  const position = positions?.get(token.token)
  const staked = amountOf(amounts.staked)
  const pledged = amountOf(amounts.pledged)
  const vested = amountOf(amounts.vested)
  const vesting = amountOf(amounts.vesting) + vested
  const quantity = amountOf(amounts.balances) + staked + pledged + vesting
  const { priceUsd } = token
  const valueUsd = priceUsd === null ? null : valueAt(quantity, priceUsd)
  // Vested tokens of others' schedules are received when they are claimed; until then their cost is their value.
  const received = valueAt(vested, priceUsd ?? 0n)
  const cost = positions && (position?.cost ?? 0n) + received
  return {
    ...token,
    ...{ quantity, staked, pledged, vesting, locked: amountOf(amounts.locked), valueUsd, cost },
    unrealised: cost !== null && valueUsd !== null ? valueUsd - cost : null,
    realised: positions && (position?.realised ?? 0n),
  }
}

/** Empty while the wallet still holds the token. */
function toClosedAsset(
  token: PricedToken,
  amounts: TokenAmounts,
  positions: ReadonlyMap<string, Position> | null,
): ClosedAsset[] {
  const position = positions?.get(token.token)
  if (!position || toAsset(token, amounts, positions).quantity > 0n) return []
  const { spent, proceeds, realised } = position
  // Everything became another asset, with its cost.
  if (spent === 0n && proceeds === 0n && realised === 0n) return []
  return [{ ...token, spent, proceeds, realised }]
}

function toLoanView(loan: OpenLoan, listings: readonly PricedToken[]): LoanView {
  const token = listings.find((each) => each.token === loan.token)
  const price = token?.priceUsd ?? null
  return {
    ...loan,
    symbol: token?.symbol ?? "",
    collateralUsd: price === null ? null : valueAt(loan.collateral, price),
  }
}

const byExpiry = (a: LoanView, b: LoanView) => a.liquidationTime - b.liquidationTime

/** Tokens in the wallet itself, with its shares of the vault. */
async function findBalances(wallet: string): Promise<Map<string, bigint>> {
  const [rows, vault] = await Promise.all([
    db
      .selectFrom("holder")
      .select(["token", "balance"])
      .where("wallet", "=", wallet)
      .where("balance", ">", "0")
      .execute(),
    db
      .selectFrom("vault_balance")
      .select("shares")
      .where("wallet", "=", wallet)
      .where("shares", ">", "0")
      .executeTakeFirst(),
  ])
  const balances = new Map(rows.map(({ token, balance }) => [token, BigInt(balance)]))
  if (vault) balances.set(getDeployment().staking, BigInt(vault.shares))
  return balances
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
  const { mainToken, staking } = getDeployment()
  const hasShares = tokens.includes(staking)
  const pricedTokens = hasShares ? [...tokens, mainToken] : tokens
  const rows = await selectPricedTokens({ tokens: pricedTokens, mainToken })
  const listed = rows.map((row) => ({
    ...row,
    priceUsd: toBigInt(row.priceUsd),
    dayChange: toBigInt(row.dayChange),
  }))
  if (!hasShares) return listed
  const tide = listed.find(({ token }) => token === mainToken)?.priceUsd ?? null
  return [...listed, await findVaultShare(staking, tide)]
}

/** Shares of the vault in TIDE, at the share price of the last block with a price. */
async function findVaultShare(token: string, tidePrice: bigint | null): Promise<PricedToken> {
  const sharePrice = await findSharePrice()
  const priceUsd = tidePrice === null || sharePrice === null ? null : valueAt(sharePrice, tidePrice)
  return {
    ...{ token, name: "Wrapped TIDE", symbol: "wTIDE", image: null, isVaultShare: true },
    ...{ priceUsd, dayChange: null },
  }
}

function sum(values: readonly bigint[]) {
  return values.reduce((sum, value) => sum + value, 0n)
}
